import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinFunding, joinTail, type FundingAnswer } from './series-tail.ts';

const known = {
  points: [
    [1, '1'],
    [2, '2'],
    [3, '3'],
  ] as [number, string][],
  forming: 3,
  partial: [1, 3],
  asOf: 30,
  metric: 'x',
};

test('told points take the places of those known; a new one pushes the oldest out', () => {
  assert.deepEqual(
    joinTail(known, {
      points: [
        [2, '2'],
        [3, '4'],
      ],
      forming: 3,
      partial: [],
      asOf: 31,
    }),
    {
      points: [
        [1, '1'],
        [2, '2'],
        [3, '4'],
      ],
      forming: 3,
      partial: [1],
      asOf: 31,
      metric: 'x',
    },
  );
  assert.deepEqual(
    joinTail(known, {
      points: [
        [3, '5'],
        [4, '1'],
      ],
      forming: 4,
      partial: [3],
      asOf: 41,
    })?.points,
    [
      [2, '2'],
      [3, '5'],
      [4, '1'],
    ],
  );
});

test('what does not follow on what is known is asked for again', () => {
  assert.equal(
    joinTail(known, {
      points: [
        [5, '1'],
        [6, '1'],
      ],
      forming: 6,
      partial: [],
      asOf: 61,
    }),
    null,
  );
  assert.equal(joinTail(known, { points: [], forming: null, partial: [], asOf: 61 }), known);
});

test('the funding of every contract: new figures in the order they are told in; an unknown contract is asked for', () => {
  const row = (symbolId: string, rate: string) => ({
    symbolId,
    baseSymbol: symbolId,
    pricedSymbol: 'USDT',
    iconUrl: '/a.svg',
    rate,
    annual: '0',
    intervalHours: 4,
    nextAt: 1,
    openInterestUsd: null,
  });
  const table = { items: [row('A', '0.0002'), row('B', '0.0001'), row('C', '0')], total: 3, asOf: 1 } as FundingAnswer;
  const next = joinFunding(table, {
    rows: [
      ['B', '0.0003', 2, '10'],
      ['A', '-0.0001', 2, null],
    ],
    asOf: 2,
  })!;
  assert.deepEqual(
    next.items.map(({ symbolId, rate, nextAt, openInterestUsd, baseSymbol }) => [symbolId, rate, nextAt, openInterestUsd, baseSymbol]),
    [
      ['B', '0.0003', 2, '10', 'B'],
      ['A', '-0.0001', 2, null, 'A'],
    ],
  );
  assert.ok(Math.abs(Number(next.items[0]!.annual) - 0.0003 * 6 * 365) < 1e-12);
  assert.deepEqual([next.total, next.asOf], [2, 2], 'a contract that ended is gone');
  assert.equal(joinFunding(table, { rows: [['D', '0', 2, null]], asOf: 2 }), null);
});
