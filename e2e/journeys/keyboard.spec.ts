// The list and the search by keyboard alone.
import { heldBack } from '../harness/held-back.ts';
import { expect, test } from '../harness/journey.ts';
import { connectionBadge, rowsOf } from '../harness/market-list.ts';

test('slash opens the search; arrows and Enter choose a coin; nothing found says so', async ({ page }) => {
  await page.goto('/markets/spot');
  // The page listens to keys once it is alive.
  await expect(connectionBadge(page)).toHaveClass(/live/);
  const search = page.getByRole('combobox', { name: 'Search coins' });
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('solana');
  await expect(page.getByRole('row', { name: /SOL/ }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/markets\/coin\/SOLUSDT$/);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('zzzzzzzz');
  await expect(page.getByText('No data found.').first()).toBeVisible();
  await page.keyboard.press('Escape');
});

test('arrows walk through the rows of a list that is longer than the page', async ({ page }) => {
  await page.goto('/markets/spot');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await rowsOf(page).first().getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rowsOf(page).nth(1).getByRole('link').first()).toBeFocused();
  const total = async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'));
  await expect.poll(total).toBeGreaterThan(500);
  await page.keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex'))))
    .toBe(await total());
  await page.keyboard.press('f');
  await expect(page.locator('tr:focus-within .star')).toHaveAttribute('aria-pressed', 'true');
});

test('the end of a list is its end also while only its beginning has come', async ({ page }) => {
  const release = await heldBack(page, '**/v1/mix/market/getHomeQuotation**');
  await page.goto('/markets/spot');
  await rowsOf(page).first().getByRole('link').first().focus();
  const focusedRow = () => page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')));
  await expect.poll(async () => (await page.keyboard.press('End'), focusedRow())).toBeGreaterThan(40);
  const total = Number(await page.getByRole('table').getAttribute('aria-rowcount'));
  expect(await focusedRow()).toBeLessThan(total);
  release();
  await expect.poll(focusedRow).toBe(total);
});

test('a row that is scrolled away with the focus leaves the keys to the list', async ({ page }) => {
  await page.goto('/markets/spot');
  await expect(connectionBadge(page)).toHaveClass(/live/);
  const first = page.locator('tr[data-index="0"]');
  await first.getByRole('link').first().focus();
  await expect.poll(async () => Number(await page.getByRole('table').getAttribute('aria-rowcount'))).toBeGreaterThan(500);
  await page.evaluate(() => window.scrollTo(0, 9_000));
  await expect(first).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('tr[data-index="1"]').getByRole('link').first()).toBeFocused();
});

test('a heading is sorted by keyboard and says so', async ({ page }) => {
  await page.goto('/markets/spot');
  const heading = page.getByRole('columnheader', { name: /^Price/ });
  await heading.getByRole('button').press('Enter');
  await expect(heading).toHaveAttribute('aria-sort', /ascending|descending/);
  await expect(page).toHaveURL(/sort=price/);
});
