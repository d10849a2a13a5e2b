// Our index beside another account of the same days: different recipes, so no equality, but the same mood. The days are made
// here from a mood that is known; TIDEMARK_HISTORY names a folder with recorded candles and the well-known index to compare too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFigures } from '../server/src/analytics/fear-greed/figures.ts';
import { indexDay, type FigureDay } from '../server/src/analytics/fear-greed/rules.ts';
import { dayMs, readHistory, type Recorded } from './picks/history.ts';

const referenceFile = 'fear-greed-to-2023.csv';
const [firstDay, comparedFrom, lastDay] = [Date.UTC(2020, 10, 15), Date.UTC(2022, 0, 1), Date.UTC(2024, 0, 1)];

const correlation = (pairs: readonly (readonly [number, number])[]): number => {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const product = pairs.reduce((sum, [x, y]) => sum + (x - a) * (y - b), 0);
  const spread = (at: 0 | 1, middle: number) => Math.sqrt(pairs.reduce((sum, pair) => sum + (pair[at] - middle) ** 2, 0));
  return product / (spread(0, a) * spread(1, b));
};

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
      days.push({ ts, open, high: Math.max(open, close) * 1.005, low: Math.min(open, close) * 0.995, close, volume: turnover / close, turnover });
    });
  }
  const history = bySymbol.map(({ symbolId, sector, days }) => ({ symbolId, sector, days, at: new Map(days.map(({ ts }, place) => [ts, place])) }));
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

const recordedFolder = process.env.TIDEMARK_HISTORY;
if (recordedFolder !== undefined) {
  test('from recorded candles alone our index moves with the known one', (t) => {
    const reference = new Map(
      readFileSync(join(recordedFolder, referenceFile), 'utf8').trim().split('\n').slice(1).map((line) => {
        const [ts, value] = line.split(',').map(Number);
        return [ts! * 1000 - ((ts! * 1000) % dayMs), value!] as const;
      }),
    );
    const { days, found } = compare(readHistory(recordedFolder), reference);
    t.diagnostic(`${days} days, correlation ${found.toFixed(2)}`);
    assert.ok(days > 650, `${days} days`);
    // Three parts of six can be made of candles; they explain about a third of the other index.
    assert.ok(found > 0.5, `correlation ${found}`);
  });
}
