// Dialogs, and what is entered or closed while a write is under way: nothing is lost, and every write ends in words.
import { type Page, type Route } from '@playwright/test';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { addressOf, envelope, goTo, stub } from '../harness/drive-write.ts';
import { alert, enter, linkedChannels, parameters, stubAccount, stubAlerts, stubFavorites } from '../harness/form-stubs.ts';
import { expect, test } from '../harness/journey.ts';
import { wordOf } from '../harness/words.ts';

interface Asked {
  readonly body: unknown;
  succeed(data: unknown): Promise<void>;
  refuse(words: string): Promise<void>;
}

/** Requests of a call, each answered by hand; the next of them, once it is there. */
const byHand = async (page: Page, name: CallName): Promise<() => Promise<Asked>> => {
  const waiting: Route[] = [];
  await page.route(addressOf(name), (route) => void waiting.push(route));
  return async () => {
    await expect.poll(() => waiting.length, { message: `${name} is asked` }).toBeGreaterThan(0);
    const route = waiting.shift()!;
    return {
      body: route.request().postDataJSON(),
      succeed: (data) => route.fulfill({ json: envelope(data, calls[name].success, 'success') }),
      refuse: (words) => route.fulfill({ json: envelope(null, errors.badInput.code, words) }),
    };
  };
};

const open = { spot: 2, futures: 0, p2p: 0, total: 2 };
const saved = { alert, startsLatched: false };
const dialogOf = (page: Page) => page.getByRole('dialog');
const toastOf = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text });
const button = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true });
const isGone = (page: Page) => expect(dialogOf(page)).toHaveCount(0);

test('a drag out of a dialog leaves it open, one inside another closes alone, and ticks made meanwhile stay', async ({ page }) => {
  await stubFavorites(page);
  await enter(page);
  await goTo(page, '/markets/favorite');
  await page.getByRole('button', { name: 'Edit list' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit list' });
  const head = (await editor.getByRole('heading').boundingBox())!;
  await page.mouse.move(head.x + 5, head.y + 5);
  await page.mouse.down();
  await page.mouse.move(4, 4);
  await page.mouse.up();
  const bitcoin = editor.getByLabel('Select BTC/USDT');
  const ether = editor.getByLabel('Select ETH/USDT');
  await bitcoin.check();

  const question = page.getByRole('dialog', { name: 'Remove from favorites?' });
  const ask = () => button(page, 'Remove').first().click();
  for (const leave of [() => question.getByRole('button', { name: 'Cancel' }).click(), () => page.keyboard.press('Escape')]) {
    await ask();
    await expect(question).toBeVisible();
    await leave();
    await expect(question).toHaveCount(0);
    await expect(bitcoin).toBeChecked();
  }
  const removals = await byHand(page, 'removeFavorites');
  await ask();
  await question.getByRole('button', { name: 'Remove' }).click();
  const removal = await removals();
  await ether.check();
  await removal.succeed({ removed: 1 });
  await expect(toastOf(page, 'BTC/USDT removed from favorites')).toBeVisible();
  await expect(ether).toBeChecked();
  await page.mouse.click(4, 4);
  await isGone(page);
});

test('a category’s new name is not typed over on its way, and its refusal is told when its form is gone; names of views stay', async ({
  page,
}) => {
  await stubFavorites(page);
  await enter(page);
  await goTo(page, '/markets/favorite');
  await page.getByRole('button', { name: 'Manage categories' }).click();
  const names = await byHand(page, 'updateCategory');
  const name = dialogOf(page).getByLabel('Category name').first();
  await button(page, 'Rename DeFi').click();
  await name.fill('Lending');
  await name.press('Enter');
  const first = await names();
  await expect(name).not.toBeEditable();
  await first.refuse('the first is refused');
  await expect(dialogOf(page).getByRole('alert')).toHaveText('the first is refused');
  await expect(name).toBeEditable();
  await name.press('Enter');
  const second = await names();
  await button(page, 'Cancel').click();
  await second.refuse('the second is refused');
  await expect(toastOf(page, 'the second is refused')).toBeVisible();
  await page.keyboard.press('Escape');
  await isGone(page);

  await goTo(page, '/markets/spot');
  await page.getByRole('button', { name: 'Saved views' }).click();
  const views = await byHand(page, 'saveListView');
  const view = dialogOf(page).getByLabel('View name');
  await view.fill('Calm');
  await button(page, 'Save view').click();
  const saving = await views();
  await view.fill('Wild');
  await saving.succeed({ viewId: 'v', name: 'Calm', address: '/markets/spot', savedAt: 1 });
  await expect(toastOf(page, 'View “Calm” saved')).toBeVisible();
  await expect(view).toHaveValue('Wild');
});

test('an import of favorites whose pairs did not come offers another try; a file that cannot be read is told', async ({ page }) => {
  await stubFavorites(page);
  await enter(page);
  let isRefused = true;
  await page.route(`${addressOf('contractSymbols')}*`, (route) =>
    isRefused ? route.fulfill({ json: envelope(null, errors.badInput.code, 'no pairs') }) : route.continue(),
  );
  await goTo(page, '/markets/favorite');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialogOf(page).getByLabel('Lines to import').fill('ADAUSDT');
  await expect(dialogOf(page).getByText('Couldn’t load the list.')).toBeVisible();
  isRefused = false;
  await button(page, 'Try again').click();
  await expect(dialogOf(page).getByText('1 line can be imported.')).toBeVisible();
  await expect(dialogOf(page).getByText('Couldn’t load the list.')).toHaveCount(0);
  await giveUnreadable(page);
  await expect(toastOf(page, wordOf('en', 'writes', 'writes.failed'))).toBeVisible();
});

/** As a folder is, or a file that has been moved since it was chosen. */
const giveUnreadable = async (page: Page) => {
  await page.evaluate(() => {
    Blob.prototype.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  });
  await dialogOf(page)
    .getByLabel('Choose file')
    .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from('x') });
};

