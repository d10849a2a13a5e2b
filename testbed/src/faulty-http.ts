// An HTTP server on a free loopback port that takes POST requests and answers with the fault that is due.
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { noFaults, lateMs, type Faults } from './fault-injection.ts';

export interface FaultyHttp {
  readonly url: string;
  faults: Faults;
  stop(): Promise<void>;
}

/** A status, or one with a body beside it. */
export type FaultyAnswer = number | { readonly status: number; readonly body: string };

/** take: keeps the message; answers the status. Not asked when it refuses or hangs. */
export async function startFaultyHttp(
  take: (request: IncomingMessage, body: Buffer) => FaultyAnswer | Promise<FaultyAnswer>,
): Promise<FaultyHttp> {
  const port = await freePort();
  const self = { url: `http://127.0.0.1:${port}`, faults: noFaults, stop: async () => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const fault = self.faults();
        if (fault === 'hang') return;
        if (fault === 'refuse') return void response.writeHead(503).end();
        if (fault === 'late') await delay(lateMs);
        const answer = await take(request, Buffer.concat(chunks));
        if (fault === 'loseAnswer') return void request.socket.destroy();
        if (typeof answer === 'number') response.writeHead(answer).end();
        else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      })();
    });
    request.on('error', () => {});
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  self.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return self;
}
