import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandleRow } from '@tidemark/contract/market.ts';
import { height, stillOf } from './still-shapes.ts';

const candle = (open: number, high: number, low: number, close: number, turnover: number): CandleRow => [
  0,
  String(open),
  String(high),
  String(low),
  String(close),
  '1',
  String(turnover),
];
const numbersIn = (path: string) => [...path.matchAll(/[MV](?:\d+ )?(-?\d+)/g)].map(([, y]) => Number(y));

test('candles are drawn once each, highest at the top, volume at the foot, and all within the plot', () => {
  const { width, up, down } = stillOf([candle(10, 14, 9, 12, 50), candle(12, 13, 8, 9, 100), candle(9, 9, 9, 9, 0)]);
  assert.equal(width, 18);
  assert.equal(up.bodies.match(/M/g)?.length, 2, 'what closed where it opened counts as up');
  assert.equal(down.bodies.match(/M/g)?.length, 1);
  const [top, foot] = numbersIn(up.wicks);
  assert.equal(top, 80, 'the highest price of all');
  assert.ok(foot! > 80);
  assert.equal(numbersIn(down.wicks)[1], 760, 'the lowest');
  assert.match(down.volume, /^M7 1000h4V820h-4z$/, 'the busiest candle is the highest bar');
  for (const path of [up, down].flatMap(({ wicks, bodies, volume }) => [wicks, bodies, volume]))
    for (const y of numbersIn(path)) assert.ok(y >= 0 && y <= height, path);
});

test('no more than a wide page shows, the newest of them; a price that never moved lies in the middle', () => {
  const many = stillOf(Array.from({ length: 300 }, (_, i) => candle(i, i + 1, i, i + 1, 1)));
  assert.equal(many.width, 1_320);
  assert.equal(numbersIn(many.up.wicks).length, 440);
  assert.deepEqual(numbersIn(stillOf([candle(5, 5, 5, 5, 0)]).up.wicks), [420, 420]);
  assert.equal(stillOf([]).width, 0);
});
