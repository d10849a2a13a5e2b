// The tools at /mcp, by the official client of the protocol, and what somebody sends who is none.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { sharedAppUrl } from '#harness/app.ts';
import { enterWithToken } from './person-with-token.ts';

const mcpUrl = () => new URL('/mcp', sharedAppUrl());
let clients = 0;
const connect = async (t: TestContext, headers: Record<string, string> = {}) => {
  const client = new Client({ name: 'test', version: '1' });
  const from = { 'x-forwarded-for': `10.250.0.${++clients}`, ...headers };
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(), { requestInit: { headers: from } }));
  t.after(() => client.close());
  const use = async (name: string, args: object = {}) => {
    const { content, isError } = (await client.callTool({ name, arguments: { ...args } })) as {
      content: { type: 'text'; text: string }[];
      isError?: boolean;
    };
    return { texts: content.map(({ text }) => text), isError: isError ?? false };
  };
  /** What a tool found, behind the word that it is simulated. */
  const find = async (name: string, args: object = {}): Promise<any> => {
    const { texts, isError } = await use(name, args);
    assert.equal(isError, false, texts.join(' '));
    assert.equal(texts[0], 'Simulated data');
    return JSON.parse(texts[1]!);
  };
  /** The row of the catalogue it was refused with. */
  const refusedWith = async (name: string, args: object, error: ErrorName) => {
    const { texts, isError } = await use(name, args);
    assert.deepEqual([isError, texts[0]?.split(':')[0]], [true, errors[error].code], texts.join(' '));
  };
  return { client, use, find, refusedWith };
};

test('an official client lists the tools and reads quotes, candles, rankings, movers and trading data without a token', async (t) => {
  const { client, find, refusedWith } = await connect(t);
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 20);
  for (const { name, description, inputSchema } of tools) {
    assert.match(name, /^[a-z_]{3,40}$/);
    assert.ok((description ?? '').length > 10, name);
    assert.ok(!Object.hasOwn(inputSchema.properties ?? {}, 'languageType'), name);
  }
  const create = tools.find(({ name }) => name === 'create_alert')!;
  assert.ok(create.inputSchema.required?.includes('clientKey'), 'the schema is the one of the call');
  const quotes = await find('get_quotes', { businessLine: 1, pageSize: 5 });
  assert.equal(quotes.items.length, 5);
  assert.ok((await find('get_candles', { symbolId: 'BTCUSDT' })).length !== 0);
  assert.ok(await find('get_rankings', {}));
  assert.ok(await find('get_movers', {}));
  assert.ok(await find('get_trading_data', { symbolId: 'BTCUSDT' }));
  assert.ok((await find('search_coins', { keyWord: 'btc' })) !== null);
  await refusedWith('list_alerts', {}, 'notLoggedIn');
  await refusedWith('get_candles', { symbolId: 'NOPENOPEUSDT' }, 'unknownSymbol');
  await refusedWith('get_quotes', { pageSize: 1_000_000 }, 'badInput');
});

test('with a token it keeps alerts and favorites, by the limits and rules of the calls, as far as the scopes say', async (t) => {
  const owner = await enterWithToken();
  const { token, tokenId } = await owner.make(['alerts:read', 'alerts:write', 'favorites:read']);
  const { find, refusedWith } = await connect(t, { authorization: `Bearer ${token}` });
  assert.equal((await find('get_quotes', { pageSize: 1 })).items.length, 1, 'a token is not in the way of what is public');
  const form = {
    clientKey: randomUUID(),
    businessLine: 1,
    symbolId: 'BTCUSDT',
    alertType: 1,
    frequency: 1,
    channels: [1],
    configurePrice: '99999999',
  };
  const { alert } = await find('create_alert', form);
  await refusedWith('create_alert', { ...form, clientKey: randomUUID() }, 'alertDuplicate');
  await find('edit_alert', { id: alert.id, version: alert.version, switch: 0 });
  assert.deepEqual(
    (await find('list_alerts')).items.map(({ id }: { id: string }) => id),
    [alert.id],
  );
  assert.equal((await find('delete_alerts', { ids: [alert.id] })).deleted, 1);
  assert.equal((await find('list_favorites')).total, 0);
  await refusedWith('add_favorites', { symbolIds: ['BTCUSDT'] }, 'tokenScope');
  assert.equal((await owner.ask('listFavorites')).data.total, 0);
  await owner.ask('revokeAccessToken', { tokenId });
  await refusedWith('list_alerts', {}, 'tokenInvalid');
});

