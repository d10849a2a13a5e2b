// Personal tokens as their owner uses them and as an attacker would: real HTTP, real Postgres, favorites as what they open.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessRule } from '@tidemark/contract/access.ts';
import { accessScopes } from '@tidemark/contract/access-scopes.ts';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { favoriteCalls } from '@tidemark/contract/favorites.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import { startSmtp } from '@tidemark/testbed/smtp.ts';
import { openMailRoom, type AccountBrowser as Browser } from './testing/test-account-room.ts';
import { ada, bob, codeIn, startAccounts, success, type UserCall } from './testing/test-accounts.ts';

const room = openMailRoom(startSmtp);
const codeOf = (name: ErrorName) => errors[name].code;

const make = async (owner: Browser, over: object = {}, person = ada): Promise<{ token: string; tokenId: string }> => {
  const { envelope } = await owner.call('createAccessToken', { name: 'bot', scopes: accessScopes, password: person.password, ...over });
  assert.equal(envelope.code, success, envelope.msg);
  return envelope.data;
};
/** A program: no cookies, a token, and an address of its own. */
const program = (token: string, ip = '192.0.2.10', site = room.site) => site.browser(ip, { authorization: `Bearer ${token}` });
const list = async (owner: Browser) => (await owner.call('listAccessTokens')).envelope.data.items;

test('a token is shown once, kept as a hash, listed with every use, and in the export of the account', async () => {
  const owner = await room.enter();
  const { token, tokenId } = await make(owner, { scopes: ['favorites:read', 'favorites:write'], days: 30 });
  assert.match(token, /^tmk_[\w-]{43}$/);
  const bot = program(token);
  assert.equal(await bot.code('addFavorite', { symbolId: 'BTCUSDT' }), success);
  const listed = await bot.call('listCategories');
  assert.deepEqual(listed.envelope.data.symbolIds, ['BTCUSDT']);
  assert.deepEqual((await owner.call('listCategories')).envelope.data, listed.envelope.data, 'the same list as the owner sees');

  const now = room.site.clock.now();
  const [row] = await list(owner);
  assert.deepEqual(row, {
    tokenId,
    name: 'bot',
    scopes: ['favorites:read', 'favorites:write'],
    createdAt: now,
    expiresAt: now + 30 * dayMs,
    lastUsedAt: now,
    useCount: 2,
    uses: row.uses,
  });
  assert.deepEqual(row.uses.map(({ call, network, allowed }: Record<string, unknown>) => [call, network, allowed]).toSorted(), [
    ['addFavorite', '192.0.2.10', true],
    ['listCategories', '192.0.2.10', true],
  ]);
  assert.deepEqual((await owner.call('exportData')).envelope.data.kept.accessTokens, [row]);

  const dump = JSON.stringify((await room.db.pool.query('select * from access_token')).rows);
  assert.ok(!dump.includes(token.slice(4)), 'the token itself is nowhere in the database');
  assert.ok(!room.site.lines.join('').includes(token.slice(4)), 'nor in the log');
});

test('the list of uses has an end, and the newest are on it', async () => {
  const owner = await room.enter();
  const { token } = await make(owner);
  for (let at = 0; at < accessRule.uses + 3; at++) {
    room.site.clock.advance(1_000);
    assert.equal(await program(token).code('listCategories'), success);
  }
  const [row] = await list(owner);
  assert.equal(row.useCount, accessRule.uses + 3);
  assert.equal(row.uses.length, accessRule.uses);
  assert.equal(row.uses[0].at, room.site.clock.now());
  assert.equal(row.uses.at(-1).at, room.site.clock.now() - (accessRule.uses - 1) * 1_000);
});

test('attack: a token does what its scopes say and nothing else, and says so in the language asked for', async () => {
  const owner = await room.enter();
  const { token } = await make(owner, { scopes: ['favorites:read'] });
  const bot = program(token);
  assert.equal(await bot.code('listCategories'), success);
  for (const [name, { scope }] of Object.entries(favoriteCalls))
    if (scope === 'favorites:write') assert.notEqual(await bot.code(name as UserCall, {}), success, name);
  assert.equal(await bot.code('addFavorite', { symbolId: 'BTCUSDT' }), codeOf('tokenScope'));
  const german = await bot.call('addFavorite', { symbolId: 'BTCUSDT' }, { locale: 'de' });
  const english = await bot.call('addFavorite', { symbolId: 'BTCUSDT' });
  assert.match(german.envelope.msg, /favorites:write/);
  assert.notEqual(german.envelope.msg, english.envelope.msg);
  assert.deepEqual((await owner.call('listCategories')).envelope.data.symbolIds, []);
  assert.equal(
    (await list(owner))[0].uses.filter(({ allowed }: { allowed: boolean }) => !allowed).length > 0,
    true,
    'a refused use is listed',
  );
});

