import type { FastifyInstance } from 'fastify';
import { streamPath } from '@tidemark/contract/socket.ts';

/**
 * The address of the socket, asked as a page: a browser that was refused cannot read why from the handshake, so it asks here when to come
 * again.
 */
export function registerStreamDoor(app: FastifyInstance, waitSeconds: () => number | null): void {
  app.get(streamPath, async (_request, reply) => {
    const seconds = waitSeconds();
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    return seconds === null
      ? reply.code(426).header('upgrade', 'websocket').send('This is a websocket.\n')
      : reply.code(503).header('retry-after', seconds).send('Please come again.\n');
  });
}
