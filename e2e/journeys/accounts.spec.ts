// What people do with an account, in a browser, against a program with a real mail server, a gateway for text messages and an
// OpenID Connect provider beside it.
import { readFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { startOidc, type LocalOidc } from '@tidemark/testbed/oidc.ts';
import { startSmsGateway, type LocalSmsGateway } from '@tidemark/testbed/sms-gateway.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { startApp, type App } from '../harness/app.ts';
import { expectNoSeriousAxe } from '../harness/axe.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { startScriptedExchange, type ScriptedExchange } from '../harness/scripted-exchange.ts';

// One program for all of them; the provider answers for one person at a time.
test.describe.configure({ mode: 'default' });

const password = 'nine green kettles on 4 hobs';
let app: App;
let smtp: LocalSmtp;
let sms: LocalSmsGateway;
let provider: LocalOidc;
let exchange: ScriptedExchange;

test.beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  [smtp, sms, provider, exchange] = await Promise.all([
    startSmtp(),
    startSmsGateway(),
    startOidc(`${url}/auth/oidc/callback`),
    startScriptedExchange(() => 40_000),
  ]);
  app = await startApp({
    port,
    env: {
      ...exchange.env,
      PUBLIC_URL: url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Tidemark <no-reply@tidemark.example>',
      SMS_GATEWAY_URL: sms.url,
      SMS_GATEWAY_TOKEN: sms.token,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    },
  });
});
test.afterAll(async () => {
  await app?.stop();
  await Promise.all([smtp?.stop(), sms?.stop(), provider?.stop(), exchange?.stop()]);
});

const device = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ baseURL: app.url, viewport: { width: 1440, height: 900 } });
const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)![1]!;

const fillLogin = async (page: Page, email: string, secret = password) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
};
/** By the form, which is what takes a browser's choices along. */
const logIn = async (page: Page, email: string, secret = password, returnTo = '/account') => {
  await page.goto(`/login?return=${encodeURIComponent(returnTo)}`);
  await fillLogin(page, email, secret);
  await page.waitForURL((url) => url.pathname + url.search === returnTo);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
};
/** By the calls: registered, proven by the code of the mail, and logged in. */
const enter = async (context: BrowserContext, email: string): Promise<void> => {
  const post = async (path: string, data: object) => {
    const answer = await (await context.request.post(`/v1/user/public/${path}`, { data })).json();
    expect(answer.code, answer.msg).toBe('00000');
  };
  await post('register', { email, password });
  await post('verifyEmail/confirm', { email, code: codeIn((await smtp.nextTo(email)).text), password });
  await post('login', { email, password });
};
const zone = (page: Page) => page.getByLabel('Price change basis');

test('register from a page, prove the address by mail, come back, choose; every tab and device follows, the first paint is right', async ({
  browser,
}) => {
  const email = 'ada@people.example';
  const context = await device(browser);
  const page = await context.newPage();
  await page.goto('/markets/spot?sort=price');
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await page.getByRole('link', { name: 'Create one' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('E-mail').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('password1!');
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'This password is too common.' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText(/Password strength: (good|strong|very strong)/)).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  const mail = await smtp.nextTo(email);
  await page.getByLabel('6-digit code').fill(codeIn(mail.text));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.waitForURL(/\/markets\/spot\?sort=price$/);

  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('menu', { name: 'Account' })).toContainText(email);
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  const secondTab = await context.newPage();
  await secondTab.goto('/account');
  await expect(zone(secondTab)).toHaveValue('-1');
  const otherDevice = await device(browser);
  const phone = await otherDevice.newPage();
  await logIn(phone, email);

  const saved = page.waitForResponse((response) => response.url().endsWith('/user/preference/update'));
  await zone(page).selectOption('480');
  await saved;
  await page.getByText('Red up, green down').click();
  await page.getByRole('group', { name: 'Futures' }).getByRole('switch', { name: 'Sound' }).click();
  await page.getByRole('switch', { name: 'Quiet hours' }).click();
  for (const other of [secondTab, phone]) {
    await expect(zone(other)).toHaveValue('480');
    await expect(other.locator('html')).toHaveAttribute('data-updown', 'red');
    await expect(other.getByRole('group', { name: 'Futures' }).getByRole('switch', { name: 'Sound' })).toHaveAttribute(
      'aria-checked',
      'false',
    );
    await expect(other.getByRole('switch', { name: 'Quiet hours' })).toHaveAttribute('aria-checked', 'true');
  }
  // As the server paints it, before any script.
  for (const visited of [context, otherDevice]) {
    const html = await (await visited.request.get('/account')).text();
    expect(html).toContain('data-updown="red"');
    expect(html).toMatch(/<option value="480" selected="">/);
  }
  await page.reload();
  await expect(zone(page)).toHaveValue('480');

  // Signed out everywhere: the other device learns of it by its socket, and the page says so.
  await page.getByRole('button', { name: 'Log out all devices', exact: true }).click();
  await page.waitForURL(/\/login$/);
  await expect(phone.getByRole('status').filter({ hasText: /session|log in/i })).toBeVisible();
  await phone.waitForURL(/\/markets\/overview/);
  await expect(phone.getByRole('link', { name: 'Log in' }).first()).toBeVisible();
  await expect(secondTab.getByText('You are not logged in.')).toBeVisible();
  expect((await context.cookies()).filter(({ name }) => name === 'session' || name === 'rtoken')).toEqual([]);
  await context.close();
  await otherDevice.close();
});

