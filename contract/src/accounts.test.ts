import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { accountCalls, codeDigits, emailKey, isEmail, safeReturnTo, sessionTimes } from './accounts.ts';
import { normalPassword, passwordLength, passwordStrength } from './password.ts';
import { businessLine } from './business-lines.ts';
import { defaultUserPreference, isQuiet, noticeEffects } from './users.ts';

test('an e-mail address is one that a mail header can carry as it is', () => {
  for (const good of ['a@b.co', 'ada.lovelace+tag@mail.example.com', "o'neil@example.org", 'x@xn--bcher-kva.example'])
    assert.ok(isEmail(good), good);
  for (const bad of [
    '',
    'a@b',
    'a b@c.de',
    'a@b.co\r\nBcc: x@y.zz',
    'a@b.co\n',
    '"a"@b.co',
    '<a@b.co>',
    'a@b.co,c@d.ee',
    'a@-b.co',
    'a@b..co',
    `${'a'.repeat(65)}@b.co`,
    `a@${'b.'.repeat(130)}co`,
  ])
    assert.ok(!isEmail(bad), bad);
  assert.equal(emailKey(' Ada@Example.ORG '), 'ada@example.org');
});

test('the way back after a login stays on this site', () => {
  for (const good of ['/', '/markets/spot?sort=price', '/ar/account#x']) assert.equal(safeReturnTo(good), good);
  for (const bad of [
    undefined,
    '',
    'markets',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a\nb',
    '/a b',
    `/${'x'.repeat(500)}`,
  ])
    assert.equal(safeReturnTo(bad), '/', String(bad));
});

test('passwords: too short, too plain, a common word in disguise, or the address itself', () => {
  const problem = (password: string, email?: string) => passwordStrength(password, email).problem;
  assert.equal(problem('aB3$xyz'), 'tooShort');
  assert.equal(problem('x'.repeat(passwordLength.max + 1)), 'tooLong');
  assert.equal(problem('aaaaaaaaaaaaaaaa'), 'tooPlain');
  assert.equal(problem('12345678901234567890'), 'tooPlain');
  for (const common of ['password2026!', 'P@ssw0rd1234', 'Qwertyuiop1!', '!!!Bitcoin2026', 'passwordpassword'])
    assert.equal(problem(common), 'common', common);
  assert.equal(problem('ada.lovelace1', 'ada.lovelace@example.org'), 'containsEmail');
  for (const fine of ['nine green kettles on 4 hobs', 'tR9#kLw2$vQx', 'море волнуется раз', '水面に映る月の光はきれい'])
    assert.equal(problem(fine, 'ada@example.org'), null, fine);
});

test('the meter grows with the password and never calls a refused one good', () => {
  const scores = ['kettle-hob', 'kettle-hob-37', 'kettle-hob-37-Green', 'kettle-hob-37-Green/ladder'].map(
    (password) => passwordStrength(password).score,
  );
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => a - b),
  );
  assert.equal(scores.at(-1), 4);
  assert.equal(passwordStrength('password').score, 0);
  assert.equal(normalPassword('\u0041\u030a\ufb01'), '\u00c5fi', 'one password however it was typed');
});

test('section 6: a session is short, its refresh token longer, a socket token shortest', () => {
  assert.ok(sessionTimes.socketTokenMs < sessionTimes.sessionMs && sessionTimes.sessionMs < sessionTimes.refreshMs);
  assert.ok(v.is(accountCalls.verifyEmail.input, { email: 'a@b.co', code: '0'.repeat(codeDigits), password: 'x' }));
  assert.ok(!v.is(accountCalls.verifyEmail.input, { token: 'x'.repeat(43) }), 'a link alone proves nothing');
  assert.ok(!v.is(accountCalls.deleteAccount.input, { password: 'x', confirmed: false }), 'deletion is confirmed or does not happen');
});

test('quiet hours, also over midnight, keep notices from popping up and sounding', () => {
  const night = { ...defaultUserPreference, quietFrom: 1320, quietTo: 420 };
  assert.deepEqual(
    [1319, 1320, 0, 419, 420].map((minute) => isQuiet(night, minute)),
    [false, true, true, true, false],
  );
  const noon = { ...defaultUserPreference, quietFrom: 720, quietTo: 780 };
  assert.deepEqual(
    [719, 720, 779, 780].map((minute) => isQuiet(noon, minute)),
    [false, true, true, false],
  );
  assert.equal(isQuiet(defaultUserPreference, 0), false);
  assert.deepEqual(noticeEffects(true, businessLine.spot, night, 60), { pop: false, sound: false });
  assert.deepEqual(noticeEffects(true, businessLine.spot, night, 600), { pop: true, sound: true });
});
