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

test('of what a proxy writes only an address counts, without its port; otherwise it is the peer', () => {
  const read = addressReader(1);
  const of = (forwardedFor: string) => read({ headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress: '10.0.0.5' } });
  assert.equal(of('203.0.113.1:50123'), '203.0.113.1');
  assert.equal(of('198.51.100.9, [2001:db8::1]:443'), '2001:db8::1');
  for (const forwardedFor of ['unknown', '_hidden', '', '203.0.113.1, ', '203.0.113.1:x'])
    assert.equal(of(forwardedFor), '10.0.0.5', forwardedFor);
});
