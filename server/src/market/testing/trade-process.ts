// A process of its own that adds up the trades of one pair and lives as long as the test lets it. The test turns its clock.
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { setImmediate as turn } from 'node:timers/promises';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { SeriesPoint, SeriesQuery, Source, TradeSource } from '@tidemark/source/source.ts';
import { createMarket } from '../index.ts';
import { createTestSource, tickOf } from './test-source.ts';

export interface TradeProcessStart {
  readonly databaseUrl: string;
  readonly symbolId: string;
  readonly at: number;
  /** How far back the exchange has its trades, ms. */
  readonly reachMs: number;
}
export type TradeProcessAsk = { readonly advanceTo: number } | { readonly read: SeriesQuery };
export type TradeProcessAnswer = { readonly at: number } | { readonly points: readonly SeriesPoint[] };

const stepMs = 5_000;

if (import.meta.main) {
  const { databaseUrl, symbolId, at, reachMs } = JSON.parse(process.argv[2]!) as TradeProcessStart;
  const clock = createHandClock(at);
  const simulator = createSimulator({ clock, seed: 1 });
  const trades: TradeSource = {
    ...simulator.trades,
    range: (query) => simulator.trades.range({ ...query, from: Math.max(query.from ?? 0, clock.now() - reachMs) }),
  };
  const source: Source = {
    ...createTestSource([symbolId]),
    candlesKeptAs: 'far',
    trades,
    candles: (query) => simulator.candles(query),
    madeFromTrades: () => ['fundFlow', 'takerVolume'],
    start: (onTicks) => onTicks([tickOf(symbolId, 100, clock.now())]),
  };
  const log = createLog({ level: 'silent' });
  const db = await openDatabase({ databaseUrl, dataDir: '', log });
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db, feed: source });
  await market.start();
  const answer = async (ask: TradeProcessAsk): Promise<TradeProcessAnswer> => {
    if ('read' in ask) return { points: (await market.series([ask.read]))![0]! };
    while (clock.now() < ask.advanceTo) {
      clock.advance(Math.min(stepMs, ask.advanceTo - clock.now()));
      // Answers of the store and of the exchange come between two seconds, as they would.
      for (let i = 0; i < 5; i++) await turn();
      await db.look();
    }
    return { at: clock.now() };
  };
  process.on('message', (ask: TradeProcessAsk) => void answer(ask).then((reply) => process.send!(reply)));
  // A run that was cut off leaves nothing behind.
  process.once('disconnect', () => process.exit());
  process.send!({ at: clock.now() });
}
