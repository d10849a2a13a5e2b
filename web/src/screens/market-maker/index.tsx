// The application of a market maker: who, what, how, and up to three pictures; then a receipt.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { metricsQuery } from '#features/analytics/analytics-queries.ts';
import { useMoney } from '#features/analytics/money.tsx';
import 'virtual:words/makers';
import 'virtual:words/overview';
import 'virtual:words/writes';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader, type Load } from '#page/page.ts';
import { Icon } from '#ui/icon.tsx';
import { Num } from '#ui/number.tsx';
import '#styles/market-maker.css';
import { ApplicationForm } from './application-form.tsx';
import { useReceipt, type Receipt } from './draft.ts';
import { ReceiptCard } from './receipt-card.tsx';

const load: Load = async ({ api, queryClient }) => {
  await Promise.all([queryClient.prefetchQuery(metricsQuery(api)), queryClient.prefetchQuery(queries(api).rates())]);
};
export const loader = pageLoader(load);
export const clientLoader = pageClientLoader(load);
export const shouldRevalidate = () => false;

export default function MarketMakerScreen() {
  const t = useText();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  if (receipt) return <ReceiptCard receipt={receipt} onAnother={() => setReceipt(null)} />;
  return (
    <div className="maker-grid">
      <div>
        <h1 className="text-20 tracking-tight">{t('makers.title')}</h1>
        <p className="mt-1 max-w-[72ch] text-13 text-ink-2">{t('makers.lead')}</p>
        <SentBefore />
      </div>
      <ApplicationForm
        onReceipt={(arrived) => {
          setReceipt(arrived);
          scrollTo({ top: 0 });
        }}
      />
      <aside className="frame maker-side">
        <WhyHere />
        <h2>{t('makers.ready.title')}</h2>
        <ul>
          <li>{t('makers.ready.who')}</li>
          <li>{t('makers.ready.introduction')}</li>
          <li>{t('makers.ready.strategy')}</li>
          <li>{t('makers.ready.pictures')}</li>
        </ul>
        <h2>{t('makers.next.title')}</h2>
        <ol className="maker-steps">
          <li>{t('makers.next.number')}</li>
          <li>{t('makers.next.read')}</li>
        </ol>
      </aside>
    </div>
  );
}

/** What there is to quote on, in figures of this market, and what brings orders to it. */
function WhyHere() {
  const t = useText();
  const money = useMoney();
  const { count } = useFormat();
  const { data } = useQuery(metricsQuery(useApi()));
  return (
    <>
      <h2>{t('makers.why.title')}</h2>
      {data && (
        <dl className="maker-market">
          {(
            [
              ['overview.volume', money(data.turnover24h)],
              ['overview.contractTurnover', money(data.contractTurnover24h)],
              ['overview.openInterest', money(data.openInterest)],
              ['overview.activeCoins', count(data.activeCoins)],
            ] as const
          ).map(([label, figure]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>
                <Num text={figure} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul>
        <li>{t('makers.why.open')}</li>
        <li>{t('makers.why.flow')}</li>
        <li>{t('makers.why.api')}</li>
      </ul>
    </>
  );
}

/** Known to this browser alone, so it is there when the page has come to life. */
function SentBefore() {
  const t = useText();
  const format = useFormat();
  const sent = useReceipt();
  if (!sent) return null;
  return (
    <p className="note done mt-3">
      <Icon name="check" />
      <span>{t('makers.sentBefore', { number: sent.applicationId, time: format.time(sent.receivedAt, 'dateTime') })}</span>
    </p>
  );
}
