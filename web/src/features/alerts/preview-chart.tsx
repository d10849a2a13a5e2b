// Thirty days of the price with the target across.
import { useQuery } from '@tanstack/react-query';
import { previewDays } from '@tidemark/contract/alerts.ts';
import { isChannelType, isPercentType } from '@tidemark/contract/alert-rules.ts';
import { candleAt } from '@tidemark/contract/market.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { useMemo } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { Plot } from '#ui/chart/plot.tsx';
import type { AlertForm } from './alert-form.ts';
import { alertParameters } from './alert-queries.ts';

const candlesPerDay = 6;

/** Where it would have fired: a mark on the price of that moment. */
interface Firing {
  readonly at: number;
  readonly price: string;
}

export function PreviewChart({ form, firings }: { form: AlertForm; firings: readonly Firing[] | undefined }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const { shortDay } = useDayFormat();
  const { data } = useQuery({
    ...callQuery(api, 'getMoreKlineData', { symbolId: form.symbolId, interval: '4h', limit: previewDays * candlesPerDay }),
    enabled: form.businessLine !== businessLine.p2p,
  });
  const places = useQuery(alertParameters(api, form.businessLine, form.symbolId)).data?.pair?.pricePrecision;
  const guides = useMemo(() => levelsOf(form), [form]);
  const chart = useMemo(() => {
    const candles = data?.candles ?? [];
    const priceText = (value: number) => format.price(value, places === undefined ? {} : { precision: places });
    const line: ChartLine = {
      id: 'price',
      label: t('alerts.price'),
      colour: 'text-3',
      values: candles.map((row) => Number(row[candleAt.close])),
      format: priceText,
    };
    // Targets outside the range of the price stretch the axis, so that they are seen.
    const levels = guides.map((level, i): ChartLine => ({
      id: `level${i}`,
      label: t('alerts.target'),
      colour: 'cat-1',
      isDashed: true,
      values: candles.map(() => level),
      format: priceText,
    }));
    return { times: candles.map((row) => row[candleAt.openTime]), lines: [line, ...levels] };
  }, [data, guides, places, format, t]);
  const marks = useMemo(() => firings?.map(({ at, price }) => ({ at, value: Number(price) })), [firings]);
  if (chart.times.length === 0) return null;
  return (
    <div className="chart">
      <Plot
        label={t('alerts.preview', { days: previewDays })}
        times={chart.times}
        lines={chart.lines}
        marks={marks}
        formatTime={(ms, style) => (style === 'tick' ? shortDay(ms, 'UTC') : format.time(ms, 'dateTime', 'UTC'))}
      />
    </div>
  );
}

function levelsOf(form: AlertForm): readonly number[] {
  if (isPercentType(form.alertType)) return [];
  const texts = isChannelType(form.alertType) ? [form.lower, form.upper] : [form.value];
  return texts.map(Number).filter((level) => Number.isFinite(level) && level > 0);
}
