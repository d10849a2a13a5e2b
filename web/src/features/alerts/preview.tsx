// What the alert would have done: asked while the form is sound, a moment after the last key.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewDays } from '@tidemark/contract/alerts.ts';
import { useEffect, useState } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { inputOf, type AlertForm } from './alert-form.ts';
import { PreviewChart } from './preview-chart.tsx';

const settleMs = 400;

export function Preview({ form, isSound }: { form: AlertForm; isSound: boolean }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
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
      <PreviewChart form={form} />
      {preview && preview.suppressed > 0 && <p className="text-12 text-ink-3">{t('alerts.preview.held', { count: preview.suppressed })}</p>}
      {preview?.lastAt && <p className="text-12 text-ink-3">{t('alerts.preview.last', { time: format.time(preview.lastAt) })}</p>}
      <p className="mt-auto text-12 text-ink-3">{t('alerts.preview.how')}</p>
    </aside>
  );
}
