// The page of a coin, besides its markets and candles: what it is called outside, its past, the tools of its chart, its worth.
import { type Locator, type Page } from '@playwright/test';
import { expect, longTest, test } from '../harness/journey.ts';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a coin has its own title, its rate for machines, and its past', async ({ page }) => {
    await page.goto('/markets/coin/BTCUSDT');
    await expect(page).toHaveTitle(/^BTC\/USDT · .+ \| Tidemark$/);
    const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as Record<string, unknown>;
    expect(facts).toMatchObject({ '@type': 'ExchangeRateSpecification', currency: 'BTC', currentExchangeRate: { priceCurrency: 'USDT' } });
    const shared = await page.locator('meta[property="og:image"]').getAttribute('content');
    const picture = await page.request.get(new URL(shared!).pathname);
    expect(picture.headers()['content-type']).toBe('image/png');
    const bytes = await picture.body();
    expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);
    // The newest candles are drawn by the server.
    const candles = page.getByRole('application', { name: /BTC\/USDT candlestick chart/ }).locator('svg path');
    await expect(candles).toHaveCount(6);
    for (const path of await candles.all()) expect((await path.getAttribute('d'))!.split('M').length).toBeGreaterThan(20);
    const past = page.getByRole('region', { name: 'Performance' });
    await expect(past.locator('.coin-spans dt')).toHaveText(['1h', '24h', '7d', '30d', '90d', '1y']);
    for (const cell of await past.locator('.coin-spans dd').all()) await expect(cell).toHaveText(/\d\.\d\d%$/);
    await expect(past.locator('.range-bar')).toHaveCount(2);
    await expect(past.locator('.coin-records')).toHaveText(/All-time high[\d,.]+.*All-time low[\d,.]+/);
  });
});

test('the tab follows the price', async ({ page }) => {
  await page.goto('/markets/coin/BTCUSDT');
  await expect(page).toHaveTitle(/^BTC\/USDT · [\d,.]+ [+−]?\d+\.\d\d% \| Tidemark$/);
  const first = await page.title();
  await expect.poll(() => page.title()).not.toBe(first);
});

test('ranges choose candles that can be read; indicators, scale and BTC are a press away', async ({ page }) => {
  await page.goto('/markets/coin/ETHUSDT');
  const plot = page.getByRole('application', { name: /ETH\/USDT candlestick chart/ });
  await expect(plot.locator('canvas').first()).toBeVisible();
  await expect(plot.locator('.candles-still'), 'the still picture has gone').toHaveCount(0);
  const heightOf = async () => (await plot.boundingBox())!.height;
  expect(await heightOf()).toBeGreaterThanOrEqual(480);
  const before = await heightOf();
  const tools = page.getByRole('group', { name: 'Indicators' });
  for (const name of ['SMA 20', 'EMA 50', 'BB 20', 'RSI 14', 'MACD 12 26 9', 'Log scale', 'vs. BTC']) {
    const tool = tools.getByRole('button', { name, exact: true });
    await tool.click();
    await expect(tool, name).toHaveAttribute('aria-pressed', 'true');
  }
  // Two of them are drawn below the candles, which keep their height.
  await expect.poll(heightOf).toBe(before + 240);
  await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: '30d' }).click();
  await expect(page).toHaveURL(/interval=4h/);
  await expect(page.getByRole('group', { name: 'Range' }).getByRole('button', { name: '30d' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('application', { name: /ETH\/USDT candlestick chart, 4h/ })).toBeVisible();
  await page.goto('/markets/coin/BTCUSDT');
  await expect(tools).toBeVisible();
  await expect(tools.getByRole('button', { name: 'vs. BTC' })).toHaveCount(0);
});

test('what is known of a coin stands beside its chart where there is room, else below it; its markets fit', async ({ page }) => {
  const boxOf = async (part: string) => (await page.locator(part).boundingBox())!;
  /** The smallest space between two words of a head of a table. */
  const narrowest = () =>
    page.locator('.coin-markets thead tr').evaluateAll((heads) => {
      const ends = heads.flatMap((head) => {
        const boxes = [...head.children].flatMap((cell) => {
          const words = document.createRange();
          words.selectNodeContents(cell);
          const box = words.getBoundingClientRect();
          return box.width > 0 ? [box] : [];
        });
        return boxes.slice(1).map((box, i) => box.left - boxes[i]!.right);
      });
      return Math.min(...ends);
    });
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.goto('/de/markets/coin/ETHUSDT_UMCBL');
  const [plot, side] = [await boxOf('.candles-plot'), await boxOf('.coin-side')];
  expect(side.x, 'beside it').toBeGreaterThan(plot.x + plot.width);
  expect(side.y).toBeLessThan(plot.y);
  expect(await narrowest()).toBeGreaterThanOrEqual(8);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(async () => (await boxOf('.coin-side')).y, 'below it').toBeGreaterThan((await boxOf('.coin-past')).y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.goto('/ar/markets/coin/ETHUSDT');
  const listed = page.locator('.coin-figures .num').filter({ hasText: /[\u0600-\u06ff]/ });
  const [day, year] = await listed.first().evaluate(({ firstChild: text }) =>
    [0, text!.textContent!.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(text!, at);
      range.setEnd(text!, at + 1);
      return range.getBoundingClientRect().left;
    }),
  );
  expect(day, 'a date in Arabic begins on the right').toBeGreaterThan(year!);
});

