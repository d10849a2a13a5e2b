import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { defaultUserPreference, isUta, userInfo, userSettings } from '@tidemark/contract/users.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import { parseCookies } from './parse-cookies.ts';
import { deviceOf, readPreference, settingsOf, showUser, starred } from './rules.ts';
import type { Account } from './store.ts';
import { createTokens } from './tokens.ts';

const account: Account = {
  id: '01960000-0000-7000-8000-000000000001',
  number: 100_200_301,
  email: 'ada@people.example',
  emailKey: 'ada@people.example',
  emailVerifiedAt: null,
  passwordHash: 'x',
  nickName: '',
  familyName: 'Lovelace',
  givenName: 'Ada',
  areaCode: '44',
  phone: '7000000',
  phoneVerifiedAt: new Date(1),
  antiPhishingCode: '',
  locale: 'en',
  frozen: false,
  parentId: null,
  userType: 0,
  vipLevel: 2,
  identityLevel: 1,
  accountMode: 4,
  openOtc: true,
  openContract: false,
  openGtFees: false,
  isFund: false,
  fundValue: false,
  fundDisabled: false,
  bindGoogle: false,
  googleEnable: false,
  createdAt: new Date(5),
  updatedAt: new Date(6),
};

test('section 3, User info: every field from what is known, and the settings flags follow it', () => {
  const info = showUser(account, true);
  assert.ok(v.is(userInfo, info));
  assert.deepEqual(
    [info.bindEmail, info.bindPhone, info.userName, info.realName, info.starRealName, info.childFlag, info.subAccount],
    [false, true, 'ada@people.example', 'Ada Lovelace', 'A**********e', true, false],
  );
  assert.equal(isUta(info.accountMode), true);
  const settings = settingsOf(info);
  assert.ok(v.is(userSettings, settings));
  assert.deepEqual(
    [settings.mbf, settings.ebf, settings.kf, settings.k1f, settings.k2f, settings.oo, settings.oc],
    [true, false, true, true, false, true, false],
  );
  assert.equal(showUser({ ...account, email: null, phone: '' }, false).loginName, '');
});

test('a real name is starred whatever its length', () => {
  assert.deepEqual(['', 'A', 'Al', 'Ada', '王小明'].map(starred), ['', '*', 'A*', 'A*a', '王*明']);
});

test('preferences: what cannot be read is the default, what can be read stays', () => {
  assert.deepEqual(readPreference(null), defaultUserPreference);
  assert.deepEqual(readPreference({ timeZone: 60, tone: 'trumpet', quietFrom: -5, unknown: 1 }), {
    ...defaultUserPreference,
    timeZone: 60,
  });
});

test('a device is told by its browser and system, and nothing else of it is kept', () => {
  assert.equal(deviceOf('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'), 'Edge, Windows');
  assert.equal(deviceOf('Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36'), 'Chrome, Android');
  assert.equal(deviceOf('<script>alert(1)</script>'), '');
  assert.equal(deviceOf(undefined), '');
});

test('cookies of an upgrade: the first of two equal names counts, and no name reaches a prototype', () => {
  assert.deepEqual({ ...parseCookies('session=a.b-c; rtoken=x==; session=planted; broken; =y') }, { session: 'a.b-c', rtoken: 'x==' });
  assert.equal(Object.getPrototypeOf(parseCookies('__proto__=1')), null);
  assert.deepEqual({ ...parseCookies(undefined) }, {});
});

test('a token is read only by its own key and for its own purpose', () => {
  const tokens = createTokens('one secret');
  const claim = { sessionId: account.id as SessionId, userId: account.id as UserId, expiresAt: 1_800_000_000_000 };
  const token = tokens.issue('session', claim);
  assert.deepEqual(tokens.read('session', token), claim);
  assert.notEqual(token, tokens.issue('session', claim), 'never twice the same');
  assert.equal(tokens.read('refresh', token), null);
  assert.equal(createTokens('another').read('session', token), null);
  assert.equal(tokens.read('session', undefined), null);
  assert.notEqual(tokens.hashCode('123456', 'a'), tokens.hashCode('123456', 'b'));
});
