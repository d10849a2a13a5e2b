import { isLinkedChannel, linkedChannelNames, type LinkedChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { useText } from '#i18n/text.tsx';

/** What a channel is called in the keys of its words. */
const channelWord = { 1: 'push', 2: 'sms', 3: 'email', 4: 'station', 5: 'pop' } as const satisfies Record<
  Exclude<NoticeChannel, LinkedChannel>,
  string
>;

export function useChannelName(): (channel: NoticeChannel) => string {
  const t = useText();
  return (channel) => (isLinkedChannel(channel) ? linkedChannelNames[channel] : t(`alerts.channel.${channelWord[channel]}`));
}

const drawings: Readonly<Record<NoticeChannel, string>> = {
  1: 'M5 1.8h6v12.4H5zM7.3 12h1.4',
  2: 'M2.5 3.500h11v7H8L5 13v-2.500H2.500zM5.500 7h0M8 7h0M10.500 7h0',
  3: 'M2 3.500h12v9H2zM2 4.500l6 4.500 6-4.500',
  4: 'M2 9h3.500l1 2h3l1-2H14v4H2zM2 9l2-6h8l2 6',
  5: 'M2 3h12v8H2zM6 13.500h4M8 11v2.500',
  6: 'M6.500 6.500a2.500 2.500 0 1 1 3 0L11.500 10M4.500 8.500a2.500 2.500 0 1 0 2.500 3.500h4a2.500 2.500 0 1 0 .500-4.200',
  7: 'M14 2.500 2 7.200l3.700 1.400L12 4.500 7 9.500v4l2-2.300 2.600 2z',
  8: 'M5.500 3.500 2.500 4.500C1.700 7 1.500 9.500 2 12l2.500 1 1-1.500h5l1 1.500 2.500-1c.5-2.500.3-5-.5-7.500l-3-1M6 8.500h0M10 8.500h0',
  9: 'M6.500 2v12M9.500 2v12M2 6.500h12M2 9.500h12',
  10: 'M2 3h12v9H7l-3.500 2.500V12H2zM5 6l1.500 1.500L5 9M8.500 9H11',
};

export const ChannelIcon = ({ channel }: { channel: NoticeChannel }) => (
  <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[channel]} />
  </svg>
);
