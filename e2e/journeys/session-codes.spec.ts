// Section 8 in the browser: each code that leads home, 429, an aborted request and one that takes too long, forced one by one.
import { type BrowserContext, type Page } from '@playwright/test';
import { redirectingCodes } from '@tidemark/contract/errors.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser, newPerson } from '../harness/person.ts';

const person = newPerson();
const answers = (page: Page, path: string, status: number, code: string) =>
  page.route(`**/v1${path}`, (route) => route.fulfill({ status, json: { code, msg: `said with ${code}`, data: null, requestTime: 1 } }));
const sessionCookies = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name }) => name).filter((name) => name === 'session' || name === 'rtoken');
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });
const loginLink = (page: Page) => page.locator('header').getByRole('link', { name: /Log in|تسجيل الدخول/ });

for (const code of redirectingCodes) {
  (code === '00005' || code === '20906' ? test : longTest)(
    `userinfo answered with ${code}: toast, home of the language, login state and cookies cleared`,
    async ({ page, context }) => {
      await logInAsNewUser(context);
      await page.addInitScript(() => localStorage.setItem('userId', 'somebody'));
      await answers(page, '/user/overview/userinfo', 200, code);
      if (code === '00005') await answers(page, '/user/public/refreshSession', 200, code);
      await page.goto('/ar/markets/futures');
      await expect(toast(page, `said with ${code}`)).toHaveCount(1);
      await expect(page).toHaveURL(/\/ar\/markets\/overview$/);
      await expect(loginLink(page)).toBeVisible();
      await expect.poll(() => sessionCookies(context)).toEqual([]);
      expect(await page.evaluate(() => localStorage.getItem('userId'))).toBeNull();
    },
  );

  // What the answer does is decided in one place for all codes; one that renews first and one that does not stand for them.
  if (code !== '00005' && code !== '20906') continue;

  (code === '00005' ? longTest : test)(`another call answered with ${code}: toast and home`, async ({ page, context }) => {
    await logInAsNewUser(context);
    await answers(page, '/user/preference/get', 200, code);
    await answers(page, '/user/preference/update', 200, code);
    if (code === '00005') await answers(page, '/user/public/refreshSession', 200, code);
    await page.goto('/markets/futures');
    await expect(toast(page, `said with ${code}`)).toHaveCount(1);
    await expect(page).toHaveURL(/\/markets\/overview$/);
  });

  (code === '00005' ? test : longTest)(`${code} without HTTP 200 leads nowhere`, async ({ page, context }) => {
    await logInAsNewUser(context);
    await answers(page, '/user/overview/userinfo', 500, code);
    const answered = page.waitForResponse('**/user/overview/userinfo');
    await page.goto('/markets/futures');
    await answered;
    await expect(loginLink(page)).toBeVisible();
    await expect(page).toHaveURL(/\/markets\/futures$/);
    await expect(page.locator('.toast')).toHaveCount(0);
  });
}

test('an expired session is renewed once for all calls, and nobody notices', async ({ page, context }) => {
  const { email } = await logInAsNewUser(context);
  await context.clearCookies({ name: 'session' });
  expect(await sessionCookies(context)).toEqual(['rtoken']);
  const renewals: string[] = [];
  await page.route('**/v1/user/public/refreshSession', (route) => {
    renewals.push(route.request().url());
    return route.continue();
  });
  await page.goto('/account');
  // The button is drawn before the session is checked; the address of the account is known only after it.
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.locator('main').getByText(email)).toBeVisible();
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(renewals).toHaveLength(1);
});

test('429 leads nowhere; who pressed a button is told', async ({ page }) => {
  await answers(page, '/user/public/login', 429, '40004');
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  const answered = page.waitForResponse('**/user/public/login');
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await answered;
  await expect(page.locator('main').getByRole('button', { name: 'Log in' })).toBeEnabled();
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveText(['Too many requests. Please wait a moment and try again.']);
  await expect(page).toHaveURL(/\/login$/);
});

test('a request that takes too long says so, and the form can be sent again', async ({ page }) => {
  await page.addInitScript(() => {
    const real = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = () => real(400);
  });
  await page.route('**/v1/user/public/login', () => {});
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'No response.' })).toBeVisible();
  await expect(page.locator('main').getByRole('button', { name: 'Log in' })).toBeEnabled();
  expect(page.url()).toMatch(/\/login$/);
});

test('an aborted request is logged and nothing else', async ({ page }) => {
  const logged: string[] = [];
  const reported: string[] = [];
  page.on('console', (message) => message.text().includes('Request aborted') && logged.push(message.text()));
  page.on('request', (request) => request.url().endsWith('/errorReport') && reported.push(request.postData() ?? ''));
  // The whole list never comes; leaving the page gives it up.
  await page.route('**/v1/mix/market/getHomeQuotation**', () => {});
  const asked = page.waitForRequest('**/v1/mix/market/getHomeQuotation**');
  await page.goto('/markets/spot');
  await asked;
  await page.locator('header').getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect.poll(() => logged).toEqual(['Request aborted: getHomeQuotation']);
  await expect(page.locator('.toast')).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  expect(reported).toEqual([]);
});
