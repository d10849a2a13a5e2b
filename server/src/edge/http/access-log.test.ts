// What an operator reads of each request: how it was answered, and no secret that stood in its address.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { until } from '@tidemark/testbed/until.ts';
import { createLog } from '#platform/log.ts';
import { logRequests } from './access-log.ts';

test('a line for each request, without its query and without what looks like a secret', async (t) => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(JSON.parse(line.toString())), done()) });
  const server = createServer((request, response) => {
    if (request.url === '/never') return void request.socket.destroy();
    response.writeHead(404, { 'x-request-id': 'r-1' }).end('nothing');
  });
  logRequests(server, createLog({ level: 'info', stream }), () => '203.0.113.9');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(`${url}/markets/favorites/shared/AAAAAAAAAAAAAAAAAAAAAA?key=secret`, { headers: { 'x-request-id': 'of-the-client' } });
  await assert.rejects(fetch(`${url}/never`, { method: 'POST' }));
  await until('both lines', () => lines.length === 2);
  const shown = lines.map(({ method, path, status, ip, requestId, ms, msg }) => [method, path, status, ip, requestId, typeof ms, msg]);
  assert.deepEqual(shown, [
    ['GET', '/markets/favorites/shared/…', 404, '203.0.113.9', 'of-the-client', 'number', 'request'],
    ['POST', '/never', null, '203.0.113.9', undefined, 'number', 'request'],
  ]);
});
