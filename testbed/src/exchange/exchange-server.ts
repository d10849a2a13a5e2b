// A local stand-in for an exchange: HTTP and websocket on one loopback port, answering by path, and able to misbehave the
// ways exchanges do: refuse with a status, answer nonsense, hang up, cut the sockets.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

export interface ExchangeServer {
  readonly url: string;
  /** Paths with their queries, in the order they came. */
  readonly requests: readonly string[];
  /** When each of them came, by a clock that is never set. */
  readonly arrivedAt: readonly number[];
  /** Frames of clients, in the order they came. */
  readonly frames: readonly string[];
  /** From now on, until answered by null, the disturbance goes out in place of the answer. */
  disturb(disturbance: ((path: string) => Disturbance | null) | null): void;
  send(frame: string): void;
  /** As a broken line: no goodbye. */
  cutSockets(): void;
  /** New sockets are refused while true. */
  refuseSockets(isRefusing: boolean): void;
  socketCount(): number;
  stop(): Promise<void>;
}

export type Disturbance = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | 'hangUp';

export interface ExchangeServerDeps {
  /** undefined = no such path. */
  answer(path: string, params: URLSearchParams): unknown;
  /** The server's frames in answer to a client's frame. */
  onFrame(frame: string, path: string): readonly string[];
  onSocketClose?(): void;
}

export async function createExchangeServer({ answer, onFrame, onSocketClose = () => {} }: ExchangeServerDeps): Promise<ExchangeServer> {
  const requests: string[] = [];
  const arrivedAt: number[] = [];
  const frames: string[] = [];
  const sockets = new Set<WebSocket>();
  let disturbance: ((path: string) => Disturbance | null) | null = null;
  let isRefusing = false;

  const reply = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

  // On a busy machine a connection would be closed for being idle just as the next request is sent on it.
  const http = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    requests.push(url.pathname + url.search);
    arrivedAt.push(performance.now());
    const wrong = disturbance?.(url.pathname);
    if (wrong === 'hangUp') return void request.socket.destroy();
    if (wrong) return reply(response, wrong.status, wrong.body ?? '{}', wrong.headers);
    const body = answer(url.pathname, url.searchParams);
    return body === undefined ? reply(response, 404, '{"msg":"no such path"}') : reply(response, 200, JSON.stringify(body));
  });
  const ws = new WebSocketServer({ noServer: true });
  http.on('upgrade', (request, socket, head) => {
    if (isRefusing) return void socket.destroy();
    ws.handleUpgrade(request, socket, head, (client) => {
      sockets.add(client);
      client.on('message', (data) => {
        // eslint-disable-next-line typescript/no-base-to-string -- text frames arrive as one buffer
        const text = data.toString();
        frames.push(text);
        for (const frame of onFrame(text, request.url ?? '/')) client.send(frame);
      });
      client.on('close', () => {
        sockets.delete(client);
        onSocketClose();
      });
      client.on('error', () => {});
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    arrivedAt,
    frames,
    disturb: (next) => void (disturbance = next),
    send: (frame) => sockets.forEach((socket) => socket.send(frame)),
    cutSockets: () => sockets.forEach((socket) => socket.terminate()),
    refuseSockets: (next) => void (isRefusing = next),
    socketCount: () => sockets.size,
    async stop() {
      sockets.forEach((socket) => socket.terminate());
      ws.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}
