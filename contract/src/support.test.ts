import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { cleanSupportText, supportLimits, supportTextLength } from './support-rules.ts';
import { supportCalls } from './support.ts';

const accepts = (text: string) => v.safeParse(supportCalls.sendSupportMessage.input, { clientKey: 'k', text }).success;

test('what is not to be seen is taken out of a message, what is meant stays', () => {
  assert.equal(cleanSupportText('  a\r\nb\rc\u2028d\te  '), 'a\nb\nc\nd\te');
  assert.equal(cleanSupportText('a\u0000\u0007\u001b[31m\u007f\u0085b\ufeff'), 'a[31mb');
  assert.equal(cleanSupportText('pay \u202egnp.exe\u202c now'), 'pay gnp.exe now', 'nothing turns the direction of what follows');
  assert.equal(cleanSupportText('\ud800x'), '\ufffdx', 'half a character is none');
  assert.equal(cleanSupportText('a\n\n\n\n\n\nb'), 'a\n\n\nb');
  for (const kept of ['مرحبا \u200fBTC', '👩‍👩‍👧 你好', '<script>alert(1)</script>', 'x\u2066y\u2069z'])
    assert.equal(cleanSupportText(kept), kept);
  assert.equal(
    cleanSupportText(cleanSupportText(' \u0001 a \u0001 ')),
    cleanSupportText(' \u0001 a \u0001 '),
    'cleaning again changes nothing',
  );
});

test('the limit counts characters, not their halves, after cleaning', () => {
  const full = '\u{1F600}'.repeat(supportLimits.messageLength);
  assert.equal(supportTextLength(full), supportLimits.messageLength);
  assert.ok(accepts(full));
  assert.ok(accepts(`  ${full}\n\u0001`));
  assert.ok(!accepts('a\u0000'), 'what no database keeps is refused in every call, not cleaned in one');
  assert.ok(!accepts(`${full}x`));
  assert.ok(!accepts('\u0000\u202e \n'));
});
