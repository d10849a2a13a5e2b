// Every kind of alert as it is made: types, futures lines, price sources, P2P, and the limits.
import { type Page } from '@playwright/test';
import { postAlerts, presentPrice } from '../harness/alerts.ts';
import { heldBack } from '../harness/held-back.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser } from '../harness/person.ts';

const rowOf = (page: Page, words: RegExp) => page.getByRole('row').filter({ hasText: words });

/** The dialog as it stands open: what it is told, and what comes of it. */
const dialogOf = (page: Page, name = 'New alert') => {
  const dialog = page.getByRole('dialog', { name });
  const field = (label: string) => dialog.getByRole('textbox', { name: label });
  return {
    dialog,
    choose: (word: string) =>
      dialog
        .locator('label')
        .filter({ has: page.getByRole('radio', { name: word, exact: true }) })
        .click(),
    fill: (label: string, value: number | string) => field(label).fill(String(value)),
    send: (button = 'Create alert') => dialog.getByRole('button', { name: button }).click(),
    says: (words: string) => expect(dialog.getByText(words)).toBeVisible(),
    gone: () => expect(dialog).toHaveCount(0),
  };
};

test('each of the eight types is set on spot and listed by its condition', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert');
  const { choose, fill, send, says, gone } = dialogOf(page);
  const open = () => page.getByRole('button', { name: 'New alert' }).first().click();
  await open();
  const price = Math.round(await presentPrice(page));
  const types: readonly (readonly [tile: string, values: Readonly<Record<string, number>>, condition: RegExp])[] = [
    ['Rises to', { 'Target price': price * 2 }, /Rises to/],
    ['Falls to', { 'Target price': Math.round(price / 2) }, /Falls to/],
    ['Rise %', { Percentage: 50 }, /Rises by \+?50%/],
    ['Fall %', { Percentage: 50 }, /Falls by -?50%/],
    ['24h rise %', { Percentage: 90 }, /24h rise of/],
    ['24h fall %', { Percentage: 90 }, /24h fall of/],
    ['Enters range', { 'Lower bound': price * 2, 'Upper bound': price * 3 }, /Enters range/],
    ['Leaves range', { 'Lower bound': Math.round(price / 2), 'Upper bound': price * 2 }, /Leaves range/],
  ];
  for (const [at, [tile, values, condition]] of types.entries()) {
    if (at > 0) await open();
    await choose(tile);
    for (const [label, value] of Object.entries(values)) await fill(label, value);
    await send();
    await gone();
    await expect(rowOf(page, condition)).toContainText('Active');
  }
  await expect(page.getByText('8 of 20 spot alerts on')).toBeVisible();

  // Section 5: what is wrong is said at its field.
  await open();
  await choose('Rise %');
  await fill('Percent', 0);
  await send();
  await says('Please fill in a valid percentage: above 0 and up to 1000, below 100 for a fall, with two decimals at most.');
  await choose('Enters range');
  await fill('Lower bound', 200);
  await fill('Upper bound', 100);
  await says('The upper bound must be greater than the lower bound.');
  await fill('Lower bound', 150);
  await says('The lower bound must be less than the upper bound.');
});

