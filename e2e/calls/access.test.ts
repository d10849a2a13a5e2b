// Personal tokens on the running program: the calls of alerts and favorites, as a program of somebody's own makes them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { accessScopes } from '@tidemark/contract/access-scopes.ts';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import type { Call } from '@tidemark/contract/wire.ts';
import { sharedAppUrl } from '#harness/app.ts';
import { askWithToken, enterWithToken } from './person-with-token.ts';
import { samples } from './samples.ts';

const success = '00000';

test('a program creates, edits and deletes an alert and keeps favorites, as its owner would', async () => {
  const owner = await enterWithToken();
  const { token } = await owner.make(accessScopes);
  const bot = (name: CallName, input?: unknown) => askWithToken(token, name, input);
  const { data: form } = await bot('alertParameters', { businessLine: 1, symbolId: 'BTCUSDT' });
  const price = Number(form.pair.price);
  const created = await bot('createAlert', {
    clientKey: randomUUID(),
    businessLine: 1,
    symbolId: 'BTCUSDT',
    alertType: 1,
    frequency: 1,
    channels: [1],
    configurePrice: String(Math.round(price * 3)),
  });
  assert.equal(created.code, success, created.msg);
  const { id, version } = created.data.alert;
  const edited = await bot('updateAlert', { id, version, configurePrice: String(Math.round(price * 4)) });
  assert.equal(edited.code, success, edited.msg);
  assert.equal((await owner.ask('listAlerts')).data.items[0].configurePrice, edited.data.alert.configurePrice);
  for (const action of ['off', 'on', 'delete']) assert.equal((await bot('changeAlerts', { ids: [id], action })).data.changed, 1, action);
  assert.equal((await bot('deleteAlerts', { ids: [id] })).data.deleted, 0);
  const content = `market,symbol,condition,target\nspot,BTCUSDT,rises_to,${Math.round(price * 5)}`;
  assert.equal((await bot('importAlerts', { format: 'csv', importKey: 'k', content })).data.made, 1);
  assert.equal((await bot('exportAlerts', { format: 'json' })).data.count, 1);
  assert.equal((await bot('addFavorites', { symbolIds: ['BTCUSDT', 'ETHUSDT'] })).data.added, 2);
  assert.equal((await bot('listFavorites')).data.total, 2);
  const [row] = (await owner.ask('listAccessTokens')).data.items;
  assert.deepEqual(
    new Set(row.uses.map(({ call }: { call: string }) => call)),
    new Set([
      'alertParameters',
      'createAlert',
      'updateAlert',
      'changeAlerts',
      'deleteAlerts',
      'importAlerts',
      'exportAlerts',
      'addFavorites',
      'listFavorites',
    ]),
  );
});

test('attack: every call that is not open to tokens, or asks for another scope, refuses one, whatever is sent with it', async () => {
  const owner = await enterWithToken();
  // A token may ask for so many changes a minute, and there are more calls than that.
  const tokens = [await owner.make(['favorites:read']), await owner.make(['favorites:read'])];
  for (const [at, [name, call]] of (Object.entries(calls) as [CallName, Call][]).entries()) {
    if (call.scope === 'favorites:read') continue;
    const { code } = await askWithToken(tokens[at % tokens.length]!.token, name, samples[name].good[0]);
    assert.equal(code, errors[call.scope === undefined ? 'tokenNotHere' : 'tokenScope'].code, name);
  }
  assert.equal((await owner.ask('userInfo')).code, success, 'nobody was logged out or deleted by it');
});

for (const locale of ['de', 'zh-CN', 'ar'])
  test(`a token that is refused is told so in ${locale}`, async () => {
    const words = JSON.parse(readFileSync(new URL(`../../locales/${locale}/errors.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >;
    const unknown = await askWithToken(`tmk_${'x'.repeat(43)}`, 'listAlerts', {}, { locale });
    assert.deepEqual([unknown.code, unknown.msg], [errors.tokenInvalid.code, words['tokenInvalid']]);
  });

test('the description of the calls tells which of them a token opens; llms.txt tells it in words', async () => {
  const document = await (await fetch(`${sharedAppUrl()}/v1/openapi.json`)).json();
  assert.equal(document.components.securitySchemes.token.scheme, 'bearer');
  const securityOf = (name: CallName) => document.paths[`/v1${calls[name].path}`][calls[name].method.toLowerCase()].security;
  assert.deepEqual(securityOf('createAlert'), [{ session: [] }, { token: [] }]);
  assert.deepEqual(securityOf('userInfo'), [{ session: [] }]);
  assert.deepEqual(securityOf('alertParameters'), [{}, { token: [] }]);
  const answer = await fetch(`${sharedAppUrl()}/llms.txt`);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
  const text = await answer.text();
  for (const part of ['Simulated data', '/v1/openapi.json', '/mcp', 'Authorization: Bearer tmk_', ...accessScopes])
    assert.ok(text.includes(part), part);
});
