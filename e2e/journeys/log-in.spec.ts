// Into an account and what comes along, on a site that sends no mail.
import { type BrowserContext, type Page } from '@playwright/test';
import { errors } from '@tidemark/contract/errors.ts';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { expect, longTest, test } from '../harness/journey.ts';
import { logInAsNewUser, newPerson, type Person } from '../harness/person.ts';

const fillLogin = async (page: Page, { email, password }: Person) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
};
/** Chosen and kept: a page that is left before it has come to life keeps nothing. */
const keeps = (context: BrowserContext, cookie: string, value: string) =>
  expect.poll(async () => (await context.cookies()).find(({ name }) => name === cookie)?.value).toBe(value);
const zone = (page: Page) => page.getByLabel('Price change basis');
const fiat = (page: Page) => page.getByRole('main').getByLabel('Currency');

test('what a visitor chose joins the account at the first login, and what the account chose stays', async ({ page, context, browser }) => {
  const person = newPerson();
  await page.goto('/account');
  await expect(page.getByText('You are not logged in.')).toBeVisible();
  await zone(page).selectOption('-300');
  await page.getByText('Bell', { exact: true }).click();
  await keeps(context, 'timeZone', '-300');
  await page.goto('/register?return=%2Faccount');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(/\/account$/);
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(zone(page)).toHaveValue('-300');
  const second = await browser.newContext();
  const other = await second.newPage();
  await other.goto('/account');
  await zone(other).selectOption('60');
  await fiat(other).selectOption('EUR');
  await keeps(second, 'timeZone', '60');
  await keeps(second, 'currency', 'EUR');
  await other.goto('/login?return=%2Faccount');
  await fillLogin(other, person);
  await other.waitForURL(/\/account$/);
  await expect(other.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  await expect(zone(other)).toHaveValue('-300');
  await expect(other.getByRole('radio', { name: 'Bell' })).toBeChecked();
  await expect(fiat(other)).toHaveValue('EUR');
  await expect(fiat(page)).toHaveValue('EUR');
  await second.close();
});

test('a tab that stays open shows nothing of the user who left to the one who came', async ({ page, context, browser }) => {
  const ann = await logInAsNewUser(context);
  const elsewhere = await browser.newContext();
  const bob = await logInAsNewUser(elsewhere);
  await elsewhere.close();
  const other = await context.newPage();
  // What joins the preferences listens to the other tabs, too.
  const joined = other.waitForResponse('**/user/preference/update');
  await other.goto('/account');
  await joined;
  await expect(other.getByRole('main')).toContainText(ann.email);
  await other.getByRole('button', { name: 'Help and chat' }).click();
  const message = other.getByRole('dialog', { name: 'Support' }).getByLabel('Your message');
  await message.fill('My phone number is 555 0199');

  await page.goto('/account');
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(other.getByText('You are not logged in.')).toBeVisible();
  await expect(message).toHaveValue('');
  await expect(page.getByText('You are not logged in.')).toBeVisible();
  await page.goto('/login?return=%2Faccount');
  await fillLogin(page, bob);
  await page.waitForURL(/\/account$/);
  await expect(other.getByRole('main')).toContainText(bob.email);
  await expect(other.getByRole('main')).not.toContainText(ann.email);
});

longTest('without the preferences of the account the locally stored time zone stands', async ({ page, context, baseURL }) => {
  await logInAsNewUser(context);
  // The first visit gives the choices of this browser to the account; every later one asks the account for its own.
  const given = page.waitForResponse((response) => response.url().endsWith('/user/preference/update'));
  await page.goto('/account');
  await given;
  // By this the browser knows whom it has met.
  await page.waitForFunction((key) => localStorage.getItem(key) !== null, localCacheKeys.userId);
  await context.addCookies([{ name: 'timeZone', value: '120', url: baseURL! }]);
  await page.route('**/v1/user/preference/get', (route) =>
    route.fulfill({ json: { code: '40005', msg: 'broken', data: null, requestTime: 1 } }),
  );
  const asked = page.waitForResponse((response) => response.url().endsWith('/user/preference/get'));
  await page.reload();
  await asked;
  await expect(zone(page)).toHaveValue('120');
});

longTest('guesses are slowed down, and the person reads for how long', async ({ page, context, baseURL }) => {
  const person = await logInAsNewUser(context);
  await context.clearCookies();
  await page.goto('/login?return=https://evil.example/');
  const refused = page.getByRole('alert').filter({ hasText: /Too many attempts\. Please try again in \d+ seconds?\./ });
  const eve = newPerson().email;
  let [code, guesses] = ['', 0];
  // The wait doubles with each guess, so it outgrows the time that a busy machine takes from one to the next.
  while (code !== errors.tooManyGuesses.code && guesses < 12) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/user/public/login'));
    await fillLogin(page, { email: eve, password: `guess number ${++guesses} of many` });
    ({ code } = (await (await answered).json()) as { code: string });
  }
  expect(guesses).toBeGreaterThan(5);
  await expect(refused).toBeVisible();
  // Others are not held up, and a foreign address is nowhere to return to.
  await fillLogin(page, person);
  await page.waitForURL((url) => url.origin === baseURL && !url.pathname.endsWith('/login'));
});
