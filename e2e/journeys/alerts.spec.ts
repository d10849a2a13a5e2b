// Price alerts as a person uses them: set one, find it, switch it, lose it and get it back.
import { type Page } from '@playwright/test';
import { presentPrice } from '../harness/alerts.ts';
import { expect, test } from '../harness/journey.ts';
import { enterAsSomebody } from '../harness/person.ts';

const rowOf = (page: Page, words: RegExp) => page.getByRole('row').filter({ hasText: words });

test('a visitor is asked to log in and comes back', async ({ page }) => {
  await page.goto('/price-alert');
  const link = page.getByRole('main').getByRole('link', { name: 'Log in' });
  await expect(link).toHaveAttribute('href', /\/login\?return=%2Fprice-alert/);
});

test('who comes from a fall or a rise finds a target filled in and may send it as it is', async ({ page }) => {
  await enterAsSomebody(page.context());
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  for (const [toward, condition] of [
    ['down', /Falls to/],
    ['up', /Rises to/],
  ] as const) {
    await page.goto(`/price-alert?symbol=ETHUSDT&toward=${toward}`);
    await expect(dialog.getByRole('textbox', { name: 'Target price' })).toHaveValue(/^[\d.]+$/);
    await dialog.getByRole('button', { name: 'Create alert' }).click();
    await expect(rowOf(page, condition)).toContainText('ETH/USDT');
  }
  await expect(page).not.toHaveURL(/toward/);
});

test('an alert is set from a pair, shown with its distance, switched, deleted and brought back', async ({ page }) => {
  await enterAsSomebody(page.context());
  await page.goto('/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  const price = await presentPrice(page);

  // Section 5: the target lies beyond the price.
  const target = dialog.getByRole('textbox', { name: 'Target price' });
  await target.fill(String(Math.floor(price / 2)));
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByText('Please fill in a valid price')).toBeVisible();
  await target.fill(String(Math.ceil(price * 2)));
  await expect(dialog.getByText('Please fill in a valid price')).toHaveCount(0);
  await expect(dialog.getByText(/Would (not )?have triggered/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog).toHaveCount(0);

  const row = rowOf(page, /Rises to/);
  await expect(row).toContainText('BTC/USDT');
  await expect(row).toContainText('Active');
  await expect(row).toContainText(/\d+\.\d\d%/);

  // Section 5: the same alert does not stand twice.
  await page.getByRole('button', { name: 'New alert' }).first().click();
  await dialog.getByRole('textbox', { name: 'Target price' }).fill(String(Math.ceil(price * 2)));
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByText('Similar configuration already exists')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('switch').click();
  await expect(page.getByText('The Alert is Turned Off')).toBeVisible();
  await expect(row).toContainText('Off');
  await row.getByRole('switch').click();
  await expect(page.getByText('The Alert is Turned On')).toBeVisible();

  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
});

test('from a row and from its key the dialog opens where the person is', async ({ page }) => {
  await enterAsSomebody(page.context());
  await page.goto('/markets/spot');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  const row = page.locator('tr[data-index="1"]');
  const link = row.getByRole('link', { name: /^Set alert for/ });
  await expect(link).toBeVisible();
  await row.locator('.coin').focus();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await link.click();
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/markets/spot');
});

test('Arabic: the alerts stand from right to left', async ({ page }) => {
  await enterAsSomebody(page.context());
  await page.goto('/ar/price-alert');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تنبيهات الأسعار');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'تنبيه جديد' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'تنبيه جديد' });
  await expect(dialog).toBeVisible();
  // A step is read from left to right, sign first.
  const step = dialog
    .locator('.chip')
    .filter({ hasText: /^[+−]?[\d.]+%/ })
    .first();
  await expect(step).toHaveText(/^\+/);
  const [sign, percent] = await step.evaluate((chip) => {
    const text = document.createTreeWalker(chip, NodeFilter.SHOW_TEXT).nextNode()!;
    return [0, text.textContent!.length - 1].map((at) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(sign).toBeLessThan(percent!);
});
