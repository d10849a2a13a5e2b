import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { addressReader, trustHops } from './address.ts';

test('of a chain of addresses only what our own proxies wrote counts, and both ways to answer read it alike', async (t) => {
  const chains = [undefined, '203.0.113.1', '198.51.100.9, 203.0.113.1', '198.51.100.9,10.0.0.1 , 203.0.113.1'];
  for (const [proxies, expected] of [
    [0, ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1']],
    [1, ['127.0.0.1', '203.0.113.1', '203.0.113.1', '203.0.113.1']],
    [2, ['127.0.0.1', '203.0.113.1', '198.51.100.9', '10.0.0.1']],
  ] as const) {
    const app = Fastify({ trustProxy: trustHops(proxies) });
    t.after(() => app.close());
    const read = addressReader(proxies);
    app.get('/', (request) => [request.ip, read(request.raw)]);
    for (const [at, chain] of chains.entries()) {
      const answer = await app.inject({ url: '/', headers: chain === undefined ? {} : { 'x-forwarded-for': chain } });
      assert.deepEqual(answer.json(), [expected[at], expected[at]], `${proxies} proxies, ${chain}`);
    }
  }
});
