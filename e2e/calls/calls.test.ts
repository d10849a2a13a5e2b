// Every entry of the contract, over HTTP against the running program: calls answer in their shape and refuse bad input;
// calls for users refuse visitors.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as v from 'valibot';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { apiPrefix, type Call } from '@tidemark/contract/wire.ts';
import { sharedAppUrl } from '#harness/app.ts';
import { ask } from './ask.ts';
import { samples, wrongForAll } from './samples.ts';

const names = Object.keys(calls) as CallName[];
const rowOf = (name: CallName): Call => calls[name];
const isOpen = (name: CallName) => rowOf(name).who === 'anyone';
const codeOf = (name: ErrorName) => errors[name].code;

test('every call has samples', () => {
  assert.deepEqual(
    names.filter((name) => !Object.hasOwn(samples, name)),
    [],
  );
});

for (const name of names) {
  const call = rowOf(name);
  const { good, bad, refusal } = samples[name];
  if (!isOpen(name)) {
    test(`section 6: ${name} refuses visitors`, async () => {
      for (const method of [call.method, ...(call.alsoMethod ? [call.alsoMethod] : [])]) {
        const { status, envelope } = await ask(name, good[0], {}, method);
        assert.equal(status, 200, 'section 8: redirecting codes come with HTTP 200');
        assert.equal(envelope.code, codeOf('notLoggedIn'));
        assert.equal(envelope.data, null);
      }
    });
    continue;
  }
  test(`${name} answers good input in its shape`, async () => {
    for (const input of good) {
      const { status, envelope, headers } = await ask(name, input);
      assert.equal(status, 200);
      const expected = refusal ? codeOf(refusal) : call.success;
      assert.equal(envelope.code, expected, `${JSON.stringify(input)}: ${envelope.msg}`);
      assert.ok(Math.abs(envelope.requestTime - Date.now()) < 60_000);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      if (refusal) continue;
      const shape = v.safeParse(call.output, envelope.data);
      assert.ok(shape.success, shape.success ? '' : v.summarize(shape.issues));
    }
  });
  test(`${name} refuses bad input`, async () => {
    for (const input of [...bad, ...wrongForAll]) {
      const { status, envelope } = await ask(name, input);
      assert.equal(status, 200, JSON.stringify(input).slice(0, 200));
      assert.equal(envelope.code, codeOf('badInput'), `${JSON.stringify(input).slice(0, 200)}: ${envelope.msg}`);
      assert.equal(envelope.data, null);
    }
  });
}

const wordsOf = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../locales/${locale}/errors.json`, import.meta.url), 'utf8'));

for (const locale of ['en', 'zh-CN', 'ar']) {
  test(`errors come in ${locale} when asked`, async () => {
    const words = wordsOf(locale);
    const message = async (name: CallName, input: unknown) => (await ask(name, input, { locale })).envelope.msg;
    assert.equal(await message('userInfo', {}), words.notLoggedIn);
    assert.equal(await message('getMoreKlineData', { symbolId: 'NOPENOPEUSDT' }), words.unknownSymbol);
    const opening = words.badInput!.slice(0, words.badInput!.indexOf('{'));
    assert.ok((await message('getTdkMltQueryList', { locale: 'en' })).startsWith(`${opening}translationKeys `));
    const missing = await fetch(`${sharedAppUrl()}${apiPrefix}/no/such/call`, { headers: { locale } });
    assert.equal(missing.status, 404);
    assert.equal((await missing.json()).msg, words.notFound);
  });
}

test('the language may also come as languageType, as a cookie or from the browser', async () => {
  const arabic = wordsOf('ar').notLoggedIn;
  assert.equal((await ask('userInfo', { languageType: 24 })).envelope.msg, arabic);
  assert.equal((await ask('userInfo', {}, { cookie: 'language=ar' })).envelope.msg, arabic);
  assert.equal((await ask('userInfo', {}, { 'accept-language': 'ar-EG,en;q=0.5' })).envelope.msg, arabic);
});
