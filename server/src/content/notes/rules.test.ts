// What is worth a note, from pasts made by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { choose, chooseRule } from './choose.ts';
import { type CoinPast, type MarketPast } from './market-past.ts';
import type { Note, NoteKind } from './note.ts';
import { candidatesOf, roundStep } from './rules.ts';

const today = Date.UTC(2026, 10, 15);
const hour = today + 13 * hourMs;
const candle = (ts: number, close: number, more: Partial<Candle> = {}): Candle => ({
  ts,
  open: close,
  high: close,
  low: close,
  close,
  volume: 1,
  turnover: 1_000_000,
  ...more,
});
const daysOf = (count: number, close: number, last = today - dayMs): Candle[] =>
  Array.from({ length: count }, (_, i) => candle(last - (count - 1 - i) * dayMs, close));
const hoursOf = (count: number, close: number, move: number): Candle[] =>
  Array.from({ length: count }, (_, i) =>
    candle(hour - (count - i) * hourMs, close, { open: close / (1 + move), high: close, low: close / (1 + move) }),
  );
const coin = (
  ticker: string,
  rank: number,
  days: readonly Candle[],
  hours: readonly Candle[],
  sectors: readonly string[] = ['layer-1'],
): CoinPast => ({ ticker, symbolId: `${ticker}USDT`, rank, sectors, days, hours });
const pastOf = (coins: readonly CoinPast[], contracts: MarketPast['contracts'] = []): MarketPast => ({ coins, contracts });
const found = (past: MarketPast, at = hour, symbols: readonly MarketSymbol[] = [], mood = new Map<number, number>()) =>
  candidatesOf(past, symbols, mood, at);
const kinds = (notes: readonly Note[]): NoteKind[] => notes.map(({ facts }) => facts.kind);

test('a price above every one of 365 days is a high of 365 days, of 40 days one of 30; the same price again is none', () => {
  const hours = [...hoursOf(48, 100, 0.002), candle(hour, 101, { open: 100, high: 103 })];
  const [note] = found(pastOf([coin('AA', 20, daysOf(366, 100), hours)]));
  assert.deepEqual(
    [note!.facts.kind, note!.facts.values.days, note!.facts.values.price, note!.at, note!.prices],
    ['newHigh', 365, 103, hour + hourMs, { AA: 101 }],
  );
  const withPeak = daysOf(366, 100).with(366 - 41, candle(today - 41 * dayMs, 100, { high: 110 }));
  assert.equal(found(pastOf([coin('AA', 20, withPeak, hours)]))[0]!.facts.values.days, 30);
  const seenBefore = hours.with(46, candle(hours[46]!.ts, 100, { high: 103 }));
  assert.deepEqual(kinds(found(pastOf([coin('AA', 20, daysOf(366, 100), seenBefore)]))), [], 'an hour before it was as high');
  assert.deepEqual(kinds(found(pastOf([coin('AA', 20, daysOf(20, 100), hours)]))), [], 'twenty days say nothing');
  assert.deepEqual(kinds(found(pastOf([coin('AA', 20, daysOf(366, 100, today - 3 * dayMs), hours)]))), [], 'days are missing in between');
});

test('a move within an hour counts against what is usual for the coin', () => {
  const jump = (usual: number) =>
    pastOf([coin('AA', 20, daysOf(366, 120), [...hoursOf(48, 100, usual), candle(hour, 104, { open: 100, high: 104 })])]);
  const [note] = found(jump(0.004));
  assert.equal(note!.facts.kind, 'hourRise');
  assert.ok(Math.abs(note!.facts.values.change! - 0.04) < 1e-9 && Math.abs(note!.facts.values.times! - 10) < 0.1);
  assert.deepEqual(kinds(found(jump(0.02))), [], 'a wild coin moves so every hour');
  const thin = pastOf([
    coin('AA', 20, daysOf(366, 120), [...hoursOf(48, 100, 0.004), candle(hour, 104, { open: 100, high: 104, turnover: 100 })]),
  ]);
  assert.deepEqual(kinds(found(thin)), [], 'nobody traded it');
});

test('round prices are told of the largest coins', () => {
  assert.deepEqual([roundStep(80_000, 0.04), roundStep(3_000, 0.04), roundStep(0.4, 0.04)], [5_000, 200, 0.02]);
  const crossing = (rank: number) =>
    pastOf([coin('AA', rank, daysOf(366, 90_000), [...hoursOf(48, 79_900, 0.005), candle(hour, 80_100, { open: 79_900, high: 80_100 })])]);
  const [note] = found(crossing(1));
  assert.deepEqual([note!.facts.kind, note!.facts.values.level], ['crossedUp', 80_000]);
  assert.deepEqual(kinds(found(crossing(30))), []);
});

