// Single positions that were closed by force and are large enough to be told. They are judged as they are told: nothing is asked for.
import type { MoverRules } from '@tidemark/contract/movers.ts';
import type { Liquidation } from '@tidemark/source/source.ts';
import type { Market } from '#market/index.ts';
import type { Log } from '#platform/log.ts';
import { eventId } from './detector.ts';
import type { NewEvent } from './event-store.ts';
import type { ReportedEvents } from './reported-events.ts';
import { tierOf } from './rules.ts';

export interface LargeLiquidations {
  start(): void;
  /** Resolves when everything found so far is stored. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

export interface LargeLiquidationsDeps {
  readonly market: Pick<Market, 'onLiquidations' | 'catalog' | 'usdtPer'>;
  readonly log: Log;
  readonly reported: ReportedEvents;
  readonly rules: MoverRules;
  /** Stores and announces. */
  readonly record: (event: NewEvent) => Promise<void>;
}

const futures = 2;

export function createLargeLiquidations({ market, log, reported, rules, record }: LargeLiquidationsDeps): LargeLiquidations {
  const underWay = new Set<Promise<void>>();
  let leave = () => {};

  const judge = ({ symbolId, side, price, value, ts }: Liquidation): void => {
    const rate = market.usdtPer(market.catalog.symbol(symbolId)?.pricedSymbol ?? '');
    const tier = rate === null ? null : tierOf(value * rate, rules.liquidationTiersUsdt);
    const type = side === 'long' ? 'longLiquidated' : 'shortLiquidated';
    if (rate === null || tier === null || !reported.isNews(symbolId, type, tier, ts)) return;
    reported.add(symbolId, type, tier, ts);
    const recorded = record({
      id: eventId(symbolId, type, tier, ts),
      at: ts,
      type,
      tier,
      symbolId,
      line: futures,
      price,
      change: null,
      amountUsdt: value * rate,
    })
      .catch((error: unknown) => log.error({ err: error, symbolId, type }, 'a liquidation could not be stored'))
      .finally(() => underWay.delete(recorded));
    underWay.add(recorded);
  };
  const settled = async () => void (await Promise.all(underWay));

  return {
    start: () => void (leave = market.onLiquidations((liquidations) => liquidations.forEach(judge))),
    settled,
    async stop() {
      leave();
      await settled();
    },
  };
}
