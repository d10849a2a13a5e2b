// Bodies over a real socket, where a client can be endless, slow or gone.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { Refusal } from '@tidemark/contract/errors.ts';
import { createHandClock } from '#platform/clock.ts';
import { acceptJsonOnly } from './json-body.ts';

async function setUp(t: TestContext) {
  const clock = createHandClock(0);
  const app = Fastify({ bodyLimit: 1_000 });
  t.after(() => app.close());
  acceptJsonOnly(app, { clock, timeLimitMs: 5_000 });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? 413 : 400).send(error instanceof Refusal ? error.error : 'other'),
  );
  app.post('/echo', (request) => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, clock, port: (app.server.address() as AddressInfo).port };
}

/** What a socket hears until the other side closes it. */
async function talk(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return heard;
}
const head = (length: string) => `POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;

test('a body in many pieces is one body', async (t) => {
  const { port } = await setUp(t);
  const socket = connect(port, '127.0.0.1');
  const bytes = Buffer.from(JSON.stringify({ name: 'Zoé 🌊' }));
  socket.write(head(`content-length: ${bytes.length}`));
  for (const byte of bytes) socket.write(Buffer.of(byte));
  const [answer] = await once(socket, 'data');
  socket.destroy();
  assert.match(String(answer), /200 OK[\s\S]*\{"name":"Zoé 🌊"\}$/);
});

test('an endless body and an announced-huge one are cut off with an answer', async (t) => {
  const { port } = await setUp(t);
  const chunk = `${(600).toString(16)}\r\n${'x'.repeat(600)}\r\n`;
  assert.match(await talk(port, head('transfer-encoding: chunked') + chunk + chunk + chunk), /^HTTP\/1\.1 413 [\s\S]*bodyTooLarge$/);
  assert.match(await talk(port, head('content-length: 99999999999')), /^HTTP\/1\.1 413 [\s\S]*bodyTooLarge$/);
});

test('a body that trickles is cut off with an answer, and a caller who left takes nothing along', async (t) => {
  const { app, clock, port } = await setUp(t);
  const reading = () => new Promise<void>((resolve) => app.server.once('request', () => setImmediate(resolve)));
  let started = reading();
  const slow = talk(port, `${head('content-length: 50')}{"na`);
  await started;
  clock.advance(5_000);
  assert.match(await slow, /^HTTP\/1\.1 413 [\s\S]*timeout$/);

  started = reading();
  const gone = connect(port, '127.0.0.1');
  gone.write(`${head('content-length: 50')}{"na`);
  await started;
  gone.destroy();
  const answer = await fetch(`http://127.0.0.1:${port}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"still":"here"}',
  });
  assert.deepEqual(await answer.json(), { still: 'here' });
});