test('an alert that is saved when its form is gone leaves the next form alone, and its refusal is told on the page', async ({ page }) => {
  await stubAlerts(page);
  await enter(page);
  const creations = await byHand(page, 'createAlert');
  const changes = await byHand(page, 'updateAlert');
  await goTo(page, '/price-alert');
  const target = dialogOf(page).getByLabel('Target price');
  const openNew = async () => {
    await page.getByRole('button', { name: 'New alert' }).first().click();
    await target.fill('150');
  };
  await openNew();
  await button(page, 'Create alert').click();
  const first = await creations();
  await page.keyboard.press('Escape');
  await isGone(page);
  await page.getByRole('row').filter({ hasText: 'BTC/USDT' }).getByRole('button', { name: /^Edit/ }).click();
  await target.fill('130');
  await first.succeed(saved);
  await expect(toastOf(page, 'Alert created')).toBeVisible();
  await expect(target).toHaveValue('130');

  await button(page, 'Save').click();
  const second = await changes();
  await page.keyboard.press('Escape');
  await isGone(page);
  await second.refuse('the second is refused');
  await expect(toastOf(page, 'the second is refused')).toBeVisible();

  // While it is sent the form stands still; what it is refused for is mended where one was.
  await openNew();
  await target.press('Enter');
  const third = await creations();
  await expect(target).not.toBeFocused();
  await page.keyboard.type('9');
  await third.refuse('the third is refused');
  await expect(dialogOf(page).getByText('the third is refused')).toBeVisible();
  await expect(target).toHaveValue('150');
  await expect(target).toBeFocused();
});

test('every press of an alert’s switch counts, however slow the one before; rows that are ticked meanwhile stay so', async ({ page }) => {
  await stubAlerts(page);
  let isOn = 1;
  await stub(page, 'listAlerts', () => ({
    items: [
      { ...alert, switch: isOn },
      { ...alert, id: '2', configurePrice: '130' },
    ],
    total: 2,
    open,
  }));
  await enter(page);
  await goTo(page, '/price-alert');
  const rows = page.getByRole('row').filter({ hasText: 'BTC/USDT' });
  const switches = await byHand(page, 'updateAlert');
  const onOff = rows.first().getByRole('switch');
  await onOff.click();
  const off = await switches();
  expect(off.body).toMatchObject({ switch: 0 });
  await expect(onOff).not.toBeChecked();
  await onOff.click();
  await expect(onOff).toBeChecked();
  await off.succeed(saved);
  const on = await switches();
  expect(on.body).toMatchObject({ switch: 1 });
  await on.succeed(saved);
  await expect(toastOf(page, 'The Alert is Turned On')).toBeVisible();
  await onOff.click();
  isOn = 0;
  await (await switches()).succeed(saved);
  await expect(toastOf(page, 'The Alert is Turned Off')).toBeVisible();
  await expect(onOff).not.toBeChecked();
  // What is refused is as the list says it is.
  await onOff.click();
  await (await switches()).refuse('the switch is refused');
  await expect(toastOf(page, 'the switch is refused')).toBeVisible();
  await expect(onOff).not.toBeChecked();

  const batches = await byHand(page, 'changeAlerts');
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const batch = await batches();
  await rows.last().getByRole('checkbox').check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await batch.succeed({ items: [{ id: '1', outcome: 'changed', code: null, msg: null }], changed: 1 });
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(rows.last().getByRole('checkbox')).toBeChecked();
});

const pairOf = (leftCoinName: string) => ({
  ...parameters.pair,
  symbolId: `${leftCoinName}USDT`,
  symbolCode: `${leftCoinName}USDT`,
  symbolCodeDisplayName: `${leftCoinName}/USDT`,
  leftCoinName,
});

