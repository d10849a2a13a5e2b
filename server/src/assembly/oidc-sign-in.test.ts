// Sign-in through a real OpenID Connect provider on this machine, from the first address a browser visits to the session.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionTimes } from '@tidemark/contract/accounts.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { startOidc } from '@tidemark/testbed/oidc.ts';
import { startSmtp } from '@tidemark/testbed/smtp.ts';
import { defaultLimits } from '#edge/http/limits.ts';
import { mailThrough, openAccountRoom, type AccountBrowser as Browser } from './testing/test-account-room.ts';
import { codeIn, success } from './testing/test-accounts.ts';

const publicUrl = 'http://tidemark.example';
const room = openAccountRoom({ smtp: startSmtp, provider: () => startOidc(`${publicUrl}/auth/oidc/callback`) }, ({ provider }) => ({
  publicUrl,
  oidc: provider,
}));

const locationOf = (response: Response): string => response.headers.get('location') ?? '';
const begin = async (browser: Browser, returnTo = '/ar/markets/spot', more = ''): Promise<string> =>
  locationOf(await browser.send(`/auth/oidc/start?returnTo=${encodeURIComponent(returnTo)}${more}`));
/** Where the site sends the browser after the provider sent it back. */
const comeBack = async (browser: Browser, callback: URL): Promise<string> =>
  locationOf(await browser.send(callback.pathname + callback.search));
/** There and back to show who one is; where the site sends the browser then. */
const prove = async (browser: Browser): Promise<string> => {
  room.beside.provider.now = () => room.site.clock.now();
  return comeBack(browser, await room.beside.provider.visit(await begin(browser, '/account', '&proof=1')));
};
const failed = `/login?error=${errors.oidcFailed.code}`;

