// The site's own calls and the edge around all calls, where the shape alone proves too little.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { errors } from '@tidemark/contract/errors.ts';
import { sharedAppUrl } from '#harness/app.ts';
import { ask } from './ask.ts';

const data = async (...given: Parameters<typeof ask>): Promise<any> => (await ask(...given)).envelope.data;

test('titles are those of the catalogue of the asked language', async () => {
  for (const locale of ['en', 'zh-CN', 'ar'] as const) {
    const words = JSON.parse(readFileSync(new URL(`../../locales/${locale}/seo.json`, import.meta.url), 'utf8'));
    assert.deepEqual(await data('getTdkMltQueryList', { locale, translationKeys: ['spot.title', 'no.such.key'] }), [{ translationKey: 'spot.title', translationContent: words['spot.title'] }]);
  }
});

test('time, rates and place are facts', async () => {
  assert.ok(Math.abs((await data('time', {})).serverTime - Date.now()) < 5_000);
  const { rates } = await data('usdtRate', {});
  assert.ok(Number(rates.USD) > 0.9 && Number(rates.USD) < 1.1);
  assert.ok(Number(rates.VND) > 10_000);
  assert.equal((await data('clientCommonConfig', {})).localVo.ip, '127.0.0.1');
});

test('section 8: a report of an aborted request is dropped, another is kept', async () => {
  assert.deepEqual(await data('errorReport', { kind: 'error', message: 'AxiosError: Request aborted' }), { kept: false });
  assert.deepEqual(await data('errorReport', { kind: 'error', message: 'TypeError: x is not a function' }), { kept: true });
});

test("another site's page is refused, ours is not", async () => {
  const foreign = await ask('time', {}, { origin: 'https://elsewhere.example' });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.envelope.code, errors.badOrigin.code);
  assert.equal((await ask('time', {}, { origin: sharedAppUrl() })).status, 200);
});

test('the description is readable, complete and self-contained', async () => {
  const page = await fetch(`${sharedAppUrl()}/v1/docs`);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(html, /<code>\/v1\/mix\/public\/config<\/code>/);
  assert.doesNotMatch(html, /<script/);
});

test('health is open, metrics answer this machine', async () => {
  assert.equal((await fetch(`${sharedAppUrl()}/healthz`)).status, 200);
  assert.equal((await fetch(`${sharedAppUrl()}/readyz`)).status, 200);
  assert.match(await (await fetch(`${sharedAppUrl()}/metrics`)).text(), /calls_total\{call="time",code="00000"\}/);
});