test('alerts are changed, exported, looked through and imported by tools, each as far as its scope says', async (t) => {
  const owner = await enterWithToken();
  const reading = await owner.make(['alerts:read']);
  const writing = await owner.make(['alerts:read', 'alerts:write']);
  const reader = await connect(t, { authorization: `Bearer ${reading.token}` });
  const writer = await connect(t, { authorization: `Bearer ${writing.token}` });
  const { tools } = await reader.client.listTools();
  const annotationsOf = (wanted: string) => tools.find(({ name }) => name === wanted)?.annotations;
  assert.deepEqual(
    ['change_alerts', 'export_alerts', 'import_alerts', 'preview_alert'].map((name) => annotationsOf(name)?.readOnlyHint),
    [false, true, false, true],
  );
  assert.equal(annotationsOf('change_alerts')?.destructiveHint, true);

  // More lines than the protocol alone would have room for.
  const lines = Array.from({ length: 900 }, (_, at) => `spot,BTCUSDT,rises_to,${99_000_000 + at},${'n'.repeat(99)},no`);
  const file = { format: 'csv', importKey: 'k', content: ['market,symbol,condition,target,note,on', ...lines].join('\n') };
  await reader.refusedWith('import_alerts', file, 'tokenScope');
  assert.equal((await writer.find('import_alerts', { ...file, preview: true })).made, 900);
  assert.equal((await reader.find('export_alerts', { format: 'csv' })).count, 0, 'a preview makes nothing');
  assert.equal((await writer.find('import_alerts', file)).made, 900);
  const { content, count, parts } = await reader.find('export_alerts', { format: 'csv', part: 1 });
  assert.deepEqual([count, parts, content.split('\r\n').length], [900, 1, 902]);
  const first = (await reader.find('list_alerts', { pageSize: 2 })).items as { id: string; note: string }[];
  assert.equal(first[0]!.note, 'n'.repeat(99));
  const change = { ids: first.map(({ id }) => id), action: 'delete' };
  await reader.refusedWith('change_alerts', change, 'tokenScope');
  assert.equal((await writer.find('change_alerts', change)).changed, 2);
  assert.equal((await reader.find('export_alerts', { format: 'json' })).count, 898);
});

test('attack: cookies open nothing here, and neither does another site, a token in an address, a batch or too many bytes', async () => {
  const from = { 'x-forwarded-for': '10.250.1.1', 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_alerts', arguments: {} } };
  const send = (body: unknown, headers: Record<string, string> = {}, query = '') =>
    fetch(`${mcpUrl()}${query}`, {
      method: 'POST',
      headers: { ...from, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const account = { email: `${randomUUID()}@tidemark.example`, password: 'seven blue lanterns over 3 canals' };
  const registered = await fetch(`${sharedAppUrl()}/v1/user/public/register`, {
    method: 'POST',
    headers: from,
    body: JSON.stringify(account),
  });
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ');
  const withCookie = await (await send(list, { cookie })).json();
  assert.equal(withCookie.result.isError, true);
  assert.match(withCookie.result.content[0].text, new RegExp(`^${errors.notLoggedIn.code}`));

  const statuses: Record<string, number> = {};
  const note = async (name: string, answer: Promise<Response>) => (statuses[name] = (await answer).status);
  await note('another site', send(list, { origin: 'https://elsewhere.example' }));
  await note('in the address', send(list, {}, `?token=tmk_${'x'.repeat(43)}`));
  await note('a batch', send([list, list]));
  await note('no JSON', send('{"jsonrpc":'));
  await note('too large', send({ ...list, params: { name: 'x'.repeat(330_000) } }));
  await note('a form', send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }));
  await note('a stream', fetch(mcpUrl(), { headers: { ...from, accept: 'text/event-stream' } }));
  await note('the end of a session', fetch(mcpUrl(), { method: 'DELETE', headers: from }));
  assert.deepEqual(statuses, {
    'another site': 403,
    'in the address': 400,
    'a batch': 400,
    'no JSON': 400,
    'too large': 413,
    'a form': 415,
    'a stream': 405,
    'the end of a session': 405,
  });
  const odd = await (await send({ ...list, params: { name: 'drop_tables', arguments: {} } })).json();
  assert.ok(odd.error, 'a tool that is not there');
  const poisoned = await send(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_alerts","arguments":{"__proto__":{"a":1}}}}',
  );
  assert.equal(poisoned.status, 400);
});