test('attack: no token reaches account, session or token calls, with or without the cookies of its owner beside it', async () => {
  const owner = await room.enter();
  const { token, tokenId } = await make(owner);
  const others: readonly [UserCall, object][] = [
    ['userInfo', {}],
    ['getPreference', {}],
    ['listSessions', {}],
    ['revokeSessions', {}],
    ['exportData', {}],
    ['changePassword', { currentPassword: ada.password, password: 'eleven quiet herons by the lake' }],
    ['deleteAccount', { password: ada.password, confirmed: true }],
    ['listAccessTokens', {}],
    ['createAccessToken', { name: 'more', scopes: accessScopes, password: ada.password }],
    ['revokeAccessToken', { tokenId }],
    ['socketToken', {}],
    ['login', ada],
    ['listViews', {}],
  ];
  for (const cookie of ['', owner.cookieHeader()]) {
    const bot = room.site.browser('192.0.2.11', { authorization: `bearer ${token}`, ...(cookie && { cookie }) });
    for (const [name, input] of others) {
      const { envelope, setCookies } = await bot.call(name, input);
      assert.equal(envelope.code, codeOf('tokenNotHere'), name);
      assert.deepEqual(setCookies, [], name);
    }
    const page = (await (await bot.send('/page')).json()) as { userId: string | null };
    assert.equal(page.userId === null, cookie === '', 'a page goes by cookies alone');
  }
  assert.equal(await owner.code('userInfo'), success, 'and its owner is still there');
});

test("attack: somebody else's tokens are neither seen nor ended, and each token opens the favorites of its own account", async () => {
  const [owner, other] = [await room.enter(), await room.enter(bob, room.site.browser('198.51.100.8'))];
  const { token, tokenId } = await make(owner);
  const bobs = await make(other, {}, bob);
  assert.equal(await other.code('revokeAccessToken', { tokenId }), success, 'it says nothing of whether there is such a token');
  assert.deepEqual(
    (await list(other)).map((row: { tokenId: string }) => row.tokenId),
    [bobs.tokenId],
  );
  const { envelope } = await program(token).call('addCategory', { name: 'Mine' });
  assert.equal(envelope.code, success);
  const { groupId } = envelope.data;
  assert.equal(await program(bobs.token).code('deleteCategory', { groupId }), codeOf('categoryNotFound'));
  assert.equal(await program(bobs.token).code('shareFavorites', { groupId }), codeOf('categoryNotFound'));
  // With the cookies of one and the token of another it is the token that counts.
  const mixed = room.site.browser('192.0.2.12', { authorization: `Bearer ${bobs.token}`, cookie: owner.cookieHeader() });
  assert.deepEqual((await mixed.call('listCategories')).envelope.data.items, []);
});

