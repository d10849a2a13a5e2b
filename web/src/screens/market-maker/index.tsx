// The application of a market maker: who, what, how, and up to three pictures; then a receipt.
import { useState } from 'react';
import 'virtual:words/makers';
import 'virtual:words/writes';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader, type Load } from '#page/page.ts';
import { Icon } from '#ui/icon.tsx';
import '#styles/market-maker.css';
import { ApplicationForm } from './application-form.tsx';
import { useReceipt, type Receipt } from './draft.ts';
import { ReceiptCard } from './receipt-card.tsx';

const load: Load = async () => {};
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
