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
