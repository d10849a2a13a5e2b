// The shared app with a cache in front of it, over a line that counts what reaches the app and can be cut.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEdgeCache } from '@tidemark/testbed/edge-cache.ts';
import { findProgram } from '../../tools/find-program.ts';
import { sharedAppUrl } from './app.ts';

/** Why no such test can run here; false where it can. */
export const cannotCache = findProgram('nginx') === null ? 'this system cannot: nginx is not installed' : false;

export interface SiteBehindCache extends AsyncDisposable {
  readonly url: string;
  /** Addresses that the app was asked for, as often as it was. */
  readonly asked: readonly string[];
  /** Nobody answers behind the cache any more. */
  die(): Promise<void>;
}

export async function openSiteBehindCache(): Promise<SiteBehindCache> {
  const { hostname, port } = new URL(sharedAppUrl());
  const asked: string[] = [];
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    asked.push(from.url ?? '');
    const onward = request({ hostname, port, path: from.url, method: from.method, headers: from.headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  };
  const line = createServer(pass).listen(0, '127.0.0.1');
  await new Promise((resolve) => line.once('listening', resolve));
  const die = async () => {
    if (!line.listening) return;
    line.closeAllConnections();
    await new Promise((resolve) => line.close(resolve));
  };
  const cache = await startEdgeCache(findProgram('nginx')!, `127.0.0.1:${(line.address() as AddressInfo).port}`);
  return {
    url: cache.url,
    asked,
    die,
    async [Symbol.asyncDispose]() {
      await cache[Symbol.asyncDispose]();
      await die();
    },
  };
}