test('a forgotten password is set anew by the link of a mail, which leaves no trace in the address', async ({ browser }) => {
  const email = 'fay@people.example';
  const fresh = 'eleven brass doors, all open';
  const context = await device(browser);
  await enter(context, email);
  expect((await (await context.request.post('/v1/user/preference/update', { data: { timeZone: 480 } })).json()).code).toBe('00000');
  await context.clearCookies();
  const page = await context.newPage();
  await page.goto('/login');
  await fillLogin(page, email, 'not the right one at all');
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong e-mail or password.' })).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const link = /https?:\/\/\S+#reset=\S+/.exec((await smtp.nextTo(email)).text)![0];
  await page.goto(link);
  await page.getByLabel('New password').fill(fresh);
  expect(page.url()).not.toContain('reset=');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await logIn(page, email, fresh);
  await expect(zone(page)).toHaveValue('480');
  await context.close();
});

longTest('the link of the mail does nothing by itself: it takes the password that was chosen', async ({ browser }) => {
  const email = 'lina@people.example';
  const context = await device(browser);
  const page = await context.newPage();
  await page.goto('/register');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  const link = /https?:\/\/\S+#verify=\S+/.exec((await smtp.nextTo(email)).text)![0];
  const elsewhere = await (await device(browser)).newPage();
  const calls: string[] = [];
  elsewhere.on('request', (request) => void (request.url().includes('/verifyEmail/') && calls.push(request.url())));
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Confirm your e-mail address' })).toBeVisible();
  expect(elsewhere.url()).not.toContain('verify=');
  expect(calls).toEqual([]);
  await elsewhere.getByLabel('Password', { exact: true }).fill('not the right one at all');
  await elsewhere.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(elsewhere.getByText('This isn’t the password chosen at registration.')).toBeVisible();
  await elsewhere.getByLabel('Password', { exact: true }).fill(password);
  await elsewhere.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(elsewhere.getByText('E-mail address confirmed.')).toBeVisible();
  await logIn(elsewhere, email);
  await elsewhere.context().close();
  await context.close();
});

test('a phone, the anti-phishing code in mails, sessions one by one, data to take along, and the end of an account', async ({
  browser,
}) => {
  const email = 'cleo@people.example';
  const context = await device(browser);
  const page = await context.newPage();
  const dialog = page.getByRole('dialog');
  await enter(context, email);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add: Phone' }).click();
  // As keyboards of other scripts write them.
  const inPersian = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x6f0 + Number(digit)));
  await dialog.getByLabel('Country code').fill(inPersian('+49'));
  await dialog.getByLabel('Number').fill(inPersian('170 5550199'));
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByLabel('6-digit code').fill(inPersian(codeIn((await sms.nextTo('+491705550199')).text)));
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('+49 1705550199')).toBeVisible();

  await page.getByRole('button', { name: 'Change: Anti-phishing code' }).click();
  await dialog.getByLabel('Anti-phishing code').fill('Blue 7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByText('Blue 7')).toBeVisible();

  const elsewhere = await device(browser);
  const other = await elsewhere.newPage();
  await logIn(other, email);
  await page.reload();
  await page.getByRole('button', { name: /^Log out on/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '1 session logged out' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Log out on/ })).toHaveCount(0);
  await other.waitForURL(/\/markets\/overview/);

  const changed = 'eleven brass doors, all open';
  await page.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await dialog.getByLabel('New password', { exact: true }).fill(changed);
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await smtp.nextTo(email)).text).toContain('Blue 7');

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download my data' }).click()]);
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text).account.email).toBe(email);
  expect(text).not.toContain('argon2');

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  await dialog.getByLabel('Current password', { exact: true }).fill(changed);
  await dialog.getByLabel('I understand that this cannot be undone').check();
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(/\/markets\/overview$/);
  await page.goto('/login');
  await fillLogin(page, email, changed);
  await expect(page.getByRole('alert').filter({ hasText: 'wrong' })).toBeVisible();
  await context.close();
  await elsewhere.close();
});

