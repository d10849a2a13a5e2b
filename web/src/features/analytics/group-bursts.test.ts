import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MoverEvent } from '@tidemark/contract/movers.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { groupBursts } from './group-bursts.ts';

const noon = Date.UTC(2026, 10, 18, 12);
const event = (minute: number, of: Partial<MoverEvent>): MoverEvent => ({
  id: `${minute}-${of.baseSymbol}-${of.type}-${of.businessLine}`,
  at: noon - minute * minuteMs,
  businessLine: 1,
  symbolId: 'OPUSDT',
  baseSymbol: 'OP',
  pricedSymbol: 'USDT',
  name: 'Optimism',
  iconUrl: '',
  type: 'fall5m',
  tier: 1,
  price: '1',
  change: '-0.03',
  amountUsdt: null,
  after1h: null,
  after24h: null,
  ...of,
});

test('what happens to one coin within minutes, on spot and futures, in 5 minutes and in 2 hours, is one row led by the strongest', () => {
  const strongest = event(2, { type: 'fall2h', businessLine: 2, tier: 3, change: '-0.039' });
  const bursts = groupBursts([event(1, {}), strongest, event(3, { businessLine: 2 }), event(4, { type: 'fall2h' })]);
  assert.equal(bursts.length, 1);
  assert.deepEqual(bursts[0], { lead: strongest, at: noon - minuteMs, types: ['fall5m', 'fall2h'], lines: [1, 2] });
});

test('another coin, the other direction and a later hour are rows of their own, newest first', () => {
  const bursts = groupBursts([
    event(1, {}),
    event(2, { baseSymbol: 'SAND' }),
    event(3, { type: 'rally' }),
    event(4, {}),
    event(30, {}),
    event(31, { businessLine: 2 }),
  ]);
  assert.deepEqual(
    bursts.map(({ lead: { baseSymbol, type }, at, lines }) => [baseSymbol, type, (noon - at) / minuteMs, lines.length]),
    [
      ['OP', 'fall5m', 1, 1],
      ['SAND', 'fall5m', 2, 1],
      ['OP', 'rally', 3, 1],
      ['OP', 'fall5m', 30, 2],
    ],
  );
});
