// A day of somebody who runs the site: let in by the command, signed in with a code, and everything they change in the log.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { calls } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { operatorOidcPaths } from '@tidemark/contract/operators.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { startOidc, type LocalOidc } from '@tidemark/testbed/oidc.ts';
import { startApp, type App } from '../harness/app.ts';
import { expectNoSeriousAxe } from '../harness/axe.ts';
import { expect, test } from '../harness/journey.ts';
import { totpCode } from '../harness/totp.ts';

test.describe.configure({ mode: 'serial' });

const rootDir = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'operator-'));
const person = { email: 'ada@people.example', password: 'seven blue lanterns over 3 canals' };
let app: App;
let provider: LocalOidc;
let password = '';
let secret = '';

test.beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/operator.ts', 'add', 'Olga'], {
    cwd: rootDir,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  password = /password {2}(\S+)/.exec(stdout)![1]!;
  secret = /codes {5}(\S+)/.exec(stdout)![1]!;
  // Nothing here waits for a price.
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOidc(publicUrl + operatorOidcPaths.callback);
  app = await startApp({
    dataDir,
    port,
    env: {
      PUBLIC_URL: publicUrl,
      OPERATOR_OIDC_ISSUER: provider.issuer,
      OPERATOR_OIDC_CLIENT_ID: provider.clientId,
      OPERATOR_OIDC_CLIENT_SECRET: provider.clientSecret,
      OPERATOR_OIDC_ROLES: 'editor=writers',
      SIM_COINS: '20',
      SIM_TICKS_PER_SECOND: '5',
    },
  });
});
test.afterAll(async () => {
  await app?.stop();
  await provider?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const call = async (path: string, body: object, cookie = '') => {
  const answer = await fetch(`${app.url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, deviceid: 'a-device-of-the-journey' },
    body: JSON.stringify(body),
  });
  const { code, data, msg } = (await answer.json()) as { code: string; data: any; msg: string };
  expect(code, `${path}: ${msg}`).toBe('00000');
  return {
    data,
    cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; '),
  };
};
const open = (page: Page, section: string) => page.getByRole('navigation').getByRole('button', { name: section }).click();
const said = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test('sign in with a code, freeze, hide, announce, raise, answer, accept, read the log, take one back', async ({ page }) => {
  await call('/user/public/register', person);
  const sharer = await call('/user/public/register', { ...person, email: 'sharer@people.example' });
  await call(calls.addFavorites.path, { symbolIds: ['BTCUSDT', 'ETHUSDT'] }, sharer.cookie);
  const shared = await call(calls.shareFavorites.path, {}, sharer.cookie);
  expect((await call(calls.sharedFavorites.path, shared.data)).data.items).toHaveLength(2);
  const chat = await call('/support/chat/list', {});
  await call('/support/chat/send', { clientKey: 'first', text: 'Where are my coins?' }, chat.cookie);
  await call('/mix/public/marketMaker/apply', {
    clientKey: 'key',
    applicantName: 'Ada Byron',
    applicantTitle: 'Head of trading',
    introduction: 'We quote.',
    strategy: 'Both sides.',
    userId: '10042',
    imageIds: [],
  });

  await page.goto(`${app.url}/operator`);
  await page.getByLabel('Name').fill('olga');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await said(page, 'Wrong name, password or code.');
  await expectNoSeriousAxe(page);
  await page.getByLabel('Code').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('olga, owner')).toBeVisible();

  await open(page, 'Users');
  await page.getByLabel('User ID or e-mail').fill(person.email);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Freeze' }).click();
  await said(page, 'The account is frozen.');

  await open(page, 'Settings');
  const hidden = page.getByRole('form', { name: 'Hidden coins' });
  await hidden.getByRole('textbox').fill('[{"baseSymbol":"BTC","languageList":["en"]}]');
  await hidden.getByRole('button', { name: 'Save' }).click();
  await said(page, 'ipCountryNameList');
  await hidden.getByRole('textbox').fill('[{"baseSymbol":"BTC","languageList":["en"],"ipCountryNameList":[]}]');
  await hidden.getByRole('button', { name: 'Save' }).click();
  await expect(hidden.getByText('set', { exact: true })).toBeVisible();
  const idsOf = ({ data }: { data: { items: { symbolId: string }[] } }) => data.items.map(({ symbolId }) => symbolId);
  const offered = await call(calls.alertExchangeSetting.path, { businessLine: 1 });
  expect(idsOf(offered)).toContain('ETHUSDT');
  expect(idsOf(offered)).not.toContain('BTCUSDT');
  expect(idsOf(await call(calls.sharedFavorites.path, shared.data))).toEqual(['ETHUSDT']);
  const limits = page.getByRole('form', { name: 'Alert limits' });
  await limits.getByLabel('In all').fill('none');
  await limits.getByRole('button', { name: 'Preview' }).click();
  await said(page, 'total: Invalid type');
  await limits.getByLabel('In all').fill('200');
  await limits.getByRole('button', { name: 'Preview' }).click();
  await expect(limits.getByRole('table', { name: 'Preview' }).getByRole('row')).toHaveText([/Before/, 'total50200']);
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits.getByText('set', { exact: true })).toBeVisible();
  await expect(limits.getByLabel('In all')).toHaveValue('200');
  await limits.getByRole('button', { name: 'History' }).click();
  await expect(limits.getByRole('row').filter({ hasText: '{"total":200}' })).toContainText('olga');

  const movers = page.getByRole('form', { name: 'Top mover thresholds' });
  await movers.getByLabel('Move tiers').fill('0.05, 0.1, 0.15');
  await movers.getByRole('button', { name: 'Save' }).click();
  await expect(movers.getByText('set', { exact: true })).toBeVisible();
  const { data: moves } = await call('/reach/market/changesMenuList', {});
  expect(moves.rules.moveTiers).toEqual([0.05, 0.1, 0.15]);
  const events = page.getByRole('form', { name: 'Calendar events' });
  const startTime = new Date(Date.now() + 86_400_000).toISOString();
  await events.getByRole('textbox').fill(JSON.stringify([{ title: 'No day' }]));
  await events.getByRole('button', { name: 'Save' }).click();
  await said(page, 'event 1 is left out: startTime');
  await events.getByRole('textbox').fill(JSON.stringify([{ title: 'Meeting of our readers', startTime }]));
  await events.getByRole('button', { name: 'Save' }).click();
  await expect(events.getByText('set', { exact: true })).toBeVisible();
  await page.getByRole('form', { name: 'Overview modules' }).getByLabel('Fear index').uncheck();
  await page.getByRole('form', { name: 'Overview modules' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('form', { name: 'Overview modules' }).getByText('set', { exact: true })).toBeVisible();
  await expectNoSeriousAxe(page);

  await open(page, 'Banners');
  await page.getByLabel('Title').fill('Fees are off this week');
  await page.getByLabel('Link').fill('/market-maker');
  await page.getByRole('button', { name: 'Put up' }).click();
  await said(page, 'The banner is up.');
  const { data: banners } = await call('/mix/index/locationBanner', { location: 'overview' });
  expect(banners.items.map(({ title }: { title: string }) => title)).toEqual(['Fees are off this week']);

  await page.getByRole('listitem').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill('Fees are off until Sunday');
  await expect(page.getByLabel('Preview')).toContainText('Fees are off until Sunday');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem')).toContainText('Fees are off until Sunday');

  await page.getByLabel('Place').selectOption('Bar above every page');
  await page.getByLabel('Title').fill('We move on Sunday');
  await page.getByLabel('Link').fill('/market-maker');
  await page.getByRole('button', { name: 'Put up' }).click();
  await said(page, 'The banner is up.');
  const visitor = await page.context().newPage();
  // Once as a phone sees it, with the page and not after it.
  await visitor.setViewportSize({ width: 390, height: 844 });
  await visitor.goto(`${app.url}/de/markets/rank`);
  const bar = visitor.getByRole('complementary', { name: 'We move on Sunday' });
  await expect(bar.getByRole('link')).toHaveAttribute('href', '/market-maker');
  expect(await (await visitor.request.get(`${app.url}/markets/spot`)).text()).toContain('We move on Sunday');
  await expectNoSeriousAxe(visitor);
  await visitor.close();

  await open(page, 'State');
  await expect(page.getByRole('listitem').filter({ hasText: 'Age of the newest price' })).toContainText(/sec/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Live connections' })).toContainText('0');
  await expectNoSeriousAxe(page);

  await open(page, 'Chat');
  await page.getByRole('button', { name: 'Where are my coins?' }).click();
  await page.getByLabel('Your answer').fill('They are safe.');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await said(page, 'Answered.');

  await open(page, 'Applications');
  await page.getByRole('article').getByRole('button', { name: 'Accept' }).click();
  await said(page, 'Decided.');

  await open(page, 'Log');
  const rows = page.getByRole('row');
  for (const text of ['signIn olga', 'freeze', 'setting hiddenCoins', 'setting alertLimits', 'banner', 'answer', 'application'])
    await expect(rows.filter({ hasText: text }).first()).toContainText('olga');
  await expectNoSeriousAxe(page);
  await rows.filter({ hasText: 'setting hiddenCoins' }).getByRole('button', { name: 'Undo' }).click();
  await said(page, 'Taken back.');
  await expect(rows.filter({ hasText: 'undone by olga' })).toHaveCount(1);
  const { data: common } = await call('/mix/public/webCommonConfig', {});
  expect(common.hiddenCoins).toEqual([]);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('a provider vouches: an editor comes in, reads what is theirs and nothing more; who has no role stays out', async ({ page }) => {
  provider.person = { subject: 'w-1', email: 'wanda@people.example', emailVerified: true, groups: ['writers'] };
  await page.goto(`${app.url}/operator`);
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
  await expect(page.getByText('wanda@people.example, editor')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Users' })).toHaveCount(0);
  const refused = await page.evaluate(async () =>
    (await fetch('/v1/operator/people/list', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).json(),
  );
  expect(refused).toMatchObject({ code: errors.notAllowed.code, msg: 'You do not have permission to do this.' });
  await page.getByRole('button', { name: 'Sign out' }).click();

  provider.person = { subject: 'x-1', email: 'x@people.example', emailVerified: true };
  await page.context().clearCookies();
  await page.goto(`${app.url}/operator`);
  await page.getByRole('link', { name: 'Sign in with your organization' }).click();
  await said(page, 'Your organization gives you no role here.');
});

test('a visitor loads nothing of the console', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${app.url}/markets/spot`);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/operator'))).toEqual([]);
});
