import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, fromBase32, linkOf, matchCode, stepOf, toBase32 } from './totp.ts';

/** RFC 6238, appendix B, with the last six of its eight digits. */
const secret = toBase32(Buffer.from('12345678901234567890'));

test('base32 is that of RFC 4648', () => {
  for (const [plain, coded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(toBase32(Buffer.from(plain)), coded);
    assert.equal(String(fromBase32(coded)), plain);
  }
  assert.throws(() => fromBase32('M1'));
});

test('codes are those of RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(codeAt(secret, stepOf(seconds * 1000)), code);
});

test('a code counts for its half minute and one around it, typed with spaces or without', () => {
  const now = 1_234_567_890_000;
  const step = stepOf(now);
  for (const near of [-1, 0, 1]) assert.equal(matchCode(secret, codeAt(secret, step + near), now), step + near);
  for (const far of [-2, 2, 20]) assert.equal(matchCode(secret, codeAt(secret, step + far), now), null);
  assert.equal(matchCode(secret, ' 005 924 ', now), step);
  for (const wrong of ['', '00592', '0059241', '５９２４', 'x'.repeat(500), '00592\u0000'])
    assert.equal(matchCode(secret, wrong, now), null);
});

test('the link names the site and the person', () => {
  assert.equal(linkOf('ABC', 'ada', 'North & Wind'), 'otpauth://totp/North%20%26%20Wind%3Aada?secret=ABC&issuer=North%20%26%20Wind');
});
