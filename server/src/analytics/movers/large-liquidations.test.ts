import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultMoverRules, readMoverRules } from '@tidemark/contract/movers.ts';
import type { Liquidation } from '@tidemark/source/source.ts';
import type { Market } from '#market/index.ts';
import { createLog } from '#platform/log.ts';
import type { NewEvent } from './event-store.ts';
import { createLargeLiquidations } from './large-liquidations.ts';
import { createReportedEvents } from './reported-events.ts';

const at = Date.UTC(2026, 10, 12, 12);
const [minute, hour] = [60_000, 3_600_000];
const closed = (value: number, more: Partial<Liquidation> = {}): Liquidation => ({
  symbolId: 'BTCUSDT_UMCBL',
  ts: at,
  side: 'long',
  price: 80_000,
  size: value / 80_000,
  value,
  ...more,
});

function bed(usdtPer: () => number | null = () => 1) {
  const recorded: NewEvent[] = [];
  let tell: (liquidations: readonly Liquidation[]) => void = () => {};
  const large = createLargeLiquidations({
    market: {
      onLiquidations: (listener: typeof tell) => {
        tell = listener;
        return () => (tell = () => {});
      },
      catalog: { symbol: () => ({ pricedSymbol: 'USDT' }) },
      usdtPer,
    } as unknown as Pick<Market, 'onLiquidations' | 'catalog' | 'usdtPer'>,
    log: createLog({ level: 'silent' }),
    reported: createReportedEvents(),
    rules: defaultMoverRules,
    record: async (event) => void recorded.push(event),
  });
  large.start();
  return { large, recorded, tell: (...liquidations: Liquidation[]) => tell(liquidations) };
}

test('a large liquidation is told once an hour and side, and again when a larger tier is reached', async () => {
  const { large, recorded, tell } = bed();
  tell(closed(249_999));
  tell(closed(250_000), closed(300_000, { ts: at + minute }), closed(260_000, { side: 'short' }));
  tell(closed(1_200_000, { ts: at + 2 * minute }), closed(400_000, { ts: at + 3 * minute }));
  tell(closed(6_000_000, { ts: at + 4 * minute }), closed(400_000, { ts: at + 2 * hour }));
  await large.settled();
  assert.deepEqual(
    recorded.map(({ type, tier, at: when, amountUsdt, line }) => [type, tier, (when - at) / minute, amountUsdt, line]),
    [
      ['longLiquidated', 1, 0, 250_000, 2],
      ['shortLiquidated', 1, 0, 260_000, 2],
      ['longLiquidated', 2, 2, 1_200_000, 2],
      ['longLiquidated', 3, 4, 6_000_000, 2],
      ['longLiquidated', 1, 120, 400_000, 2],
    ],
  );
  await large.stop();
  tell(closed(9_000_000, { ts: at + 9 * hour }));
  assert.equal(recorded.length, 5);
});

test('while nobody knows what the money is worth, nothing is large', async () => {
  const { large, recorded, tell } = bed(() => null);
  tell(closed(9_000_000));
  await large.settled();
  assert.deepEqual(recorded, []);
});

test('the tiers are the operator’s, and must rise', () => {
  assert.deepEqual(readMoverRules('{"liquidationTiersUsdt":[1000,2000,3000]}').rules.liquidationTiersUsdt, [1000, 2000, 3000]);
  assert.match(readMoverRules('{"liquidationTiersUsdt":[3000,2000,1000]}').problem ?? '', /above the one before/);
});
