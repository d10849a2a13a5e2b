// Alerts whose price is reached: told on the page, at the bell, in a mail in the reader's language and by a push that the service
// worker shows. A program of its own, with a mail server, a push service and an exchange whose price the test moves.
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { startPushEndpoint, type LocalPushEndpoint } from '@tidemark/testbed/push-endpoint.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { chromiumFlags, requireWholeChromium } from '../../tools/chromium.ts';
import { startApp, type App } from '../harness/app.ts';
import { expectNoSeriousAxe } from '../harness/axe.ts';
import { expect, test } from '../harness/journey.ts';
import { newPerson } from '../harness/person.ts';
import { startScriptedExchange, type ScriptedExchange } from '../harness/scripted-exchange.ts';

// One program for all of them, and one price.
test.describe.configure({ mode: 'default' });

let app: App;
let smtp: LocalSmtp;
let push: LocalPushEndpoint;
let exchange: ScriptedExchange;
let price = 40_000;
test.beforeAll(async () => {
  // A cent more with every look: a price that stands still is not told.
  [smtp, push, exchange] = await Promise.all([startSmtp(), startPushEndpoint(), startScriptedExchange(() => (price += 0.01))]);
  app = await startApp({
    env: { ...exchange.env, SMTP_URL: smtp.url, MAIL_FROM: 'Tidemark <no-reply@tidemark.example>', PUSH_HOSTS: push.host },
  });
});
test.afterAll(async () => {
  await app?.stop();
  await Promise.all([smtp?.stop(), push?.stop(), exchange?.stop()]);
});

/** A call with the session of the page. */
const post = async (page: Page, path: string, data: object) => {
  const answer = await (await page.context().request.post(`${app.url}/v1${path}`, { data })).json();
  expect(answer.code, answer.msg).toBe('00000');
  return answer.data;
};

/** With an account whose address is proven, as somebody who reads the given language. */
const enter = async (page: Page, languageType = 0): Promise<string> => {
  const account = { ...newPerson(), languageType };
  await post(page, '/user/public/register', account);
  const code = /\b(\d{6})\b/.exec((await smtp.nextTo(account.email)).text)![1]!;
  await post(page, '/user/public/verifyEmail/confirm', { email: account.email, code, password: account.password });
  await post(page, '/user/public/login', account);
  return account.email;
};

/** An alert a hundredth above the price, and then a price above the alert. */
const riseTo = async (page: Page, channels: readonly number[]): Promise<void> => {
  const target = price * 1.01;
  await post(page, '/send/priceremindconfig/inster', {
    businessLine: 1,
    symbolId: 'BTCUSDT',
    clientKey: crypto.randomUUID(),
    alertType: 1,
    frequency: 3,
    channels,
    configurePrice: target.toFixed(2),
  });
  price = target + 1;
};

test('of three tabs exactly one shows and sounds', async ({ context, page }) => {
  await context.addInitScript(() => {
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) {
      document.documentElement.dataset['sounds'] = String(Number(document.documentElement.dataset['sounds'] ?? 0) + 1);
      start.apply(this, when);
    };
    // A notice goes by itself: what was shown is noted, however late somebody looks.
    new MutationObserver(() => {
      const isTold = [...document.querySelectorAll('[role=status]')].some(({ textContent }) => /BTC\/USDT rose to/.test(textContent ?? ''));
      if (isTold) document.documentElement.dataset['told'] = 'true';
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await enter(page);
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto(`${app.url}/price-alert`);
    await expect(tab.getByRole('link', { name: /^History/ })).toBeVisible();
    // A page may sound once somebody has touched it.
    await tab.getByRole('heading', { level: 1 }).click();
  }
  await riseTo(page, [4, 5]);
  for (const tab of tabs) await expect(tab.getByRole('link', { name: /Price alerts, \d+ unread/ })).toBeVisible();
  const noted = (what: 'told' | 'sounds') =>
    Promise.all(tabs.map((tab) => tab.evaluate((what) => document.documentElement.dataset[what] !== undefined, what)));
  await expect.poll(async () => (await noted('told')).filter(Boolean)).toHaveLength(1);
  await expect.poll(async () => isDeepStrictEqual(await noted('sounds'), await noted('told'))).toBe(true);
});

test('a price that is reached is told on a page without a header, too', async ({ page }) => {
  await enter(page);
  const subscribed = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('price_notice')));
  await page.goto(`${app.url}/markets/fear-and-greed-index`);
  await subscribed;
  await riseTo(page, [4, 5]);
  await expect(
    page
      .getByRole('status')
      .getByText(/BTC\/USDT rose to/)
      .first(),
  ).toBeVisible();
});

