// What an operator sees and sets of an account, over HTTP, and what the person then finds.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { errors } from '@tidemark/contract/errors.ts';
import { startSmtp } from '@tidemark/testbed/smtp.ts';
import Fastify from 'fastify';
import { createAllowance, defaultLimits } from '#edge/http/limits.ts';
import { registerOperator } from '#edge/http/operator.ts';
import { systemClock as clock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { userDoors } from './operator-doors.ts';
import { openMailRoom } from './testing/test-account-room.ts';
import { ada, bob } from './testing/test-accounts.ts';

const token = 'a-token-of-24-characters';
const room = openMailRoom(startSmtp);

async function openDoors(t: TestContext) {
  const app = Fastify();
  t.after(() => app.close());
  await app.register(async (scope) =>
    registerOperator(scope, {
      token,
      doors: userDoors(room.site.users.operator, (_noted, change) => change()),
      allowance: createAllowance(defaultLimits, clock),
      publicUrl: 'https://tidemark.example',
      clock,
      log: createLog({ level: 'silent' }),
    }),
  );
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: (number: string) => app.inject({ url: `/operator/users/${number}`, headers }),
    patch: (number: string, payload: unknown, given: Record<string, string> = headers) =>
      app.inject({
        method: 'PATCH',
        url: `/operator/users/${number}`,
        headers: { ...given, 'content-type': 'application/json' },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
  };
}

test('section 3, User info: what the exchange knows of a person is set by the operator and shows at once', async (t) => {
  const { get, patch } = await openDoors(t);
  const browser = await room.enter();
  const infoOf = async (who = browser) => (await who.call('userInfo')).envelope.data;
  const { userInfo: before } = await infoOf();
  const other = await room.enter(bob);
  assert.deepEqual((await get(before.userId)).json(), before);

  const flags = ['openOtc', 'openContract', 'openGtFees', 'isFund', 'fundValue', 'fundDisabled', 'bindGoogle', 'googleEnable'] as const;
  assert.deepEqual(
    flags.map((flag) => before[flag]),
    flags.map(() => false),
  );
  const change = {
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    identityLevel: 2,
    vipLevel: 3,
    userType: 1,
    accountMode: 4,
    familyName: 'Lovelace',
    givenName: 'Ada',
  };
  const answer = await patch(before.userId, change);
  assert.equal(answer.statusCode, 200);
  const { userInfo: after, settings } = await infoOf();
  assert.deepEqual(answer.json(), after);
  assert.deepEqual({ ...after, ...change }, after);
  assert.deepEqual([after.hasRealValidate, after.showUserVip, after.starRealName], [true, true, 'A**********e']);
  for (const flag of ['gbf', 'tbf', 'tpi', 'tpl', 'kf', 'oo', 'oc', 'ob', 'gef', 'k1f', 'k2f']) assert.equal(settings[flag], true, flag);

  assert.equal((await patch(before.userId, { vipLevel: 0 })).json().vipLevel, 0);
  const { userInfo: last } = await infoOf();
  assert.deepEqual([last.vipLevel, last.identityLevel, last.isFund], [0, 2, true], 'what is left out stays');
  const { userInfo: others } = await infoOf(other);
  assert.deepEqual([others.vipLevel, others.isFund, others.familyName], [0, false, ''], "nobody else's account");
});

test('who is frozen by the operator is out at once and comes back when it is taken back', async (t) => {
  const { patch } = await openDoors(t);
  const browser = await room.enter();
  const { userId } = (await browser.call('userInfo')).envelope.data.userInfo;
  assert.equal((await patch(userId, { frozen: true })).json().frozen, true);
  assert.equal(await browser.code('userInfo'), errors.accountFrozen.code);
  assert.equal(await room.site.browser().code('login', ada), errors.accountFrozen.code);
  assert.equal((await patch(userId, { frozen: false })).json().frozen, false);
  assert.equal((await room.site.browser().call('login', ada)).envelope.code, '00000');
});

test('a wrong field, value or number is refused with the reason, and nothing changes', async (t) => {
  const { get, patch } = await openDoors(t);
  const browser = await room.enter();
  const { userInfo: before } = (await browser.call('userInfo')).envelope.data;
  for (const [wrong, named] of [
    [{ vipLevel: -1 }, 'vipLevel'],
    [{ vipLevel: 2, frozen: 'yes' }, 'frozen'],
    [{ email: 'other@people.example' }, 'email'],
    [{ passwordHash: 'x' }, 'passwordHash'],
    [{ givenName: 'a\u0000b' }, 'givenName'],
    [[], 'the body'],
  ] as const) {
    const answer = await patch(before.userId, wrong);
    assert.equal(answer.statusCode, 400, JSON.stringify(wrong));
    assert.match(answer.json().error, new RegExp(`^${named}: `));
  }
  assert.equal((await patch(before.userId, '{"vipLevel":')).statusCode, 400);
  assert.equal((await patch(before.userId, { familyName: 'x'.repeat(5_000) })).statusCode, 413);
  assert.equal((await patch(before.userId, { vipLevel: 9 }, {})).statusCode, 401, 'without the token');
  for (const number of ['1', 'x', '-1', '99999999999999999999', '1.5'])
    assert.deepEqual([(await get(number)).statusCode, (await patch(number, { vipLevel: 9 })).statusCode], [404, 404], number);
  assert.deepEqual((await get(before.userId)).json(), before);
});
