// A process of its own that starts the simulator at a time and tells the answers to questions, for the test that compares them.
import { createSimulator, type Simulator } from '@tidemark/simulator/index.ts';
import type { CandleQuery } from '@tidemark/source/candle.ts';
import type { SeriesQuery, TradeQuery } from '@tidemark/source/source.ts';
import { createHandClock } from '#platform/clock.ts';

export interface HistoryQuestions {
  readonly candles: readonly CandleQuery[];
  readonly series: readonly SeriesQuery[];
  readonly trades: readonly TradeQuery[];
}

export const answersOf = async (simulator: Simulator, { candles, series, trades }: HistoryQuestions): Promise<string> =>
  JSON.stringify([
    await Promise.all(candles.map((query) => simulator.candles(query))),
    await Promise.all(series.map((query) => simulator.series(query))),
    await Promise.all(trades.map((query) => simulator.trades.range(query))),
  ]);

if (import.meta.main) {
  const [startedAt, seed, questions] = process.argv.slice(2) as [string, string, string];
  const simulator = createSimulator({ clock: createHandClock(Number(startedAt)), seed: Number(seed) });
  process.stdout.write(await answersOf(simulator, JSON.parse(questions) as HistoryQuestions));
}
