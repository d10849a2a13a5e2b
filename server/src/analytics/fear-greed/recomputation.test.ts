// The index of two years over again, from nothing but daily candles and series of a simulated market of a seed that no other test looks
// at: every part of every day, and the value they make, in the plainest way and without a line of the room's own code.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { analyticsCalls } from '@tidemark/contract/analytics.ts';
import { createLog } from '#platform/log.ts';
import { candles, clock, coinOf, day, db, bed, listed, seed, simulator } from '../testing/fresh-market.ts';
import { visitor } from '../testing/open-views.ts';
import { between, compared, differences, same, sum } from '../testing/plain-figures.ts';
import { createFearGreed } from './index.ts';

const years = 730;
const average = (values: readonly number[]) => sum(values) / values.length;
const deviation = (values: readonly number[]) => Math.sqrt(average(values.map((value) => (value - average(values)) ** 2)));
/** Told to a tenth. */
const near = (what: string, actual: number | null, expected: number) =>
  actual === null ? differences.push(`${what} is not told`) : between(what, actual, expected - 0.05 - 1e-6, expected + 0.05 + 1e-6);

test('fear and greed of two years: parts, values, what they were before and the price beside them', async (t) => {
  const room = createFearGreed({ db, clock, log: createLog({ level: 'silent' }), market: bed.market, isKeeper: () => true });
  await room.start();
  t.after(() => room.stop());
  const { input, output } = analyticsCalls.fearGreed;
  const answer = v.parse(output, await room.calls.fearGreed(visitor, v.parse(input, { days: 3650 })));

  const today = Math.floor(clock.now() / day) * day;
  const first = today - years * day;
  // The fifty largest that trade for USDT and follow no other price.
  const largest = listed
    .filter(
      ({ instType, pricedSymbol, baseSymbol, status }) =>
        instType === 'sp' &&
        pricedSymbol === 'USDT' &&
        status === 'online' &&
        !coinOf.get(baseSymbol)!.sectors.some((sector) => sector === 'stablecoin' || sector === 'gold') &&
        !/staked|wrapped/i.test(coinOf.get(baseSymbol)!.name),
    )
    .toSorted((a, b) => coinOf.get(a.baseSymbol)!.rank - coinOf.get(b.baseSymbol)!.rank)
    .slice(0, 50);
  const daysOf = new Map(
    await Promise.all(
      largest.map(async ({ symbolId, baseSymbol }) => {
        const days = await candles(symbolId, '1d', first - 91 * day, today);
        return [baseSymbol, new Map(days.map((candle) => [candle.ts, candle]))] as const;
      }),
    ),
  );
  const btc = daysOf.get('BTC')!;
  const back = (ts: number, count: number) => Array.from({ length: count }, (_, i) => btc.get(ts - (count - 1 - i) * day)!);
  const returns = (ts: number, count: number) => {
    const closes = back(ts, count + 1).map(({ close }) => close);
    return closes.slice(1).map((close, i) => Math.log(close / closes[i]!));
  };
  const rising = (ts: number) => {
    const traded = [...daysOf.values()].flatMap((days) => days.get(ts) ?? []);
    return traded.filter(({ open, close }) => close > open).length / traded.length;
  };
  const dominance = (ts: number) => {
    const cap = (ticker: string) => coinOf.get(ticker)!.supply! * (daysOf.get(ticker)!.get(ts)?.close ?? 0);
    return cap('BTC') / sum([...daysOf.keys()].map(cap));
  };
  const held = largest
    .flatMap(({ baseSymbol }) =>
      listed.filter((one) => one.instType === 'umcbl' && one.baseSymbol === baseSymbol && one.deliveryAt === undefined),
    )
    .slice(0, 5);
  const dayStart = (ts: number) => Math.floor(ts / day) * day;
  const contracts = await Promise.all(
    held.map(async ({ symbolId }) => {
      const read = async <M extends 'openInterest' | 'takerVolume' | 'longShortAccounts' | 'fundingRate'>(metric: M, step: number) => {
        const points = [];
        for (let from = first; from <= today; from += step * day)
          points.push(...(await simulator.series({ metric, symbolId, period: '1d', from, to: from + step * day - 1, limit: 1_000 })));
        return points;
      };
      const fundings = Map.groupBy(await read('fundingRate', 40), ({ ts }) => dayStart(ts));
      return {
        open: new Map((await read('openInterest', 365)).map(({ ts, values }) => [dayStart(ts), values.value])),
        takers: new Map((await read('takerVolume', 365)).map(({ ts, values: { buy, sell } }) => [dayStart(ts), buy / (buy + sell)])),
        long: new Map((await read('longShortAccounts', 365)).map(({ ts, values }) => [dayStart(ts), values.long])),
        funding: new Map([...fundings].map(([ts, points]) => [ts, average(points.map(({ values }) => values.rate))])),
      };
    }),
  );
  const weighed = (ts: number, of: 'takers' | 'long' | 'funding') => {
    const known = contracts.filter((contract) => contract.open.has(ts) && contract[of].has(ts));
    if (known.length === 0) return null;
    return sum(known.map((one) => one[of].get(ts)! * one.open.get(ts)!)) / sum(known.map((one) => one.open.get(ts)!));
  };

  const figures: Readonly<Record<string, (ts: number) => number | null>> = {
    ratio: (ts) => deviation(returns(ts, 7)) / average([deviation(returns(ts, 30)), deviation(returns(ts, 90))]),
    drawdown: (ts) => 1 - btc.get(ts)!.close / Math.max(...back(ts, 90).map(({ high }) => high)),
    momentum: (ts) => {
      const above = (count: number) => btc.get(ts)!.close / average(back(ts, count).map(({ close }) => close)) - 1;
      const traded = (count: number) => average(back(ts, count).map(({ turnover }) => turnover));
      return average([above(30), above(90)]) * (traded(7) / traded(30));
    },
    breadth: (ts) => average([0, 1, 2, 3, 4, 5, 6].map((ago) => rising(ts - ago * day))),
    funding: (ts) => weighed(ts, 'funding'),
    takers: (ts) => weighed(ts, 'takers'),
    long: (ts) => weighed(ts, 'long'),
    shift: (ts) => dominance(ts) - dominance(ts - 30 * day),
  };
  const days = Array.from({ length: years + 1 }, (_, i) => first + i * day);
  const known = Object.fromEntries(Object.entries(figures).map(([name, of]) => [name, new Map(days.map((ts) => [ts, of(ts)]))]));
  /** Among the days of the last year, from 0 to 100; there is no rank among fewer than 90. */
  const rank = (name: string, ts: number): number | null => {
    const value = known[name]!.get(ts);
    const others = days.filter((one) => one > ts - 365 * day && one <= ts).flatMap((one) => known[name]!.get(one) ?? []);
    if (value == null || others.length < 90) return null;
    const below = others.filter((other) => other < value).length;
    const equal = others.filter((other) => other === value).length;
    return (100 * (below + equal / 2)) / others.length;
  };
  const part = (ts: number, names: readonly string[], isFear = false) => {
    const ranks = names.flatMap((name) => rank(name, ts) ?? []);
    return ranks.length === 0 ? null : isFear ? 100 - average(ranks) : average(ranks);
  };
  const weights = { volatility: 10, momentum: 45, breadth: 10, derivatives: 15, dominance: 10 } as const;
  const partsOf = (ts: number) => ({
    volatility: part(ts, ['ratio', 'drawdown'], true),
    momentum: part(ts, ['momentum']),
    breadth: part(ts, ['breadth']),
    derivatives: part(ts, ['funding', 'takers', 'long']),
    dominance: part(ts, ['shift'], true),
  });
  const valueOf = (ts: number) => {
    const parts = partsOf(ts);
    const names = (Object.keys(weights) as (keyof typeof weights)[]).filter((name) => parts[name] !== null);
    return sum(names.map((name) => weights[name] * parts[name]!)) / sum(names.map((name) => weights[name]));
  };

  assert.ok(answer.history.length > 600, `${answer.history.length} days`);
  for (const { at, value, btcPrice, parts } of answer.history) {
    const date = new Date(at).toISOString().slice(0, 10);
    near(`${date} value`, value, valueOf(at));
    same(`${date} price`, btcPrice, btc.get(at)!.close);
    Object.entries(partsOf(at)).forEach(([name, expected], i) => expected !== null && near(`${date} ${name}`, parts[i]!, expected));
  }
  near('now', answer.value, valueOf(today));
  near('yesterday', answer.yesterday, valueOf(today - day));
  near('a week ago', answer.lastWeek, valueOf(today - 7 * day));
  near('a month ago', answer.lastMonth, valueOf(today - 30 * day));

  t.diagnostic(`seed ${seed}: ${compared} figures compared, ${differences.length} differ`);
  assert.deepEqual(differences.splice(0).slice(0, 20), []);
  assert.ok(compared > 4_000, `${compared} figures`);
});
