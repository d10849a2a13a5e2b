import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { businessLine } from './business-lines.ts';
import {
  defaultUserPreference,
  isUta,
  loginStates,
  noticeEffects,
  sessionClearingCall,
  settingsFlags,
  userCalls,
  userInfo,
  userPreference,
} from './users.ts';

test('section 3, User info: every field, and the settings flags', () => {
  const fields = `userId loginName userName nickName email mobile phone areaCode bindPhone bindEmail bindGoogle isFund fundValue
    fundDisabled antiPhishingCode hasRealValidate identityLevel realName starRealName openOtc openContract openGtFees
    emailEnable phoneEnable googleEnable frozen subAccount childFlag userType vipLevel showUserVip switchFlag accountMode
    createdDate updatedDate familyName givenName`;
  assert.deepEqual(Object.keys(userInfo.entries), fields.split(/\s+/));
  assert.deepEqual(settingsFlags, 'mbf ebf gbf tbf tpi tpl kf oo oc ob eef mef gef k1f k2f'.split(' '));
  assert.deepEqual(Object.keys(userCalls.userInfo.output.entries), ['userInfo', 'settings', 'loginName', 'userName']);
});

test('sections 4 and 8, Login state: three states, and the call whose failure ends a session', () => {
  assert.deepEqual(loginStates, ['checking', 'loggedIn', 'visitor']);
  assert.ok(sessionClearingCall in userCalls);
});

test('section 3: a UTA account has accountMode 1 or 4', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter(isUta), [1, 4]);
});

test('section 3, User preference: fields, defaults, and a time zone that is an offset or last24h', () => {
  for (const field of ['timeZone', 'spotPopSwitch', 'spotVoiceSwitch', 'contractPopSwitch', 'contractVoiceSwitch'])
    assert.ok(field in userPreference.entries, field);
  assert.ok(v.is(userPreference, defaultUserPreference));
  assert.equal(defaultUserPreference.timeZone, -1);
  assert.equal(v.is(userPreference, { ...defaultUserPreference, timeZone: 45 }), false);
  assert.deepEqual(v.parse(userCalls.updatePreference.input, { timeZone: 480 }), { timeZone: 480 });
});

test('section 4, Price notice: pop and sound by line, and no sound without the notice', () => {
  const quiet = { ...defaultUserPreference, spotVoiceSwitch: false, contractPopSwitch: false };
  assert.deepEqual(noticeEffects(true, businessLine.spot, defaultUserPreference), { pop: true, sound: true });
  assert.deepEqual(noticeEffects(false, businessLine.spot, defaultUserPreference), { pop: false, sound: false });
  assert.deepEqual(noticeEffects(true, businessLine.p2p, quiet), { pop: true, sound: false });
  assert.deepEqual(noticeEffects(true, businessLine.futures, quiet), { pop: false, sound: false });
});

test('section 7: userinfo answers POST and GET', () => {
  assert.deepEqual([userCalls.userInfo.method, userCalls.userInfo.alsoMethod], ['POST', 'GET']);
});
