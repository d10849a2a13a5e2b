// The exchange falls silent under open pages and comes back. Meanwhile every price says how old it is; afterwards no old one is left.
// Its site is one whose operator has switched a module of the overview off.
import { type Page } from '@playwright/test';
import { overviewModules } from '@tidemark/contract/site.ts';
import { startApp, type App } from '../harness/app.ts';
import { expect, isLong, test } from '../harness/journey.ts';
import { connectionBadge, priceOf, rowOf } from '../harness/market-list.ts';
import { askDatabase } from '../harness/own-database.ts';
import { startScriptedExchange, type ScriptedExchange } from '../harness/scripted-exchange.ts';

// One program for both.
test.describe.configure({ mode: 'default' });
let exchange: ScriptedExchange;
let app: App;
let price = 40_000;

test.beforeAll(async () => {
  exchange = await startScriptedExchange(() => (price += 1));
  app = await startApp({ env: exchange.env });
  await askDatabase(app.dataDir, "insert into site_setting (key, value) values ('overviewSwitch', $1)", [
    JSON.stringify({ fearIndex: false }),
  ]);
});
test.afterAll(async () => {
  await app?.stop();
  await exchange?.stop();
});

const screensWithPrices = [
  '/markets/overview',
  '/markets/rank/turnover',
  '/markets/change',
  '/markets/leading',
  '/markets/leading?view=coins',
  '/markets/leadingDetail/layer-1',
  '/markets/favorite',
  '/markets/margin',
  '/markets/futures/usdc-m',
  '/markets/onChain',
  '/markets/trading-data/trading',
  '/markets/trading-data/wholeNetwork',
  '/markets/coin/BTCUSDT',
  '/markets/tokens',
  '/markets/bitcoin-halving',
  '/price-alert',
];

const numberIn = async (page: Page, symbolId: string) => Number((await priceOf(page, symbolId).first().innerText()).replaceAll(',', ''));

test('with the feed cut every price shows its age after ten seconds; when it returns no stale value remains', async ({ context }) => {
  const [spot, futures] = [await context.newPage(), await context.newPage()];
  await spot.goto(`${app.url}/markets/spot`);
  await futures.goto(`${app.url}/markets/futures`);
  const screens = [
    [spot, 'BTCUSDT'],
    [futures, 'BTCUSDT_UMCBL'],
  ] as const;
  for (const [page, symbolId] of screens) {
    await expect(priceOf(page, symbolId)).not.toHaveClass(/stale/);
    const first = await numberIn(page, symbolId);
    await expect.poll(() => numberIn(page, symbolId), { message: 'prices flow' }).toBeGreaterThan(first);
  }

  exchange.disturb(() => 'hangUp');
  exchange.refuseSockets(true);
  exchange.cutSockets();
  for (const [page, symbolId] of screens) {
    await expect(priceOf(page, symbolId), 'grey once it is ten seconds old').toHaveClass(/stale/);
    await expect(page.locator('.age-mark').first(), 'and not before').toHaveText(/^[1-9]\d/);
    await expect(page.locator('.c-price .px:not(.stale)')).toHaveCount(0);
    await expect(connectionBadge(page)).toHaveClass(/slow/);
  }
  // Whoever comes now, to whatever screen, is told the same.
  const third = await context.newPage();
  // A third of the screens on each change, one of every kind.
  for (const path of isLong ? screensWithPrices : screensWithPrices.filter((_, at) => at % 3 === 0)) {
    await third.goto(app.url + path);
    const band = third.locator('.stale-band');
    await expect(band, path).toContainText(/No new prices from the exchange since .*\d\d:\d\d.*old/);
    await expect(connectionBadge(third), path).toHaveClass(/slow/);
    await expect(third.locator('main .px:not(.stale)'), path).toHaveCount(0);
  }
  await third.goto(`${app.url}/markets/spot`);
  await rowOf(third, 'BTCUSDT').getByRole('link').first().click();
  await expect(third.getByRole('dialog').locator('.aged .age-mark')).toHaveText(/\d/);
  await third.close();
  const before = price;

  exchange.refuseSockets(false);
  exchange.disturb(null);
  for (const [page, symbolId] of screens) {
    await expect(page.locator('.c-price .px.stale')).toHaveCount(0, { timeout: 60_000 });
    await expect(page.locator('.age-mark')).toHaveCount(0);
    await expect(page.locator('.stale-band')).toHaveCount(0);
    expect(await numberIn(page, symbolId)).toBeGreaterThanOrEqual(before);
    await expect(connectionBadge(page)).toHaveClass(/live/);
  }
});

test('a module that the operator has switched off is not there, for anybody', async ({ page }) => {
  await expect
    .poll(async () => (await page.goto(`${app.url}/markets/overview`), page.locator('.ov-fearIndex').count()), { timeout: 60_000 })
    .toBe(0);
  await expect(page.locator('.ov > section')).toHaveCount(overviewModules.length - 1);
  await page.getByRole('button', { name: 'Customize' }).click();
  await expect(page.getByRole('checkbox', { name: 'Major coins' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Fear & Greed' })).toHaveCount(0);
});
