// What an attacker does, through the front door: real HTTP, real socket, real Postgres, real SMTP. Each attack is one test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionCookies, sessionTimes } from '@tidemark/contract/accounts.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { socketCodes } from '@tidemark/contract/socket.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { startSmtp } from '@tidemark/testbed/smtp.ts';
import { openMailRoom, type AccountBrowser as Browser } from './testing/test-account-room.ts';
import { ada, bob, codeIn, linkIn, success } from './testing/test-accounts.ts';

const { password } = ada;
const minute = 60_000;
const room = openMailRoom(startSmtp);
const { enter } = room;

test('attack: a rotated refresh token used again ends the whole family', async () => {
  const browser = await enter();
  const stolen = browser.cookieHeader();
  assert.equal(await browser.code('refreshSession'), success);
  room.site.clock.advance(sessionTimes.refreshOverlapMs + 1);
  const thief = room.site.browser('192.0.2.66', { cookie: stolen });
  assert.equal(await thief.code('refreshSession'), errors.sessionRevoked.code);
  assert.equal(await browser.code('userInfo'), errors.sessionRevoked.code, 'the newest token of the family is void too');
  const { rows } = await room.db.pool.query('select count(*)::int as count from refresh_token');
  assert.equal(rows[0].count, 0);
});

test('attack: a stolen expired token, and a refresh token after its time', async () => {
  const browser = await enter();
  const stolen = browser.jar.get(sessionCookies.session)!;
  room.site.clock.advance(sessionTimes.sessionMs);
  assert.equal(await room.site.browser('192.0.2.66', { cookie: `session=${stolen}` }).code('userInfo'), errors.sessionExpired.code);
  assert.equal(await room.site.browser('192.0.2.66', { cookie: `session=${stolen}` }).code('refreshSession'), errors.notLoggedIn.code);
  room.site.clock.advance(sessionTimes.refreshMs);
  assert.equal(await browser.code('refreshSession'), errors.sessionExpired.code);
  assert.equal(browser.jar.size, 0);
});

test('attack: forged, bent and swapped tokens are nobody, without a word to the database', async () => {
  const browser = await enter();
  const [session, refresh] = [browser.jar.get(sessionCookies.session)!, browser.jar.get(sessionCookies.refresh)!];
  const stranger = await room.site.idOf(ada.email);
  for (const forged of [
    session.slice(0, -2),
    `${session}x`,
    session.replace(/.$/, session.endsWith('A') ? 'B' : 'A'),
    refresh,
    `${stranger}.${stranger}.zzzzzzzz.x`,
    '..',
    '%00',
    'x'.repeat(5_000),
  ]) {
    const answer = await room.site.browser('192.0.2.66', { cookie: `session=${forged}` }).call('userInfo');
    assert.equal(answer.envelope.code, errors.notLoggedIn.code, forged.slice(0, 80));
    assert.deepEqual(
      await (await room.site.browser('192.0.2.66', { cookie: `rtoken=${forged === refresh ? 'x' : forged}` }).send('/page')).json(),
      { userId: null, shared: true },
    );
  }
});

test('attack: fixation. A session planted in the browser does not become the one of the person who logs in', async () => {
  await enter(bob);
  const attacker = await room.site.login(bob);
  const planted = attacker.cookieHeader();
  await enter(ada, room.site.browser('198.51.100.3'));
  const victim = room.site.browser('198.51.100.4');
  for (const [name, value] of attacker.jar) victim.jar.set(name, value);
  assert.equal(await victim.code('login', ada), success);
  assert.notEqual(victim.cookieHeader(), planted);
  assert.equal((await victim.call('userInfo')).envelope.data.loginName, ada.email);
  assert.equal(await attacker.code('userInfo'), errors.sessionRevoked.code, 'what was planted is over');
});

