// One line of the log for each request that was answered or broken off, where the operator wants them: who, what, how it ended, how
// long it took.
import type { IncomingMessage, Server } from 'node:http';
import { headers } from '@tidemark/contract/wire.ts';
import type { Log } from '#platform/log.ts';

/** Shared lists, receipts and their like: a log is read by more people than were given the link. */
const secretParts = /[\w-]{20,}/g;
const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0]!.slice(0, 500).replaceAll(secretParts, '…');

/** Prepended, so that no listener that answers has to know of the log. */
export function logRequests(server: Server, log: Log, addressOf: (request: IncomingMessage) => string): void {
  server.prependListener('request', (request, response) => {
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = Math.round(performance.now() - startedAt);
      const about = { method: request.method, path: pathOf(request), ip: addressOf(request), ms };
      const requestId = response.getHeader(headers.requestId) ?? request.headers[headers.requestId];
      log.info({ ...about, status: response.writableEnded ? response.statusCode : null, requestId }, 'request');
    });
  });
}
