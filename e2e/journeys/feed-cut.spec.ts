// The exchange falls silent under open pages and comes back. Meanwhile every price says how old it is; afterwards no old one is left.
// Its site is one whose operator has switched a module of the overview off.
import { expect, test, type Page } from '@playwright/test';
import { overviewModules } from '@tidemark/contract/site.ts';
import { createBitgetServer, type BitgetServer } from '@tidemark/testbed/exchange/bitget.ts';
import { startApp, type App } from '../harness/app.ts';
import { askDatabase } from '../harness/own-database.ts';
import { connectionBadge, priceOf, rowOf } from '../harness/market-list.ts';

let exchange: BitgetServer;
let app: App;
let price = 40_000;
let tick: NodeJS.Timeout;

const symbol = { symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', minTradeAmount: '0', maxTradeAmount: '1000000', takerFeeRate: '0.001', makerFeeRate: '0.001', pricePrecision: '2', quantityPrecision: '6', quotePrecision: '8', status: 'online', minTradeUSDT: '1', buyLimitPriceRatio: '0.05', sellLimitPriceRatio: '0.05' };
const contract = {
  symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', buyLimitPriceRatio: '0.05', sellLimitPriceRatio: '0.05', feeRateUpRatio: '0.005', makerFeeRate: '0.0002', takerFeeRate: '0.0006', openCostUpRatio: '0.01', supportMarginCoins: ['USDT'], minTradeNum: '0.001', priceEndStep: '1', volumePlace: '3', pricePlace: '2',
  sizeMultiplier: '0.001', symbolType: 'perpetual', minTradeUSDT: '5', maxSymbolOrderNum: '200', maxProductOrderNum: '400', maxPositionNum: '150', symbolStatus: 'normal', offTime: '-1', limitOpenTime: '-1', deliveryTime: '', deliveryStartTime: '', deliveryPeriod: '', launchTime: '', fundInterval: '8', minLever: '1', maxLever: '125', posLimit: '0.05', maintainTime: '',
};
const ticker = (open: 'open' | 'open24h') => ({ symbol: 'BTCUSDT', lastPr: price.toFixed(2), [open]: '39000', high24h: '60000', low24h: '30000', bidPr: price.toFixed(2), askPr: (price + 1).toFixed(2), bidSz: '1', askSz: '1', baseVolume: '1200', quoteVolume: '48000000', usdtVolume: '48000000', openUtc: '39000', changeUtc24h: '0', change24h: '0.02', ts: String(Date.now()) });
const contractExtras = { indexPrice: '40000', markPrice: '40000', fundingRate: '0.0001', holdingAmount: '5000', deliveryStartTime: null, deliveryTime: null, deliveryStatus: '' };

test.beforeAll(async () => {
  exchange = await createBitgetServer({ spotSymbols: [symbol, { ...symbol, symbol: 'ETHUSDT', baseCoin: 'ETH' }], contracts: { 'USDT-FUTURES': [contract] }, spotTickers: [], mixTickers: {}, candles: {}, trades: {}, fundingHistory: {}, fundingNow: {}, tradingData: {} });
  const move = () => {
    price += 1;
    exchange.rows.spotTickers = [ticker('open'), { ...ticker('open'), symbol: 'ETHUSDT' }];
    exchange.rows.mixTickers = { 'USDT-FUTURES': [{ ...ticker('open24h'), ...contractExtras }] };
  };
  move();
  tick = setInterval(move, 300);
  app = await startApp({ env: { SOURCE: 'ccxt:bitget', CCXT_BASE_URL: exchange.url } });
  await askDatabase(app.dataDir, "insert into site_setting (key, value) values ('overviewSwitch', $1)", [JSON.stringify({ fearIndex: false })]);
});
test.afterAll(async () => {
  clearInterval(tick);
  await app.stop();
  await exchange.stop();
});

const screensWithPrices = [
  '/markets/overview', '/markets/rank/turnover', '/markets/change', '/markets/leading', '/markets/leading?view=coins', '/markets/leadingDetail/layer-1', '/markets/favorite', '/markets/margin',
  '/markets/futures/usdc-m', '/markets/onChain', '/markets/trading-data/trading', '/markets/trading-data/wholeNetwork', '/markets/coin/BTCUSDT', '/markets/tokens', '/markets/bitcoin-halving', '/price-alert',
];

const numberIn = async (page: Page, symbolId: string) => Number((await priceOf(page, symbolId).first().innerText()).replaceAll(',', ''));

test('with the feed cut every price shows its age after ten seconds; when it returns no stale value remains', async ({ context }) => {
  test.setTimeout(240_000);
  const [spot, futures] = [await context.newPage(), await context.newPage()];
  await spot.goto(`${app.url}/markets/spot`);
  await futures.goto(`${app.url}/markets/futures`);
  const screens = [[spot, 'BTCUSDT'], [futures, 'BTCUSDT_UMCBL']] as const;
  for (const [page, symbolId] of screens) {
    await expect(priceOf(page, symbolId)).not.toHaveClass(/stale/);
    const first = await numberIn(page, symbolId);
    await expect.poll(() => numberIn(page, symbolId), { message: 'prices flow' }).toBeGreaterThan(first);
  }

  exchange.disturb(() => 'hangUp');
  exchange.refuseSockets(true);
  exchange.cutSockets();
  for (const [page, symbolId] of screens) {
    await expect(priceOf(page, symbolId), 'grey once it is ten seconds old').toHaveClass(/stale/, { timeout: 25_000 });
    await expect(page.locator('.age-mark').first(), 'and not before').toHaveText(/^[1-9]\d/);
    await expect(page.locator('.c-price .px:not(.stale)')).toHaveCount(0);
    await expect(connectionBadge(page)).toHaveClass(/slow/);
  }
  // Whoever comes now, to whatever screen, is told the same.
  const third = await context.newPage();
  for (const path of screensWithPrices) {
    await third.goto(app.url + path);
    const band = third.locator('.stale-band');
    await expect(band, path).toContainText(/Stale: .*\d\d:\d\d.*old/);
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
  await expect.poll(async () => (await page.goto(`${app.url}/markets/overview`), page.locator('.ov-fearIndex').count()), { timeout: 60_000 }).toBe(0);
  await expect(page.locator('.ov > section')).toHaveCount(overviewModules.length - 1);
  await page.getByRole('button', { name: 'Customize' }).click();
  await expect(page.getByRole('checkbox', { name: 'Major coins' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Fear and greed' })).toHaveCount(0);
});
