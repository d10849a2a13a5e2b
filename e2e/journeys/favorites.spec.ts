// Favorites: a visitor's, an account's, and the way from the one to the other; categories, order, links and files.
import { type BrowserContext, type Page } from '@playwright/test';
import { calls } from '@tidemark/contract/calls.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { connectionBadge, rowOf, rowsOf } from '../harness/market-list.ts';
import { logInAsNewUser } from '../harness/person.ts';

const starOf = (page: Page, pair: string) => page.getByRole('button', { name: `Favorite ${pair}`, exact: true });
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

const add = (context: BrowserContext, symbolIds: readonly string[]) =>
  context.request.post('/v1/user/optional/addUserSelfList', { data: { symbolIds } });

test('a visitor stars coins, registers and finds them in the account', async ({ page, context }) => {
  await page.goto('/markets/favorite');
  await expect(page.getByText('No favorites yet')).toBeVisible();
  await page.goto('/markets/spot');
  // The page answers once it is alive.
  await expect(connectionBadge(page)).toHaveClass(/live/);
  await starOf(page, 'BTC/USDT').click();
  await expect(said(page, 'BTC/USDT added to favorites')).toBeVisible();
  await expect(starOf(page, 'BTC/USDT')).toHaveAttribute('aria-pressed', 'true');
  await rowOf(page, 'ETHUSDT').getByRole('link').first().focus();
  await page.keyboard.press('f');
  await expect(starOf(page, 'ETH/USDT')).toHaveAttribute('aria-pressed', 'true');
  // A tab that is duplicated has a copy of the presses that the other one was about to answer.
  await page.evaluate(() => sessionStorage.setItem('starsPressed', ' ETHUSDT'));
  await page.reload();
  await expect(starOf(page, 'ETH/USDT')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('starsPressed'))).toBe('');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/markets/favorite');
  await expect(rowsOf(page)).toHaveCount(2);
  await logInAsNewUser(context);
  await page.reload();
  await expect(said(page, '2 favorites from this browser were added to your account.')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('favorites'))).toBeNull();
});

longTest('removing asks, says from which categories, and can be undone', async ({ page, context }) => {
  await logInAsNewUser(context);
  await add(context, ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
  await page.goto('/markets/favorite');
  await page.getByRole('button', { name: 'Manage categories' }).click();
  await page.getByLabel('Category name').fill('DeFi');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename DeFi' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit list' }).click();
  await page.getByLabel('Select ETH/USDT').check();
  await page.getByLabel('Add to category').selectOption({ label: 'DeFi' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'DeFi 1' })).toBeVisible();

  await starOf(page, 'ETH/USDT').click();
  const question = page.getByRole('dialog', { name: 'Remove from favorites?' });
  await expect(question).toContainText('DeFi');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'DeFi 0' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'DeFi 1' })).toBeVisible();
  await page.reload();
  await expect(rowsOf(page).nth(1)).toContainText('ETH/USDT');
});

for (const [name, when] of [
  ['addFavorites', 'before the server has answered'],
  ['userInfo', 'before anybody has said whose it is'],
] as const) {
  test(`a star that was shown is kept, even when the page is left ${when}`, async ({ page, context }) => {
    await logInAsNewUser(context);
    let isCut = true;
    await page.route(`**${calls[name].path}`, (route) => (isCut ? undefined : route.continue()));
    const isAsked = page.waitForRequest(`**${calls[name].path}`);
    await page.goto('/markets/spot');
    await expect(connectionBadge(page)).toHaveClass(/live/);
    await starOf(page, 'BTC/USDT').click();
    await expect(starOf(page, 'BTC/USDT')).toHaveAttribute('aria-pressed', 'true');
    await isAsked;
    isCut = false;
    await page.goto('/markets/favorite');
    await expect(rowOf(page, 'BTCUSDT')).toBeVisible();
    await page.reload();
    await expect(rowOf(page, 'BTCUSDT')).toBeVisible();
  });
}

