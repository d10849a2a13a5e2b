import { href } from '@tidemark/contract/pages.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useToast } from '#ui/toast.tsx';
import type { Receipt } from './draft.ts';

export function ReceiptCard({ receipt: { applicationId, receivedAt }, onAnother }: { receipt: Receipt; onAnother(): void }) {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const toast = useToast();
  const title = useRef<HTMLHeadingElement>(null);
  const number = useRef<HTMLElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(applicationId);
      toast(t('makers.receipt.copied'));
    } catch {
      // Not allowed here: then it is at least marked, to be copied by hand.
      getSelection()?.selectAllChildren(number.current!);
    }
  };
  return (
    <section className="frame maker-receipt">
      <span className="maker-done">
        <Icon name="check" size="large" />
      </span>
      <h1 ref={title} tabIndex={-1} className="text-20 tracking-tight outline-none">
        {t('makers.receipt.title')}
      </h1>
      <dl>
        <div>
          <dt>{t('makers.receipt.number')}</dt>
          <dd>
            <b ref={number} className="maker-number num">
              {applicationId}
            </b>
            <Button onClick={() => void copy()}>{t('makers.receipt.copy')}</Button>
          </dd>
        </div>
        <div>
          <dt>{t('makers.receipt.time')}</dt>
          <dd>{format.time(receivedAt, 'dateTime')}</dd>
        </div>
      </dl>
      <h2>{t('makers.next.title')}</h2>
      <ol className="maker-steps">
        <li>{t('makers.receipt.keep')}</li>
        <li>{t('makers.next.read')}</li>
        <li>{t('makers.receipt.safe')}</li>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Link className="btn" to={href(locale, 'overview')}>
          {t('makers.receipt.toMarkets')}
        </Link>
        <Button kind="quiet" onClick={onAnother}>
          {t('makers.receipt.another')}
        </Button>
      </div>
    </section>
  );
}