test('a person the provider knows gets an account, the same one every time, and lands where they were', async () => {
  room.beside.provider.person = { subject: 'ada-1', email: 'ada@people.example', emailVerified: true, name: 'Ada' };
  const browser = room.site.browser();
  assert.deepEqual((await browser.call('accountOptions')).envelope.data, { mail: false, sms: false, oidc: true });
  assert.equal(await comeBack(browser, await room.beside.provider.visit(await begin(browser))), '/ar/markets/spot');
  const first = (await browser.call('userInfo')).envelope.data;
  assert.deepEqual([first.userName, first.loginName, first.userInfo.bindEmail], ['Ada', 'ada@people.example', true]);
  assert.deepEqual([...browser.jar.keys()].toSorted(), ['rtoken', 'session'], 'the cookie of the sign-in is gone');

  assert.equal((await browser.call('listSessions')).envelope.data.hasPassword, false);
  assert.equal(await prove(browser), '/account');
  assert.equal(await browser.code('changePassword', { password: 'nine green kettles on 4 hobs' }), success, 'the first one needs no other');
  assert.equal((await browser.call('listSessions')).envelope.data.hasPassword, true);
  assert.equal(await browser.code('changePassword', { password: 'seven blue ladders in a row' }), errors.wrongCredentials.code);
  assert.equal(await room.site.browser().code('login', { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' }), success);

  const other = room.site.browser('198.51.100.2');
  await comeBack(other, await room.beside.provider.visit(await begin(other)));
  assert.equal((await other.call('userInfo')).envelope.data.userInfo.userId, first.userInfo.userId);
});

test('an address joins an account only when both sides have proven it', async () => {
  const local = room.site.browser();
  assert.equal(await local.code('register', { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' }), success);
  const own = (await local.call('userInfo')).envelope.data.userInfo.userId;
  room.beside.provider.person = { subject: 'ada-2', email: 'ada@people.example', emailVerified: true };
  const browser = room.site.browser();
  assert.equal(await comeBack(browser, await room.beside.provider.visit(await begin(browser))), `/login?error=${errors.emailTaken.code}`);
  await room.db.pool.query('update account set email_verified_at = now()');
  room.beside.provider.person = { subject: 'mallory', email: 'ada@people.example', emailVerified: false };
  const mallory = room.site.browser();
  await comeBack(mallory, await room.beside.provider.visit(await begin(mallory)));
  assert.equal(
    (await mallory.call('userInfo')).envelope.data.loginName,
    '',
    'an address the provider does not vouch for is not taken over',
  );
  room.beside.provider.person = { subject: 'ada-2', email: 'ada@people.example', emailVerified: true };
  await comeBack(browser, await room.beside.provider.visit(await begin(browser)));
  const joined = (await browser.call('userInfo')).envelope.data;
  assert.equal(joined.userInfo.userId, own);
});

test('attack: a password that somebody else chose ends when the provider vouches for the owner, and so does every session', async () => {
  const planted = { email: 'ada@people.example', password: 'the attacker knows this one' };
  const attacker = room.site.browser('192.0.2.66');
  assert.equal(await attacker.code('register', planted), success);
  await room.db.pool.query('update account set email_verified_at = now()');
  const elsewhere = room.site.browser('192.0.2.67');
  assert.equal(await elsewhere.code('login', planted), success);
  room.beside.provider.person = { subject: 'ada-7', email: 'ada@people.example', emailVerified: true };
  const owner = room.site.browser();
  await comeBack(owner, await room.beside.provider.visit(await begin(owner)));
  assert.deepEqual(
    [await attacker.code('userInfo'), await elsewhere.code('userInfo')],
    [errors.sessionRevoked.code, errors.sessionRevoked.code],
  );
  assert.equal(await room.site.browser('192.0.2.68').code('login', planted), errors.wrongCredentials.code);
  assert.deepEqual([await owner.code('userInfo'), (await owner.call('listSessions')).envelope.data.hasPassword], [success, false]);

  await prove(owner);
  assert.equal(await owner.code('changePassword', { password: 'nine green kettles on 4 hobs' }), success);
  const again = room.site.browser('198.51.100.9');
  await comeBack(again, await room.beside.provider.visit(await begin(again)));
  assert.deepEqual(
    [await owner.code('userInfo'), (await again.call('listSessions')).envelope.data.hasPassword],
    [success, true],
    'who has joined already loses nothing',
  );
});

test('who has just given the password in the same browser keeps it, and other sessions; a login of long ago does not count', async () => {
  for (const [subject, waitMs, isKept] of [
    ['ada-8', sessionTimes.recentLoginMs + 1, false],
    ['ada-9', sessionTimes.recentLoginMs - 1, true],
  ] as const) {
    const own = { email: `${subject}@people.example`, password: 'nine green kettles on 4 hobs' };
    room.beside.provider.now = () => room.site.clock.now();
    room.beside.provider.person = { subject, email: own.email, emailVerified: true };
    const [browser, elsewhere] = [room.site.browser(), room.site.browser('198.51.100.3')];
    assert.equal(await browser.code('register', own), success);
    await room.db.pool.query('update account set email_verified_at = now()');
    assert.equal(await elsewhere.code('login', own), success);
    room.site.clock.advance(waitMs);
    await comeBack(browser, await room.beside.provider.visit(await begin(browser)));
    const shown = (await browser.call('listSessions')).envelope.data;
    assert.deepEqual(
      [shown.hasPassword, await elsewhere.code('userInfo')],
      isKept ? [true, success] : [false, errors.sessionRevoked.code],
      subject,
    );
    assert.equal(await room.site.browser('198.51.100.4').code('login', own), isKept ? success : errors.wrongCredentials.code, subject);
  }
});

test('two first sign-ins of one person at once are one account', async () => {
  for (const person of [{ subject: 'twin-1', email: 'twin@people.example', emailVerified: true }, { subject: 'twin-2' }]) {
    room.beside.provider.person = person;
    const browsers = Array.from({ length: 6 }, (_, at) => room.site.browser(`198.51.100.${at}`));
    const callbacks: URL[] = [];
    for (const browser of browsers) callbacks.push(await room.beside.provider.visit(await begin(browser)));
    assert.deepEqual(
      new Set(await Promise.all(browsers.map((browser, at) => comeBack(browser, callbacks[at]!)))),
      new Set(['/ar/markets/spot']),
    );
    const ids = await Promise.all(
      browsers.map(async (browser) => (await browser.call('userInfo')).envelope.data.userInfo.userId as string),
    );
    assert.equal(new Set(ids).size, 1, person.subject);
  }
});

test('attack: an answer that this browser did not ask for, twice, too late, or bent', async () => {
  room.beside.provider.person = { subject: 'ada-3' };
  const asker = room.site.browser();
  const callback = await room.beside.provider.visit(await begin(asker));
  const victim = room.site.browser('198.51.100.5');
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
  const late = room.site.browser();
  const lateCallback = await room.beside.provider.visit(await begin(late));
  room.site.clock.advance(600_000);
  assert.equal(await comeBack(late, lateCallback), failed);
  assert.equal(await late.code('userInfo'), errors.notLoggedIn.code);
  assert.equal(locationOf(await late.send('/auth/oidc/callback?error=access_denied&error_description=%3Cscript%3E')), failed);
});

test('attack: the way back leads nowhere but to this site', async () => {
  room.beside.provider.person = { subject: 'ada-4' };
  for (const returnTo of ['https://evil.example/', '//evil.example', '/\\evil.example', '/a\r\nSet-Cookie: x=1', 'javascript:alert(1)']) {
    const browser = room.site.browser();
    assert.equal(await comeBack(browser, await room.beside.provider.visit(await begin(browser, returnTo))), '/', returnTo);
  }
});

test('without a provider, or with one that is away, the person reads so', async () => {
  await room.reopen({ publicUrl });
  assert.equal(await begin(room.site.browser()), `/login?error=${errors.oidcNotSet.code}`);
  await room.reopen({ publicUrl, oidc: { issuer: 'http://127.0.0.1:1', clientId: 'x', clientSecret: 'y' } });
  assert.equal(await begin(room.site.browser()), failed);
  assert.match(room.site.lines.join(''), /sign-in through the provider failed/);
});

test('attack: whoever comes too often is sent to the login page, and the provider is not asked', async () => {
  await room.reopen({ publicUrl, oidc: room.beside.provider }, { ...defaultLimits, perMinute: { ...defaultLimits.perMinute, login: 3 } });
  const browser = room.site.browser();
  const starts = [await begin(browser), await begin(browser), await begin(browser)];
  assert.ok(starts.every((url) => url.startsWith(room.beside.provider.issuer)));
  const tooMany = `/login?error=${errors.tooManyRequests.code}`;
  assert.equal(await begin(browser), tooMany);
  assert.equal(
    locationOf(await browser.send('/auth/oidc/callback?code=c&state=s', { headers: { 'accept-language': 'ar' } })),
    `/ar${tooMany}`,
    'both addresses share the allowance',
  );
  assert.ok((await begin(room.site.browser('198.51.100.77'))).startsWith(room.beside.provider.issuer), 'others are not held up');
});

test('without a password deleting asks for the code of a mail, and where none can be sent for a login of the last minutes', async () => {
  const { provider, smtp } = room.beside;
  await room.reopen({ publicUrl, oidc: provider, mail: mailThrough(smtp) });
  provider.person = { subject: 'ada-5', email: 'ada@people.example', emailVerified: true };
  const browser = room.site.browser();
  await comeBack(browser, await provider.visit(await begin(browser)));
  assert.equal((await browser.call('listSessions')).envelope.data.deletionProof, 'mailCode');
  assert.equal(await browser.code('deleteAccount', { confirmed: true }), errors.codeWrong.code, 'a session is not enough');
  assert.equal(await browser.code('requestDeletionCode'), success);
  const code = codeIn((await smtp.nextTo('ada@people.example')).text);
  assert.equal(
    await browser.code('deleteAccount', { code: code === '000000' ? '000001' : '000000', confirmed: true }),
    errors.codeWrong.code,
  );
  room.site.clock.advance(sessionTimes.recentLoginMs + 1);
  assert.equal(
    await browser.code('changePassword', { password: 'nine green kettles on 4 hobs' }),
    errors.loginNotRecent.code,
    'a first password is no way around',
  );
  assert.equal(await browser.code('deleteAccount', { code, confirmed: true }), success);
  assert.equal(await room.site.idOf('ada@people.example'), null);

  provider.person = { subject: 'mallory', email: 'bob@people.example', emailVerified: false };
  const nameless = room.site.browser();
  await comeBack(nameless, await provider.visit(await begin(nameless)));
  assert.equal((await nameless.call('listSessions')).envelope.data.deletionProof, 'recentLogin');
  assert.equal(await nameless.code('requestDeletionCode'), errors.mailNotSet.code);
  assert.equal(
    await nameless.code('deleteAccount', { confirmed: true }),
    errors.loginNotRecent.code,
    'a login that the provider may have answered by itself',
  );
  assert.equal(await prove(nameless), '/account');
  room.site.clock.advance(sessionTimes.recentLoginMs + 1_001);
  assert.equal(await nameless.code('deleteAccount', { confirmed: true }), errors.loginNotRecent.code);
  await prove(nameless);
  assert.equal(await nameless.code('deleteAccount', { confirmed: true }), success);
});

test('only a login that the provider says it has just made proves the owner of an account without a password', async () => {
  const { provider } = room.beside;
  await room.reopen({ publicUrl, oidc: provider });
  provider.person = { subject: 'ada-6' };
  const browser = room.site.browser();
  await comeBack(browser, await provider.visit(await begin(browser)));
  const isProven = async () => (await browser.call('listSessions')).envelope.data.isProven;
  const asked = new URL(await begin(browser)).searchParams;
  assert.deepEqual([asked.get('prompt'), asked.get('max_age')], [null, null], 'an ordinary login stays as it is');
  assert.equal(await isProven(), false);
  assert.equal(await browser.code('requestBindPhone', { areaCode: '49', phone: '1701234567' }), errors.smsNotSet.code);
  assert.equal(await browser.code('unbindPhone'), errors.loginNotRecent.code);

  for (const [why, freshLogin] of [
    ['an old one', room.site.clock.now() - sessionTimes.recentLoginMs - 1_000],
    ['one to come', room.site.clock.now() + 120_000],
    ['not told', 'untold'],
  ] as const) {
    provider.freshLogin = freshLogin;
    assert.equal(await prove(browser), '/account?proof=failed', why);
    assert.equal(await isProven(), false, why);
    assert.equal(await browser.code('unbindPhone'), errors.loginNotRecent.code, why);
    assert.equal(await browser.code('changePassword', { password: 'nine green kettles on 4 hobs' }), errors.loginNotRecent.code, why);
    assert.equal(await browser.code('deleteAccount', { confirmed: true }), errors.loginNotRecent.code, why);
  }
  assert.equal(
    locationOf(await browser.send('/auth/oidc/callback?error=access_denied')),
    '/account?proof=failed',
    'who turns back there is still logged in here',
  );
  provider.freshLogin = 'made';
  provider.person = { subject: 'mallory-6' };
  const mine = (await browser.call('userInfo')).envelope.data.userInfo.userId;
  assert.equal(await prove(browser), '/account?proof=failed', 'somebody else who is at hand');
  assert.deepEqual(
    [await isProven(), (await browser.call('userInfo')).envelope.data.userInfo.userId],
    [false, mine],
    'and who was logged in still is',
  );

  provider.person = { subject: 'ada-6' };
  const wish = new URL(await begin(browser, '/account', '&proof=1')).searchParams;
  assert.deepEqual([wish.get('prompt'), wish.get('max_age')], ['login', '0']);
  assert.equal(await prove(browser), '/account');
  assert.deepEqual([await isProven(), await browser.code('unbindPhone')], [true, success]);
  room.site.clock.advance(sessionTimes.recentLoginMs + 1_001);
  assert.deepEqual([await isProven(), await browser.code('unbindPhone')], [false, errors.loginNotRecent.code]);
  await prove(browser);
  assert.equal(await browser.code('deleteAccount', { confirmed: true }), success);
});