longTest('an alert is set on each futures line and by each price source, and edited in place', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?tab=futures');
  const { choose, fill, send, gone } = dialogOf(page);
  const { data } = await postAlerts(page, 'exchange/setting', { businessLine: 2 });
  const lines = Map.groupBy(
    data.items as { symbolId: string; contractLine: number; symbolCodeDisplayName: string }[],
    ({ contractLine }) => contractLine,
  );
  expect([...lines.keys()].sort((a, b) => a - b)).toEqual(expect.arrayContaining([10, 11, 12]));
  const sources = ['Last', 'Mark', 'Index'] as const;
  const shown = ['Last price', 'Mark price', 'Index price'] as const;
  for (const [at, [first]] of [...lines.values()].entries()) {
    await page.goto(`/price-alert?tab=futures&symbol=${first!.symbolId}`);
    await choose(sources[at % 3]!);
    await fill('Target price', (await presentPrice(page)) * 2);
    await send();
    await gone();
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: first!.symbolCodeDisplayName })
        .filter({ hasText: shown[at % 3]! })
        .first(),
    ).toContainText('Active');
  }

  // Typed into the field for the contract, over a name that arrives only when somebody is in it, and taken with the keyboard.
  await page.goto(`/price-alert?tab=futures`);
  const release = await heldBack(page, '**/select/parameter/config');
  await page.getByRole('button', { name: 'New alert' }).first().click();
  const contract = page.getByRole('dialog').getByRole('combobox', { name: 'Contract' });
  await contract.focus();
  await expect(contract).toHaveValue('BTCUSDT_UMCBL');
  release();
  await expect(contract).toHaveValue('BTCUSDT');
  await page.keyboard.type('ethusdt');
  await expect(page.getByRole('option').first()).toContainText('ETHUSDT');
  await contract.press('Enter');
  await expect(contract).toHaveValue(/ETHUSDT/);
  await page.keyboard.press('Escape');

  const row = page
    .getByRole('row')
    .filter({ hasText: /Rises to/ })
    .first();
  await row.getByRole('button', { name: /^Edit/ }).click();
  const edit = dialogOf(page, 'Edit price alert');
  await edit.choose('Rise %');
  await edit.fill('Percent', 40);
  await edit.choose('Once a day');
  await edit.send('Save');
  await edit.gone();
  const edited = rowOf(page, /Rises by \+?40%/);
  await expect(edited).toContainText('Once a day');
});

test('P2P: buy below the lowest ad, sell above the highest', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert?tab=p2p');
  const { choose, fill, send, says, gone } = dialogOf(page);
  const { lowest, highest } = (await postAlerts(page, 'select/parameter/config', { businessLine: 3, symbolId: 'USDT_USD' })).data.ads as {
    lowest: string;
    highest: string;
  };
  for (const [side, wrong, message, right, condition] of [
    ['Buy', Number(lowest) * 2, 'The buy price must be lower than the Lowest AD price.', (Number(lowest) / 2).toFixed(4), /Buy price ≤/],
    [
      'Sell',
      (Number(highest) / 2).toFixed(4),
      'The sell price must be more than the Highest AD price.',
      Number(highest) * 2,
      /Sell price ≥/,
    ],
  ] as const) {
    await page.getByRole('button', { name: 'New alert' }).first().click();
    await choose(side);
    await expect(page.getByRole('dialog').getByText(/^Lowest ad [\d.,]+/)).toBeVisible();
    await fill('Target price', wrong);
    await send();
    await says(message);
    await fill('Target price', right);
    await send();
    await gone();
    await expect(rowOf(page, condition)).toContainText('USDT/USD');
  }
});

test('the limits of a market and of all of them are said where the next alert is made', async ({ page }) => {
  await logInAsNewUser(page.context());
  await page.goto('/price-alert');
  const { fill, choose, send, says } = dialogOf(page);
  const put = async (businessLine: number, symbolId: string, count: number) => {
    const { pair, ads } = (await postAlerts(page, 'select/parameter/config', { businessLine, symbolId })).data;
    const price = Number(businessLine === 3 ? ads.highest : pair.price);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        postAlerts(page, 'inster', {
          businessLine,
          symbolId,
          clientKey: crypto.randomUUID(),
          alertType: 1,
          frequency: 3,
          channels: [4],
          configurePrice: String(Math.ceil(price * 2) + at),
        }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '00000'));
    return price;
  };
  const tryOne = async (tab: string, price: number) => {
    await page.goto(`/price-alert?tab=${tab}`);
    await page.getByRole('button', { name: 'New alert' }).first().click();
    if (tab === 'p2p') await choose('Sell');
    await fill('Target price', Math.ceil(price * 9));
    await send();
  };
  await tryOne('p2p', await put(3, 'USDT_USD', 20));
  await says('The P2P alert count exceeds the maximum 20.');
  await tryOne('spot', await put(1, 'BTCUSDT', 20));
  await says('The alert count of this market exceeds the maximum 20.');
  await tryOne('futures', await put(2, 'BTCUSDT_UMCBL', 10));
  await says('The total alert count exceeds the maximum 50.');
});
