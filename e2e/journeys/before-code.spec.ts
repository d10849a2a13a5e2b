// A page is used before its code has arrived: nothing done meanwhile is lost.
import { heldBack, servedInHalves } from '../harness/held-back.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { connectionBadge, rowOf } from '../harness/market-list.ts';
import { logInAsNewUser } from '../harness/person.ts';

test('a button that was pressed, however often, does its work once', async ({ page }) => {
  const release = await heldBack(page, '**/*.js');
  await page.goto('/markets/spot', { waitUntil: 'commit' });
  const star = rowOf(page, 'BTCUSDT').getByRole('button');
  await star.click();
  await star.click();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  release();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('a star that was pressed before anybody can answer is lit, and is kept though the page is left', async ({ page }) => {
  const parts = '**/lazy-parts*.js';
  await page.route(parts, () => {});
  await page.goto('/markets/spot');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  const star = rowOf(page, 'BTCUSDT').getByRole('button');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.unroute(parts);
  await page.goto('/markets/futures');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('favorites'))).toBe('["BTCUSDT"]');
});

longTest('a button that needs no code has done its work, and does not do it again', async ({ page }) => {
  const release = await heldBack(page, '**/*.js');
  await page.goto('/markets/onChain', { waitUntil: 'commit' });
  await page
    .getByRole('button', { name: /^Risks of/ })
    .first()
    .click();
  const risks = page.getByRole('dialog', { name: 'Risks' });
  await expect(risks).toBeVisible();
  release();
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await expect(risks).toBeVisible();
});

longTest('a choice within a module that comes alive after the rest of the page counts', async ({ page }) => {
  const release = await heldBack(page, '**/*.js');
  await page.goto('/markets/overview', { waitUntil: 'commit' });
  await page.getByText('Excl. BTC', { exact: true }).click();
  await expect(page.locator('.heat .tile')).toHaveCount(60);
  release();
  await expect(page.locator('.heat .tile')).toHaveCount(59);
});

test('what was typed counts', async ({ page }) => {
  const release = await heldBack(page, '**/*.js');
  await page.goto('/markets/spot', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: /filter/i }).fill('doge');
  release();
  await expect(page).toHaveURL(/q=doge/);
  await expect(rowOf(page, 'DOGEUSDT')).toBeVisible();
  await expect(rowOf(page, 'BTCUSDT')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: /filter/i })).toHaveValue('doge');
});

longTest('what was typed counts when the rest of the page had not even arrived', async ({ page }) => {
  await using halves = await servedInHalves('</thead>');
  await page.goto(`${halves.url}/markets/spot`, { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: /filter/i }).fill('doge');
  await expect(rowOf(page, 'DOGEUSDT')).toHaveCount(0);
  halves.release();
  await expect(page).toHaveURL(/q=doge/);
  await expect(rowOf(page, 'DOGEUSDT')).toBeVisible();
});

test('a form that was sent is sent when the page has come to life, and no password stands in an address', async ({ page, context }) => {
  const { email, password } = await logInAsNewUser(context);
  await context.clearCookies();
  const release = await heldBack(page, '**/*.js');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/login?return=%2Faccount', { waitUntil: 'commit' });
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  expect(page.url()).toMatch(/\/login\?return=%2Faccount$/);
  release();
  await page.waitForURL(/\/account$/);
  expect(
    addresses.filter((address) => address.includes(encodeURIComponent(password)) || new URL(address).searchParams.has('email')),
  ).toEqual([]);
});
