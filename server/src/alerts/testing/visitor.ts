// What a web process would tell its visitors of prices and running candles, gone over as it is told: nothing of it may turn back.
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createMarket } from '#market/index.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

export interface Visitor {
  /** Quotes and candles that were heard. */
  readonly heard: { quotes: number; candles: number };
  /** In words, what turned back or came twice. */
  readonly faults: readonly string[];
  /** Faults of the candles that a chart would be drawn from now. */
  chartFaults(): Promise<string[]>;
  stop(): Promise<void>;
}

const minutes = 30;

export async function openVisitor(
  symbolIds: readonly string[],
  { bus, clock, db }: { readonly bus: Bus; readonly clock: Clock; readonly db: Database },
): Promise<Visitor> {
  const market = createMarket({ bus, clock, db, log: createLog({ level: 'silent' }), metrics: createMetrics(), feed: null });
  const heard = { quotes: 0, candles: 0 };
  const faults: string[] = [];
  const newest = new Map<string, { readonly seq: number; readonly ts: number }>();
  await market.start();
  market.onQuotes((quotes) => {
    for (const { symbolId, seq, ts } of quotes) {
      const before = newest.get(symbolId);
      if (before && seq <= before.seq) faults.push(`${symbolId}: number ${seq} after ${before.seq}`);
      if (before && ts < before.ts) faults.push(`${symbolId}: a price of ${ts} after one of ${before.ts}`);
      newest.set(symbolId, { seq, ts });
      heard.quotes++;
    }
  });
  for (const symbolId of symbolIds) {
    let running = -Infinity;
    // The one that has closed may be told again as the source has it, before the one that runs.
    market.watchCandle(symbolId, '1m', (candles) => {
      const [first, last] = [candles[0]!.ts, candles.at(-1)!.ts];
      if (candles.length > 1 && first >= last) faults.push(`${symbolId}: the minute ${last} after ${first}`);
      if (last < running) faults.push(`${symbolId}: the minute ${last} runs again after ${running}`);
      running = last;
      heard.candles++;
    });
  }
  return {
    heard,
    faults,
    async chartFaults() {
      const charts = await market.candles(symbolIds.map((symbolId) => ({ symbolId, interval: '1m', limit: minutes })));
      return (charts ?? []).flatMap((chart, i) =>
        chart.flatMap(({ ts }, at) => (at > 0 && ts <= chart[at - 1]!.ts ? [`${symbolIds[i]}: the minute ${ts} twice in a chart`] : [])),
      );
    },
    stop: () => market.stop(),
  };
}
