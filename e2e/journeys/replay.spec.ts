// A file of candles, played: list, board and candles show exactly its prices.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type App } from '../harness/app.ts';
import { expect, test } from '../harness/journey.ts';
import { priceOf, rowsOf } from '../harness/market-list.ts';

const hour = 3_600_000;
const start = Math.floor(Date.now() / hour) * hour - 5 * hour;
const folder = mkdtempSync(join(tmpdir(), 'tidemark-replay-'));
const file = join(folder, 'candles.csv');
/** [open, high, low, close] by symbol. */
const recorded = {
  BTCUSDT: [
    [100_000, 101_500, 99_250, 101_000.5],
    [101_000.5, 103_210.75, 100_800, 102_345.25],
  ],
  ETHUSDT: [
    [4_000, 4_050, 3_990, 4_010],
    [4_010, 4_100.5, 4_001.25, 4_087.75],
  ],
} as const;
let app: App;

test.beforeAll(async () => {
  // A recording is in the order of its times.
  const rows = [0, 1].flatMap((i) =>
    Object.entries(recorded).map(([symbol, candles]) => `${symbol},${start + i * hour},${candles[i]!.join()},12.5`),
  );
  writeFileSync(file, ['symbol,ts,open,high,low,close,volume', ...rows].join('\n'));
  app = await startApp({ env: { SOURCE: 'replay', REPLAY_FILE: file, REPLAY_SPEED: '100000' } });
});
test.afterAll(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the list shows the recording’s last prices, and the candles are its own', async ({ page, request }) => {
  await page.goto(`${app.url}/markets/spot`);
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByText('2 coins, 2 pairs.')).toBeVisible();
  await expect(priceOf(page, 'BTCUSDT')).toHaveText('102,345.25');
  await expect(priceOf(page, 'ETHUSDT')).toHaveText('4,087.75');
  for (const [symbolId, candles] of Object.entries(recorded)) {
    const answer = await request.post(`${app.url}/v1/kline/getMoreKlineData`, { data: { symbolId, interval: '1h', limit: 10 } });
    const { data } = (await answer.json()) as { data: { candles: [number, ...string[]][] } };
    expect(data.candles.map(([ts, open, high, low, close]) => [ts, Number(open), Number(high), Number(low), Number(close)])).toEqual(
      candles.map(([open, high, low, close], i) => [start + i * hour, open, high, low, close]),
    );
  }
});

test('a ranking promises no more coins than there are', async ({ page }) => {
  await page.goto(`${app.url}/markets/rank/turnover`);
  await expect(page.getByText(/^2\+ coins, /)).toBeVisible();
});

test('what the source does not have is said for good', async ({ page }) => {
  for (const path of ['margin', 'onChain', 'bitcoin-halving', 'fear-and-greed-index']) {
    await page.goto(`${app.url}/markets/${path}`);
    await expect(page.getByText('Not available from the current data source.'), path).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' }), path).toHaveCount(0);
  }
});