test('attack: guessing is slowed down for that address and account; the owner and others are not held up', async () => {
  const owner = await enter(ada, room.site.browser('198.51.100.9'));
  await enter(bob, room.site.browser('198.51.100.10'));
  const guesser = room.site.browser('192.0.2.66');
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, at) => guesser.call('login', { ...ada, password: `guess number ${at} of many` })),
  );
  const judged = guesses.filter(({ envelope }) => envelope.code === errors.wrongCredentials.code).length;
  assert.ok(judged <= 6, `${judged} guesses sent at once were judged`);
  const waiting = await guesser.call('login', ada);
  assert.equal(waiting.envelope.code, errors.tooManyGuesses.code, 'even the right one has to wait');
  assert.match(waiting.envelope.msg, /\d+ seconds/);
  assert.equal(await room.site.browser('198.51.100.9').code('login', ada), success, 'the owner, elsewhere');
  assert.equal(await guesser.code('login', bob), success, 'somebody else behind the same address');
  assert.equal(await owner.code('userInfo'), success);
  room.site.clock.advance(15 * minute);
  assert.equal(await guesser.code('login', ada), success, 'nobody is locked out');
});

test('attack: strangers from many addresses are slowed down, the owner from a known one is not', async () => {
  await enter(ada, room.site.browser('198.51.100.9'));
  await room.db.pool.query('truncate attempt');
  const guess = (at: number) => room.site.browser(`192.0.2.${at}`).code('login', { ...ada, password: 'a wrong guess from afar' });
  await guess(1);
  // As if a hundred had tried. The next ones come from other addresses, so only the counter of the account is theirs too.
  await room.db.pool.query('update attempt set count = 100 where count = 1');
  assert.deepEqual([await guess(2), await guess(3)], [errors.wrongCredentials.code, errors.tooManyGuesses.code]);
  assert.equal(await room.site.browser('192.0.2.200').code('login', ada), errors.tooManyGuesses.code);
  assert.equal(await room.site.browser('198.51.100.9').code('login', ada), success);
});

