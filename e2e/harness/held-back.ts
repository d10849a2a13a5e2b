import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { sharedAppUrl } from './app.ts';

/** Requests to such an address are answered only when the answer has been called. */
export const heldBack = async (page: Page, address: string): Promise<() => void> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

/** The shared app over a line that stops inside every page, behind the given text, until it is released. */
export const servedInHalves = async (behind: string): Promise<AsyncDisposable & { readonly url: string; release(): void }> => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const answer = async (path: string, response: ServerResponse) => {
    const whole = await fetch(new URL(path, sharedAppUrl()));
    response.setHeader('content-type', whole.headers.get('content-type') ?? '');
    const body = Buffer.from(await whole.arrayBuffer());
    const at = body.includes('<html') ? body.indexOf(behind) + behind.length : 0;
    if (at > 0) {
      response.write(body.subarray(0, at));
      await released;
    }
    response.end(body.subarray(at));
  };
  const server = createServer(({ url = '/' }, response) => void answer(url, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release,
    async [Symbol.asyncDispose]() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
