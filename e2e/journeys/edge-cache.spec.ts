// Pages that a cache in front of the site has kept for everybody, as somebody in particular sees them.
import { heldBack } from '../harness/held-back.ts';
import { expect, test } from '../harness/journey.ts';
import { rowOf } from '../harness/market-list.ts';
import { cannotCache, openSiteBehindCache } from '../harness/site-behind-cache.ts';

test('a kept page has the look of this browser from the start, and its currency before any figure in it is seen', async ({
  page,
  context,
}) => {
  test.skip(Boolean(cannotCache), String(cannotCache));
  await using site = await openSiteBehindCache();
  const spot = `${site.url}/markets/spot`;
  await fetch(spot);
  for (const [name, value] of Object.entries({ theme: 'black', updown: 'red', currency: 'EUR' }))
    await context.addCookies([{ name, value, url: site.url }]);
  const release = await heldBack(page, '**/*.js');
  const mismatches: string[] = [];
  page.on('console', (message) => void (/hydrat|#418/i.test(message.text()) && mismatches.push(message.text())));
  await page.goto(spot, { waitUntil: 'commit' });
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'black');
  await expect(html).toHaveAttribute('data-updown', 'red');
  const turnover = rowOf(page, 'BTCUSDT').locator('.c-turnover .num');
  await expect(turnover).toHaveText(/\$/);
  await expect(turnover).toBeHidden();
  await expect(rowOf(page, 'BTCUSDT').locator('.c-price .px .num')).toBeVisible();
  release();
  await expect(turnover).toHaveText(/€/);
  await expect(turnover).toBeVisible();
  await expect(html).toHaveAttribute('data-theme', 'black');
  expect(mismatches).toEqual([]);
});

test('while the site is gone its pages are there, and say how old their prices are', async ({ page }) => {
  test.skip(Boolean(cannotCache), String(cannotCache));
  await using site = await openSiteBehindCache();
  const spot = `${site.url}/markets/spot`;
  await page.goto(spot);
  await expect(page.locator('.list-tools .btn').first()).toBeVisible();
  await site.die();
  await page.reload();
  await expect(rowOf(page, 'BTCUSDT').locator('.c-price .px .num')).toBeVisible();
  await expect(page.locator('.stale-band')).toContainText(/prices/i);
  await expect(page.locator('.stale-band .num')).toHaveText(/\d+ s/);
});