test('attack: enumeration. Known and unknown addresses get the same words and the same work', async () => {
  await enter();
  const unknown = { email: 'nobody@people.example', password };
  const browser = room.site.browser('192.0.2.80');
  const same = async (name: 'login' | 'register' | 'requestPasswordReset' | 'requestEmailVerification', known: object, other: object) => {
    const { requestTime: _, ...one } = (await browser.call(name, known)).envelope;
    const { requestTime: __, ...two } = (await browser.call(name, other)).envelope;
    assert.deepEqual(one, two, name);
  };
  await same('login', { ...ada, password: 'not the right one at all' }, unknown);
  await same('requestPasswordReset', { email: ada.email }, { email: unknown.email });
  await same('requestEmailVerification', { email: ada.email }, { email: unknown.email });
  await same('register', ada, unknown);
  assert.match((await room.smtp.nextTo(ada.email)).text, /#reset=/);
  assert.match((await room.smtp.nextTo(ada.email)).subject, /already have an account/, 'the owner learns of it, the stranger does not');

  await room.db.pool.query('truncate attempt');
  const timed = async (input: object) => {
    const times: number[] = [];
    for (let at = 0; at < 5; at++) {
      const startedAt = performance.now();
      await room.site.browser(`192.0.2.${100 + at}`).call('login', input);
      times.push(performance.now() - startedAt);
    }
    return times.toSorted((a, b) => a - b)[2]!;
  };
  const [known, other] = [await timed({ ...ada, password: 'not the right one at all' }), await timed(unknown)];
  assert.ok(known < other * 4 && other < known * 4, `known ${known.toFixed(1)} ms, unknown ${other.toFixed(1)} ms`);
});

test('attack: enumeration by time. What only an account needs is done after the answer', async () => {
  await enter();
  const holder = await room.db.pool.connect();
  await holder.query('begin; lock table account_code in access exclusive mode');
  try {
    assert.equal(
      await room.site.browser().code('requestPasswordReset', { email: ada.email }),
      success,
      'answered although its code cannot be stored yet',
    );
  } finally {
    await holder.query('commit');
    holder.release();
  }
  assert.match((await room.smtp.nextTo(ada.email)).text, /#reset=/);
});

test("attack: a registration under somebody else's address does not become theirs", async () => {
  const attacker = room.site.browser('192.0.2.66');
  await attacker.call('register', { email: ada.email, password: 'the attacker knows this one' });
  await room.smtp.nextTo(ada.email);
  await enter(ada);
  assert.equal(await attacker.code('login', { email: ada.email, password: 'the attacker knows this one' }), errors.wrongCredentials.code);
  const { rows } = await room.db.pool.query('select count(*)::int as count from pending_registration');
  assert.equal(rows[0].count, 0, 'the other attempt is void');
});

test("attack: a link or a code of somebody else's registration proves nothing, whoever opens it", async () => {
  const attacker = room.site.browser('192.0.2.66');
  const theirs = { email: ada.email, password: 'the attacker knows this one' };
  await attacker.call('register', theirs);
  const planted = (await room.smtp.nextTo(ada.email)).text;
  const owner = room.site.browser('198.51.100.20');
  assert.equal(
    await owner.code('verifyEmail', { token: linkIn(planted, 'verify') }),
    errors.badInput.code,
    'a scanner that opens the link changes nothing',
  );
  assert.equal(await owner.code('verifyEmail', { token: linkIn(planted, 'verify'), password }), errors.registrationPassword.code);
  await owner.call('register', ada);
  const own = (await room.smtp.nextTo(ada.email)).text;
  assert.equal(
    await owner.code('verifyEmail', { email: ada.email, code: codeIn(planted), password }),
    errors.codeWrong.code,
    'the code of the wrong mail, typed beside the own password',
  );
  assert.equal(await room.site.idOf(ada.email), null);
  assert.equal(await owner.code('verifyEmail', { token: linkIn(own, 'verify'), password }), success);
  assert.equal(
    await attacker.code('verifyEmail', { token: linkIn(planted, 'verify'), password: theirs.password }),
    errors.codeWrong.code,
    'the other attempt is void',
  );
  assert.deepEqual([await attacker.code('login', theirs), await owner.code('login', ada)], [errors.wrongCredentials.code, success]);
});

test("attack: whoever registers somebody else's address again and again holds up nobody but themselves", async () => {
  const attacker = room.site.browser('192.0.2.66');
  const codes: string[] = [];
  for (let at = 0; at < 6; at++)
    codes.push(await attacker.code('register', { email: ada.email, password: `attempt number ${at} of many` }));
  assert.equal(codes.at(-1), errors.tooManyGuesses.code);
  for (const _ of codes.filter((code) => code === success)) await room.smtp.nextTo(ada.email);
  for (let at = 0; at < 8; at++)
    await attacker.code('verifyEmail', { email: ada.email, code: '111111', password: 'the attacker knows this one' });
  await enter(ada, room.site.browser('198.51.100.20'));
});

test('attack: codes cannot be tried out, and old ones do not work', async () => {
  const browser = room.site.browser();
  await browser.call('register', ada);
  const right = codeIn((await room.smtp.nextTo(ada.email)).text);
  const wrong = right === '111111' ? '222222' : '111111';
  for (let at = 0; at < 5; at++)
    assert.equal(await browser.code('verifyEmail', { email: ada.email, code: wrong, password }), errors.codeWrong.code);
  assert.equal(
    await browser.code('verifyEmail', { email: ada.email, code: right, password }),
    errors.codeWrong.code,
    'void after five wrong ones',
  );
  await browser.call('register', ada);
  const { text } = await room.smtp.nextTo(ada.email);
  room.site.clock.advance(sessionTimes.registrationMs);
  assert.equal(await browser.code('verifyEmail', { token: linkIn(text, 'verify'), password }), errors.codeWrong.code);
  assert.equal(await room.site.idOf(ada.email), null);
});

test("attack: another site's page cannot act in somebody's name", async () => {
  const browser = await enter();
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[]) {
    for (const name of ['updatePreference', 'deleteAccount', 'logout', 'login', 'refreshSession', 'revokeSessions'] as const) {
      const answer = await browser.call(name, { ...ada, confirmed: true }, headers);
      assert.deepEqual([answer.status, answer.envelope.code], [403, errors.badOrigin.code], name);
    }
  }
  assert.equal(await browser.code('userInfo'), success);
});

test('attack: a form or a link that needs no script neither acts nor reads', async () => {
  const browser = await enter();
  const form = await browser.send(`${apiPrefix}/user/data/delete`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{"confirmed":true}',
  });
  assert.equal(form.status, 415, 'what a form can send is no call');
  const link = await browser.send(`${apiPrefix}/user/logout`, {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });
  assert.equal(link.status, 403);
  const framed = await browser.send(`${apiPrefix}/user/overview/userinfo`, { headers: { origin: 'https://evil.example' } });
  assert.deepEqual(
    [framed.headers.get('access-control-allow-origin'), framed.headers.get('cross-origin-resource-policy')],
    [null, 'same-origin'],
    'another page cannot read it',
  );
  assert.equal(await browser.code('userInfo'), success, 'still logged in');
});