test('a copy is told about what was sent, and an import beside the text of another one; a file that cannot be read is told', async ({
  page,
}) => {
  await stubAlerts(page);
  const items = ['ETH', 'SOL', 'ADA'].map(pairOf);
  await stub(page, 'alertExchangeSetting', { items, coins: [] });
  await enter(page);
  const imports = await byHand(page, 'importAlerts');
  await goTo(page, '/price-alert');
  await page.getByRole('button', { name: /^Copy BTC/ }).click();
  await dialogOf(page).getByRole('searchbox', { name: 'Find pairs' }).fill('USDT');
  for (const { symbolCodeDisplayName } of items)
    await dialogOf(page)
      .getByRole('checkbox', { name: new RegExp(`^${symbolCodeDisplayName}`) })
      .check();
  const lastOne = dialogOf(page).getByRole('list', { name: '3 selected' }).getByRole('checkbox').last();
  const { x, y } = (await lastOne.boundingBox())!;
  await button(page, 'Copy').click();
  const copying = await imports();
  await expect(button(page, 'Copy')).toBeDisabled();
  await page.mouse.click(x + 4, y + 4);
  await page.keyboard.press('Escape');
  const line = (nth: number, msg: string | null) => ({
    line: nth,
    symbol: items[nth - 1]!.symbolId,
    outcome: msg ? 'refused' : 'made',
    code: null,
    msg,
  });
  await copying.succeed({ made: 2, there: 0, refused: 1, items: [line(1, null), line(2, null), line(3, 'one too many')] });
  await expect(dialogOf(page).getByRole('status').getByRole('listitem')).toHaveText([/^ETH/, /^SOL/, /^ADA.*one too many$/]);
  await button(page, 'Close').last().click();
  await isGone(page);

  await page.getByRole('button', { name: 'Import / Export' }).click();
  await page.getByRole('menuitem', { name: 'Import alerts' }).click();
  const text = dialogOf(page).getByLabel('Lines to import');
  await text.fill('market,symbol,condition,target\nspot,ETHUSDT,rises_to,150');
  await button(page, 'Check').click();
  await (await imports()).succeed({ made: 1, there: 0, refused: 0, items: [line(1, null)] });
  await button(page, 'Import').click();
  const importing = await imports();
  await text.fill('spot,SOLUSDT,rises_to,150');
  await importing.succeed({ made: 1, there: 0, refused: 0, items: [line(1, null)] });
  await expect(toastOf(page, 'Alerts created: 1')).toBeVisible();
  await expect(text).toHaveValue('spot,SOLUSDT,rises_to,150');
  await giveUnreadable(page);
  await expect(dialogOf(page).getByText(wordOf('en', 'writes', 'writes.failed'))).toBeVisible();
});

test('a form of the account stays until its answer is there; the chat with the bot closes when it is connected', async ({ page }) => {
  await stubAccount(page);
  await stub(page, 'listChannels', linkedChannels);
  await enter(page);
  await goTo(page, '/account');
  const profiles = await byHand(page, 'updateProfile');
  await page.getByRole('button', { name: 'Change: Display name' }).click();
  await dialogOf(page).getByLabel('Display name').fill('Ada');
  await button(page, 'Save').click();
  const profile = await profiles();
  await expect(button(page, 'Cancel')).toBeDisabled();
  await page.mouse.click(4, 4);
  await profile.refuse('the name is refused');
  await expect(dialogOf(page).getByText('the name is refused')).toBeVisible();
  await button(page, 'Cancel').click();
  await isGone(page);

  const channels = await byHand(page, 'saveChannel');
  await page.getByRole('button', { name: 'Connect: Webhook' }).click();
  await dialogOf(page).getByLabel('Webhook URL').fill('https://example.com/hook');
  await button(page, 'Connect').click();
  const connecting = await channels();
  await expect(button(page, 'Connect')).toBeDisabled();
  // The second one the browser does not ask about.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await connecting.succeed({ item: linkedChannels.items[3], secret: 'whsec_shownOnce' });
  await expect(dialogOf(page).getByLabel('Webhook', { exact: true })).toHaveValue('whsec_shownOnce');
  await button(page, 'Close').click();
  await isGone(page);

  await stub(page, 'linkTelegram', { url: 'https://t.me/bot?start=code', expiresAt: 1 });
  await page.getByRole('button', { name: 'Connect: Telegram' }).click();
  await expect(dialogOf(page).getByRole('link', { name: 'Open Telegram' })).toBeVisible();
  const linked = { label: '@ada', on: true, linkedAt: 2, lastSentAt: null, failures: 0 };
  const [telegram, ...others] = linkedChannels.items;
  await stub(page, 'listChannels', { ...linkedChannels, items: [{ ...telegram, linked }, ...others] });
  await expect(toastOf(page, 'Telegram connected')).toBeVisible();
  await isGone(page);
});
