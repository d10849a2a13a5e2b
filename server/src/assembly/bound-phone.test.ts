// A phone of one's own, through the front door: real HTTP, real Postgres, a gateway for text messages as providers run them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionTimes } from '@tidemark/contract/accounts.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { startSmsGateway } from '@tidemark/testbed/sms-gateway.ts';
import { createHttpSmsSender } from '#platform/sms/http-gateway.ts';
import { openAccountRoom } from './testing/test-account-room.ts';
import { ada, bob, codeIn, success } from './testing/test-accounts.ts';

let nextNumber = 1_000_000;
const room = openAccountRoom({ gateway: startSmsGateway }, ({ gateway }) => {
  gateway.setFaults(() => 'none');
  return { sms: createHttpSmsSender({ url: gateway.url, token: gateway.token, from: null }) };
});

const enter = async (person = ada) => {
  const browser = room.site.browser();
  assert.equal(await browser.code('register', person), success);
  return browser;
};
const newPhone = () => ({ areaCode: '49', phone: `170${nextNumber++}` });
const phoneOf = async (browser: Awaited<ReturnType<typeof enter>>) => {
  const { userInfo, settings } = (await browser.call('userInfo')).envelope.data;
  return [userInfo.areaCode, userInfo.phone, userInfo.bindPhone, settings.mbf];
};

test('a phone is bound by the code of a text message in the language of the person, and can be taken off', async () => {
  const browser = await enter();
  const { areaCode, phone } = newPhone();
  assert.equal(
    (await browser.call('requestBindPhone', { areaCode, phone, password: ada.password }, { locale: 'zh-CN' })).envelope.code,
    success,
  );
  const { text } = await room.beside.gateway.nextTo(`+${areaCode}${phone}`);
  assert.match(text, /[\u4e00-\u9fff]/);
  assert.deepEqual(await phoneOf(browser), ['', '', false, false], 'not before it is proven');
  assert.equal(await browser.code('bindPhone', { code: codeIn(text) }), success);
  assert.deepEqual(await phoneOf(browser), [areaCode, phone, true, true]);
  assert.equal(await browser.code('bindPhone', { code: codeIn(text) }), errors.codeWrong.code, 'one use');
  assert.equal(await browser.code('unbindPhone', { password: 'not the right one at all' }), errors.wrongCredentials.code);
  assert.equal(await browser.code('unbindPhone', { password: ada.password }), success);
  assert.deepEqual(await phoneOf(browser), ['', '', false, false]);
});

test('a gateway that loses its answer sends one message all the same', async () => {
  const browser = await enter();
  const { areaCode, phone } = newPhone();
  const faults = ['loseAnswer', 'refuse', 'none'] as const;
  let at = 0;
  room.beside.gateway.setFaults(() => faults[at++] ?? 'none');
  const before = room.beside.gateway.messages.length;
  assert.equal(await browser.code('requestBindPhone', { areaCode, phone, password: ada.password }), success);
  await room.beside.gateway.nextTo(`+${areaCode}${phone}`);
  await room.site.users.stop();
  assert.equal(room.beside.gateway.messages.length, before + 1);
});

test("attack: another person's code, a stranger at an open screen, guesses, old codes, floods of messages", async () => {
  const mine = await enter();
  const theirs = await enter(bob);
  const { areaCode, phone } = newPhone();
  assert.equal(
    await mine.code('requestBindPhone', { areaCode, phone, password: 'not the right one at all' }),
    errors.wrongCredentials.code,
  );
  assert.equal(await mine.code('requestBindPhone', { areaCode, phone, password: ada.password }), success);
  const code = codeIn((await room.beside.gateway.nextTo(`+${areaCode}${phone}`)).text);
  assert.equal(await theirs.code('bindPhone', { code }), errors.codeWrong.code);
  const wrong = code === '111111' ? '222222' : '111111';
  for (let at = 0; at < 5; at++) assert.equal(await mine.code('bindPhone', { code: wrong }), errors.codeWrong.code);
  assert.equal(await mine.code('bindPhone', { code }), errors.codeWrong.code, 'void after five wrong ones');
  const other = newPhone();
  assert.equal(await mine.code('requestBindPhone', { ...other, password: ada.password }), success);
  const late = codeIn((await room.beside.gateway.nextTo(`+${other.areaCode}${other.phone}`)).text);
  room.site.clock.advance(sessionTimes.codeMs);
  for (const browser of [mine, theirs]) assert.equal(await browser.code('refreshSession'), success);
  assert.equal(await mine.code('bindPhone', { code: late }), errors.codeWrong.code);
  const codes = [];
  for (let at = 0; at < 6; at++) codes.push(await theirs.code('requestBindPhone', { ...newPhone(), password: bob.password }));
  assert.deepEqual(codes.slice(0, 3), [success, success, success]);
  assert.ok(
    codes.slice(4).every((one) => one === errors.tooManyGuesses.code),
    codes.join(),
  );
  assert.doesNotMatch(room.site.lines.join(''), new RegExp(`${phone}|${code}`), 'nothing personal in the log');
});

test('without a gateway, and with a number that is none, the person reads so', async () => {
  const browser = await enter();
  assert.equal(
    await browser.code('requestBindPhone', { areaCode: '4999', phone: '12345678901234', password: ada.password }),
    errors.phoneInvalid.code,
  );
  await room.reopen();
  const other = await room.site.login(ada);
  assert.equal(await other.code('requestBindPhone', { ...newPhone(), password: ada.password }), errors.smsNotSet.code);
});