test('an amount is turned into money and back, and similar coins are a press away', async ({ page }) => {
  await page.goto('/markets/coin/BTCUSDT');
  const converter = page.getByRole('region', { name: 'Converter' });
  await converter.getByLabel('BTC').fill('2');
  const worth = converter.getByLabel('USD', { exact: true });
  await expect.poll(async () => Number(await worth.inputValue())).toBeGreaterThan(20_000);
  await converter.getByLabel('Currency').selectOption('EUR');
  await converter.getByLabel('EUR', { exact: true }).fill('0');
  await expect(converter.getByLabel('BTC')).toHaveValue('0');
  const similar = page.getByRole('region', { name: 'Similar coins' });
  const link = similar.getByRole('link').first();
  const address = (await link.getAttribute('href'))!;
  expect(address).toMatch(/^\/markets\/coin\/[A-Z\d]+$/);
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

/** Whether a coin has moved of late is up to the market. */
const tellLargeSell = (page: Page, of: Readonly<Record<'symbolId' | 'baseSymbol' | 'name' | 'price', string>>) => {
  const event = {
    ...{ ...of, id: '1', type: 'largeSell', tier: 'notable', pricedSymbol: 'USDT', iconUrl: '/favicon.svg', businessLine: 2 },
    ...{ change: null, amountUsdt: '980440', at: 1_794_000_000_000, after1h: null, after24h: null },
  };
  return page.route('**/reach/market/changesV2', (route) =>
    route.fulfill({ json: { code: '00000', msg: '', data: { items: [event], total: 1 }, requestTime: 1 } }),
  );
};

test('networks, supply, news, events, picks and moves of a coin, and questions answered by its figures', async ({ page }) => {
  await page.goto('/markets/coin/USDTEUR');
  const networks = page.getByRole('region', { name: 'Networks' });
  await expect(networks).toContainText('Simulated');
  await expect(networks.getByRole('row').filter({ hasText: 'Ethereum' })).toContainText(/Available.*Available.*0xdac17f/);
  await tellLargeSell(page, { symbolId: 'BTCUSDT', baseSymbol: 'BTC', name: 'Bitcoin', price: '64000.00' });
  await page.goto('/markets/coin/BTCUSDT');
  const supply = page.getByRole('region', { name: 'Supply' });
  await expect(supply.getByRole('row').nth(1)).toContainText(/Bitcoin.*M.*21\.00M.*9\d%.*2009/);
  await expect(supply.getByRole('row').nth(2)).toBeVisible();
  // A phone shows all of a row.
  await page.setViewportSize({ width: 390, height: 800 });
  const hidden = (part: Locator) => part.locator('.figure-scroll').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  await expect.poll(() => hidden(supply)).toBeLessThanOrEqual(0);
  await expect.poll(() => hidden(page.getByRole('region', { name: 'Top movers' }))).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(supply.getByText(/Max\. supply is set by .+ for BTC from the block height\./)).toBeVisible();
  const week = page.getByRole('region', { name: 'Trading data' });
  for (const name of ['Open interest', 'Long/short ratio (accounts)', 'Taker buy/sell volume', 'Funding rate'])
    await expect(week.getByRole('figure', { name, exact: true }), name).toBeVisible();
  await expect(week.getByRole('heading', { name: /^Open interest \$[\d.]+[BM] 7d$/ })).toBeVisible();
  await week.getByText('How it’s calculated: Open interest').click();
  await expect(week.getByText('All open contracts, one side counted')).toBeVisible();
  await expect(week.getByRole('link', { name: 'Trading data: BTCUSDT' })).toHaveAttribute(
    'href',
    /trading-data\/trading\?symbol=BTCUSDT_UMCBL$/,
  );
  for (const [name, none] of [
    ['News about BTC', 'No news yet'],
    ['Calendar', 'No events'],
    ['AI picks', 'BTC hasn’t been an AI pick yet.'],
    ['Top movers', 'No price events for BTC yet.'],
  ] as const) {
    const part = page.getByRole('region', { name });
    await expect(part, name).toHaveAttribute('aria-busy', 'false');
    await expect(part.getByText(none).or(part.locator('li, tbody tr').first()), name).toBeVisible();
  }
  const faq = page.getByRole('region', { name: 'FAQ' });
  await expect(faq.getByText(/^1 .BTC. costs .[\d,.]+. .USDT. \(.[+−]?\d+\.\d\d%. in 24h\)\.$/)).toBeVisible();
  await expect(faq.locator('dt')).toHaveCount(4);
  const asked = async () =>
    (await faq.locator('script[type="application/ld+json"]').allTextContents()).map(
      (text) => (JSON.parse(text) as { mainEntity: { name: string }[] }).mainEntity.map(({ name }) => name)[0],
    );
  await expect.poll(asked).toEqual(['What is the price of BTC now?']);
});

test('open orders as a chart with its table, the best of them, and the newest trades, as exact as the pair is', async ({ page }) => {
  await page.goto('/markets/coin/XRPUSDT');
  const depth = page.getByRole('region', { name: 'Market depth' });
  const chart = depth.getByRole('img', {
    name: /^Open orders of XRP\/USDT added up by price: [\d.]+[KM]? XRP to buy, [\d.]+[KM]? XRP to sell$/,
  });
  await expect(chart).toBeVisible();
  await expect(chart.locator('path')).toHaveCount(2);
  const exact = /^\d\.\d{4}$/;
  const best = depth.getByRole('region', { name: 'Order book' }).locator('tbody tr');
  await expect(best).toHaveCount(17);
  const prices = async () => (await best.locator('th').allInnerTexts()).map((text) => text.trim());
  const shown = await prices();
  for (const price of shown) expect(price).toMatch(exact);
  expect(
    shown.toSorted((a, b) => Number(b) - Number(a)),
    'from the dearest to sell down to the cheapest to buy',
  ).toEqual(shown);
  await expect.poll(prices, 'orders change while somebody looks').not.toEqual(shown);
  const topOf = async (part: Locator) => (await part.boundingBox())!.y;
  const trades = page.getByRole('region', { name: 'Recent trades' });
  const [bookTop, tradesTop] = [await topOf(depth.locator('.figure-table')), await topOf(trades.locator('.figure-table'))];
  expect(Math.abs(bookTop - tradesTop), 'tables beside each other begin in one line').toBeLessThan(2);
  await expect(depth.locator('.chart-keys')).toHaveText(/Total, XRP$/);
  await depth.getByText('Table', { exact: true }).click();
  await expect(chart).toHaveCount(0);
  await expect(depth.locator('.chart-twin').getByRole('row').nth(30)).toContainText(/\d\.\d{4}/);
  const newest = trades.locator('tbody tr').first();
  await expect(newest).toContainText(/^\d\d:\d\d:\d\d(Buy|Sell)\d\.\d{4}/);
  await page.waitForResponse((answer) => answer.url().includes('/mix/market/trades') && answer.ok());
  await expect(newest).toContainText(/\d\.\d{4}/);
});

longTest('without open orders the page says so; where they are not told it has no such part', async ({ page }) => {
  const answer = (data: unknown, code = '00000') => ({ json: { code, msg: code, data, requestTime: 1 } });
  await page.route('**/mix/market/depth*', (route) => route.fulfill(answer({ symbolId: 'BTCUSDT', ts: 1, bids: [], asks: [] })));
  await page.route('**/mix/market/trades*', (route) => route.fulfill(answer(null, '40012')));
  await page.goto('/markets/coin/BTCUSDT');
  await expect(page.getByRole('region', { name: 'Market depth' })).toContainText('No open orders right now.');
  await expect(page.getByRole('region', { name: 'Networks' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('region', { name: 'Recent trades' })).toHaveCount(0);
});

longTest('a part of the page that failed says so, and is asked for again', async ({ page }) => {
  let isBroken = true;
  await page.route('**/spot/public/getCoinChainList*', (route) =>
    isBroken ? route.fulfill({ status: 200, json: { code: '40000', msg: 'no', data: null, requestTime: 1 } }) : route.continue(),
  );
  await page.goto('/markets/coin/BTCUSDT');
  const networks = page.getByRole('region', { name: 'Networks' });
  await expect(networks).toContainText('Couldn’t load this data.');
  isBroken = false;
  await networks.getByRole('button', { name: 'Try again' }).click();
  await expect(networks.getByRole('row').nth(1)).toContainText('Available');
});

longTest('a phone shows all of a row, also where a price has a long text for listeners', async ({ page }) => {
  await tellLargeSell(page, { symbolId: 'SHIBUSDT', baseSymbol: 'SHIB', name: 'Shiba Inu', price: '0.0000073150' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/markets/coin/SHIBUSDT');
  const movers = page.getByRole('region', { name: 'Top movers' });
  await expect(movers.locator('td .sr-only')).toHaveText('0.000007315');
  const table = movers.getByRole('group');
  await expect.poll(() => table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
