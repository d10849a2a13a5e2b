// What a person does with an account, through the front door: real HTTP, real socket, real Postgres, real SMTP.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionCookies, sessionTimes } from '@tidemark/contract/accounts.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { socketCodes } from '@tidemark/contract/socket.ts';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { startSmtp } from '@tidemark/testbed/smtp.ts';
import { until } from '@tidemark/testbed/until.ts';
import { openMailRoom } from './testing/test-account-room.ts';
import { ada, bob, codeIn, linkIn, startAccounts, success } from './testing/test-accounts.ts';

const { password } = ada;
const room = openMailRoom(startSmtp);
const { enter } = room;

test('register, prove the address by link or by code, log in, choose, log out everywhere, reset the password', async () => {
  const browser = room.site.browser();
  const registered = await browser.call('register', ada, { locale: 'ar' });
  assert.deepEqual(registered.envelope.data, { state: 'checkMail' });
  assert.equal(await browser.code('login', ada), errors.wrongCredentials.code, 'no account before the address is proven');
  const mail = await room.smtp.nextTo(ada.email);
  assert.match(mail.subject, /tidemark\.example/);
  assert.match(mail.subject, /[\u0600-\u06ff]/, 'in the language of the person');
  assert.equal(mail.headers.get('content-language'), 'ar');
  assert.equal(
    await browser.code('verifyEmail', { email: 'ADA@people.example', code: codeIn(mail.text), password: ada.password }),
    success,
  );
  assert.equal(
    await browser.code('verifyEmail', { token: linkIn(mail.text, 'verify'), password: ada.password }),
    errors.codeWrong.code,
    'one use for link and code together',
  );

  assert.equal(await browser.code('login', { ...ada, email: 'Ada@People.example' }), success);
  const { data } = (await browser.call('userInfo')).envelope;
  assert.equal(data.loginName, ada.email);
  assert.match(data.userInfo.userId, /^\d{9}$/, 'a number that can be told, and typed into a form');
  assert.deepEqual(
    [data.userInfo.bindEmail, data.settings.ebf, data.userInfo.frozen, data.userInfo.subAccount],
    [true, true, false, false],
  );
  const byGet = (await (await browser.send(`${apiPrefix}/user/overview/userinfo`)).json()) as { data: unknown };
  assert.deepEqual(byGet.data, data, 'GET and POST answer the same');

  assert.deepEqual((await browser.call('getPreference')).envelope.data, defaultUserPreference);
  assert.deepEqual((await browser.call('updatePreference', { timeZone: 480, quietFrom: 1320, quietTo: 420, fiat: 'EUR' })).envelope.data, {
    ...defaultUserPreference,
    timeZone: 480,
    quietFrom: 1320,
    quietTo: 420,
    fiat: 'EUR',
  });
  const merged = (await browser.call('updatePreference', { timeZone: 0, tone: 'bell', keepChosen: true })).envelope.data;
  assert.deepEqual([merged.timeZone, merged.tone], [480, 'bell'], 'merged without loss of what the account has chosen');

  const phone = await room.site.login(ada, room.site.browser('198.51.100.20', { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605.1' }));
  const { items } = (await phone.call('listSessions')).envelope.data;
  assert.deepEqual(items.map((one: any) => [one.current, one.device, one.ip]).toSorted(), [
    [false, 'Firefox, Linux', '203.0.113.7'],
    [true, 'Safari, iOS', '198.51.100.20'],
  ]);
  assert.deepEqual((await phone.call('revokeSessions')).envelope.data, { ended: 2 });
  assert.equal(await browser.code('userInfo'), errors.sessionRevoked.code);
  assert.equal(phone.jar.size, 0);
  assert.equal(browser.jar.size, 0, 'section 8: userinfo clears the cookies of a session that is over');

  assert.equal(await browser.code('requestPasswordReset', { email: ada.email }), success);
  const fresh = 'eleven brass doors, all open';
  assert.equal(
    await browser.code('resetPassword', { token: linkIn((await room.smtp.nextTo(ada.email)).text, 'reset'), password: fresh }),
    success,
  );
  assert.match((await room.smtp.nextTo(ada.email)).subject, /password .* changed/);
  assert.equal(await browser.code('login', ada), errors.wrongCredentials.code);
  assert.equal(await browser.code('login', { ...ada, password: fresh }), success);
  assert.equal((await browser.call('getPreference')).envelope.data.timeZone, 480);
});

test('logout ends the session for good and takes the cookies; without a session it succeeds too', async () => {
  const browser = await enter();
  const cookie = browser.cookieHeader();
  assert.equal(await browser.code('logout'), success);
  assert.equal(browser.jar.size, 0);
  assert.equal(await browser.code('logout'), success);
  const thief = room.site.browser('192.0.2.66', { cookie });
  assert.equal(await thief.code('userInfo'), errors.sessionRevoked.code);
  assert.equal(await thief.code('refreshSession'), errors.sessionRevoked.code);
  assert.equal(await room.site.browser().code('userInfo'), errors.notLoggedIn.code);
});

test('a session lives until its end or its time: what hangs on it can ask', async () => {
  const idOf = async (browser: Awaited<ReturnType<typeof enter>>): Promise<string> =>
    (await browser.call('listSessions')).envelope.data.items.find(({ current }: { current: boolean }) => current).sessionId;
  const [first, second] = [await enter(), await room.site.login(ada, room.site.browser('198.51.100.20'))];
  const ids = [await idOf(first), await idOf(second)];
  const live = async () => {
    const found = await room.site.users.whichSessionsLive(ids);
    return ids.map((id) => found.has(id));
  };
  assert.deepEqual(await live(), [true, true]);
  await first.code('logout');
  assert.deepEqual(await live(), [false, true]);
  room.site.clock.advance(sessionTimes.refreshMs);
  assert.deepEqual(await live(), [false, false]);
});

test('cookies: out of reach of scripts, on this site only, and behind https over https only', async () => {
  await enter();
  const { setCookies } = await room.site.browser().call('login', ada);
  assert.equal(setCookies.length, 2);
  for (const line of setCookies) assert.match(line, /Path=\/; HttpOnly; SameSite=Lax$/);
  assert.match(
    setCookies.find((line) => line.startsWith(`${sessionCookies.session}=`))!,
    /Max-Age=900;/,
  );
  await room.reopen({ publicUrl: 'https://tidemark.example' });
  for (const line of (await room.site.browser().call('login', ada)).setCookies) assert.match(line, /; HttpOnly; Secure; SameSite=Lax$/);
});

test('a session is renewed by its refresh token; two tabs at once do not hurt each other', async () => {
  const browser = await enter();
  const old = browser.cookieHeader();
  room.site.clock.advance(sessionTimes.sessionMs + 1);
  assert.equal(await browser.code('userInfo'), errors.sessionExpired.code);
  assert.equal(browser.jar.size, 2, 'an expired session can still be renewed');
  assert.deepEqual(
    await (await browser.send('/page')).json(),
    { userId: await room.site.idOf(ada.email), shared: false },
    'a page knows the person by the refresh token',
  );
  assert.equal((await browser.call('refreshSession')).envelope.data.sessionExpiresAt, room.site.clock.now() + sessionTimes.sessionMs);
  assert.equal(await browser.code('userInfo'), success);
  const otherTab = room.site.browser('203.0.113.7', { cookie: old });
  const late = await otherTab.call('refreshSession');
  assert.deepEqual([late.envelope.data, late.setCookies], [{ sessionExpiresAt: null }, []]);
  assert.equal(await browser.code('userInfo'), success);
});

test("the socket: login with a token of one's own session, once; the end of the session ends the socket", async () => {
  const browser = await enter();
  const { rtoken } = (await browser.call('socketToken')).envelope.data;
  const first = await room.site.socket(browser.cookieHeader(), rtoken);
  assert.equal(first.code, socketCodes.ok);
  assert.equal((await room.site.socket(browser.cookieHeader(), rtoken)).code, socketCodes.loginRefused, 'good once');
  const other = await room.site.login(ada, room.site.browser('198.51.100.20'));
  const { items } = (await other.call('listSessions')).envelope.data;
  assert.equal(await other.code('revokeSession', { sessionId: items.find((one: any) => !one.current).sessionId }), success);
  assert.equal(await first.closed, 1008);
  assert.equal(await browser.code('userInfo'), errors.sessionRevoked.code);
});

test('a session ended in one web process ends in the others, even when the bus lost the message', async () => {
  const browser = await enter();
  const other = await startAccounts(room.db);
  try {
    const elsewhere = other.browser('203.0.113.7', { cookie: browser.cookieHeader() });
    assert.equal(await elsewhere.code('userInfo'), success, 'one key for all processes');
    await browser.code('logout');
    other.clock.advance(5_000);
    await until('it learns of it', async () => (await elsewhere.code('getPreference')) === errors.sessionRevoked.code);
  } finally {
    await other.stop();
  }
});

test('who somebody is is read once for many who ask, and anew after a change', async () => {
  const browser = await enter();
  const nameOf = async (): Promise<string> => (await browser.call('userInfo')).envelope.data.userName;
  assert.equal(await nameOf(), ada.email);
  await room.db.pool.query("update account set nick_name = 'Operator'");
  assert.equal(await nameOf(), ada.email, 'not asked again within seconds');
  await browser.call('updateProfile', { nickName: 'Ada' });
  assert.equal(await nameOf(), 'Ada', "a change of one's own shows at once");
  await room.db.pool.query("update account set nick_name = 'Operator'");
  room.site.clock.advance(5_000);
  assert.equal(await nameOf(), 'Operator', 'one of the operator within seconds');
});

test('an answer that is at hand is the same one, and is no answer any more once the session or the account has changed', async () => {
  const browser = await enter();
  const path = `${apiPrefix}/user/overview/userinfo`;
  const plain = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const saidBy = (response: Response) =>
    Object.fromEntries([...response.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name)));
  await browser.call('userInfo');
  const [short, long] = [await browser.send(path, plain), await browser.send(`${path}?way=long`, plain)];
  assert.deepEqual(saidBy(short), saidBy(long));
  const [{ data }, { data: asked }] = (await Promise.all([short.json(), long.json()])) as [{ data: any }, { data: any }];
  assert.deepEqual(data, asked);

  await browser.call('updateProfile', { nickName: 'Countess' });
  assert.equal((await browser.call('userInfo')).envelope.data.userInfo.nickName, 'Countess', 'a change shows at once');
  const other = await room.site.login(ada, room.site.browser('198.51.100.20'));
  await browser.call('userInfo');
  const { sessionId } = (await other.call('listSessions')).envelope.data.items.find(({ current }: { current: boolean }) => !current);
  await other.call('revokeSession', { sessionId });
  assert.equal(await browser.code('userInfo'), errors.sessionRevoked.code, 'an end holds at once');
  assert.equal(await other.code('userInfo'), success);
  room.site.clock.advance(sessionTimes.sessionMs + 1);
  assert.equal(await other.code('userInfo'), errors.sessionExpired.code);
});

test('a frozen account cannot log in and loses its sessions; a sub-account cannot log in', async () => {
  const browser = await enter();
  await room.db.pool.query('update account set frozen = true');
  assert.equal(await browser.code('userInfo'), errors.accountFrozen.code);
  assert.equal(await room.site.browser().code('login', ada), errors.accountFrozen.code);
  assert.equal(
    await room.site.browser().code('login', { ...ada, password: 'not the right one at all' }),
    errors.wrongCredentials.code,
    'only the owner learns it',
  );
  await room.db.pool.query('update account set frozen = false');
  await enter(bob, room.site.browser('198.51.100.30'));
  await room.db.pool.query(
    'update account set parent_id = (select id from account where email_key = $1), account_mode = 4 where email_key = $2',
    [ada.email, bob.email],
  );
  assert.equal(await room.site.browser().code('login', bob), errors.subAccountLogin.code);
  room.site.clock.advance(5_000);
  const { userInfo } = (await (await room.site.login()).call('userInfo')).envelope.data;
  assert.deepEqual([userInfo.childFlag, userInfo.subAccount], [true, false]);
});

test('freezing reaches every call within seconds', async () => {
  const browser = await enter();
  await room.db.pool.query('update account set frozen = true');
  room.site.clock.advance(5_000);
  await until('it learns of it', async () => (await browser.code('listSessions')) === errors.accountFrozen.code);
});

test('what belongs to somebody else is out of reach', async () => {
  const [mine, theirs] = [await enter(ada), await enter(bob, room.site.browser('198.51.100.30'))];
  await theirs.call('updatePreference', { timeZone: 60 });
  const { items } = (await theirs.call('listSessions')).envelope.data;
  assert.equal(await mine.code('revokeSession', { sessionId: items[0].sessionId }), errors.notFound.code);
  await mine.call('updatePreference', { timeZone: 120, accountId: items[0].sessionId, userId: await room.site.idOf(bob.email) });
  await mine.call('revokeSessions', { keepCurrent: true });
  assert.equal(await theirs.code('userInfo'), success);
  assert.equal((await theirs.call('getPreference')).envelope.data.timeZone, 60);
});

test('change password, profile and address; mails carry the anti-phishing code', async () => {
  const browser = await enter();
  const other = await room.site.login(ada, room.site.browser('198.51.100.20'));
  assert.equal(await browser.code('updateProfile', { nickName: 'Ada', antiPhishingCode: 'Blue 7' }), success);
  assert.equal((await browser.call('userInfo')).envelope.data.userName, 'Ada');
  assert.equal(
    await browser.code('changePassword', { currentPassword: 'not the right one at all', password: bob.password }),
    errors.wrongCredentials.code,
  );
  for (const weak of ['password123!', 'Liverpool2019'])
    assert.equal(await browser.code('changePassword', { currentPassword: password, password: weak }), errors.passwordTooWeak.code, weak);
  assert.equal(await browser.code('changePassword', { currentPassword: password, password: bob.password }), success);
  assert.match((await room.smtp.nextTo(ada.email)).text, /Blue 7/);
  assert.equal(await other.code('userInfo'), errors.sessionRevoked.code);
  assert.equal(await browser.code('requestBindEmail', { email: 'ada@new.example', password: bob.password }), success);
  assert.equal(await browser.code('bindEmail', { code: codeIn((await room.smtp.nextTo('ada@new.example')).text) }), success);
  assert.equal((await browser.call('userInfo')).envelope.data.loginName, 'ada@new.example');
  const { subject, text } = await room.smtp.nextTo(ada.email);
  assert.match(
    `${subject} ${text}`,
    /address at tidemark\.example was changed.*Blue 7/s,
    'the owner learns of it at the address that was theirs',
  );
  await browser.call('requestPasswordReset', { email: 'ada@new.example' });
  await browser.call('resetPassword', { token: linkIn((await room.smtp.nextTo('ada@new.example')).text, 'reset'), password });
  assert.match((await room.smtp.nextTo('ada@new.example')).text, /was just changed.*Blue 7/s);
});

test('two accounts that bind one address at once: one has it, the other is told that it is taken', async () => {
  const people = [ada, bob, { email: 'carl@people.example', password: 'five red buckets by the well' }];
  const browsers: Awaited<ReturnType<typeof enter>>[] = [];
  for (const [at, person] of people.entries()) browsers.push(await enter(person, room.site.browser(`198.51.100.${30 + at}`)));
  const codes: string[] = [];
  for (const [at, browser] of browsers.entries()) {
    assert.equal(await browser.code('requestBindEmail', { email: 'shared@new.example', password: people[at]!.password }), success);
    codes.push(codeIn((await room.smtp.nextTo('shared@new.example')).text));
  }
  const answers = await Promise.all(browsers.map((browser, at) => browser.code('bindEmail', { code: codes[at] })));
  assert.deepEqual(answers.toSorted(), [success, errors.emailTaken.code, errors.emailTaken.code].toSorted());
  await room.smtp.nextTo(people[answers.indexOf(success)]!.email);
});

test("one's data can be taken along and deleted; nothing is left behind", async () => {
  const browser = await enter();
  await browser.call('updatePreference', { timeZone: 60 });
  const { data } = (await browser.call('exportData')).envelope;
  assert.deepEqual(
    [data.account.email, data.preference, data.sessions.length, data.kept],
    [ada.email, { timeZone: 60 }, 1, { accessTokens: [], listViews: [] }],
  );
  assert.deepEqual([...(await room.site.users.whichExist([data.account.id, '00000000-0000-7000-8000-000000000000']))], [data.account.id]);
  assert.doesNotMatch(JSON.stringify(data), /argon2|hash/i);
  assert.equal(
    await browser.code('deleteAccount', { password: 'not the right one at all', confirmed: true }),
    errors.wrongCredentials.code,
  );
  const cookie = browser.cookieHeader();
  assert.equal(await browser.code('deleteAccount', { password, confirmed: true }), success);
  assert.equal(await room.site.browser('203.0.113.7', { cookie }).code('updatePreference', { timeZone: 0 }), errors.sessionRevoked.code);
  for (const table of ['account', 'account_preference', 'account_session', 'refresh_token', 'pending_registration', 'account_code']) {
    assert.equal((await room.db.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count, 0, table);
  }
});

test('without mail: registration logs in at once, what needs mail says so, and a taken address is told', async () => {
  await room.reopen();
  const browser = room.site.browser();
  assert.deepEqual((await browser.call('accountOptions')).envelope.data, { mail: false, sms: false, oidc: false });
  assert.deepEqual((await browser.call('register', ada)).envelope.data, { state: 'loggedIn' });
  assert.equal((await browser.call('userInfo')).envelope.data.userInfo.bindEmail, false);
  assert.equal(await room.site.browser().code('register', ada), errors.emailTaken.code);
  assert.equal(await browser.code('requestPasswordReset', { email: ada.email }), errors.mailNotSet.code);
  const demo = await room.site.users.openDemo();
  assert.equal(await room.site.browser().code('login', demo), success);
});

test('the demo account of a database keeps its password from start to start', async () => {
  const first = await room.site.users.openDemo();
  assert.deepEqual(await room.site.users.openDemo(), first);
  assert.equal(await room.site.browser().code('login', first), success);
});

test('nothing is half made: a registration that fails midway leaves no trace, and says nothing personal', async () => {
  const browser = room.site.browser();
  await browser.call('register', ada);
  const token = linkIn((await room.smtp.nextTo(ada.email)).text, 'verify');
  await room.db.pool.query('alter table account add constraint broken check (email_key is null) not valid');
  try {
    const answer = await browser.call('verifyEmail', { token, password: ada.password });
    assert.equal(answer.status, 500);
    assert.doesNotMatch(JSON.stringify(answer.envelope), /people\.example|constraint/);
  } finally {
    await room.db.pool.query('alter table account drop constraint broken');
  }
  assert.equal(await room.site.idOf(ada.email), null);
  assert.equal(await browser.code('verifyEmail', { token, password: ada.password }), success, 'the attempt is still there, whole');
});

test('nothing personal in the log, whatever happens', async () => {
  const browser = await enter();
  await browser.call('login', { ...ada, password: 'a wrong one that must not show' });
  await browser.call('requestPasswordReset', { email: ada.email });
  await room.smtp.nextTo(ada.email);
  await room.db.pool.query('alter table account rename to account_away');
  await browser.call('login', ada);
  await browser.call('userInfo');
  await room.db.pool.query('alter table account_away rename to account');
  room.smtp.refuseNext(1, 550);
  await browser.call('requestPasswordReset', { email: ada.email });
  await until('the refused mail is told', () => room.site.lines.some((line) => line.includes('given up')));
  const log = room.site.lines.join('');
  assert.match(log, /call failed/, 'failures are told');
  for (const secret of ['people.example', password, 'must not show', 'argon2', '203.0.113.7', ...browser.jar.values()])
    assert.ok(!log.includes(secret), secret);
});