test('a revoked token is over at once in every web process, and so is one of a deleted account', async () => {
  const owner = await room.enter();
  const second = await startAccounts(room.db);
  try {
    const [first, kept] = [await make(owner), await make(owner)];
    for (const each of [first, kept]) assert.equal(await program(each.token, '192.0.2.13', second).code('listCategories'), success);
    assert.equal(await owner.code('revokeAccessToken', { tokenId: first.tokenId }), success);
    assert.equal(await program(first.token, '192.0.2.13', second).code('listCategories'), codeOf('tokenInvalid'));
    assert.equal(await program(first.token).code('listCategories'), codeOf('tokenInvalid'));
    assert.equal(await program(kept.token, '192.0.2.13', second).code('listCategories'), success);
    assert.equal(await owner.code('deleteAccount', { password: ada.password, confirmed: true }), success);
    assert.equal(await program(kept.token, '192.0.2.13', second).code('listCategories'), codeOf('tokenInvalid'));
    for (const table of ['access_token', 'access_use'])
      assert.equal((await room.db.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count, 0, table);
  } finally {
    await second.stop();
  }
});

test('a token ends with its time, and with a new password however it was set; it rests while the account is frozen', async () => {
  // Mails that this test leaves unread must not be found by the tests that follow.
  const eve = { email: 'eve@people.example', password: 'five red wagons on a hill' };
  const owner = await room.enter(eve);
  const { token } = await make(owner, { days: 30 }, eve);
  await room.db.pool.query('update account set frozen = true');
  assert.equal(await program(token).code('listCategories'), codeOf('accountFrozen'));
  await room.db.pool.query('update account set frozen = false');
  assert.equal(await program(token).code('listCategories'), success);
  room.site.clock.advance(30 * dayMs);
  assert.equal(await program(token).code('listCategories'), codeOf('tokenInvalid'));

  const again = await room.site.login(eve, room.site.browser('198.51.100.20'));
  const [next, password] = [await make(again, {}, eve), 'eleven quiet herons by the lake'];
  assert.equal(await again.code('changePassword', { currentPassword: eve.password, password }), success);
  assert.equal(await program(next.token).code('listCategories'), codeOf('tokenInvalid'), 'a changed password');
  const last = await make(again, {}, { ...eve, password });
  room.site.clock.advance(minuteMs);
  assert.equal(await again.code('requestPasswordReset', { email: eve.email }), success);
  // Of the letters of this test the newest: it is the one with a code.
  let code = '';
  while (code === '') code = codeIn((await room.smtp.nextTo(eve.email)).text);
  assert.equal(await room.site.browser().code('resetPassword', { email: eve.email, code, password: eve.password }), success);
  assert.equal(await program(last.token).code('listCategories'), codeOf('tokenInvalid'), 'a forgotten one');
});

test('making a token asks for the password, and there are only so many of them', async () => {
  const owner = await room.enter();
  const form = { name: 'bot', scopes: ['alerts:read'] };
  assert.equal(await owner.code('createAccessToken', form), codeOf('wrongCredentials'));
  assert.equal(await owner.code('createAccessToken', { ...form, password: 'a wrong guess' }), codeOf('wrongCredentials'));
  // One after another: wrong passwords are counted before they are judged, and many right ones at once look like guesses.
  for (let made = 0; made < accessRule.tokens; made++) await make(owner, form);
  const { envelope } = await owner.call('createAccessToken', { ...form, password: ada.password });
  assert.equal(envelope.code, codeOf('tokensFull'));
  assert.match(envelope.msg, new RegExp(String(accessRule.tokens)));
});

test('attack: guesses of a network are stopped; a token that was right there before goes on', async () => {
  const owner = await room.enter();
  const { token } = await make(owner);
  assert.equal(await program(token).code('listCategories'), success);
  const guess = (at: number) => program(`tmk_${String(at).padStart(43, 'x')}`).call('listCategories');
  const codes = new Set<string>();
  for (let at = 0; at < 40; at++) codes.add((await guess(at)).envelope.code);
  assert.deepEqual([...codes], [codeOf('tokenInvalid'), codeOf('tooManyGuesses')]);
  assert.equal(await program(token).code('listCategories'), success, 'beside the guesser');
  assert.equal(await program(token, '192.0.2.99').code('listCategories'), success, 'elsewhere');
  for (const odd of ['tmk_', `${token}x`, token.slice(0, -1), 'tmk_%00', `tmk_${'y'.repeat(5_000)}`])
    assert.equal(await program(odd, '192.0.2.98').code('listCategories'), codeOf('tokenInvalid'), odd.slice(0, 60));
});

test('attack: a token in an address is refused and used for nothing; a page of another site sends none', async () => {
  const owner = await room.enter();
  const { token } = await make(owner);
  const path = apiPrefix + favoriteCalls.listCategories.path;
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  for (const query of [`access_token=${token}`, `token=${token}`, `x=${token}`]) {
    const answer = await room.site.browser('192.0.2.14').send(`${path}?${query}`, body);
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as Envelope).code, codeOf('tokenInAddress'));
  }
  assert.equal((await list(owner))[0].useCount, 0);
  assert.ok(!room.site.lines.join('').includes(token.slice(4)));
  const elsewhere = { ...body, headers: { ...body.headers, origin: 'https://elsewhere.example' } };
  assert.equal((await program(token).send(path, elsewhere)).status, 403);
});

test('expired tokens leave the database after a while', async () => {
  const owner = await room.enter();
  await make(owner, { days: 30 });
  room.site.clock.advance(30 * dayMs + dayMs + 1);
  const count = async () => (await room.db.pool.query('select count(*)::int as count from access_token')).rows[0].count;
  while ((await count()) > 0) await new Promise((resolve) => setImmediate(resolve));
});
