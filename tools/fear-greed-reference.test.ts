// Our index beside the well-known one, on the same years: different recipes, so no equality, but the same mood.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createFigures } from '../server/src/analytics/fear-greed/figures.ts';
import { indexDay, type FigureDay } from '../server/src/analytics/fear-greed/rules.ts';
import { dayMs, historyFile, readHistory } from './picks/history.ts';

const folder = process.env.TIDEMARK_HISTORY ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const referenceFile = 'fear-greed-to-2023.csv';
const absent = [historyFile, referenceFile].filter((file) => !existsSync(join(folder, file)));

const correlation = (pairs: readonly (readonly [number, number])[]): number => {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const product = pairs.reduce((sum, [x, y]) => sum + (x - a) * (y - b), 0);
  const spread = (at: 0 | 1, middle: number) => Math.sqrt(pairs.reduce((sum, pair) => sum + (pair[at] - middle) ** 2, 0));
  return product / (spread(0, a) * spread(1, b));
};

test('from recorded candles alone our index moves with the known one', { skip: absent.length > 0 ? `${absent.join(' and ')} not on this machine; TIDEMARK_HISTORY names the folder that has them` : false }, (t) => {
  const history = readHistory(folder);
  const btc = history.find(({ symbolId }) => symbolId === 'BTCUSDT')!;
  const figuresOf = createFigures({ btc: btc.days, coins: history.slice(0, 80).map(({ symbolId, days }) => ({ ticker: symbolId.replace(/USDT$/, ''), supply: null, days })), contracts: [], favorites: new Map() });
  const reference = new Map(
    readFileSync(join(folder, referenceFile), 'utf8').trim().split('\n').slice(1).map((line) => {
      const [ts, value] = line.split(',').map(Number);
      return [ts! * 1000 - ((ts! * 1000) % dayMs), value!] as const;
    }),
  );
  const days: FigureDay[] = btc.days.filter(({ ts }) => ts < Date.UTC(2024, 0, 1)).map(({ ts }) => ({ ts, figures: figuresOf(ts) }));
  const pairs = days.flatMap(({ ts }, at) => {
    const { value } = indexDay(days, at);
    const known = reference.get(ts);
    return value === null || known === undefined || ts < Date.UTC(2022, 0, 1) ? [] : [[value, known] as const];
  });
  const found = correlation(pairs);
  t.diagnostic(`${pairs.length} days, correlation ${found.toFixed(2)}`);
  assert.ok(pairs.length > 650, `${pairs.length} days`);
  // Three parts of six can be made of candles; they explain about a third of the other index.
  assert.ok(found > 0.5, `correlation ${found}`);
});
