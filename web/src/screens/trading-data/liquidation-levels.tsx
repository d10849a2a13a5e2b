// Where the positions of a contract would be closed by force, as colours over price and time, and as a table of now.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { levelRanges, openedPerDay, type LevelRange } from '@tidemark/contract/liquidations.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { tradingRangeMs } from '@tidemark/contract/trading-data.ts';
import { useMemo, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { ChartSkeleton } from '#ui/chart/line-chart.tsx';
import { Num } from '#ui/number.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { Band } from '#ui/states.tsx';
import { useChartTime } from './figures.ts';
import { LevelMap } from './level-map.tsx';
import { levelPicture, levelsOf, type LevelPicture } from './level-picture.ts';
import { firstLevelRange, liquidationLevels } from './series-queries.ts';

const refreshMs = minuteMs;
const titleId = 'liquidation-levels';

export function LiquidationLevels({ symbolId }: { symbolId: string }) {
  const t = useText();
  const format = useFormat();
  const percent = usePercent();
  const { money } = useInUnit();
  const isSimulated = useIsSimulated();
  const [range, setRange] = useState<LevelRange>(firstLevelRange);
  const { data, isError, refetch } = useQuery({
    ...liquidationLevels(useApi(), symbolId, range),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  const formatTime = useChartTime(tradingRangeMs[data?.range ?? range]);
  const picture = useMemo(() => (data ? levelPicture(data) : null), [data]);
  return (
    <section className="frame chart-card mt-3" aria-labelledby={titleId} aria-busy={data?.range !== range}>
      <header>
        <h2 id={titleId}>{t('trading.levels.title')}</h2>
        {isSimulated && <span className="tag warn">{t('simulated.short')}</span>}
        <div className="venue-metrics">
          <RadioSegments<LevelRange>
            isInline
            label={t('trading.range')}
            options={levelRanges.map((value) => ({ value, label: t(`trading.range.${value}`) }))}
            value={range}
            onChange={setRange}
          />
        </div>
      </header>
      {isError && !data ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
      ) : !data ? (
        <ChartSkeleton />
      ) : !picture ? (
        <p className="chart-none">{t(data.available ? 'trading.empty' : 'trading.missing')}</p>
      ) : (
        <>
          <LevelMap
            picture={picture}
            labelledBy={titleId}
            formatPrice={(price) => format.price(price)}
            formatUsd={money}
            formatTime={formatTime}
          />
          <LevelTable picture={picture} />
        </>
      )}
      <p className="chart-note">{t('trading.levels.note', { share: percent(openedPerDay) })}</p>
    </section>
  );
}

function LevelTable({ picture }: { picture: LevelPicture }) {
  const t = useText();
  const format = useFormat();
  const { money } = useInUnit();
  const { long, short } = useMemo(() => levelsOf(picture), [picture]);
  return (
    <details className="rules level-table">
      <summary>{t('trading.table')}</summary>
      <ScrollTable
        labelledBy={titleId}
        texts={[t('trading.liquidations.side')]}
        numbers={[t('trading.price'), t('trading.levels.distance'), t('trading.liquidations.value'), t('trading.levels.cumulative')]}
      >
        {[...short.toReversed(), ...long].map(({ side, price, distance, usd, cumulative }) => (
          <tr key={`${side} ${price}`}>
            <th scope="row">
              <span className={side === 'long' ? 'text-down' : 'text-up'}>{t(side === 'long' ? 'trading.longs' : 'trading.shorts')}</span>
            </th>
            <td className="n">
              <Num text={format.price(price)} />
            </td>
            <td className="n">
              <Num text={format.change(distance).text} />
            </td>
            <td className="n">
              <Num text={money(usd)} />
            </td>
            <td className="n">
              <Num text={money(cumulative)} />
            </td>
          </tr>
        ))}
      </ScrollTable>
    </details>
  );
}
