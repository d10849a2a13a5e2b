// The page and the report judge by one piece of code: on the same candles they must say the same.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Caller } from '../../contract/src/wire.ts';
import { createPicks } from '../../server/src/analytics/picks/index.ts';
import { chosenModel } from '../../server/src/analytics/picks/model.ts';
import type { Market } from '../../server/src/market/index.ts';
import { createHandClock } from '../../server/src/platform/clock.ts';
import { openTestDatabase } from '../../server/src/platform/db/testing/open-test-database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { dayMs, historyFile, readHistory, type Recorded } from './history.ts';
import { quarterRow, quartersOf } from './report.ts';
import { createPanel, heldOut, models, run, scores } from './walk-forward.ts';

const start = Date.UTC(2026, 0, 1);
const length = 100;
const today = start + length * dayMs;
const log = createLog({ level: 'silent' });

/** A walk for each coin, from a seed. */
function coinDays(seed: number) {
  let state = seed * 2_654_435_761;
  const draw = () => ((state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32) - 0.5;
  let close = 10 + seed;
  return Array.from({ length }, (_, i) => {
    const open = close;
    close *= 1 + draw() * (0.02 + seed * 0.004);
    return { ts: start + i * dayMs, open, high: Math.max(open, close) * 1.01, low: Math.min(open, close) * 0.99, close, volume: 1, turnover: 40_000 + 20_000 * seed + 30_000 * (draw() + 0.5) };
  });
}
const tickers = ['BTC', 'ETH', 'XRP', 'SOL', 'ADA', 'DOGE', 'LTC', 'TRX', 'LINK', 'DOT', 'UNI', 'AAVE', 'XLM', 'BCH', 'NEAR', 'ICP'];
const coins = tickers.map((ticker, i) => ({ ticker, symbolId: `${ticker}USDT`, days: coinDays(i + 1), sector: i % 2 === 0 ? 'layer-1' : 'defi' }));

const market = {
  catalog: {
    symbolsOf: (instType: string) => (instType === 'sp' ? coins.map(({ ticker, symbolId }) => ({ symbolId, baseSymbol: ticker, pricedSymbol: 'USDT', status: 'online' })) : []),
    coin: (ticker: string) => ({ ticker, name: ticker, rank: tickers.indexOf(ticker) + 1, supply: 1, sectors: [coins.find((coin) => coin.ticker === ticker)!.sector] }),
  },
  candles: async (queries: readonly { symbolId: string; from: number; to: number }[]) => queries.map(({ symbolId, from, to }) => coins.find((coin) => coin.symbolId === symbolId)?.days.filter(({ ts }) => ts >= from && ts <= to) ?? []),
  series: async () => null,
  iconUrl: () => '/x.svg',
} as unknown as Market;

test('the scorecard of the page equals that of the report on the same candles', async () => {
  const db = await openTestDatabase(log);
  const room = createPicks({ db, clock: createHandClock(today + 3_600_000), log, market, words: { text: (_locale, _file, key) => key }, isKeeper: () => true, phrasing: null });
  try {
    await room.start();
    const visitor: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'test', ip: '127.0.0.1', deviceId: null };
    const list = async () => room.calls.getAiCoinRecommendList(visitor, { pageNum: 1, pageSize: 50, params: {} });
    let page = await list();
    for (let tries = 0; page.scores[0]!.picks < 60 * 5 && tries < 3_000; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      page = await list();
    }
    const history: Recorded[] = coins.map(({ symbolId, sector, days }) => ({ symbolId, sector, days, at: new Map(days.map((day, place) => [day.ts, place])) }));
    // The site's picks of a day are made at the close of the day before.
    const report = scores(run(createPanel(history, start, today), chosenModel.weights, { from: today - 61 * dayMs, to: today }));
    assert.equal(page.total, 61 * 5);
    assert.deepEqual(report.map(({ picks }) => picks), [60 * 5, 58 * 5, 54 * 5]);
    for (const [i, score] of report.entries()) {
      for (const figure of ['picks', 'netChange', 'btcChange', 'randomChange', 'aheadOfBtc', 'aheadOfMedian'] as const) {
        assert.ok(Math.abs(Number(page.scores[i]![figure]) - score[figure]!) < 1e-9, `${score.days} days, ${figure}: ${page.scores[i]![figure]} and ${score[figure]}`);
      }
    }
  } finally {
    await room.stop();
    await db.close();
  }
});

test('the model that picks is one of those compared, and is the one the page about it names', () => {
  assert.deepEqual(models[chosenModel.name], chosenModel.weights);
  assert.ok(Math.abs(Object.values(chosenModel.weights).reduce((sum, weight) => sum + Math.abs(weight), 0) - 1) < 1e-9);
  assert.match(readFileSync(page, 'utf8'), new RegExp(`\\| \\*\\*${chosenModel.name}\\*\\* \\|`));
});

const page = fileURLToPath(new URL('../../docs/ai-picks.md', import.meta.url));
/** A coin whose week is always the same: each factor is the change of one day of it. */
const weeklyCsv = (symbolId: string, week: readonly number[], from: number, to: number): string[] => {
  const lines: string[] = [];
  let close = 100;
  for (let [ts, day] = [from, 0]; ts < to; ts += dayMs, day++) {
    const open = close;
    close *= week[day % 7]!;
    lines.push([symbolId, ts, open, Math.max(open, close), Math.min(open, close), close, 1_000, 1_000_000].join(','));
  }
  return lines;
};

test('a row of the report, from a file of daily candles on, is what simple arithmetic says of coins whose weeks repeat', () => {
  const data = mkdtempSync(join(tmpdir(), 'picks-history-'));
  try {
    const quarter = quartersOf(heldOut).at(-1)!;
    const [from, to] = [quarter.from - 60 * dayMs, quarter.to + 8 * dayMs];
    const calm = ['AAVE', 'ADA', 'BCH', 'DOT', 'ETC'];
    const wild = ['LINK', 'LTC', 'NEAR', 'SOL', 'TRX', 'UNI', 'XRP'];
    const wildWeek = [1.1, 0.92, 1.06, 0.9, 1.08, 0.93, 1];
    const lines = [
      ...weeklyCsv('BTCUSDT', Array.from({ length: 7 }, () => 1.002), from, to),
      ...calm.flatMap((ticker) => weeklyCsv(`${ticker}USDT`, Array.from({ length: 7 }, () => 1.001), from, to)),
      ...wild.flatMap((ticker) => weeklyCsv(`${ticker}USDT`, wildWeek, from, to)),
    ];
    writeFileSync(join(data, historyFile), gzipSync(['symbol,timestamp,open,high,low,close,volume,turnover', ...lines].join('\n')));
    const days = (quarter.to - quarter.from) / dayMs;
    const [calmChange, btcChange, wildChange] = [1.001 ** 7 - 1, 1.002 ** 7 - 1, wildWeek.reduce((product, factor) => product * factor) - 1];
    const percent = (change: number): string => `${change < 0 ? '−' : ''}${Math.abs(change * 100).toFixed(2)} %`;
    const random = (calm.length * calmChange + wild.length * wildChange) / (calm.length + wild.length);
    const expected = [quarter.name, days * 5, percent(calmChange - 0.004), percent(btcChange), percent(random - 0.004), '0.0 %', '100.0 %'];
    assert.equal(quarterRow(createPanel(readHistory(data), quarter.from, quarter.to), quarter), `| ${expected.join(' | ')} |`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
