// Requests to become a socket: one listener for each server, which hands them on by path and refuses any other path. Node leaves such a
// connection to its listeners, so one that no listener answers would stay open for ever.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export type ServeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

const statusTexts = { 403: 'Forbidden', 404: 'Not Found', 429: 'Too Many Requests', 503: 'Service Unavailable' } as const;
export type RefusedStatus = keyof typeof statusTexts;

/** Before a handshake, which would cost more than the refusal. */
export function refuseUpgrade(socket: Duplex, status: RefusedStatus, retryAfterSeconds?: number): void {
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  const retry = retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`;
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

interface Listening {
  readonly paths: Map<string, ServeUpgrade>;
  stop(): void;
}
const listening = new WeakMap<Server, Listening>();

/** The returned function takes the path back. */
export function serveUpgrades(http: Server, path: string, serve: ServeUpgrade): () => void {
  const { paths, stop } = listening.get(http) ?? listen(http);
  paths.set(path, serve);
  return () => {
    paths.delete(path);
    if (paths.size === 0) stop();
  };
}

function listen(http: Server): Listening {
  const paths = new Map<string, ServeUpgrade>();
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const serve = paths.get((request.url ?? '').split('?', 1)[0]!);
    if (serve) return serve(request, socket, head);
    // A development server has a listener of its own for other paths; elsewhere there is none.
    if (http.listenerCount('upgrade') === 1) refuseUpgrade(socket, 404);
  };
  const one: Listening = {
    paths,
    stop() {
      http.off('upgrade', onUpgrade);
      listening.delete(http);
    },
  };
  http.on('upgrade', onUpgrade);
  listening.set(http, one);
  return one;
}
