// Language, theme and currency, as specified: at once, remembered for a year, and right on the next first paint.
import { expect, longTest, test } from '../harness/journey.ts';
import { connectionBadge, rowOf } from '../harness/market-list.ts';
import { wordOf } from '../harness/words.ts';

test('switching the language rewrites the prefix, replaces history, and is remembered', async ({ page }) => {
  await page.goto('/markets/error');
  await page.goto('/markets/spot?sort=price');
  await page.getByRole('button', { name: /language/i }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(page).toHaveURL(/\/zh-CN\/markets\/spot\?sort=price$/);
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.locator('h1')).toContainText(/[\u4e00-\u9fff]/);
  const language = (await page.context().cookies()).find((cookie) => cookie.name === 'language');
  expect(language?.value).toBe('zh-CN');
  expect(language!.expires - Date.now() / 1000).toBeGreaterThan(360 * 86_400);
  // Replaced, not added: one step back leaves the list.
  await page.goBack();
  await expect(page).toHaveURL(/\/markets\/error$/);
});

test('switching the theme takes effect at once and survives a reload', async ({ page }) => {
  await page.goto('/markets/spot');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'white');
  await page.getByRole('button', { name: /theme|display/i }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  expect((await page.context().cookies()).find((cookie) => cookie.name === 'theme')?.value).toBe('black');
});

test('switching the currency changes the fiat prices at once and on the next first paint', async ({ page }) => {
  await page.goto('/markets/spot');
  await page.getByRole('button', { name: /currency/i }).click();
  await page.getByRole('menuitemradio', { name: /EUR/ }).click();
  await expect(rowOf(page, 'BTCUSDT')).toContainText('€');
  await page.reload();
  await expect(rowOf(page, 'BTCUSDT')).toContainText('€');
});

test('the day of change figures counts wherever a change names no span of its own', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'timeZone', value: '480', url: baseURL! }]);
  // So far from any real opening that it can be nothing else.
  await page.route('**/v1/kline/getOpenPrice', (route) =>
    route.fulfill({
      json: { code: '00000', msg: 'success', data: { symbolKlines: [{ symbolId: 'BTCUSDT', openPrice: '1' }] }, requestTime: 1 },
    }),
  );
  await page.goto('/markets/overview');
  const farAway = /\+\d[\d,]{5,}/;
  await expect(page.locator('.ov-majors li').filter({ hasText: 'BTC' }).first()).toContainText(farAway);
  await page.getByRole('combobox', { name: 'Search coins' }).fill('btc');
  await expect(page.getByRole('grid').getByRole('row').first()).toContainText(farAway);
  await page.goto('/markets/spot?q=BTC');
  await expect(page.getByRole('row').filter({ hasText: 'BTC' }).first()).toContainText(farAway);
});

test('openings that the server is still reading are asked for again', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'timeZone', value: '480', url: baseURL! }]);
  let asked = 0;
  await page.route('**/v1/kline/getOpenPrice', (route) => {
    const symbolKlines = asked++ === 0 ? [] : [{ symbolId: 'BTCUSDT', openPrice: '1', openTime: 1 }];
    return route.fulfill({
      json: { code: '00000', msg: 'success', data: { symbolKlines, isWhole: symbolKlines.length > 0 }, requestTime: 1 },
    });
  });
  await page.goto('/markets/spot?q=BTC');
  await expect(page.getByRole('row').filter({ hasText: 'BTC' }).first()).toContainText(/\+\d[\d,]{5,}/);
});

for (const locale of ['ja', 'ru', 'es-AR', 'zh-TC'] as const) {
  (locale === 'es-AR' ? test : longTest)(`${locale}: the page comes alive in the words it was painted in`, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(`/${locale}/markets/overview`);
    await expect(connectionBadge(page)).toHaveClass(/live/);
    await expect(
      page
        .locator('header')
        .getByRole('link', { name: wordOf(locale, 'site', 'nav.rankings') })
        .first(),
    ).toBeVisible();
    expect(errors).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
