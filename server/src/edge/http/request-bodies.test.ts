import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createLog } from '#platform/log.ts';
import { defaultLimits } from './limits.ts';
import { words, setUp } from './testing/small-edge.ts';

test('a body that is no JSON, no object or poisoned is refused with a reason', async (t) => {
  const { app, post } = await setUp(t);
  const send = (payload: string, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/v1/greet', payload, headers: { 'content-type': type } });
  for (const payload of [
    '{"name":',
    'nope',
    '{"name":"A"}}',
    '{"__proto__":{"name":"A"}}',
    '{"constructor":{"prototype":{"name":"A"}}}',
    '\ud800{',
  ]) {
    const answer = await send(payload);
    assert.equal(answer.statusCode, 400, payload);
    assert.equal(answer.json().code, '40001');
    assert.match(answer.json().msg, /body is not valid JSON/);
  }
  for (const payload of ['[]', 'null', '"text"', '7', '', '  ']) {
    const answer = await send(payload);
    assert.equal(answer.statusCode, 200, payload);
    assert.equal(answer.json().code, '40001', payload);
  }
  for (const type of [
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ]) {
    assert.equal((await send('name=A', type)).statusCode, 415, type);
  }
  assert.equal((await app.inject({ method: 'POST', url: '/v1/alert' })).json().code, '00000', 'no body at all');
  assert.equal((await app.inject('/v1/greet?name=a&name=b')).json().code, '40001');
  assert.equal(({} as { name?: string }).name, undefined);
  assert.equal((await post('/v1/greet', { name: 'Zoé 🌊' })).json().data.text, 'Hello Zoé 🌊');
});

test('a body beyond the limit is 413, the limit of a call may differ', async (t) => {
  const { post } = await setUp(t, { limits: { ...defaultLimits, bodyBytes: 100, bodyBytesOf: { createAlert: 1_000 } } });
  const big = { name: 'x'.repeat(200) };
  const answer = await post('/v1/greet', big, { locale: 'ar' });
  assert.equal(answer.statusCode, 413);
  assert.equal(answer.json().code, '40006');
  assert.equal(answer.json().msg, words.error('ar', 'bodyTooLarge'));
  assert.equal((await post('/v1/alert', big)).statusCode, 200);
});

test('a body that does not arrive in time is 408', async (t) => {
  const { app, clock } = await setUp(t);
  const body = new PassThrough();
  const answer = app.inject({ method: 'POST', url: '/v1/greet', payload: body, headers: { 'content-type': 'application/json' } });
  body.write('{"na');
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  while (!isAnswered) {
    clock.advance(defaultLimits.bodyTimeMs);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { statusCode, json } = await answer;
  assert.deepEqual([statusCode, json().code], [408, '40007']);
});

test('a packed body is refused before a byte of it is read, whatever it is packed with', async (t) => {
  const { app, post } = await setUp(t);
  for (const packing of ['br', 'gzip', 'deflate', 'zstd', 'GZIP', 'identity, gzip']) {
    const body = new PassThrough();
    // Nothing is ever written into it: a reader of the body would wait for ever.
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/greet',
      payload: body,
      headers: { 'content-type': 'application/json', 'content-encoding': packing },
    });
    assert.deepEqual([answer.statusCode, answer.json().code], [415, '40001'], packing);
    assert.match(answer.json().msg, /content-encoding/);
  }
  assert.equal((await post('/v1/greet', { name: 'Ada' }, { 'content-encoding': 'identity' })).statusCode, 200);
});

test('a client that hangs up in the middle of its body is not our fault: nothing above debug is logged', async (t) => {
  const lines: string[] = [];
  const log = createLog({ level: 'debug', stream: { write: (line: string) => void lines.push(line) } });
  const { app } = await setUp(t, { log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (const part of ['{"na', '']) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const asked = once(app.server, 'request') as Promise<[IncomingMessage]>;
    socket.write(`POST /v1/greet HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n${part}`);
    const [request] = await asked;
    const gone = new Promise((resolve) => request.once('close', resolve));
    socket.resetAndDestroy();
    await gone;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(
    lines.filter((line) => (JSON.parse(line) as { level: number }).level > 20),
    [],
  );
});

test('after a refusal only so much is read on: whoever goes on sending, or stays silent, is cut off', async (t) => {
  const { app, clock } = await setUp(t);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const head =
    'POST /v1/greet HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-encoding: ' +
    'br\r\ntransfer-encoding: chunked\r\n\r\n';
  const open = () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(head);
    return { socket, closed };
  };
  const piece = Buffer.from(`${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`);
  const busy = open();
  let sent = 0;
  const pour = () => {
    while (!busy.socket.destroyed && busy.socket.write(piece)) sent += piece.length;
  };
  busy.socket.on('drain', pour);
  pour();
  await busy.closed;
  assert.ok(sent < 64 * 1024 * 1024, `${sent} bytes were taken`);

  const silent = open();
  const [answer] = await once(silent.socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 415 /);
  clock.advance(5_000);
  await silent.closed;
});
