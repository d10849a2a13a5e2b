// The page of a coin, besides its markets and candles: what it is called outside, its past, the tools of its chart, its worth.
import { expect, test } from '../harness/journey.ts';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a coin has its own title, its rate for machines, and its past', async ({ page }) => {
    await page.goto('/markets/coin/BTCUSDT');
    await expect(page).toHaveTitle(/^BTC\/USDT · .+ \| Tidemark$/);
    const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!) as Record<string, unknown>;
    expect(facts).toMatchObject({ '@type': 'ExchangeRateSpecification', currency: 'BTC', currentExchangeRate: { priceCurrency: 'USDT' } });
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
