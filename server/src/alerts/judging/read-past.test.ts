// What was missed, asked of a feed that answers a part at a time and fails in between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PastStretch, PastTicksAsk } from '#market/past-ticks.ts';
import type { MissedAsk } from './messages.ts';
import { readPast, type PastMarket, type ToldPast } from './read-past.ts';

const askOf = (symbolId: string): MissedAsk => ({
  series: `last:${symbolId}`,
  kind: 'last',
  symbolId,
  tick: '0.01',
  from: 1_000,
  after: 5,
  heardAt: 1_000,
});
const ticksOf = (...seqs: number[]): PastStretch => ({
  kind: 'ticks',
  from: 1_000,
  to: 2_000,
  isPriceOnly: false,
  rows: seqs.flatMap((seq) => [seq, 1_000 + seq, 10, null, null, 10]),
});
const away: PastStretch = { kind: 'unknown', from: 1_000, to: 2_000, isAway: true };
const marketOf = (pastTicks: PastMarket['pastTicks']): PastMarket => ({ candles: async () => null, series: async () => null, pastTicks });
const noMinutes = async () => null;

test('what was told before an answer failed is not asked for again', async () => {
  const asked: string[][] = [];
  let isFailing = false;
  const market = marketOf(async (asks: readonly PastTicksAsk[]) => {
    asked.push(asks.map(({ symbolId }) => symbolId));
    isFailing = !isFailing;
    if (!isFailing) throw new Error('no feed answers');
    return { epoch: 1, upTo: asked.length, answers: [[ticksOf(6)]] };
  });
  const told: ToldPast = new Map();
  const asks = ['A', 'B', 'C'].map(askOf);
  for (let tries = 0; tries < 2; tries++) await assert.rejects(readPast(market, asks, noMinutes, told));
  const pasts = await readPast(market, asks, noMinutes, told);
  assert.deepEqual(asked, [['A', 'B', 'C'], ['B', 'C'], ['B', 'C'], ['C'], ['C']]);
  assert.deepEqual(
    pasts.map(({ upTo, isAway }) => [upTo, isAway]),
    [
      [1, false],
      [3, false],
      [5, false],
    ],
  );
});

test('a symbol that comes in parts is whole when the last one has come; another feed tells it from its beginning', async () => {
  const asked: (number | null)[][] = [];
  const epochs = [1, 1, 2, 2, 2, 2];
  const market = marketOf(async (asks: readonly PastTicksAsk[]) => {
    asked.push(asks.map(({ after }) => after));
    const [ask] = asks as [PastTicksAsk];
    const answer = { epoch: epochs[asked.length - 1]!, upTo: 100 + asked.length, answers: [[ticksOf(ask.after! + 1)]] };
    return ask.after === 7 ? answer : { ...answer, rest: { ...ask, after: ask.after! + 1 } };
  });
  const [past] = await readPast(market, [askOf('A')], noMinutes);
  assert.deepEqual(asked, [[5], [6], [7], [5], [6], [7]]);
  assert.deepEqual(
    past!.pieces.map((piece) => piece.kind === 'ticks' && piece.data[0]),
    [6, 7, 8],
  );
});

test('of what was told only that is asked for again for which the source was away', async () => {
  const asked: string[][] = [];
  const market = marketOf(async (asks: readonly PastTicksAsk[]) => {
    asked.push(asks.map(({ symbolId }) => symbolId));
    return { epoch: 1, upTo: 9, answers: asks.map(({ symbolId }) => [symbolId === 'B' && asked.length === 1 ? away : ticksOf(6)]) };
  });
  const told: ToldPast = new Map();
  const asks = ['A', 'B', 'C'].map(askOf);
  const areAway = async () => (await readPast(market, asks, noMinutes, told)).map(({ isAway }) => isAway);
  assert.deepEqual(await areAway(), [false, true, false]);
  assert.deepEqual(await areAway(), [false, false, false]);
  assert.deepEqual(asked, [['A', 'B', 'C'], ['B']]);
});