test('attack: oversized and malformed bodies, headers and cookies', async () => {
  const browser = await enter();
  const post = (body: string, type = 'application/json') =>
    browser.send(`${apiPrefix}/user/public/login`, { method: 'POST', headers: { 'content-type': type }, body });
  assert.equal((await post(JSON.stringify({ email: ada.email, password: 'x'.repeat(70_000) }))).status, 413);
  assert.equal((await post('{"email":')).status, 400);
  assert.equal((await post('{"__proto__":{"email":"a"}}')).status, 400);
  assert.equal((await post(`email=${ada.email}`, 'application/x-www-form-urlencoded')).status, 415);
  const codes = async (email: unknown) => [
    await browser.code('login', { email, password }),
    await browser.code('register', { email, password }),
  ];
  assert.deepEqual(await codes({ $ne: '' }), [errors.badInput.code, errors.badInput.code]);
  for (const email of [
    'ada@people.example\r\nBcc: all@people.example',
    'a"b@people.example',
    "' or 1=1 --",
    'ada@people',
    '<ada@people.example>',
    'ada@people.example,bob@people.example',
  ]) {
    assert.deepEqual(await codes(email), [errors.wrongCredentials.code, errors.emailInvalid.code], email);
    await room.db.pool.query('truncate attempt');
  }
  const crafted = await room.site
    .browser('192.0.2.1', { 'x-request-id': 'a b; Set-Cookie: session=x', deviceid: '<script>' })
    .call('login', ada);
  assert.equal(crafted.envelope.code, success);
  assert.ok(
    crafted.setCookies.every((line) => /^(session|rtoken)=[\w.-]+;/.test(line)),
    'nothing of the request is in a cookie',
  );
});

test("attack: socket login with somebody else's, an old or a made-up token", async () => {
  const [mine, theirs] = [await enter(ada), await enter(bob, room.site.browser('198.51.100.30'))];
  const token = async (browser: Browser): Promise<string> => (await browser.call('socketToken')).envelope.data.rtoken;
  const refused = async (cookie: string, rtoken: string, why: string) =>
    assert.equal((await room.site.socket(cookie, rtoken)).code, socketCodes.loginRefused, why);
  await refused(mine.cookieHeader(), await token(theirs), "another person's");
  await refused('', await token(theirs), 'without cookies');
  await refused(mine.cookieHeader(), mine.jar.get(sessionCookies.refresh)!, 'a refresh token is no socket token');
  await refused(mine.cookieHeader(), 'x'.repeat(500), 'made up');
  const old = await token(mine);
  room.site.clock.advance(sessionTimes.socketTokenMs);
  await refused(mine.cookieHeader(), old, 'too old');
  const unused = await token(mine);
  const cookie = mine.cookieHeader();
  await mine.code('logout');
  await refused(cookie, unused, 'its session is over');
});

test('attack: addresses that the client makes up bring no more guesses', async () => {
  await enter();
  const codes = [];
  for (let at = 0; at < 8; at++)
    codes.push(
      await room.site.browser(`10.0.0.${at}, 192.0.2.66`).code('login', { email: ada.email, password: `guess number ${at} of many` }),
    );
  assert.equal(codes.at(-1), errors.tooManyGuesses.code);
});
