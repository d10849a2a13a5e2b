import type { NoticeChannel } from '@tidemark/contract/alert-rules.ts';

/** What a channel is called in the keys of its words. */
export const channelWord = { 1: 'push', 2: 'sms', 3: 'email', 4: 'station', 5: 'pop' } as const satisfies Record<NoticeChannel, string>;

const drawings: Readonly<Record<NoticeChannel, string>> = {
  1: 'M5 1.8h6v12.4H5zM7.3 12h1.4',
  2: 'M2.5 3.500h11v7H8L5 13v-2.500H2.500zM5.500 7h0M8 7h0M10.500 7h0',
  3: 'M2 3.500h12v9H2zM2 4.500l6 4.500 6-4.500',
  4: 'M2 9h3.500l1 2h3l1-2H14v4H2zM2 9l2-6h8l2 6',
  5: 'M2 3h12v8H2zM6 13.500h4M8 11v2.500',
};

export const ChannelIcon = ({ channel }: { channel: NoticeChannel }) => (
  <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[channel]} />
  </svg>
);
