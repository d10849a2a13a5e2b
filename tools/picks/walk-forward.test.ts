// The page and the report judge by one piece of code: on the same candles they must say the same.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { dayMs } from '../../contract/src/time.ts';
import type { Caller } from '../../contract/src/wire.ts';
import { createPicks } from '../../server/src/analytics/picks/index.ts';
import { chosenModel } from '../../server/src/analytics/picks/model.ts';
import { isPegged } from '../../server/src/market/catalog/pegged.ts';
import type { Market } from '../../server/src/market/index.ts';
import { createHandClock } from '../../server/src/platform/clock.ts';
import { openTestDatabase } from '../../server/src/platform/db/testing/open-test-database.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { historyFile, readHistory, type Recorded } from './history.ts';
import { models } from './models.ts';
import { createPanel, pickDays, scoresOf } from './panel.ts';
import { scoreCells } from './report.ts';
import { daysWithin, type Quarter } from './walk-forward.ts';

const start = Date.UTC(2026, 0, 1);
const length = 100;
const today = start + length * dayMs;
const log = createLog({ level: 'silent' });

/** A walk for each coin, from a seed. */
function coinDays(seed: number) {
  let state = seed * 2_654_435_761;
  const draw = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
  let close = 10 + seed;
  return Array.from({ length }, (_, i) => {
    const open = close;
    close *= 1 + draw() * (0.02 + seed * 0.004);
    return {
      ts: start + i * dayMs,
      open,
      high: Math.max(open, close) * 1.01,
      low: Math.min(open, close) * 0.99,
      close,
      volume: 1,
      turnover: 40_000 + 20_000 * seed + 30_000 * (draw() + 0.5),
    };
  });
}
const tickers = ['BTC', 'ETH', 'XRP', 'SOL', 'ADA', 'DOGE', 'LTC', 'TRX', 'LINK', 'DOT', 'UNI', 'AAVE', 'XLM', 'BCH', 'NEAR', 'ICP'];
/** Up and down around 100. */
const calmDays = (phase: number, size: number) =>
  Array.from({ length }, (_, at) => ({
    ts: start + at * dayMs,
    open: 100,
    high: 101,
    low: 99,
    close: 100 + size * Math.sin(at + phase),
    volume: 1,
    turnover: 1e6,
  }));
/** The calmest of all, so a model that likes calm coins would take nothing else; the last has a name that is in no table. */
const pegged = ['PAXG', 'XAUT', 'USDC', 'EURI', 'WBTC', 'STETH', 'ETHBTC', 'STILL'];
const coins = [
  ...tickers.map((ticker, i) => ({ ticker, symbolId: `${ticker}USDT`, days: coinDays(i + 1), sector: i % 2 === 0 ? 'layer-1' : 'defi' })),
  ...pegged.map((ticker, i) => ({ ticker, symbolId: `${ticker}USDT`, sector: 'other', days: calmDays(i, ticker === 'STILL' ? 0.2 : 1) })),
];

const market = {
  catalog: {
    symbolsOf: (instType: string) =>
      instType === 'sp'
        ? coins.map(({ ticker, symbolId }) => ({ symbolId, baseSymbol: ticker, pricedSymbol: 'USDT', status: 'online' }))
        : [],
    coin: (ticker: string) => ({
      ticker,
      name: ticker,
      rank: coins.findIndex((coin) => coin.ticker === ticker) + 1,
      supply: 1,
      sectors: [coins.find((coin) => coin.ticker === ticker)!.sector],
    }),
  },
  candles: async (queries: readonly { symbolId: string; from: number; to: number }[]) =>
    queries.map(
      ({ symbolId, from, to }) => coins.find((coin) => coin.symbolId === symbolId)?.days.filter(({ ts }) => ts >= from && ts <= to) ?? [],
    ),
  series: async () => null,
  iconUrl: () => '/x.svg',
} as unknown as Market;

