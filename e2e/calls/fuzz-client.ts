// Requests of the fuzz over connections that stay open: raw paths, raw bodies and headers, as no polite client would send them.
import { Agent, request as send } from 'node:http';

export interface FuzzRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

export interface FuzzAnswer {
  readonly status: number;
  readonly setCookies: readonly string[];
  readonly body: string;
}

const answerMs = 30_000;

export function createFuzzClient(url: string, connections: number) {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  // Node's own mark of a reused connection is missing where a request waited in line for one.
  const used = new WeakSet<object>();
  /** isStale: the connection was an old one that the server closed in the moment it was used again. */
  const sendOnce = ({ method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer | 'isStale'> =>
    new Promise((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const out = send({ agent, hostname, port, method, path, headers: { ...headers, ...length }, timeout: answerMs }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            setCookies: response.headers['set-cookie'] ?? [],
            body: Buffer.concat(parts).toString('utf8'),
          }),
        );
        response.on('error', reject);
      });
      let isReused = false;
      out.on('socket', (socket) => {
        isReused = used.has(socket);
        used.add(socket);
      });
      out.on('timeout', () => out.destroy(new Error(`no answer within ${answerMs / 1000} s`)));
      out.on('error', (error) => (isReused && (error as NodeJS.ErrnoException).code === 'ECONNRESET' ? resolve('isStale') : reject(error)));
      out.end(body ?? undefined);
    });
  return {
    async send(request: FuzzRequest): Promise<FuzzAnswer> {
      for (;;) {
        const answer = await sendOnce(request);
        if (answer !== 'isStale') return answer;
      }
    },
    close: () => agent.destroy(),
  };
}
export type FuzzClient = ReturnType<typeof createFuzzClient>;
