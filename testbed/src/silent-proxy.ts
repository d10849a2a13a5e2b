// For tests of faults: a way to a server that goes silent without closing anything, as a host does whose cable is pulled, and that
// passes on what it held back when the cable is back.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface SilentProxy {
  /** The address of the server, by this way. */
  readonly url: string;
  /** Nothing passes from now on, and neither side is told. */
  cut(): void;
  /** What was held back passes, as when packets are sent again; a connection that was given up meanwhile is gone. */
  heal(): void;
  close(): void;
}

export async function openSilentProxy(url: string): Promise<SilentProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  /** What has to be done when the cable is back. */
  let held: (() => void)[] | null = null;
  const whenOpen = (work: () => void): void => void (held ? held.push(work) : work());
  const server = createServer((near) => {
    near.on('error', () => {});
    sockets.add(near);
    near.on('close', () => sockets.delete(near));
    near.pause();
    whenOpen(() => {
      const far = connect(Number(target.port), target.hostname);
      sockets.add(far);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.on('data', (data) => whenOpen(() => void to.write(data)));
        from.on('error', () => {});
        from.on('close', () => {
          sockets.delete(from);
          whenOpen(() => to.destroy());
        });
      }
      near.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: url.replace(`:${target.port}`, `:${(server.address() as AddressInfo).port}`),
    cut: () => void (held ??= []),
    heal() {
      const waiting = held ?? [];
      held = null;
      for (const work of waiting) work();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
