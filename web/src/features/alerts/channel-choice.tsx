// How to be told. A channel that is not ready says what it needs; one that is can be tried.
import { useQueryClient } from '@tanstack/react-query';
import { isLinkedChannel, noticeChannel, noticeChannels, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { useWriteFailure } from '#page/write-failure.ts';
import { useToast } from '#ui/toast.tsx';
import type { Parameters } from './alert-form.ts';
import { alertsChanged } from './alert-queries.ts';
import { ChannelIcon, useChannelName } from './channel-icon.tsx';
import { allowPush, askForPopUps } from './push.ts';

interface ChannelChoiceProps {
  readonly chosen: readonly NoticeChannel[];
  readonly parameters: Parameters | undefined;
  readonly problem: string | null;
  onChange(channels: readonly NoticeChannel[]): void;
}

export function ChannelChoice({ chosen, parameters, problem, onChange }: ChannelChoiceProps) {
  const t = useText();
  const nameOf = useChannelName();
  const locale = useLocale();
  const isVisitor = parameters?.channels.some(({ needs }) => needs === 'logIn');
  const readiness = new Map(parameters?.channels.map((row) => [row.channel, row]));
  /** What is not connected is not offered: the form stays as short as it was. */
  const isConnected = (channel: NoticeChannel) => [null, 'channelOff'].includes(readiness.get(channel)?.needs ?? null);
  const shown = noticeChannels.filter(
    (channel) => !isLinkedChannel(channel) || chosen.includes(channel) || (readiness.has(channel) && isConnected(channel)),
  );
  const isMoreToConnect = parameters?.channels.some(({ needs }) => needs === 'linkChannel');
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 text-ink-2">{t('alerts.sendBy')}</legend>
      <div className="channel-chips">
        {shown.map((channel) => {
          const row = readiness.get(channel);
          const isAlways = channel === noticeChannel.station;
          const isOn = isAlways || chosen.includes(channel);
          return (
            <label
              key={channel}
              className="chip"
              data-on={isOn ? '' : undefined}
              title={row?.needs ? t(`alerts.needs.${row.needs}`) : undefined}
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={isOn}
                disabled={isAlways || (row !== undefined && !row.available && !(isLinkedChannel(channel) && isOn))}
                onChange={({ currentTarget }) => {
                  if (currentTarget.checked && channel === noticeChannel.pop) askForPopUps();
                  onChange(currentTarget.checked ? [...chosen, channel] : chosen.filter((other) => other !== channel));
                }}
              />
              <ChannelIcon channel={channel} />
              {isAlways ? t('alerts.channel.stationAlways') : nameOf(channel)}
            </label>
          );
        })}
      </div>
      {problem && (
        <p role="alert" className="mt-1.5 text-12 text-danger">
          {problem}
        </p>
      )}
      <ul className="channel-needs">
        {parameters?.channels
          .filter(({ channel, needs }) => needs !== null && (chosen.includes(channel) || needs === 'allowPush'))
          .map(({ channel, needs }) => (
            <li key={channel}>
              {isLinkedChannel(channel) && `${nameOf(channel)}: `}
              {t(`alerts.needs.${needs!}`)} <Remedy need={needs!} vapidKey={parameters.vapidPublicKey} />
            </li>
          ))}
      </ul>
      {isMoreToConnect && (
        <Link className="text-btn -ms-2" to={`${href(locale, 'account')}#account-channels`}>
          {t('alerts.connectChannels')}
        </Link>
      )}
      {/* A visitor has no channel to send it to. */}
      <TrySending channels={isVisitor ? [] : chosen.filter((channel) => readiness.get(channel)?.needs === null)} />
    </fieldset>
  );
}

function Remedy({ need, vapidKey }: { need: NonNullable<Parameters['channels'][number]['needs']>; vapidKey: string }) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const locale = useLocale();
  const queryClient = useQueryClient();
  const failureText = useWriteFailure();
  const [isAsking, setAsking] = useState(false);
  if (need === 'linkChannel' || need === 'channelOff')
    return <Link to={`${href(locale, 'account')}#account-channels`}>{t('alerts.toAccount')}</Link>;
  if (need === 'bindPhone' || need === 'bindEmail') return <Link to={href(locale, 'account')}>{t('alerts.toAccount')}</Link>;
  if (need !== 'allowPush') return null;
  const allow = async () => {
    setAsking(true);
    try {
      const outcome = await allowPush(api, vapidKey);
      if (outcome === 'allowed') alertsChanged(queryClient);
      else toast(t(`alerts.push.${outcome}`), 'error');
    } catch (error) {
      toast(failureText(error), 'error');
    } finally {
      setAsking(false);
    }
  };
  return (
    <button type="button" className="text-btn" disabled={isAsking} onClick={() => void allow()}>
      {t('alerts.allowPush')}
    </button>
  );
}

function TrySending({ channels: ready }: { channels: readonly NoticeChannel[] }) {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const nameOf = useChannelName();
  const failureText = useWriteFailure();
  const [isTrying, setTrying] = useState(false);
  if (ready.length === 0) return null;
  const tryAll = async () => {
    setTrying(true);
    try {
      const results = await Promise.all(ready.map(async (channel) => ({ channel, ...(await api.call('testAlertChannel', { channel })) })));
      const failed = results.filter(({ status }) => status === 'failed' || status === 'suppressed');
      if (failed.length === 0) toast(t('alerts.trialSent'));
      for (const { channel, reason } of failed)
        toast(
          t('alerts.trialFailed', {
            channel: nameOf(channel),
            reason: reason ? t(`alerts.reason.${reason}`) : '--',
          }),
          'error',
        );
    } catch (error) {
      toast(failureText(error), 'error');
    } finally {
      setTrying(false);
    }
  };
  return (
    <button type="button" className="text-btn -ms-2" disabled={isTrying} onClick={() => void tryAll()}>
      {t('alerts.trySending')}
    </button>
  );
}
