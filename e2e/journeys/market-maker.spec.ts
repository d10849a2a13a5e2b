// Somebody applies as a market maker, with pictures, mistakes and a connection that fails on the way.
import { type Page } from '@playwright/test';
import { jpeg, png } from '@tidemark/testbed/pictures.ts';
import { expectNoSeriousAxe, expectNoSeriousAxeInBothThemes } from '../harness/axe.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

const picture = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer });
const rows = (page: Page) => page.locator('.maker-picture');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const choose = (page: Page, ...files: ReturnType<typeof picture>[]) => page.locator('input[type=file]').setInputFiles(files);
const alive = (page: Page) => expect(page.locator('.connection.live').first()).toBeAttached();

test('the whole way: mistakes are said and mended, pictures come one by one, the draft survives, a receipt ends it', async ({ page }) => {
  await page.goto('/markets/error');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Market maker form' }).click();
  await expect(page.getByRole('heading', { name: 'Market maker application' })).toBeVisible();
  await expect(page).toHaveTitle(/Market Maker Program/);

  const send = page.getByRole('button', { name: 'Send application' });
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: '5 fields need your attention.' })).toBeVisible();
  await expect(page.getByText('Please fill in this field.')).toHaveCount(5);
  await expect(page.getByLabel('Applicant name')).toBeFocused();
  await page.getByLabel('Applicant name').fill('Ada Byron');
  await expect(page.getByText('Please fill in this field.')).toHaveCount(4);
  await page.getByLabel('Job title', { exact: true }).fill('Head of trading');
  await page.getByLabel('Introduction').fill('🌊'.repeat(601));
  await expect(page.getByText('601 / 600')).toBeVisible();
  await expect(page.getByText('The introduction can have at most 600 characters.')).toBeVisible();
  await page.getByLabel('Strategy').fill('Both sides, all day.');
  await page.getByLabel('User ID').fill('12a');
  await send.click();
  await expect(page.getByLabel('Introduction')).toBeFocused();
  await page.getByLabel('Introduction').fill('🌊'.repeat(600));
  await expect(page.getByText('The user ID can contain digits only.')).toBeVisible();
  await page.getByLabel('User ID').fill('١٠٠٤٢');
  await expect(page.getByLabel('User ID')).toHaveValue('10042');
  await expect(page.getByRole('alert').filter({ hasText: 'attention' })).toHaveCount(0);

  // Each picture for itself: one of the wrong kind, one that is damaged, one whose way is cut, and those that are right.
  await choose(page, picture('notes.gif', Buffer.from('GIF89a'), 'image/gif'), picture('damaged.png', png().subarray(0, 90)));
  await expect(row(page, 'notes.gif')).toContainText('Images must be PNG, JPG or JPEG.');
  await expect(row(page, 'damaged.png')).toContainText('isn’t a valid PNG or JPEG');
  await page.route('**/marketMaker/image', (route) => route.abort(), { times: 1 });
  await choose(
    page,
    picture('first.png', png({ width: 120, height: 80 })),
    picture('second.JPG', jpeg({ width: 160, height: 160 }), 'image/jpeg'),
  );
  await expect(row(page, 'second.JPG')).toContainText('uploaded');
  await expect(row(page, 'first.png')).toContainText('not uploaded: no connection');
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'An image was not uploaded.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again: first.png' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'first.png')).toContainText('· uploaded');

  // By pasting; then there is no room for another, nor for one that is too large.
  await page.evaluate(
    (bytes) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    },
    [...png({ colour: [200, 30, 60] })],
  );
  await expect(row(page, 'pasted.png')).toContainText('uploaded');
  await choose(page, picture('fourth.png', png()));
  await expect(row(page, 'fourth.png')).toContainText('You can upload up to three images.');
  await page.getByRole('button', { name: 'Remove pasted.png' }).click();
  await choose(page, picture('huge.png', Buffer.alloc(5 * 1024 * 1024 + 1)));
  await expect(row(page, 'huge.png')).toContainText('Each image can be up to 5MB.');
  await choose(page, picture('third.png', png({ colour: [10, 140, 90] })));
  await expect(row(page, 'third.png')).toContainText('uploaded');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.locator('.maker-thumb img')).toHaveCount(3);
  await expectNoSeriousAxeInBothThemes(page);

  await page.reload();
  await expect(page.getByLabel('Applicant name')).toHaveValue('Ada Byron');
  await expect(page.getByLabel('Introduction')).toHaveValue('🌊'.repeat(600));
  await expect(rows(page).filter({ hasText: 'uploaded' })).toHaveCount(3);
  await expect(page.locator('.maker-thumb img')).toHaveCount(3);

  // The answer is lost on its way; sent again it is the same application, so there is nothing to lose.
  const receipts: string[] = [];
  await page.route('**/marketMaker/apply', async (route) => {
    const answer = await route.fetch();
    receipts.push(((await answer.json()) as { data: { applicationId: string } }).data.applicationId);
    await (receipts.length === 1 ? route.abort() : route.fulfill({ response: answer }));
  });
  await send.click();
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t confirm your submission' })).toBeVisible();
  await expect(page.getByLabel('Strategy')).toHaveValue('Both sides, all day.');
  await send.click();
  await expect(page.getByRole('heading', { name: 'Application received' })).toBeFocused();
  expect(receipts).toHaveLength(2);
  expect(receipts[1]).toBe(receipts[0]);
  await expect(page.locator('.maker-number')).toHaveText(receipts[0]!);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy number' }).click();
  await expect(page.getByText('Number copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(receipts[0]);
  await expectNoSeriousAxe(page);

  await page.getByRole('button', { name: 'Send another application' }).click();
  await expect(page.getByText(`Application ${receipts[0]} received on`)).toBeVisible();
  await expect(page.getByLabel('Applicant name')).toHaveValue('');
  await expect(rows(page)).toHaveCount(0);
  await page.reload();
  await alive(page);
  await expect(page.getByLabel('Strategy')).toHaveValue('');
});

