// Recorded payloads of real exchanges, cut down to what the tests read; NOTICE names their origins and licences. FIXTURES_DIR
// names a folder of the same shape with more of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExchangeServer, type ExchangeServer } from './exchange-server.ts';

const folder = process.env['FIXTURES_DIR'] ?? fileURLToPath(new URL('../../recordings', import.meta.url));

export const readRecorded = (path: string): any => JSON.parse(readFileSync(join(folder, path), 'utf8'));

/**
 * An exchange that answers each path with one recorded payload; paths that are not recorded answer 404. Its socket says what onFrame says.
 */
export function createRecordedServer(
  payloads: Readonly<Record<string, unknown>>,
  onFrame: (frame: string) => readonly string[] = () => [],
): Promise<ExchangeServer> {
  return createExchangeServer({
    answer: (path, params) => {
      const payload = payloads[path];
      return typeof payload === 'function' ? (payload as (params: URLSearchParams) => unknown)(params) : payload;
    },
    onFrame,
  });
}

/** What `npm run record-source` writes: answers by path and query, in the order they came. */
export interface Recording {
  readonly exchange: string;
  readonly recordedAt: number;
  readonly answers: readonly { readonly path: string; readonly query: string; readonly body: unknown }[];
}

/** The answers of a recording for createRecordedServer: of those of a path the one that shares most of what is asked. */
export function payloadsOf({ answers }: Pick<Recording, 'answers'>): Readonly<Record<string, (params: URLSearchParams) => unknown>> {
  const shared = (query: string, params: URLSearchParams) =>
    [...new URLSearchParams(query)].filter(([name, value]) => params.get(name) === value).length;
  return Object.fromEntries(
    [...Map.groupBy(answers, ({ path }) => path)].map(([path, known]) => [
      path,
      (params: URLSearchParams) => known.toSorted((a, b) => shared(b.query, params) - shared(a.query, params))[0]!.body,
    ]),
  );
}
