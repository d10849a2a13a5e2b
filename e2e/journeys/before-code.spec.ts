// A page is used before its code has arrived: nothing done meanwhile is lost, and nothing leaves by a side door.
import { expect, test } from '@playwright/test';
import { heldBack } from '../harness/held-back.ts';
import { rowOf } from '../harness/market-list.ts';

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

test('a form that was sent is sent once there is somebody to send it, and no password stands in an address', async ({ page }) => {
  const release = await heldBack(page, '**/*.js');
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('E-mail').fill('nobody@people.example');
  await page.getByLabel('Password', { exact: true }).fill('a secret of seven words');
  await page.keyboard.press('Enter');
  const asked = page.waitForRequest('**/v1/user/public/login');
  release();
  expect((await asked).postDataJSON()).toMatchObject({ email: 'nobody@people.example', password: 'a secret of seven words' });
  await expect(page).toHaveURL(/\/login$/);
  expect(addresses.filter((address) => address.includes('secret'))).toEqual([]);
});
