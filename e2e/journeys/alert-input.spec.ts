// What is typed into the alert dialog is what is set: numbers in the reader's own manner, and the pair that was meant.
import { calls } from '@tidemark/contract/calls.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { postAlerts } from '../harness/alerts.ts';
import { heldBack } from '../harness/held-back.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

test('a German comma is a decimal comma, thousands may have their points, and what is no number is refused', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/de/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog');
  const target = dialog.locator('.target-field input');
  await target.fill('1e6');
  await expect(target).toHaveValue('');
  await target.pressSequentially('998.500,5');
  await expect(target).toHaveValue('998.500,5');
  await target.blur();
  await expect(target).toHaveValue('998500,5');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toHaveCount(0);
  const { data } = await postAlerts(page, 'select', {});
  expect((data.items as { configurePrice: string }[]).map(({ configurePrice }) => configurePrice)).toEqual(['998500.5']);
});

longTest('targets and the price of now are as exact as the pair is traded, in the dialog and in the list', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?symbol=XRPUSDT');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Now \d\.\d{4}$/)).toBeVisible();
  await dialog.locator('.target-field input').fill('99.5');
  await expect(dialog.getByText(/% from \d\.\d{4}$/)).toBeVisible();
  await dialog.locator('button[type=submit]').click();
  const condition = page.locator('td.a-condition');
  await expect(condition).toContainText('Rises to 99.5000');
  await expect(condition).toContainText(/Now \d\.\d{4}$/);
});

test('futures are chosen by their line, and Enter takes the pair that was typed, also before its list is there', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?symbol=BTCUSDT_UMCBL');
  const dialog = page.getByRole('dialog');
  const contract = dialog.getByRole('combobox', { name: 'Contract' });
  await expect(contract).toHaveValue('BTCUSDT');
  await dialog.getByText('Coin-M', { exact: true }).click();
  await expect(contract).toHaveValue('ETHUSD');
  await contract.click();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: /USDT/ })).toHaveCount(0);
  // Each with its picture, its price and how far it has moved.
  await expect(page.getByRole('option').first().locator('img')).toBeVisible();
  await expect(page.getByRole('option').first()).toContainText(/\d.*%/);
  await page.keyboard.press('Escape');

  await dialog.getByText('USDT-M', { exact: true }).click();
  await expect(contract).toHaveValue('BTCUSDT');
  await contract.click();
  await page.keyboard.type('e');
  await expect(page.getByRole('option').first()).toBeVisible();
  const release = await heldBack(page, '**/exchange/setting');
  await page.keyboard.type('thu');
  await page.keyboard.press('Enter');
  await expect(contract).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(contract).toHaveValue('ETHUSDT');
});

test('a target on the wrong side says the rule beside the price of now; Enter in the pair opens its list, with stars', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.context().request.post(apiPrefix + calls.addFavorite.path, { data: { symbolId: 'ETHUSDT' } });
  await page.goto('/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Now [\d,.]+$/)).toBeVisible();
  await dialog.locator('.target-field input').fill('1');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByText('Please fill in a valid price')).toBeVisible();
  await expect(dialog.getByText(/^Must be above the current price \([\d,.]+\)$/)).toBeVisible();
  await dialog.locator('.target-field input').fill('9999999');
  await expect(dialog.getByText(/Must be above/)).toHaveCount(0);
  // An arrow that is pressed before the list is there marks the first of it all the same.
  const release = await heldBack(page, '**/exchange/setting');
  await dialog.getByRole('combobox').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option')).toHaveCount(0);
  release();
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  const star = page.locator('use[href="#i-star"]');
  await expect(page.getByRole('option', { name: /^ETH\/USDT/ }).locator(star)).toHaveCount(1);
  await expect(page.getByRole('option', { name: /^BTC\/USDT/ }).locator(star)).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox')).toHaveAttribute('aria-expanded', 'false');
});

longTest('the two bounds of a range stand side by side, alike', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Enters range', { exact: true }).click();
  await expect(dialog.getByText(/^Now [\d,.]+$/)).toBeVisible();
  const [lower, upper] = await dialog
    .locator('.alert-fields .grid-cols-2 .field')
    .evaluateAll((fields) => fields.map((field) => [field.getBoundingClientRect().top, field.getBoundingClientRect().height]));
  expect(upper).toEqual(lower);
});

test('a pop-up on the desktop is asked for when an alert is to send one, and only then', async ({ page }) => {
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      document.documentElement.dataset['asked'] = String(Number(document.documentElement.dataset['asked'] ?? 0) + 1);
      return (permission = 'granted');
    };
  });
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?symbol=BTCUSDT');
  const asked = () => page.evaluate(() => document.documentElement.dataset['asked']);
  const dialog = page.getByRole('dialog');
  const popUp = dialog.getByText('Desktop pop-up', { exact: true });
  await popUp.click();
  await dialog.locator('.target-field input').fill('9999999');
  expect(await asked()).toBeUndefined();
  await popUp.click();
  await expect.poll(asked).toBe('1');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog).toHaveCount(0);
  expect(await asked()).toBe('1');
});