test('categories by keyboard alone: made, refused, renamed, put in order, deleted', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/markets/favorite');
  const chips = page.getByRole('navigation', { name: 'Favorite categories' });
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await expect(page.getByRole('button', { name: 'Manage categories' })).toBeEnabled();
  await press('Manage categories');
  const name = page.getByLabel('Category name');
  for (const made of ['First', 'Second', 'Third']) {
    await name.focus();
    await page.keyboard.type(made);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Rename ${made}` })).toBeVisible();
  }
  for (const [typed, message] of [
    ['x', 'Input of 2-26 characters allowed.'],
    ['n'.repeat(27), 'Max. 26 characters'],
    ['moon 🚀', 'Emojis are not supported.'],
    ['a/b', 'You have used unsupported characters. Edit now.'],
    [' SECOND ', 'The category name already exists.'],
  ] as const) {
    await name.fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(message);
  }
  await name.fill('');

  await page.getByRole('button', { name: 'Move Third' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(said(page, 'Third: position 2 of 3')).toBeAttached();
  await page.keyboard.press('Home');
  await expect(said(page, 'Third: position 1 of 3')).toBeAttached();
  await press('Rename First');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Renamed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Rename Renamed' })).toBeVisible();
  await press('Delete Second');
  const written = page.waitForResponse((response) => response.url().endsWith('/user/optionalGroup/delete'));
  await press('Delete');
  await expect(page.getByRole('button', { name: 'Rename Second' })).toHaveCount(0);
  await written;
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(chips.getByRole('link')).toHaveText([/^All/, /^Third/, /^Renamed/]);
});

test('a list is shared read only, taken over by a visitor, and taken back; other devices follow at once', async ({
  page,
  context,
  browser,
}) => {
  await logInAsNewUser(context);
  await add(context, ['SOLUSDT', 'BTCUSDT_UMCBL']);
  await page.goto('/markets/favorite');
  await expect(rowsOf(page)).toHaveCount(2);
  // Another device of the same person: the live socket tells it.
  const phone = await browser.newContext({ storageState: await context.storageState() });
  const second = await phone.newPage();
  await second.goto('/markets/favorite');
  await expect(rowsOf(second)).toHaveCount(2);
  await expect(second.getByRole('button', { name: 'Edit list' })).toBeEnabled();
  await add(context, ['ETHUSDT']);
  await expect(rowsOf(second)).toHaveCount(3);
  await expect(rowsOf(page)).toHaveCount(3);

  await page.getByRole('button', { name: 'Share list' }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByLabel('List link').inputValue();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(link);
  await expect(rowsOf(visitor)).toHaveCount(3);
  await expect(visitor.getByRole('button', { name: 'Edit list' })).toHaveCount(0);
  await visitor.getByRole('button', { name: 'Add all to favorites' }).click();
  await expect(visitor.getByText('All in your favorites')).toBeVisible();
  // The page shows it at once, before the server has done it.
  const stopped = page.waitForResponse((response) => response.url().includes(calls.unshareFavorites.path));
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await stopped;
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('This list is no longer shared.')).toBeVisible();
  await visitor.context().close();
  await phone.close();
});

longTest('a CSV file is imported, and the lines that cannot be used are told', async ({ page, context }) => {
  await logInAsNewUser(context);
  await page.goto('/markets/favorite');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const text = 'symbol,categories\nADA/USDT,Mine;Ours\nNOPE,Mine\nDOGEUSDT,x\nbtcusdt\nBTC-USDT\n';
  await page.getByLabel('Choose file').setInputFiles({ name: 'favorites.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await expect(dialog.getByText('2 lines can be imported.')).toBeVisible();
  await expect(dialog.getByText('Line 3: This trading pair does not exist.')).toBeVisible();
  await expect(dialog.getByText('Line 4: Input of 2-26 characters allowed.')).toBeVisible();
  await expect(dialog.getByText('Line 6: This pair appears earlier in the file.')).toBeVisible();
  // What is pasted is read the same way, and so is what is dropped.
  await dialog.getByLabel('Lines to import').fill('ETHUSDT\nNOPE2');
  await expect(dialog.getByText('1 line can be imported.')).toBeVisible();
  await expect(dialog.getByText('Line 2: This trading pair does not exist.')).toBeVisible();
  const dropped = await page.evaluateHandle((csv) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([csv], 'favorites.csv', { type: 'text/csv' }));
    return transfer;
  }, text);
  await dialog.locator('.drop-zone').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog.getByText('2 lines can be imported.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'Mine 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ours 1' })).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('tidemark-favorites.csv');
});

test('the stars of the favorites page are pressed from its first paint', async ({ context }) => {
  await logInAsNewUser(context);
  await add(context, ['BTCUSDT', 'ETHUSDT']);
  const html = await (await context.request.get('/markets/favorite')).text();
  expect([...html.matchAll(/aria-pressed="(\w+)"/g)].map(([, pressed]) => pressed)).toEqual(['true', 'true']);
});
