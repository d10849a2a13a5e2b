// Orders of takers far beyond what is usual for their pair. Looked at for the pairs that are traded most: there an order
// of this size says something, and asking for the trades of all pairs would cost more than it tells.
import { fundFlowThresholds } from '@tidemark/contract/analytics.ts';
import type { MoverRules, MoverTier } from '@tidemark/contract/movers.ts';
import type { Trade } from '@tidemark/source/source.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { BoardView } from '../board-view.ts';
import { median } from '../median.ts';
import { lines, type Tracked } from '../universe.ts';
import { eventId } from './detector.ts';
import type { NewEvent } from './event-store.ts';
import type { ReportedEvents } from './reported-events.ts';

export interface LargeOrders {
  start(): void;
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface LargeOrdersDeps {
  readonly view: BoardView;
  readonly market: Pick<Market, 'trades' | 'usdtPer'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly reported: ReportedEvents;
  readonly rules: MoverRules;
  readonly record: (event: NewEvent) => Promise<void>;
}

const everyMs = 10_000;
const pairsPerLine = 20;
const medianOf = 100;
const mostTrades = 1_000;

export function createLargeOrders({ view, market, clock, log, reported, rules, record }: LargeOrdersDeps): LargeOrders {
  /**
   * Amounts of the last orders, oldest first, and the newest trades seen: several of one millisecond have no order that all exchanges
   * share.
   */
  const seen = new Map<string, { readonly amounts: number[]; newestTs: number; newestIds: Set<string> }>();
  const jobs = createJobs({ clock, log, room: 'analytics' });

  const judgeTrade = async (row: Tracked, trade: Trade, amounts: readonly number[], rate: number): Promise<void> => {
    const amount = trade.price * trade.size * rate;
    if (amounts.length < medianOf) return;
    const usual = median(Float64Array.from(amounts));
    const floor = Math.max(rules.largeFloorUsdt, fundFlowThresholds(view.columns.pairTurnover[row.index]!).whale);
    const times = amount / usual;
    if (amount < floor || times < rules.largeTimes) return;
    const tier: MoverTier = times >= rules.largeTimes * 10 ? 3 : times >= rules.largeTimes * 3 ? 2 : 1;
    const type = trade.side === 'buy' ? 'largeBuy' : 'largeSell';
    const { symbolId } = row.symbol;
    if (!reported.isNews(symbolId, type, tier, trade.ts)) return;
    reported.add(symbolId, type, tier, trade.ts);
    await record({
      id: eventId(symbolId, type, tier, trade.ts),
      at: trade.ts,
      type,
      tier,
      symbolId,
      line: row.line,
      price: trade.price,
      change: null,
      amountUsdt: amount,
    });
  };

  const look = async (row: Tracked): Promise<void> => {
    const { symbolId, pricedSymbol } = row.symbol;
    const known = seen.get(symbolId);
    const rate = market.usdtPer(pricedSymbol);
    if (rate === null) return;
    const [trades = []] =
      (await market.trades([known ? { symbolId, from: known.newestTs, limit: mostTrades } : { symbolId, limit: medianOf }])) ?? [];
    const fresh = known
      ? trades.filter(({ ts, id }) => ts > known.newestTs || (ts === known.newestTs && !known.newestIds.has(id)))
      : trades;
    const state = known ?? { amounts: [], newestTs: clock.now(), newestIds: new Set<string>() };
    for (const trade of fresh) {
      // The first look only learns what is usual: those orders were there before.
      if (known) await judgeTrade(row, trade, state.amounts, rate);
      state.amounts.push(trade.price * trade.size * rate);
      if (state.amounts.length > medianOf) state.amounts.shift();
      if (state.newestTs !== trade.ts) state.newestIds = new Set();
      state.newestTs = trade.ts;
      state.newestIds.add(trade.id);
    }
    seen.set(symbolId, state);
  };

  const lookAtAll = async () => {
    for (const line of lines) {
      for (const index of view
        .order(line, 'turnover')
        .filter((row) => !view.universe.rows[row]!.isStable)
        .slice(0, pairsPerLine))
        await look(view.universe.rows[index]!);
    }
  };
  const work = () =>
    lookAtAll().catch((error: unknown) => log.warn({ err: error }, 'trades could not be read for large orders; the next look tries again'));
  let run: () => Promise<void> = work;

  return {
    run: () => run(),
    start: () => void (run = jobs.every(everyMs, 'looking for large orders', work)),
    stop: jobs.stop,
  };
}
