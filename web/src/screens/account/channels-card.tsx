// Channels that lead to where a person says: connecting, trying out, turning on again, letting go.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkedChannelItem } from '@tidemark/contract/alert-channels.ts';
import { linkedChannelNames, noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import { useState } from 'react';
import 'virtual:words/alerts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { FormFailure } from '#features/account-forms/form-failure.tsx';
import { useSubmit } from '#features/account-forms/use-submit.ts';
import { ChannelIcon } from '#features/alerts/channel-icon.tsx';
import { useText } from '#i18n/text.tsx';
import { useTime } from '#i18n/use-time.ts';
import { Button } from '#ui/button.tsx';
import { Band, Skeleton } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { ChannelDialog, type Addressed } from './channel-dialog.tsx';
import { TelegramDialog } from './telegram-dialog.tsx';

export function ChannelsCard() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const queryClient = useQueryClient();
  const channels = useQuery(callQuery(api, 'listChannels', {}));
  const { isBusy, failure, run } = useSubmit();
  const [connecting, setConnecting] = useState<Addressed | null>(null);
  const [telegramUrl, setTelegramUrl] = useState<string | null>(null);
  const readAgain = async () => {
    for (const queryKey of [['listChannels'], ['alertParameters']]) await queryClient.invalidateQueries({ queryKey });
  };
  const items = channels.data?.items.filter(({ available, linked }) => available || linked !== null);
  // A site without any has nothing to say about it.
  if (items?.length === 0) return null;
  const act = (work: () => Promise<string>) =>
    void run(async () => {
      toast(await work());
      await readAgain();
    });
  const connect = (channel: LinkedChannel) => {
    if (channel !== noticeChannel.telegram) return setConnecting(channel);
    void run(async () => setTelegramUrl((await api.call('linkTelegram', {})).url));
  };
  const test = (channel: LinkedChannel) =>
    void run(async () => {
      const { status, reason } = await api.call('testAlertChannel', { channel });
      const name = linkedChannelNames[channel];
      if (status !== 'failed' && status !== 'suppressed') toast(t('alerts.trialSent'));
      else toast(t('alerts.trialFailed', { channel: name, reason: reason ? t(`alerts.reason.${reason}`) : '--' }), 'error');
      await readAgain();
    });

  return (
    <section className="frame settings-card" aria-labelledby="account-channels">
      <h2 id="account-channels">{t('accounts.section.channels')}</h2>
      <FormFailure text={failure} />
      <p className="text-13 text-ink-2">{t('accounts.channels.help')}</p>
      {channels.isError && (
        <Band
          kind="error"
          text={t('accounts.channels.failed')}
          action={{ label: t('action.retry'), onClick: () => void channels.refetch() }}
        />
      )}
      {channels.isPending &&
        [120, 160, 140].map((width) => (
          <div key={width} className="setting">
            <Skeleton width={width} />
          </div>
        ))}
      <ul>
        {items?.map((item) => (
          <ChannelRow
            key={item.channel}
            item={item}
            isBusy={isBusy}
            onConnect={() => connect(item.channel)}
            onTest={() => test(item.channel)}
            onResume={() =>
              act(async () => {
                await api.call('resumeChannel', { channel: item.channel });
                return t('accounts.channels.connected', { channel: linkedChannelNames[item.channel] });
              })
            }
            onRemove={() =>
              act(async () => {
                await api.call('removeChannel', { channel: item.channel });
                return t('accounts.channels.removed', { channel: linkedChannelNames[item.channel] });
              })
            }
          />
        ))}
      </ul>
      {telegramUrl !== null && (
        <TelegramDialog
          url={telegramUrl}
          before={items?.find(({ channel }) => channel === noticeChannel.telegram)?.linked?.linkedAt ?? null}
          onClose={() => setTelegramUrl(null)}
          onDone={() => act(async () => t('accounts.channels.connected', { channel: linkedChannelNames[noticeChannel.telegram] }))}
        />
      )}
      {connecting !== null && <ChannelDialog channel={connecting} onClose={() => setConnecting(null)} onDone={() => void readAgain()} />}
    </section>
  );
}

interface ChannelRowProps {
  readonly item: LinkedChannelItem;
  readonly isBusy: boolean;
  onConnect(): void;
  onTest(): void;
  onResume(): void;
  onRemove(): void;
}

function ChannelRow({ item: { channel, available, linked }, isBusy, onConnect, onTest, onResume, onRemove }: ChannelRowProps) {
  const t = useText();
  const time = useTime();
  const name = linkedChannelNames[channel];
  const action = (word: string, onClick: () => void) => (
    <Button disabled={isBusy} aria-label={`${word}: ${name}`} onClick={onClick}>
      {word}
    </Button>
  );
  return (
    <li className="setting flex-wrap">
      <div>
        <span className="flex items-center gap-2 text-14">
          <ChannelIcon channel={channel} />
          {name}
          {linked?.on === false && <span className="tag warn">{t('accounts.channels.off')}</span>}
        </span>
        {linked && (
          <span className="value">
            <bdi>{linked.label}</bdi> ·{' '}
            {linked.lastSentAt === null ? t('accounts.channels.never') : t('accounts.channels.lastSent', { time: time(linked.lastSentAt) })}
          </span>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {linked === null && action(t('accounts.channels.connect'), onConnect)}
        {linked?.on === false && available && action(t('accounts.channels.resume'), onResume)}
        {linked?.on && available && action(t('alerts.trySending'), onTest)}
        {linked && available && action(t('accounts.channels.change'), onConnect)}
        {linked && action(t('accounts.channels.remove'), onRemove)}
      </div>
    </li>
  );
}
