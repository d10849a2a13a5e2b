import { createServer } from 'node:http';
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
  const server = createServer(async ({ url = '/' }, response) => {
    const answer = await fetch(new URL(url, sharedAppUrl()));
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    const body = Buffer.from(await answer.arrayBuffer());
    const end = body.indexOf(behind) + behind.length;
    if (body.includes('<html') && end >= behind.length) {
      response.write(body.subarray(0, end));
      await released;
      response.end(body.subarray(end));
    } else response.end(body);
  }).listen(0, '127.0.0.1');
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