test('a price that is reached is told at once, counted at the bell and kept with its story', async ({ page }) => {
  await enter(page);
  await page.goto(`${app.url}/price-alert`);
  await expect(page.getByRole('link', { name: /^History/ })).toBeVisible();
  await riseTo(page, [4, 5]);
  await expect(
    page
      .getByRole('status')
      .getByText(/BTC\/USDT rose to/)
      .first(),
  ).toBeVisible();
  const bell = page.getByRole('link', { name: /Price alerts, \d+ unread/ });
  await expect(bell).toBeVisible();
  // What has no size or no colour is there for nobody.
  const dot = await bell.locator('.bell-dot').evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    return { width, height, colour: getComputedStyle(element).backgroundColor };
  });
  expect(Math.min(dot.width, dot.height)).toBeGreaterThanOrEqual(6);
  expect(dot.colour).not.toMatch(/transparent|, 0\)/);
  // It stands at the corner of the bell where there is more room around it, too.
  await page.setViewportSize({ width: 390, height: 800 });
  const apart = await bell.evaluate((link) => {
    const [drawn, unread] = ['svg', '.bell-dot'].map((part) => link.querySelector(part)!.getBoundingClientRect());
    return [unread!.left - drawn!.right, drawn!.top - unread!.bottom];
  });
  expect(Math.max(...apart)).toBeLessThan(0);
  await page.setViewportSize({ width: 1280, height: 720 });

  await riseTo(page, [4]);
  const log = async () => (await post(page, '/send/alert/log/select', { pageSize: 5 })).items as unknown[];
  await expect.poll(async () => (await log()).length, 'both alerts have fired').toBe(2);
  await page.goto(`${app.url}/price-alert?tab=history`);
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: /BTC\/USDT rose to/ })
    .first();
  await entry.locator('summary').click();
  await expect(entry.getByText('Triggered', { exact: true })).toBeVisible();
  const marks = page.locator('.alert-log').getByRole('button', { name: 'Mark as read' });
  await expect(marks).toHaveCount(2);
  await marks.first().click();
  await expect(page.locator('.l-read')).not.toHaveCount(0);
  const ends = await page.locator('.alert-log .l-price').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  for (const end of ends) expect(end, 'figures stand below figures, read or not').toBeCloseTo(ends[0]!, 0);
  // What fires without a pop-up comes into a history that is open, too.
  await riseTo(page, [4]);
  await expect(page.locator('.alert-log .l-price')).toHaveCount(3);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('link', { name: /unread/ })).toHaveCount(0);
  await expectNoSeriousAxe(page);
});

test.describe('east of Greenwich', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('alerts and their history come alive as they were painted, then in the time of the reader', async ({ page }) => {
    await enter(page);
    await riseTo(page, [4]);
    const log = async () => (await post(page, '/send/alert/log/select', { pageSize: 5 })).items as { happenedAt: number }[];
    await expect.poll(async () => (await log()).length).toBeGreaterThan(0);
    const [fired] = await log();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(error.message));
    const inTokyo = new Date(fired!.happenedAt + 9 * 3_600_000).toISOString().slice(11, 16);
    for (const tab of ['', '?tab=history']) {
      await page.goto(`${app.url}/price-alert${tab}`);
      await expect(page.getByText(inTokyo).first()).toBeVisible();
    }
    expect(errors).toEqual([]);
  });
});

test('the mail of an alert is written in the language of its reader', async ({ page }) => {
  const email = await enter(page, 1);
  await riseTo(page, [4, 3]);
  const mail = await smtp.nextTo(email);
  expect(mail.subject).toMatch(/BTC\/USDT 已涨至/);
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
  await expect(dialog.getByText('Push notifications aren’t enabled in this browser.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(dialog.getByText('Push notifications aren’t enabled in this browser.')).toHaveCount(0);
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
  // What comes before it is active is lost, and no push service sends anything then.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  await riseTo(page, [4, 1]);
  const { payload } = await push.nextTo(browser);
  const deliver = () => devtools.send('ServiceWorker.deliverPushMessage', { origin: app.url, registrationId, data: payload });
  const shown = () =>
    page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, tag }) => ({ title, tag })));
  const { title, tag } = JSON.parse(payload) as { title: string; tag: string };
  // A push service sends again what no worker has taken; one that could not be woken in time has not.
  await expect(async () => {
    await deliver();
    await expect.poll(shown, { timeout: 10_000 }).toEqual([{ title, tag }]);
  }).toPass();
  expect(title).toMatch(/BTC\/USDT/);
  // Delivered twice it is still one.
  await deliver();
  await expect.poll(shown).toEqual([{ title, tag }]);
});
