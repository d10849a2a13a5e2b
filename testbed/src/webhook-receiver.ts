// For tests: a user's receiver of webhooks on a free loopback port. It keeps what comes with its signature, knows a repeat by its id, and
// misbehaves in every way that a stranger's server can.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createArrivals } from './arrivals.ts';

export interface ReceivedWebhook {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was signed. */
  readonly body: string;
}

/**
 * endless: the answer has begun and never ends. huge: it goes on as fast as it is read. redirect: to another address. A number: this
 * status.
 */
export type ReceiverManner = 'takes' | 'silent' | 'endless' | 'huge' | 'hangsUp' | 'redirect' | number;

export interface LocalReceiver {
  readonly url: string;
  readonly port: number;
  /** One for each id. */
  readonly messages: readonly ReceivedWebhook[];
  repeats(): number;
  /** Requests, taken or not. */
  asked(): number;
  /** Connections at this moment. */
  connections(): Promise<number>;
  next(): Promise<ReceivedWebhook>;
  setManner(manner: ReceiverManner | ((message: ReceivedWebhook) => ReceiverManner)): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<LocalReceiver> {
  const arrivals = createArrivals<ReceivedWebhook>();
  const seen = new Set<string>();
  let [repeats, asked] = [0, 0];
  let mannerOf: (message: ReceivedWebhook) => ReceiverManner = () => 'takes';

  const answer = (manner: ReceiverManner, response: ServerResponse): void => {
    if (typeof manner === 'number') return void response.writeHead(manner).end();
    switch (manner) {
      case 'takes':
        return void response.writeHead(204).end();
      case 'silent':
        return;
      case 'endless':
        return void response.writeHead(200).write('a');
      case 'huge': {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        return more();
      }
      case 'hangsUp':
        return void response.socket?.destroy();
      case 'redirect':
        return void response.writeHead(307, { location: 'http://127.0.0.1:1/elsewhere' }).end();
    }
  };

  const server = createServer((request, response) => {
    asked++;
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    response.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      const message = { id: headers['webhook-id'] ?? '', headers, body: Buffer.concat(chunks).toString('utf8') };
      const manner = mannerOf(message);
      // An answer that says yes takes the message, however the answer goes on.
      if (['takes', 'endless', 'huge'].includes(manner as string)) {
        if (seen.has(message.id)) repeats++;
        else {
          seen.add(message.id);
          arrivals.add(message);
        }
      }
      answer(manner, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    messages: arrivals.all,
    repeats: () => repeats,
    asked: () => asked,
    connections: () => new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count)))),
    next: () => arrivals.next(() => true, 'a webhook'),
    setManner: (manner) => void (mannerOf = typeof manner === 'function' ? manner : () => manner),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
