// Sign-in through a real OpenID Connect provider on this machine, from the first address a browser visits to the session.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { errors } from '@tidemark/contract/errors.ts';
import { startOidc, type LocalOidc } from '@tidemark/testbed/oidc.ts';
import { defaultLimits } from '#edge/http/limits.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { startAccounts } from './test-accounts.ts';

const publicUrl = 'http://tidemark.example';
const success = '00000';
let dataDir: string;
let db: Database;
let provider: LocalOidc;
let site: Awaited<ReturnType<typeof startAccounts>>;
type Browser = ReturnType<typeof site.browser>;

before(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'oidc-sign-in-'));
  db = await openDatabase({ databaseUrl: null, dataDir, log: createLog({ level: 'silent' }) });
  provider = await startOidc(`${publicUrl}/auth/oidc/callback`);
});
after(async () => {
  await provider.stop();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await db.pool.query('truncate account, account_identity, account_session, attempt cascade');
  site = await startAccounts(db, { publicUrl, oidc: provider });
});
afterEach(() => site.stop());

const locationOf = (response: Response): string => response.headers.get('location') ?? '';
const begin = async (browser: Browser, returnTo = '/ar/markets/spot'): Promise<string> => locationOf(await browser.send(`/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}`));
/** Where the site sends the browser after the provider sent it back. */
const comeBack = async (browser: Browser, callback: URL): Promise<string> => locationOf(await browser.send(callback.pathname + callback.search));
const failed = `/login?error=${errors.oidcFailed.code}`;

test('a person the provider knows gets an account, the same one every time, and lands where they were', async () => {
  provider.person = { subject: 'ada-1', email: 'ada@people.example', emailVerified: true, name: 'Ada' };
  const browser = site.browser();
  assert.deepEqual((await browser.call('accountOptions')).envelope.data, { mail: false, sms: false, oidc: true });
  assert.equal(await comeBack(browser, await provider.visit(await begin(browser))), '/ar/markets/spot');
  const first = (await browser.call('userInfo')).envelope.data;
  assert.deepEqual([first.userName, first.loginName, first.userInfo.bindEmail], ['Ada', 'ada@people.example', true]);
  assert.deepEqual([...browser.jar.keys()].toSorted(), ['rtoken', 'session'], 'the cookie of the sign-in is gone');

  assert.equal((await browser.call('listSessions')).envelope.data.hasPassword, false);
  assert.equal(await browser.code('changePassword', { password: 'nine green kettles on 4 hobs' }), success, 'the first one needs no other');
  assert.equal((await browser.call('listSessions')).envelope.data.hasPassword, true);
  assert.equal(await browser.code('changePassword', { password: 'seven blue ladders in a row' }), errors.wrongCredentials.code);
  assert.equal(await site.browser().code('login', { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' }), success);

  const other = site.browser('198.51.100.2');
  await comeBack(other, await provider.visit(await begin(other)));
  assert.equal((await other.call('userInfo')).envelope.data.userInfo.userId, first.userInfo.userId);
});

test('an address joins an account only when both sides have proven it', async () => {
  const local = site.browser();
  assert.equal(await local.code('register', { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' }), success);
  provider.person = { subject: 'ada-2', email: 'ada@people.example', emailVerified: true };
  const browser = site.browser();
  assert.equal(await comeBack(browser, await provider.visit(await begin(browser))), `/login?error=${errors.emailTaken.code}`);
  await db.pool.query('update account set email_verified_at = now()');
  provider.person = { subject: 'mallory', email: 'ada@people.example', emailVerified: false };
  const mallory = site.browser();
  await comeBack(mallory, await provider.visit(await begin(mallory)));
  assert.equal((await mallory.call('userInfo')).envelope.data.loginName, '', 'an address the provider does not vouch for is not taken over');
  provider.person = { subject: 'ada-2', email: 'ada@people.example', emailVerified: true };
  await comeBack(browser, await provider.visit(await begin(browser)));
  const joined = (await browser.call('userInfo')).envelope.data;
  assert.equal(joined.userInfo.userId, (await local.call('userInfo')).envelope.data.userInfo.userId);
});

test('attack: an answer that this browser did not ask for, twice, too late, or bent', async () => {
  provider.person = { subject: 'ada-3' };
  const asker = site.browser();
  const callback = await provider.visit(await begin(asker));
  const victim = site.browser('198.51.100.5');
  assert.equal(await comeBack(victim, callback), failed, "somebody else's answer");
  await begin(victim);
  assert.equal(await comeBack(victim, callback), failed, 'with a sign-in of their own under way');
  const bent = new URL(callback);
  bent.searchParams.set('state', 'x'.repeat(32));
  assert.equal(await comeBack(asker, bent), failed);
  const kept = new Map(asker.jar);
  assert.equal(await comeBack(asker, callback), '/ar/markets/spot');
  for (const [name, value] of kept) asker.jar.set(name, value);
  assert.equal(await comeBack(asker, callback), failed, 'a code is good once');
  const late = site.browser();
  const lateCallback = await provider.visit(await begin(late));
  site.clock.advance(600_000);
  assert.equal(await comeBack(late, lateCallback), failed);
  assert.equal(await late.code('userInfo'), errors.notLoggedIn.code);
  assert.equal(locationOf(await late.send('/auth/oidc/callback?error=access_denied&error_description=%3Cscript%3E')), failed);
});

test('attack: the way back leads nowhere but to this site', async () => {
  provider.person = { subject: 'ada-4' };
  for (const returnTo of ['https://evil.example/', '//evil.example', '/\\evil.example', '/a\r\nSet-Cookie: x=1', 'javascript:alert(1)']) {
    const browser = site.browser();
    assert.equal(await comeBack(browser, await provider.visit(await begin(browser, returnTo))), '/', returnTo);
  }
});

test('without a provider, or with one that is away, the person reads so', async () => {
  await site.stop();
  site = await startAccounts(db, { publicUrl });
  assert.equal(await begin(site.browser()), `/login?error=${errors.oidcNotSet.code}`);
  await site.stop();
  site = await startAccounts(db, { publicUrl, oidc: { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y' } });
  assert.equal(await begin(site.browser()), failed);
  assert.match(site.lines.join(''), /sign-in through the provider failed/);
});

test('attack: whoever comes too often is sent to the login page, and the provider is not asked', async () => {
  await site.stop();
  site = await startAccounts(db, { publicUrl, oidc: provider }, { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, entry: 3 } });
  const browser = site.browser();
  const starts = [await begin(browser), await begin(browser), await begin(browser)];
  assert.ok(starts.every((url) => url.startsWith(provider.issuer)));
  const tooMany = `/login?error=${errors.tooManyRequests.code}`;
  assert.equal(await begin(browser), tooMany);
  assert.equal(locationOf(await browser.send('/auth/oidc/callback?code=c&state=s', { headers: { 'accept-language': 'ar' } })), `/ar${tooMany}`, 'both addresses share the allowance');
  assert.ok((await begin(site.browser('198.51.100.77'))).startsWith(provider.issuer), 'others are not held up');
});