test('the end of a day sums it up: gainers, losers, breadth, sectors, turnover, open interest, mood', () => {
  const last = today + 23 * hourMs;
  const many = Array.from({ length: 20 }, (_, i) => {
    const days = [...daysOf(366, 100), candle(today, i === 0 ? 90 : 110 + i, { turnover: i === 3 ? 5_000_000 : 1_000_000 })];
    return coin(`C${i}`, 50 + i, days, [], i < 10 ? ['defi'] : ['meme']);
  });
  const contract = {
    ticker: 'C1',
    symbolId: 'C1USDT_UMCBL',
    funding: [],
    openInterest: new Map([
      [today, 100],
      [today + dayMs, 130],
    ]),
  };
  const notes = found(
    pastOf(many, [contract]),
    last,
    [],
    new Map([
      [today - dayMs, 40],
      [today, 60],
    ]),
  );
  const of = (kind: NoteKind) => notes.find(({ facts }) => facts.kind === kind)?.facts;
  assert.deepEqual(
    of('dayGainers')!.list!.map((one) => one.coin),
    ['C19', 'C18', 'C17'],
  );
  assert.deepEqual(
    of('dayLosers')!.list!.map((one) => one.coin),
    ['C0'],
  );
  assert.deepEqual([of('breadthUp')!.values.rising, of('breadthUp')!.values.coins], [19, 20]);
  assert.equal(of('sectorUp')!.sector, 'meme');
  assert.deepEqual([of('turnoverRecord')!.coin, of('turnoverRecord')!.values.times, of('turnoverRecord')!.values.days], ['C3', 5, 365]);
  assert.ok(Math.abs(of('openInterestUp')!.values.change! - 0.3) < 1e-9);
  assert.deepEqual([of('moodUp')!.values.before, of('moodUp')!.values.value], [40, 60]);
  assert.ok(notes.every(({ at }) => at === today + dayMs));
  assert.deepEqual(kinds(found(pastOf(many, [contract]), last - hourMs)), [], 'only when the day is over');
});

test('funding is told when it is the highest or the lowest of a month, and far enough from nothing', () => {
  const settled = (rate: number) => ({
    ticker: 'AA',
    symbolId: 'AAUSDT_UMCBL',
    openInterest: new Map(),
    funding: [...Array.from({ length: 90 }, (_, i) => ({ ts: hour - (90 - i) * 8 * hourMs, rate: 0.0001 })), { ts: hour, rate }],
  });
  assert.deepEqual(kinds(found(pastOf([], [settled(0.0005)]))), ['fundingHigh']);
  assert.deepEqual(kinds(found(pastOf([], [settled(-0.0005)]))), ['fundingLow']);
  assert.deepEqual(kinds(found(pastOf([], [settled(0.00015)]))), []);
});

test('a listing is told once, by its main pair, in the hour it opens', () => {
  const symbol = (pricedSymbol: string, more: Partial<MarketSymbol> = {}) =>
    ({
      symbolId: `NEW${pricedSymbol}`,
      instType: 'sp',
      baseSymbol: 'NEW',
      pricedSymbol,
      status: 'online',
      listedAt: hour + 60_000,
      ...more,
    }) as MarketSymbol;
  const notes = found(pastOf([]), hour, [symbol('USDC'), symbol('USDT'), symbol('EUR', { status: 'prelaunch' })]);
  assert.deepEqual(
    notes.map(({ facts, at }) => [facts.kind, facts.symbolId, at]),
    [['listed', 'NEWUSDT', hour + 60_000]],
  );
  assert.deepEqual(found(pastOf([]), hour - hourMs, [symbol('USDT')]), []);
});

const noteOf = (kind: NoteKind, name: string, at: number, weight: number, values: Record<string, number> = {}): Note => ({
  id: `${kind} ${name} ${at}`,
  at,
  weight,
  facts: { kind, coin: name, values },
  coins: [name],
  prices: {},
});

test('of many the most telling are said, one about each coin, and not the same again within its time', () => {
  const many = Array.from({ length: 12 }, (_, i) => noteOf('hourRise', `C${i}`, hour, i));
  assert.deepEqual(
    choose(many, []).map(({ facts }) => facts.coin),
    ['C11', 'C10', 'C9'],
  );
  assert.deepEqual(
    choose([noteOf('hourRise', 'AA', hour, 3), noteOf('newHigh', 'AA', hour, 2)], []).map(({ facts }) => facts.kind),
    ['hourRise'],
  );
  const published = [noteOf('newHigh', 'AA', hour - 2 * hourMs, 1, { days: 90 })];
  assert.deepEqual(choose([noteOf('newHigh', 'AA', hour, 1, { days: 90 })], published), []);
  assert.equal(choose([noteOf('newHigh', 'AA', hour, 1, { days: 365 })], published).length, 1, 'a greater record is news');
  assert.equal(choose([noteOf('newHigh', 'AA', hour + dayMs, 1, { days: 30 })], published).length, 1, 'a day later it is news again');
});

test('a day has its limit', () => {
  const published = Array.from({ length: chooseRule.perDay }, (_, i) => noteOf('hourRise', `C${i}`, hour - i * 60_000, 1));
  assert.deepEqual(choose([noteOf('newHigh', 'ZZ', hour, 9)], published), []);
});