test('a token for a program is made with a password, shown once, listed with its uses, and revoked', async ({ browser }) => {
  const email = 'tom@people.example';
  const context = await device(browser);
  const page = await context.newPage();
  await enter(context, email);
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Access tokens' });
  await card.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('This field is required.')).toHaveCount(2);
  await dialog.getByLabel('Name').fill('My bot');
  await dialog.getByLabel('View favorites').check();
  await dialog.getByLabel('Manage favorites').check();
  await dialog.getByLabel('Validity').selectOption('30');
  await dialog.getByLabel('Current password', { exact: true }).fill(password);
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('It won’t be shown again.')).toBeVisible();
  const token = await dialog.getByLabel('Access tokens').inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const use = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return (await (await fetch(`${app.url}/v1/user/optionalGroup/list`, { method: 'POST', headers, body: '{}' })).json()) as {
      code: string;
    };
  };
  expect((await use()).code).toBe('00000');
  await page.reload();
  await expect(card).toContainText('My bot');
  await expect(card).toContainText('View alerts · View favorites · Manage favorites');
  await card.getByText('Recent activity').click();
  await expect(card).toContainText('listCategories');
  await expect(card).not.toContainText(token);
  await expectNoSeriousAxe(page);
  await card.getByRole('button', { name: 'Revoke My bot' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Token revoked' })).toBeVisible();
  await expect(card).not.toContainText('My bot');
  expect((await use()).code).toBe('40701');
  await context.close();
});

test('sign in through the provider and land where one was', async ({ browser }) => {
  provider.person = { subject: 'dora-1', email: 'dora@people.example', emailVerified: true, name: 'Dora' };
  const context = await device(browser);
  const page = await context.newPage();
  await page.goto('/ar/login?return=%2Far%2Fmarkets%2Ffutures');
  await expectNoSeriousAxe(page);
  await page.locator('a[href^="/auth/oidc/start"]').click();
  await page.waitForURL(/\/ar\/markets\/futures$/);
  await page.goto('/account');
  await expect(page.getByText('dora@people.example')).toBeVisible();
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('dialog').getByLabel('Current password', { exact: true })).toHaveCount(0);
  // The provider would answer for whoever sits there; only its word on a fresh login counts.
  provider.freshLogin = 'untold';
  await page.getByRole('dialog').getByRole('link', { name: 'Log in again' }).click();
  await page.waitForURL(/\/account\?proof=failed$/);
  await expect(page.getByRole('alert').filter({ hasText: 'did not confirm' })).toBeVisible();
  await expectNoSeriousAxe(page);
  provider.freshLogin = 'made';
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Log in again' }).click();
  await page.waitForURL(/\/account$/);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Log in again' })).toHaveCount(0);
  await page.getByRole('dialog').getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page.getByText('You are not logged in.')).toBeVisible();
  await context.close();
});

longTest('an account of the provider, which has no password, is deleted by the code of a mail', async ({ browser }) => {
  provider.person = { subject: 'erin-1', email: 'erin@people.example', emailVerified: true, name: 'Erin' };
  const context = await device(browser);
  const page = await context.newPage();
  await page.goto('/auth/oidc/start?returnTo=%2Faccount');
  await page.waitForURL(/\/account$/);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog.getByText(/we’ll send a code to erin@people\.example/)).toBeVisible();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('checkbox').check();
  await expect(dialog.getByRole('button', { name: 'Delete account' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const { text } = await smtp.nextTo('erin@people.example');
  await dialog.getByLabel('6-digit code').fill(/\b(\d{6})\b/.exec(text)![1]!);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(/\/markets\/overview$/);
  await context.close();
});
