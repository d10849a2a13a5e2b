// What alerts did, newest first, each with its own story.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type AlertLogItem } from '@tidemark/contract/alerts.ts';
import { alertType, isLinkedChannel, noticeChannels } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { alertLog, logChanged, logPageSize } from '#features/alerts/alert-queries.ts';
import { ChannelIcon, useChannelName } from '#features/alerts/channel-icon.tsx';
import { pairPrice } from '#features/alerts/pair-price.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useTime } from '#i18n/use-time.ts';
import { postToTabs } from '#session/tabs.ts';
import { useWriteFailure } from '#page/write-failure.ts';
import { Button } from '#ui/button.tsx';
import { Num } from '#ui/number.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Band, Empty, Skeleton } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { lineOfTab, lineTabs, readHistory, withHistory, type HistoryChoice } from './choice.ts';
import { deliveredWithinMs, happenedText, targetText } from './log-figures.ts';

const readFilters = ['all', 'unread'] as const;
const lineFilters = ['all', ...lineTabs] as const;

/** An alert without a pop-up tells no open page that it fired. */
export const newFiringsEveryMs = 10_000;

export function HistoryView() {
  const t = useText();
  const api = useApi();
  const toast = useToast();
  const failureText = useWriteFailure();
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const chosen = readHistory(search);
  const { isUnreadOnly, page } = chosen;
  const line = chosen.line && lineOfTab(chosen.line);
  const show = (change: Partial<HistoryChoice>) =>
    setSearch(withHistory(search, { ...chosen, page: 1, ...change }), { preventScrollReset: true });
  const { data, isError, refetch } = useQuery({
    ...alertLog(api, page, { isUnreadOnly, line }),
    placeholderData: keepPreviousData,
    refetchInterval: newFiringsEveryMs,
  });
  const markRead = async (ids?: string[]) => {
    try {
      await api.call('markAlertLogRead', ids ? { ids } : { businessLine: line });
      postToTabs('alertLog');
    } catch (error) {
      toast(failureText(error), 'error');
    }
    logChanged(queryClient);
  };
  const pages = data ? Math.max(1, Math.ceil(data.total / logPageSize)) : 1;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2 py-3">
        <RadioSegments<(typeof readFilters)[number]>
          label={t('alerts.show')}
          options={readFilters.map((value) => ({ value, label: t(`alerts.show.${value}`) }))}
          value={isUnreadOnly ? 'unread' : 'all'}
          onChange={(next) => show({ isUnreadOnly: next === 'unread' })}
        />
        <RadioSegments<(typeof lineFilters)[number]>
          label={t('alerts.line')}
          options={lineFilters.map((value) => ({ value, label: t(value === 'all' ? 'alerts.show.all' : `alerts.line.${value}`) }))}
          value={chosen.line ?? 'all'}
          onChange={(next) => show({ line: next === 'all' ? undefined : next })}
        />
        <Button kind="quiet" className="ms-auto" onClick={() => void markRead()}>
          {t('alerts.markAllRead')}
        </Button>
      </div>
      <div className="frame">
        {isError && !data ? (
          <Band kind="error" text={t('alerts.loadFailed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        ) : data?.items.length === 0 ? (
          isUnreadOnly || line ? (
            <Empty title={t(isUnreadOnly ? 'alerts.history.noneUnread' : 'search.none')} />
          ) : (
            <Empty title={t('alerts.history.empty')} help={t('alerts.history.emptyHelp')} />
          )
        ) : (
          <ul className="alert-log">
            {!data &&
              Array.from({ length: 5 }, (_, i) => (
                <li key={i}>
                  <Skeleton width={320} />
                </li>
              ))}
            {data?.items.map((item) => (
              <LogRow key={item.id} item={item} onRead={() => void markRead([item.id])} />
            ))}
          </ul>
        )}
      </div>
      {(pages > 1 || page > 1) && (
        <nav className="mt-3 flex items-center justify-center gap-3" aria-label={t('alerts.pages')}>
          <Button disabled={page === 1} onClick={() => show({ page: Math.min(page - 1, pages) })}>
            {t('alerts.newer')}
          </Button>
          <span className="text-13 text-ink-2">{t('alerts.page', { page, pages })}</span>
          <Button disabled={page >= pages} onClick={() => show({ page: page + 1 })}>
            {t('alerts.older')}
          </Button>
        </nav>
      )}
    </>
  );
}

function LogRow({ item, onRead }: { item: AlertLogItem; onRead(): void }) {
  const t = useText();
  const format = useFormat();
  const time = useTime();
  const nameOf = useChannelName();
  const isUnread = item.status === 0;
  const is24h = item.alertType === alertType.rise24hPercent || item.alertType === alertType.fall24hPercent;
  const figure = (value: string | null) => (value === null ? '--' : is24h ? format.change(value).text : pairPrice(format, value, item));
  const withinMs = deliveredWithinMs(item);
  const byChannel = new Map(item.deliveries.map((delivery) => [delivery.channel, delivery]));
  return (
    <li data-unread={isUnread ? '' : undefined}>
      <details>
        <summary>
          <span className="l-pair">
            <b>{item.symbolCodeDisplayName}</b>
            <span className="sub">{happenedText(item, time)}</span>
          </span>
          <span className="l-what">
            {item.title}
            {item.note && (
              <span className="sub note">
                <bdi>{item.note}</bdi>
              </span>
            )}
            {item.suppressedBy && <span className="sub">{t(`alerts.suppressed.${item.suppressedBy}`)}</span>}
            {item.more && <span className="sub">{t('alerts.more', { count: item.more.count, time: time(item.more.since, 'time') })}</span>}
          </span>
          <span className="l-price">
            <Num text={figure(item.firingPrice)} />
          </span>
          <span className="l-late">
            {item.late ? (
              <span className="tag warn">{t('alerts.late')}</span>
            ) : (
              withinMs !== null && <Num text={t('alerts.within', { time: format.age(withinMs) })} />
            )}
          </span>
          <ul className="channel-icons">
            {noticeChannels.map((channel) => {
              const delivery = byChannel.get(channel);
              const word = nameOf(channel);
              return isLinkedChannel(channel) && !delivery ? null : (
                <li
                  key={channel}
                  data-off={delivery && delivery.status !== 'failed' && delivery.status !== 'suppressed' ? undefined : ''}
                  title={delivery ? `${word}: ${t(`alerts.delivery.${delivery.status}`)}` : word}
                >
                  <ChannelIcon channel={channel} />
                </li>
              );
            })}
          </ul>
        </summary>
        <dl className="story">
          <dt>{t('alerts.story.target')}</dt>
          <dd>{targetText(item, format)}</dd>
          <dt>{t(item.businessLine === businessLine.p2p ? 'alerts.story.ad' : 'alerts.story.price')}</dt>
          <dd>
            {figure(item.firingPrice)}
            {item.priceBefore !== null && ` (${t('alerts.story.before', { price: figure(item.priceBefore) })})`}
          </dd>
          {item.ad && (
            <>
              <dt>{t('alerts.story.adLimits')}</dt>
              <dd>
                <bdi>
                  {format.price(item.ad.minAmount)} – {format.price(item.ad.maxAmount)}
                </bdi>
              </dd>
              <dt>{t('alerts.story.payment')}</dt>
              <dd>{item.ad.paymentMethods.join(', ') || '--'}</dd>
            </>
          )}
          <dt>{t('alerts.story.message')}</dt>
          <dd>{item.content}</dd>
          <dt>{t('alerts.story.happened')}</dt>
          <dd>{happenedText(item, time)}</dd>
          <dt>{t('alerts.story.detected')}</dt>
          <dd>{t('alerts.story.after', { time: format.age(item.detectedAt - item.happenedAt) })}</dd>
          {item.fromCandles && (
            <>
              <dt>{t('alerts.story.judgedFrom')}</dt>
              <dd>{t('alerts.story.candles')}</dd>
            </>
          )}
          {item.deliveries.map(({ channel, status, at, reason }) => (
            <div key={channel} className="contents">
              <dt>{nameOf(channel)}</dt>
              <dd>
                {t(`alerts.delivery.${status}`)}
                {at !== null && `, ${t('alerts.story.after', { time: format.age(at - item.detectedAt) })}`}
                {reason && `: ${t(`alerts.reason.${reason}`)}`}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {isUnread ? (
        <button type="button" className="text-btn" onClick={onRead}>
          {t('alerts.markRead')}
        </button>
      ) : (
        <span className="l-read">{t('alerts.read')}</span>
      )}
    </li>
  );
}
