import { halving } from '@tidemark/contract/content.ts';
import { useMemo } from 'react';
import { useChartDays } from '#features/figures/use-chart-days.ts';
import { useChartWords } from '#features/figures/use-chart-words.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { LineChart } from '#ui/chart/line-chart.tsx';
import { curvesOf } from './curves.ts';
import { bitcoins } from './bitcoins.ts';

const allCoins = { from: 0, to: halving.maxSupply };

/** Reward and supply over the years, past and to come. */
export function RewardChart({ height, asOf }: { height: number; asOf: number }) {
  const t = useText();
  const format = useFormat();
  const words = useChartWords();
  const formatDay = useChartDays();
  const curves = useMemo(() => curvesOf({ height, asOf }), [height, asOf]);
  const lines = useMemo(
    (): ChartLine[] => [
      {
        id: 'supply',
        label: t('halving.supplyLine'),
        colour: 'cat-1',
        hasArea: true,
        values: curves.supply,
        format: (coins) => `${format.count(coins)} BTC`,
        formatTick: (coins) => format.money(coins),
      },
      {
        id: 'reward',
        label: t('halving.rewardLine'),
        colour: 'cat-3',
        axis: 'start',
        kind: 'steps',
        values: curves.reward,
        format: (coins) => `${bitcoins(format, coins)} BTC`,
        formatTick: (coins) => bitcoins(format, coins, 4),
      },
    ],
    [curves, format, t],
  );
  const posts = useMemo(() => curves.halvings.map(({ number, at }) => ({ at, text: t('halving.ordinal', { number }) })), [curves, t]);
  const formatTime = useMemo(
    () => (ms: number, form: 'tick' | 'full') => (form === 'tick' ? String(new Date(ms).getUTCFullYear()) : formatDay(ms)),
    [formatDay],
  );
  return (
    <section className="frame halving-block" aria-labelledby="halving-curves">
      <h2 id="halving-curves">{t('halving.curves')}</h2>
      <p className="halving-note">{t('halving.curvesNote')}</p>
      <LineChart
        label={t('halving.curves')}
        times={curves.times}
        lines={lines}
        formatTime={formatTime}
        range={allCoins}
        posts={posts}
        words={words}
        fileName="bitcoin-supply"
      />
    </section>
  );
}