test('the scorecard of the page equals that of the report on the same candles', async () => {
  const db = await openTestDatabase(log);
  const room = createPicks({
    db,
    clock: createHandClock(today + 3_600_000),
    log,
    market,
    words: { text: (_locale, _file, key) => key },
    isKeeper: () => true,
    phrasing: null,
  });
  try {
    await room.start();
    const visitor: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'test', ip: '127.0.0.1', deviceId: null };
    const list = async () => room.calls.getAiCoinRecommendList(visitor, { pageNum: 1, pageSize: 50, params: {} });
    let page = await list();
    for (let tries = 0; page.scores[0]!.picks < 60 * 5 && tries < 3_000; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      page = await list();
    }
    const history: Recorded[] = coins
      .filter(({ ticker }) => !isPegged(ticker))
      .map(({ symbolId, sector, days }) => ({ symbolId, sector, days, at: new Map(days.map((day, place) => [day.ts, place])) }));
    // The site's picks of a day are made at the close of the day before.
    const report = scoresOf(pickDays(createPanel(history, today - 61 * dayMs, today), chosenModel.weights));
    assert.equal(page.total, 61 * 5);
    assert.deepEqual(
      [...new Set(page.items.map(({ coinId }) => coinId))].filter((coinId) => pegged.includes(coinId)),
      [],
      'no coin that follows another price',
    );
    const universes = await db.pool.query<{ universe: string[] }>('select universe from ai_pick_day');
    assert.ok(
      universes.rows.every(({ universe }) => universe.length === tickers.length - 1),
      'nor is it compared with one',
    );
    assert.deepEqual(
      report.map(({ picks }) => picks),
      [60 * 5, 58 * 5, 54 * 5],
    );
    for (const [i, score] of report.entries()) {
      for (const figure of ['picks', 'netChange', 'btcChange', 'randomChange', 'aheadOfBtc', 'aheadOfMedian'] as const) {
        assert.ok(
          Math.abs(Number(page.scores[i]![figure]) - score[figure]!) < 1e-9,
          `${score.days} days, ${figure}: ${page.scores[i]![figure]} and ${score[figure]}`,
        );
      }
      assert.equal(page.scores[i]!.edge === null, score.edge === null);
      if (score.edge)
        for (const side of ['low', 'high'] as const) assert.ok(Math.abs(Number(page.scores[i]!.edge![side]) - score.edge[side]) < 1e-9);
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
    const quarter: Quarter = { name: '2025 Q2', from: Date.UTC(2025, 3, 1), to: Date.UTC(2025, 4, 1) };
    const [from, to] = [quarter.from - 60 * dayMs, quarter.to];
    const calm = ['AAVE', 'ADA', 'BCH', 'DOT', 'ETC'];
    const wild = ['LINK', 'LTC', 'NEAR', 'SOL', 'TRX', 'UNI', 'XRP'];
    const calmWeek = [1.01, 0.992, 1.008, 0.994, 1.006, 0.996, 1.001];
    const wildWeek = [1.1, 0.92, 1.06, 0.9, 1.08, 0.93, 1];
    const lines = [
      ...weeklyCsv(
        'BTCUSDT',
        Array.from({ length: 7 }, () => 1.002),
        from,
        to,
      ),
      ...calm.flatMap((ticker) => weeklyCsv(`${ticker}USDT`, calmWeek, from, to)),
      ...wild.flatMap((ticker) => weeklyCsv(`${ticker}USDT`, wildWeek, from, to)),
      ...['PAXG', 'USDE', 'WBETH', 'ETHBTC'].flatMap((ticker) => weeklyCsv(`${ticker}USDT`, calmWeek, from, to)),
    ];
    writeFileSync(join(data, historyFile), gzipSync(['symbol,timestamp,open,high,low,close,volume,turnover', ...lines].join('\n')));
    // The last week of the quarter has no outcome within it.
    const days = (quarter.to - quarter.from) / dayMs - 7;
    const weekOf = (week: readonly number[]): number => week.reduce((product, factor) => product * factor) - 1;
    const [calmChange, btcChange, wildChange] = [weekOf(calmWeek), 1.002 ** 7 - 1, weekOf(wildWeek)];
    const percent = (change: number): string => `${change < 0 ? '−' : ''}${Math.abs(change * 100).toFixed(2)} %`;
    const random = (calm.length * calmChange + wild.length * wildChange) / (calm.length + wild.length);
    const expected = [String(days * 5), percent(calmChange - 0.004), percent(btcChange), percent(random - 0.004), '0.0 %', '100.0 %'];
    const picks = pickDays(daysWithin(createPanel(readHistory(data), quarter.from, quarter.to), quarter), chosenModel.weights);
    assert.deepEqual(scoreCells(scoresOf(picks).at(-1)!), expected);
    assert.deepEqual(
      new Set(picks.map(({ symbolId }) => symbolId)),
      new Set(calm.map((ticker) => `${ticker}USDT`)),
      'gold and stand-ins are not read',
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
