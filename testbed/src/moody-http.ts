// An HTTP server on a free loopback port that takes POST requests and answers in its mood.
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { alwaysWell, lateMs, type Moods } from './moods.ts';

export interface MoodyHttp {
  readonly url: string;
  moods: Moods;
  stop(): Promise<void>;
}

/** take: keeps the message; answers the status. Not asked when the mood refuses or hangs. */
export async function startMoodyHttp(take: (request: IncomingMessage, body: Buffer) => number): Promise<MoodyHttp> {
  const port = await freePort();
  const self = { url: `http://127.0.0.1:${port}`, moods: alwaysWell, stop: async () => {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void (async () => {
        const mood = self.moods();
        if (mood === 'hang') return;
        if (mood === 'refuse') return void response.writeHead(503).end();
        if (mood === 'late') await delay(lateMs);
        const status = take(request, Buffer.concat(chunks));
        if (mood === 'loseAnswer') return void request.socket.destroy();
        response.writeHead(status).end();
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
