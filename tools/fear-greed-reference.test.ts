// Our index beside another account of the same days: different recipes, so no equality, but the same mood. First on days made here
// from a mood that is known, then on the recorded days from which the page's figure comes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fearGreedCheck, fearGreedWeights } from '../contract/src/fear-greed.ts';
import { languages } from '../contract/src/locales.ts';
import { dayMs } from '../contract/src/time.ts';
import { createFigures } from '../server/src/analytics/fear-greed/figures.ts';
import { indexDay, type FigureDay } from '../server/src/analytics/fear-greed/rules.ts';
import { checkIndex, compareDays, correlation, weighParts, type ComparedDay } from './fear-greed/compare.ts';
import { readKnownDays, readPartDays } from './fear-greed/days.ts';
import { type Recorded } from './picks/history.ts';
import { rootDir } from './run-command.ts';

const [firstDay, comparedFrom, lastDay] = [Date.UTC(2020, 10, 15), Date.UTC(2022, 0, 1), Date.UTC(2024, 0, 1)];

/** Of the days on which both say something. */
function compare(history: readonly Recorded[], reference: ReadonlyMap<number, number>): { days: number; found: number } {
  const btc = history.find(({ symbolId }) => symbolId === 'BTCUSDT')!;
  const coins = history.slice(0, 80).map(({ symbolId, days }) => ({ ticker: symbolId.replace(/USDT$/, ''), supply: null, days }));
  const figuresOf = createFigures({ btc: btc.days, coins, contracts: [], favorites: new Map() });
  const days: FigureDay[] = btc.days.filter(({ ts }) => ts < lastDay).map(({ ts }) => ({ ts, figures: figuresOf(ts) }));
  const pairs = days.flatMap(({ ts }, at) => {
    const { value } = indexDay(days, at);
    const known = reference.get(ts);
    return value === null || known === undefined || ts < comparedFrom ? [] : [[value, known] as const];
  });
  return { days: pairs.length, found: correlation(pairs) };
}

/** In fear prices fall and shake, in greed they climb quietly and much is traded; the mood comes and goes over months. */
function inventHistory(seed: number): { history: Recorded[]; moods: Map<number, number> } {
  let state = seed;
  const draw = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
  const shock = () => draw() + draw() + draw() + draw() - 2;
  const moods = new Map<number, number>();
  const tickers = ['BTC', ...Array.from({ length: 20 }, (_, i) => `C${i}`)];
  const bySymbol = tickers.map((ticker) => ({ symbolId: `${ticker}USDT`, sector: 'other', days: [] as Recorded['days'][number][] }));
  const closes = tickers.map(() => 100);
  for (let [ts, day] = [firstDay, 0]; ts < lastDay; ts += dayMs, day++) {
    const mood = 0.5 + 0.3 * Math.sin(day / 29) + 0.2 * Math.sin(day / 11 + seed);
    moods.set(ts, Math.round(mood * 100));
    const common = (mood - 0.5) * 0.03 + shock() * (0.045 - 0.03 * mood);
    bySymbol.forEach(({ days }, i) => {
      const open = closes[i]!;
      const close = open * Math.exp(common + (i === 0 ? 0 : shock() * 0.015));
      closes[i] = close;
      const turnover = 1e6 * (0.5 + mood + draw() * 0.3);
      days.push({
        ts,
        open,
        high: Math.max(open, close) * 1.005,
        low: Math.min(open, close) * 0.995,
        close,
        volume: turnover / close,
        turnover,
      });
    });
  }
  const history = bySymbol.map(({ symbolId, sector, days }) => ({
    symbolId,
    sector,
    days,
    at: new Map(days.map(({ ts }, place) => [ts, place])),
  }));
  return { history, moods };
}

for (const seed of [1, 2, 3]) {
  test(`from candles alone our index moves with the mood they were made of (seed ${seed})`, (t) => {
    const { history, moods } = inventHistory(seed);
    const { days, found } = compare(history, moods);
    t.diagnostic(`${days} days, correlation ${found.toFixed(2)}`);
    assert.ok(days > 650, `${days} days`);
    assert.ok(found > 0.6, `correlation ${found}`);
    // The same candles beside a mood of another year say nothing: the measure can fail.
    const shifted = new Map([...moods].map(([ts, mood]) => [ts + 92 * dayMs, mood]));
    assert.ok(compare(history, shifted).found < 0.3);
  });
}

test('the figure on the page is that of the days in the project, none of which had a say in the weights', () => {
  const days = compareDays(readPartDays(), readKnownDays());
  const check = checkIndex(days);
  assert.equal(days.length, check.days, 'no day of the project is older than the check');
  assert.deepEqual(
    { from: check.from, to: check.to, days: check.days, correlation: Number(check.correlation.toFixed(2)) },
    { from: fearGreedCheck.from, to: fearGreedCheck.to, days: fearGreedCheck.days, correlation: fearGreedCheck.correlation },
  );
  assert.ok(check.from > fearGreedCheck.weighedUpTo);
  for (const { locale } of languages.filter(({ base }) => base === null)) {
    const text = (JSON.parse(readFileSync(join(rootDir, 'locales', locale, 'fear-greed.json'), 'utf8')) as Record<string, string>)[
      'fear-greed.method.check'
    ];
    for (const placeholder of ['source', 'until', 'from', 'to', 'days', 'correlation'])
      assert.ok(text?.includes(`{${placeholder}}`), `${locale}: ${placeholder} in ${text}`);
    assert.doesNotMatch(text!.replace(/\{\w+\}/g, ''), /\d/, `${locale} tells figures of its own`);
  }
  // The same days against a mood of another season: the measure can fail.
  const shifted = new Map([...readKnownDays()].map(([ts, value]) => [ts + 92 * dayMs, value]));
  assert.ok(checkIndex(compareDays(readPartDays(), shifted)).correlation < 0.4);
});

test('weights are chosen on days up to 2023 alone: a planted later history changes nothing', () => {
  const made = (from: number, count: number, leader: 'momentum' | 'breadth'): ComparedDay[] =>
    Array.from({ length: count }, (_, i) => {
      const parts = { volatility: 50 + 40 * Math.sin(i / 5), momentum: 50 + 40 * Math.sin(i / 7), breadth: 50 + 40 * Math.sin(i / 9) };
      return { ts: from + i * dayMs, parts, known: parts[leader] };
    });
  const early = made(fearGreedCheck.weighedUpTo - 400 * dayMs, 400, 'momentum');
  const [alone] = weighParts(early);
  const [withLater] = weighParts([...early, ...made(fearGreedCheck.weighedUpTo + dayMs, 4_000, 'breadth')]);
  assert.deepEqual(withLater, alone);
  assert.deepEqual(alone!.weights, { volatility: 10, momentum: 45, breadth: 10 });
  assert.equal(
    Object.values(fearGreedWeights).reduce((sum, weight) => sum + weight, 0),
    100,
  );
  // The same later days as early ones would have won.
  assert.deepEqual(weighParts(made(fearGreedCheck.weighedUpTo - 400 * dayMs, 400, 'breadth'))[0]!.weights, {
    volatility: 10,
    momentum: 10,
    breadth: 45,
  });
});
