// What the alert would have done: asked while the form is sound, a moment after the last key.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewDays } from '@tidemark/contract/alerts.ts';
import { useEffect, useState } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useTime } from '#i18n/use-time.ts';
import { Price } from '#ui/number.tsx';
import { inputOf, type AlertForm } from './alert-form.ts';
import { alertParameters } from './alert-queries.ts';
import { pairPrice } from './pair-price.ts';
import { PreviewChart } from './preview-chart.tsx';

const settleMs = 400;
/** Of the newest; the others are marks of the chart. */
const listedAtMost = 5;

export function Preview({ form, isSound }: { form: AlertForm; isSound: boolean }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const time = useTime();
  const [settled, setSettled] = useState(form);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(form), settleMs);
    return () => clearTimeout(timer);
  }, [form]);
  const { channels: _, ...asked } = inputOf(settled);
  const { data, isError } = useQuery({
    ...callQuery(api, 'previewAlert', asked),
    enabled: isSound && settled === form,
    placeholderData: keepPreviousData,
  });
  const preview = isSound ? data?.preview : undefined;
  // A process of the version before, while a release goes on, tells how many there were and not when.
  const firings = preview?.firings ?? [];
  const pair = useQuery(alertParameters(api, form.businessLine, form.symbolId)).data?.pair ?? null;
  return (
    <aside className="alert-preview" aria-live="polite">
      <p className="text-12 text-ink-2">{t('alerts.preview', { days: previewDays })}</p>
      <p className="text-16 font-semibold">
        {!isSound
          ? t('alerts.preview.fill')
          : isError
            ? t('alerts.preview.failed')
            : preview === undefined
              ? t('alerts.preview.counting')
              : preview === null
                ? t('alerts.preview.none')
                : t('alerts.preview.fired', { count: preview.fired })}
      </p>
      <PreviewChart form={form} firings={preview?.firings} />
      {preview && preview.suppressed > 0 && <p className="text-12 text-ink-3">{t('alerts.preview.held', { count: preview.suppressed })}</p>}
      {firings.length > 0 && (
        <ol className="preview-firings" aria-label={t('alerts.preview.firings')}>
          {firings.slice(0, listedAtMost).map(({ at, price }) => (
            <li key={at}>
              <time dateTime={new Date(at).toISOString()}>{time(at)}</time>
              <Price text={pairPrice(format, price, pair)} />
            </li>
          ))}
        </ol>
      )}
      <p className="mt-auto text-12 text-ink-3">{t('alerts.preview.how')}</p>
    </aside>
  );
}
