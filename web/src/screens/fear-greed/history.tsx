import type { Calls } from '@tidemark/contract/calls.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { SourceLink } from '#features/figures/source-note.tsx';
import { useChartDays } from '#features/figures/use-chart-days.ts';
import { useChartWords } from '#features/figures/use-chart-words.ts';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { readHistoryChoice, searchOf, spanNames, spans, type Against, type HistoryChoice, type Span } from './choice.ts';

type FearGreed = Output<Calls['fearGreed']>;

const wholeScale = { from: 0, to: 100 };
const middle = [50];

export function History({ data }: { data: FearGreed }) {
  const isSimulated = useIsSimulated();
  const t = useText();
  const format = useFormat();
  const words = useChartWords();
  const formatTime = useChartDays();
  const unit = useInUnit();
  const [search, setSearch] = useSearchParams();
  const chosen = readHistoryChoice(search);
  const { span, against } = chosen;
  const show = (change: Partial<HistoryChoice>) =>
    setSearch(searchOf({ ...chosen, ...change }), { replace: true, preventScrollReset: true });
  const shown = useMemo(() => data.history.slice(-spans[span]), [data.history, span]);
  const { other: theirs } = data;
  const times = useMemo(() => shown.map(({ at }) => at), [shown]);
  const lines = useMemo((): ChartLine[] => {
    const score = (value: number) => format.price(value, { precision: 1 });
    const place = data.parts.findIndex(({ part }) => part === against);
    const other: ChartLine =
      against === 'btc'
        ? {
            id: 'btc',
            label: t('fear-greed.btc'),
            colour: 'cat-3',
            axis: 'start',
            isDashed: true,
            values: shown.map(({ btcPrice }) => (btcPrice === null ? null : Number(btcPrice))),
            format: unit.price,
            formatTick: unit.money,
            // The labels of the axis are round in the currency that is read.
            rate: unit.rate,
          }
        : {
            id: against,
            label: t(`fear-greed.part.${against}`),
            colour: 'cat-2',
            isDashed: true,
            values: shown.map(({ parts }) => parts[place] ?? null),
            format: score,
          };
    const compared: ChartLine[] = theirs?.newest
      ? [{ id: 'theirs', label: theirs.source, colour: 'cat-4', values: theirs.history.slice(-spans[span]), format: score }]
      : [];
    return [
      {
        id: 'index',
        label: t('fear-greed.index'),
        colour: 'cat-1',
        hasArea: true,
        values: shown.map(({ value }) => value),
        format: score,
        formatTick: format.count,
      },
      ...compared,
      other,
    ];
  }, [shown, against, span, theirs, data.parts, format, unit, t]);

  return (
    <section className="frame fg-block" aria-labelledby="fg-history">
      <div className="fg-head">
        <h2 id="fg-history">{t('fear-greed.history')}</h2>
        <label className="fg-against">
          <span>{t('fear-greed.against')}</span>
          <select className="select" value={against} onChange={(event) => show({ against: event.target.value as Against })}>
            <option value="btc">{t('fear-greed.btc')}</option>
            {data.parts
              .filter(({ value }) => value !== null)
              .map(({ part }) => (
                <option key={part} value={part}>
                  {t(`fear-greed.part.${part}`)}
                </option>
              ))}
          </select>
        </label>
        <RadioSegments<Span>
          label={t('fear-greed.span')}
          options={spanNames.map((value) => ({ value, label: t(`fear-greed.span.${value}`) }))}
          value={span}
          onChange={(next) => show({ span: next })}
        />
      </div>
      <LineChart
        label={t('fear-greed.history')}
        times={times}
        lines={lines}
        formatTime={formatTime}
        range={wholeScale}
        guides={middle}
        words={words}
        fileName="fear-and-greed"
        isSimulated={isSimulated}
        size="tall"
      />
      {theirs?.newest && (
        <p className="fg-note mt-2">
          {t('fear-greed.otherNote')} <SourceLink source={theirs.source} />
        </p>
      )}
    </section>
  );
}
