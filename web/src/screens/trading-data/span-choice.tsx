import { periodsFor, tradingRanges, type TradingPeriod, type TradingRange } from '@tidemark/contract/trading-data.ts';
import { useText } from '#i18n/text.tsx';
import { Segments } from '#ui/choices.tsx';
import { withChoice } from './chosen.ts';
import { useNextSearch } from './use-next-search.ts';

/** How far back, and in steps of what. A range offers the periods that it can show. */
export function SpanChoice({ range, period, periods }: { range: TradingRange; period: TradingPeriod; periods: readonly TradingPeriod[] }) {
  const t = useText();
  const search = useNextSearch();
  return (
    <>
      <Segments
        label={t('trading.period')}
        choices={periodsFor(range)
          .filter((option) => periods.includes(option))
          .map((option) => ({ to: withChoice(search, { period: option }), label: option, isCurrent: option === period }))}
      />
      <Segments
        label={t('trading.range')}
        choices={tradingRanges.map((option) => ({
          to: withChoice(search, { range: option, period: null, from: null, to: null }),
          label: t(`trading.range.${option}`),
          isCurrent: option === range,
        }))}
      />
    </>
  );
}
