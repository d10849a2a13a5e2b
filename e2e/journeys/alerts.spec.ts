// Price alerts as a person uses them: set one, find it, switch it, lose it and get it back.
import { type Page } from '@playwright/test';
import { presentPrice } from '../harness/alerts.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

const rowOf = (page: Page, words: RegExp) => page.getByRole('row').filter({ hasText: words });

test('a visitor is asked to log in and comes back', async ({ page }) => {
  await page.goto('/price-alert');
  const link = page.getByRole('main').getByRole('link', { name: 'Log in' });
  await expect(link).toHaveAttribute('href', /\/login\?return=%2Fprice-alert/);
});

test('a visitor fills in the real form where they are, logs in on saving and finds it as they left it', async ({ page, context }) => {
  const person = await logInAsNewUser(context);
  await context.clearCookies();
  await page.goto('/markets/spot');
  await expect(page.locator('.connection.live').first()).toBeAttached();
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  // What arrives after the page opens it in place; before that the link leads to the page of alerts, which opens it too.
  await page.getByRole('link', { name: 'Set alert for ETH', exact: true }).first().click();
  await expect(dialog.getByRole('combobox')).toHaveValue('ETH/USDT');
  const target = String(Math.round((await presentPrice(page)) * 3));
  await dialog.getByRole('textbox', { name: 'Target price' }).fill(target);
  await dialog.getByText('Once a day', { exact: true }).click();
  await expect(dialog.locator('.alert-preview canvas')).toBeVisible();
  await expect(dialog.getByText('Nothing you entered is lost', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send test' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Create alert' }).click();

  await expect(page).toHaveURL(/\/login\?return=/);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await expect(dialog.getByRole('combobox')).toHaveValue('ETH/USDT');
  await expect(dialog.getByRole('textbox', { name: 'Target price' })).toHaveValue(target);
  await expect(dialog.getByRole('radio', { name: 'Once a day' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(rowOf(page, /Rises to/)).toContainText('Once a day');
  // Saved, it is no draft any more.
  await page.goto('/price-alert?symbol=ETHUSDT');
  await expect(dialog.getByRole('textbox', { name: 'Target price' })).toHaveValue('');
});

test('the dialog begins at the target; its list has picture, name and price; the preview marks what would have fired', async ({ page }) => {
  await page.goto('/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  const target = dialog.getByRole('textbox', { name: 'Target price' });
  await expect(target).toBeFocused();
  await expect(dialog.getByRole('group', { name: 'Quick targets' }).getByRole('button').first()).toHaveText(/^\+\d+%$/);
  // The price takes the room beside the form.
  await expect.poll(async () => (await dialog.locator('.alert-preview .chart-plot').boundingBox())!.height).toBeGreaterThan(300);
  await dialog.getByText('24h fall %', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Percentage' }).fill('0.5');
  const firings = dialog.getByRole('list', { name: 'When it would have triggered' });
  await expect(firings.getByRole('listitem').first()).toHaveText(/\d{1,2}:\d{2}.*\d/);
  const marks = await dialog.locator('.chart-mark').evaluateAll((points) => {
    const area = points[0]!.parentElement!.getBoundingClientRect();
    return points.map((point) => {
      const { left, right, top, bottom } = point.getBoundingClientRect();
      return left >= area.left - 4 && right <= area.right + 4 && top >= area.top - 4 && bottom <= area.bottom + 4;
    });
  });
  expect(marks.length).toBeGreaterThan(0);
  expect(marks).not.toContain(false);

  await dialog.getByRole('combobox').fill('eth');
  const option = dialog.getByRole('option').first();
  await expect(option).toHaveText(/^ETH\/\w+.*\d/);
  await expect(option.locator('img, .avatar-letters').first()).toBeVisible();
});

longTest('the present price of an alert has its zeros folded, as in lists', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/price-alert?symbol=SATSUSDT');
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await dialog.getByText('Rise %', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Percentage' }).fill('50');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(rowOf(page, /SATS/).locator('.a-condition .sub sub')).toHaveText(/^\d$/);
});

longTest('who comes from a fall or a rise finds a target filled in and may send it as it is', async ({ page }) => {
  await logInAsNewUser(page.context());
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
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?symbol=BTCUSDT');
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  const price = await presentPrice(page);

  // Section 5: the target lies beyond the price.
  const target = dialog.getByRole('textbox', { name: 'Target price' });
  await target.fill(String(Math.floor(price / 2)));
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByText('Please fill in a valid price')).toBeVisible();
  await target.fill(String(Math.ceil(price * 2)));
  const note = dialog.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeHidden();
  await dialog.getByText('More', { exact: true }).click();
  await note.fill('x'.repeat(101));
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog.getByText('Please shorten the note')).toBeVisible();
  await note.fill('Sell a third');
  await expect(dialog.getByText('Please fill in a valid price')).toHaveCount(0);
  await expect(dialog.getByText(/Would (not )?have triggered/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(dialog).toHaveCount(0);

  const row = rowOf(page, /Rises to/);
  await expect(row).toContainText('BTC/USDT');
  await expect(row).toContainText('Active');
  await expect(row).toContainText('Sell a third');
  await expect(row).toContainText(/\d+\.\d\d%/);
  const places = () =>
    row.evaluate((line) => {
      const box = (part: string) => (line.querySelector(part) ?? document.querySelector(part))!.getBoundingClientRect();
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
      return {
        off: [middle(box('.switch')), middle(box('.channel-icons'))].map((at) => Math.abs(at - middle(line.getBoundingClientRect()))),
        starts: [box('.a-choose input').left, box('.batch-bar input').left],
        ends: [box('.a-distance > .num').right, box('.switch').right],
      };
    });
  for (const off of (await places()).off) expect(off, 'what has no second line stands in the middle').toBeLessThan(2);
  await page.setViewportSize({ width: 390, height: 800 });
  const onPhone = await places();
  expect(onPhone.starts[1], 'the box above the rows').toBeCloseTo(onPhone.starts[0]!, 0);
  expect(onPhone.ends[1], 'figure and switch').toBeCloseTo(onPhone.ends[0]!, 0);
  await page.setViewportSize({ width: 1280, height: 720 });

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
  await logInAsNewUser(page.context());
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

longTest('Arabic: the alerts stand from right to left', async ({ page }) => {
  await logInAsNewUser(page.context());
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