test('whoever is logged in finds their user ID filled in, and may name another', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/account');
  const userId = await page
    .getByRole('main')
    .getByText(/^\d{9}$/)
    .textContent();
  await page.goto('/market-maker');
  const field = page.getByLabel('User ID');
  await expect(field).toHaveValue(userId!);
  await field.fill('');
  await expect(field).toHaveValue('');
  await field.fill('7');
  await page.reload();
  await expect(field).toHaveValue('7');
});

test.describe('on a telephone, in Arabic', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  longTest('the form fits, runs from right to left and is sent without a mouse', async ({ page }) => {
    await page.goto('/ar/market-maker');
    await alive(page);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByLabel('اسم مقدّم الطلب').focus();
    for (const text of ['آدا', 'متداولة', 'نصنع الأسواق.', 'على الجانبين.', '77']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await choose(page, picture('صورة.png', png()));
    await expect(row(page, 'صورة.png')).toContainText('تم الرفع');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectNoSeriousAxe(page);
    await page.getByRole('button', { name: 'إرسال الطلب' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'وصل طلبك' })).toBeVisible();
    await expect(page.locator('.maker-number')).toHaveText(/^MM-\w{4}-\w{4}$/);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is there and says what it takes to send it', async ({ page }) => {
    await page.goto('/market-maker');
    await expect(page.getByRole('heading', { name: 'Market maker application' })).toBeVisible();
    await expect(page.locator('noscript .note')).toBeVisible();
    // Why to apply: what is traded here, in figures, and what brings orders.
    await expect(page.getByRole('heading', { name: 'Why make markets here' })).toBeVisible();
    await expect(page.locator('.maker-market dd')).toHaveText([/^\$[\d.]+[BM]$/, /^\$[\d.]+[BM]$/, /^\$[\d.]+[BM]$/, /^\d+$/]);
  });
});
