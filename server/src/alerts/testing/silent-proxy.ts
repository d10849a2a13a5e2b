// For tests of faults: a way to a server that goes silent without closing anything, as a host does whose cable is pulled.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

export async function openSilentProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void (!isSilent && to.write(data)));
      from.on('error', () => {});
      from.on('close', () => void (!isSilent && to.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: url.replace(`:${target.port}`, `:${(server.address() as AddressInfo).port}`),
    /** Nothing passes from now on, and nobody is told. */
    cut: () => void (isSilent = true),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
