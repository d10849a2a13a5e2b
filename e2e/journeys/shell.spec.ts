import { expect, longTest, test } from '../harness/journey.ts';
import { priceOf, rowOf } from '../harness/market-list.ts';

test.describe('addresses', () => {
  for (const path of ['/xx/markets/spot', '/markets/nonsense/x', '/nope', '/ar/nope']) {
    test(`${path} is a real 404 with the words of the specification`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      const words = path.startsWith('/ar') ? 'عذ' : 'Sorry, the page you requested does not exist';
      await expect(page.locator('main')).toContainText(words);
    });
  }

  test('the 404 page leads home', async ({ page }) => {
    await page.goto('/nope');
    await page.getByRole('link', { name: 'Return to homepage' }).click();
    await expect(page).toHaveURL(/\/markets\/overview$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Market overview' })).toBeVisible();
  });

  test('the 404 page says so in the tab, finds a coin and leads to what people look for', async ({ page }) => {
    await page.goto('/de/nope');
    await expect(page).toHaveTitle(/existiert.* · Tidemark$/);
    const main = page.getByRole('main');
    const ways = await main
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(ways).toEqual(expect.arrayContaining(['/de/markets/spot', '/de/markets/rank', '/de/price-alert', '/de/markets/trends']));
    await main.getByRole('searchbox').fill('doge');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/de\/markets\/spot\?q=doge$/);
    await expect(rowOf(page, 'DOGEUSDT')).toBeVisible();
  });

  test('English is accepted with its prefix and points at the page without it', async ({ page }) => {
    const response = await page.goto('/en/markets/spot');
    expect(response?.status()).toBe(200);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /[^n]\/markets\/spot$/);
  });

  test('markets/error says so and has a refresh button', async ({ page }) => {
    await page.goto('/markets/error');
    await expect(page.getByRole('paragraph').filter({ hasText: 'System connection unstable' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Price alerts' })).toHaveAttribute('href', '/price-alert');
  });
});

test('Arabic is laid out right to left, in Arabic words, numbers left to right', async ({ page }) => {
  await page.goto('/ar/markets/spot');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', /^ar/);
  await expect(page.locator('h1')).toContainText(/[\u0600-\u06ff]/);
  const direction = await priceOf(page, 'BTCUSDT')
    .locator('.num')
    .evaluate((element) => getComputedStyle(element).direction);
  expect(direction).toBe('ltr');
});

test.describe('cookies decide the first paint', () => {
  // No code ever comes: what paints is the page itself.
  test.beforeEach(({ page }) => page.route('**/*.js', (route) => route.abort()));
  test('theme, currency and colours', async ({ page, context, baseURL }) => {
    await context.addCookies(
      Object.entries({ theme: 'black', currency: 'EUR', updown: 'red', vision: 'cb' }).map(([name, value]) => ({
        name,
        value,
        url: baseURL!,
      })),
    );
    await page.goto('/markets/spot');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
    await expect(page.locator('html')).toHaveAttribute('data-updown', 'red');
    await expect(page.locator('html')).toHaveAttribute('data-vision', 'cb');
    await expect(rowOf(page, 'BTCUSDT')).toContainText('€');
  });
  for (const [path, place] of [
    ['/markets/trading-data/trading', '.figure-strip'],
    ['/markets/trading-data/wholeNetwork', '[aria-labelledby=funding-by-coin]'],
    ['/markets/coin/BTCUSDT', '.coin-figures'],
    ['/markets/bitcoin-halving', '[aria-labelledby=halving-past] > .halving-note:last-child'],
  ] as const) {
    test(`money in the chosen currency: ${path}`, async ({ page, context, baseURL }) => {
      await context.addCookies([{ name: 'currency', value: 'EUR', url: baseURL! }]);
      await page.goto(path);
      await expect(page.locator(place).first()).toContainText('€');
      await expect(page.locator(place).first()).not.toContainText('$');
    });
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page stays where it is when its end comes into view: a press there meets what was aimed at', async ({ page }) => {
    await page.goto('/markets/rank');
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await page.locator('.footer-languages').scrollIntoViewIfNeeded();
    await expect(page.locator('.footer-languages')).toBeInViewport();
    expect(await height()).toBe(before);
  });
});

longTest('the button of the chat stands in the margin and over no figure, however far the page is scrolled', async ({ page }) => {
  for (const [width, path] of [
    [768, '/markets/overview'],
    [1440, '/ar/markets/overview'],
    [1920, '/markets/overview'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    const over = () =>
      page.evaluate(() => {
        const chat = document.querySelector('.launcher')!.getBoundingClientRect();
        const main = document.querySelector('main')!;
        const margin = parseFloat(getComputedStyle(main).paddingInlineEnd);
        const { left, right } = main.getBoundingClientRect();
        return Math.max(0, Math.min(right - margin, chat.right) - Math.max(left + margin, chat.left));
      });
    await expect.poll(over, `${path} at ${width}`).toBe(0);
  }
});
