// Every kind of alert as it is made, and alerts that leave the site: a mail in the reader's language in a real mail server, and a
// push that the service worker shows. A program of its own: one address makes more alerts here than a minute allows it.
import { chromium, expect, test, type Page } from '@playwright/test';
import { startPushEndpoint, type LocalPushEndpoint } from '@tidemark/testbed/push-endpoint.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { post, postAlerts, presentPrice, surroundPrice } from '../harness/alerts.ts';
import { startApp, type App } from '../harness/app.ts';
import { heldBack } from '../harness/held-back.ts';
import { chromiumFlags, requireWholeChromium } from '../../tools/chromium.ts';

test.describe.configure({ timeout: 180_000 });

let app: App;
let smtp: LocalSmtp;
let push: LocalPushEndpoint;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  [smtp, push] = await Promise.all([startSmtp(), startPushEndpoint()]);
  app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Tidemark <no-reply@tidemark.example>', PUSH_HOSTS: push.host, TRUST_PROXY: '1' } });
});
test.afterAll(async () => {
  await app?.stop();
  await Promise.all([smtp?.stop(), push?.stop()]);
});

let people = 0;
/** With an account whose address is proven, as somebody who reads the given language, from an address of their own. */
const enter = async (page: Page, languageType = 0): Promise<string> => {
  const email = `person${++people}@tidemark.example`;
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${people}` });
  await page.goto(`${app.url}/price-alert`);
  const account = { email, password: 'seven blue lanterns over 3 canals', languageType };
  await post(page, '/user/public/register', account);
  const code = /\b(\d{6})\b/.exec((await smtp.nextTo(email)).text)![1]!;
  expect((await post(page, '/user/public/verifyEmail/confirm', { email, code })).code).toBe('00000');
  await post(page, '/user/public/login', account);
  return email;
};

const rowOf = (page: Page, words: RegExp) => page.getByRole('row').filter({ hasText: words });

/** The dialog as it stands open: what it is told, and what comes of it. */
const dialogOf = (page: Page, name = 'New alert') => {
  const dialog = page.getByRole('dialog', { name });
  const field = (label: string) => dialog.getByRole('textbox', { name: label });
  return {
    dialog,
    choose: (word: string) => dialog.locator('label').filter({ has: page.getByRole('radio', { name: word, exact: true }) }).click(),
    fill: (label: string, value: number | string) => field(label).fill(String(value)),
    send: (button = 'Create alert') => dialog.getByRole('button', { name: button }).click(),
    says: (words: string) => expect(dialog.getByText(words)).toBeVisible(),
    gone: () => expect(dialog).toHaveCount(0),
  };
};

test('each of the eight types is set on spot and listed by its condition', async ({ page }) => {
  await enter(page);
  await page.goto(app.url + '/price-alert');
  const { choose, fill, send, says, gone } = dialogOf(page);
  const open = () => page.getByRole('button', { name: 'New alert' }).first().click();
  await open();
  const price = Math.round(await presentPrice(page));
  const types: readonly (readonly [tile: string, values: Readonly<Record<string, number>>, condition: RegExp])[] = [
    ['Rises to', { 'Target price': price * 2 }, /Rises to/],
    ['Falls to', { 'Target price': Math.round(price / 2) }, /Falls to/],
    ['Rise %', { Percent: 50 }, /Rise of \+?50%/],
    ['Fall %', { Percent: 50 }, /Fall of -?50%/],
    ['24 h rise %', { Percent: 90 }, /24 h rise of/],
    ['24 h fall %', { Percent: 90 }, /24 h fall of/],
    ['Enters channel', { 'Lower bound': price * 2, 'Upper bound': price * 3 }, /Enters/],
    ['Exits channel', { 'Lower bound': Math.round(price / 2), 'Upper bound': price * 2 }, /Exits/],
  ];
  for (const [at, [tile, values, condition]] of types.entries()) {
    if (at > 0) await open();
    await choose(tile);
    for (const [label, value] of Object.entries(values)) await fill(label, value);
    await send();
    await gone();
    await expect(rowOf(page, condition)).toContainText('Armed');
  }
  await expect(page.getByText('8 of 20 spot alerts on')).toBeVisible();

  // Section 5: what is wrong is said at its field.
  await open();
  await choose('Rise %');
  await fill('Percent', 0);
  await send();
  await says('Please fill in a valid percentage: above 0 and up to 1000, below 100 for a fall, with two decimals at most.');
  await choose('Enters channel');
  await fill('Lower bound', 200);
  await fill('Upper bound', 100);
  await says('The upper bound must be greater than the lower bound.');
  await fill('Lower bound', 150);
  await says('The lower bound must be less than the upper bound.');
});

test('an alert is set on each futures line and by each price source, and edited in place', async ({ page }) => {
  await enter(page);
  await page.goto(app.url + '/price-alert?tab=futures');
  const { choose, fill, send, gone } = dialogOf(page);
  const { data } = await postAlerts(page, 'exchange/setting', { businessLine: 2 });
  const lines = Map.groupBy(data.items as { symbolId: string; contractLine: number; symbolCodeDisplayName: string }[], ({ contractLine }) => contractLine);
  expect([...lines.keys()].sort((a, b) => a - b)).toEqual(expect.arrayContaining([10, 11, 12]));
  const sources = ['Market', 'Mark', 'Index'] as const;
  const shown = ['Last price', 'Mark price', 'Index price'] as const;
  for (const [at, [first]] of [...lines.values()].entries()) {
    await page.goto(`${app.url}/price-alert?tab=futures&symbol=${first!.symbolId}`);
    await choose(sources[at % 3]!);
    await fill('Target price', (await presentPrice(page)) * 2);
    await send();
    await gone();
    await expect(page.getByRole('row').filter({ hasText: first!.symbolCodeDisplayName }).filter({ hasText: shown[at % 3]! }).first()).toContainText('Armed');
  }

  // Typed into the field for the contract, over a name that arrives only when somebody is in it, and taken with the keyboard.
  await page.goto(`${app.url}/price-alert?tab=futures`);
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

  const row = page.getByRole('row').filter({ hasText: /Rises to/ }).first();
  await row.getByRole('button', { name: /^Edit/ }).click();
  const edit = dialogOf(page, 'Edit price alert');
  await edit.choose('Rise %');
  await edit.fill('Percent', 40);
  await edit.choose('Once a day');
  await edit.send('Save');
  await edit.gone();
  const edited = rowOf(page, /Rise of \+?40%/);
  await expect(edited).toContainText('Once a day');
});

test('P2P: buy below the lowest ad, sell above the highest', async ({ page }) => {
  await enter(page);
  await page.goto(app.url + '/price-alert?tab=p2p');
  const { choose, fill, send, says, gone } = dialogOf(page);
  const { lowest, highest } = (await postAlerts(page, 'select/parameter/config', { businessLine: 3, symbolId: 'USDT_EUR' })).data.ads as { lowest: string; highest: string };
  for (const [side, wrong, message, right, condition] of [
    ['Buy', Number(lowest) * 2, 'The buy price must be lower than the Lowest AD price.', (Number(lowest) / 2).toFixed(4), /Can be bought for/],
    ['Sell', (Number(highest) / 2).toFixed(4), 'The sell price must be more than the Highest AD price.', Number(highest) * 2, /Can be sold for/],
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
    await expect(rowOf(page, condition)).toContainText('USDT/EUR');
  }
});

test('the limits of a market and of all of them are said where the next alert is made', async ({ page }) => {
  await enter(page);
  await page.goto(app.url + '/price-alert');
  const { fill, choose, send, says } = dialogOf(page);
  const put = async (businessLine: number, symbolId: string, count: number) => {
    const { pair, ads } = (await postAlerts(page, 'select/parameter/config', { businessLine, symbolId })).data;
    const price = Number(businessLine === 3 ? ads.highest : pair.price);
    const answers = await Promise.all(
      Array.from({ length: count }, (_, at) => postAlerts(page, 'inster', { businessLine, symbolId, clientKey: crypto.randomUUID(), alertType: 1, frequency: 3, channels: [4], configurePrice: String(Math.ceil(price * 2) + at) })),
    );
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => '00000'));
    return price;
  };
  const tryOne = async (tab: string, price: number) => {
    await page.goto(`${app.url}/price-alert?tab=${tab}`);
    await page.getByRole('button', { name: 'New alert' }).first().click();
    if (tab === 'p2p') await choose('Sell');
    await fill('Target price', Math.ceil(price * 9));
    await send();
  };
  await tryOne('p2p', await put(3, 'USDT_EUR', 20));
  await says('The P2P alert count exceeds the maximum 20.');
  await tryOne('spot', await put(1, 'BTCUSDT', 20));
  await says('The alert count of this market exceeds the maximum 20.');
  await tryOne('futures', await put(2, 'BTCUSDT_UMCBL', 10));
  await says('The total alert count exceeds the maximum 50.');
});

test('the mail of an alert is written in the language of its reader', async ({ page }) => {
  const email = await enter(page, 1);
  await surroundPrice(page, [4, 3]);
  const mail = await smtp.nextTo(email);
  expect(mail.subject).toMatch(/BTC\/USDT 已(涨|跌)至/);
  expect(mail.text).toContain(`/zh-CN/price-alert`);
  expect(mail.headers.get('message-id')).toMatch(/^<alert\.\d+\.1\.1@/);
});

test('a push is taken by the service worker and shown', async () => {
  // Notices are the business of the windows around a page.
  await using whole = await chromium.launch({ executablePath: requireWholeChromium(), args: [...chromiumFlags] });
  const context = await whole.newContext();
  const page = await context.newPage();
  await context.grantPermissions(['notifications'], { origin: app.url });
  // The browser's own push service is out of reach of a test; a local one that speaks the same protocol stands in for it.
  const browser = push.newBrowser();
  await page.addInitScript((subscription) => {
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription;
  }, browser);
  await enter(page);
  await page.goto(`${app.url}/price-alert?symbol=BTCUSDT`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('App push is not allowed in this browser yet.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(dialog.getByText('App push is not allowed in this browser yet.')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(app.url));
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;

  await surroundPrice(page, [4, 1]);
  const { payload } = await push.nextTo(browser);
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data: payload });
  const shown = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag }) => ({ title, tag })));
  const { title, tag } = JSON.parse(payload) as { title: string; tag: string };
  await expect.poll(shown).toEqual([{ title, tag }]);
  expect(title).toMatch(/BTC\/USDT/);
  // Delivered twice it is still one.
  await devtools.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data: payload });
  await expect.poll(shown).toEqual([{ title, tag }]);
});
