// `npm run record-source -- bitget`: asks a real exchange everything the site asks it, once, and keeps the answers as they came, cut down
// to a few coins, in testbed/recordings/. Needs a network and no key. CCXT_BASE_URL names a proxy.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstType } from '../contract/src/socket.ts';
import { systemClock, type Clock } from '../server/src/platform/clock.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';
import type { ExchangeName } from '../server/src/market/sources/ccxt/exchange.ts';
import { createCcxtSource, venues } from '../server/src/market/sources/ccxt/index.ts';
import { metrics } from '../source/src/source.ts';

import type { Recording } from '../testbed/src/exchange/recorded.ts';
import { rootDir } from './run-command.ts';

const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'];
/** An answer that is a list of everything is cut down to rows of these coins. */
const wholeRows = 40;
const lines: readonly InstType[] = ['sp', 'umcbl', 'cmcbl', 'dmcbl'];
const isOfCoins = (row: unknown): boolean => {
  const text = JSON.stringify(row);
  return coins.some((coin) => new RegExp(`"${coin}[-_/A-Z0-9]*"`).test(text));
};
const cutDown = (body: unknown): unknown => {
  if (Array.isArray(body)) return (body.length > wholeRows ? body.filter(isOfCoins).slice(0, wholeRows) : body).map(cutDown);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, cutDown(value)]));
};

export interface RecordDeps {
  readonly clock: Clock;
  readonly baseUrl: string | null;
  /** Off only against a server of our own. */
  readonly isRateLimited?: boolean;
  say(line: string): void;
}

export async function recordSource(name: ExchangeName, { clock, baseUrl, isRateLimited = true, say }: RecordDeps): Promise<Recording> {
  const answers = new Map<string, Recording['answers'][number]>();
  let onRepeat = () => {};
  const source = createCcxtSource({
    name,
    clock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    baseUrl,
    isRateLimited,
    onAnswer(url, body) {
      const { pathname: path, searchParams } = new URL(url);
      searchParams.sort();
      const query = searchParams.toString();
      if (answers.has(`${path}?${query}`)) onRepeat();
      try {
        answers.set(`${path}?${query}`, { path, query, body: cutDown(JSON.parse(body)) });
      } catch {
        say(`not kept, for it is no JSON: ${path}`);
      }
    },
  });
  /** What an exchange lacks is no reason to stop. */
  const attempt = async (about: string, ask: () => Promise<unknown>) => {
    try {
      await ask();
    } catch (error) {
      say(`not told: ${about} (${error instanceof Error ? error.message : String(error)})`);
    }
  };
  try {
    const { symbols } = await source.catalog();
    say(`${symbols.length} markets`);
    // The lists are asked for again and again: the first that comes a second time says that all have been asked.
    await new Promise<void>((resolve) => {
      onRepeat = resolve;
      source.start(() => {});
    });
    for (const line of lines) {
      const symbol = symbols.find(
        ({ instType, baseSymbol, deliveryAt }) => instType === line && baseSymbol === 'BTC' && deliveryAt === undefined,
      );
      if (!symbol) continue;
      const { symbolId } = symbol;
      say(symbolId);
      for (const interval of ['1m', '1h', '1d'] as const)
        await attempt(`candles ${interval}`, () => source.candles({ symbolId, interval, limit: 5 }));
      await attempt('trades', () => source.trades.range({ symbolId, limit: 20 }));
      await attempt('order book', () => source.orderBook(symbolId));
      if (line !== 'sp') await attempt('funding', () => source.funding(symbolId));
      for (const metric of metrics) await attempt(metric, () => source.series({ metric, symbolId, period: '1h', limit: 5 }));
    }
  } finally {
    source.stop();
  }
  return { exchange: name, recordedAt: clock.now(), answers: [...answers.values()] };
}

if (import.meta.main) {
  const [name] = process.argv.slice(2);
  if (name === undefined || !Object.hasOwn(venues, name)) {
    console.error(`Say which exchange: npm run record-source -- ${Object.keys(venues).join('|')}`);
    process.exit(2);
  }
  // The clock keeps no process alive by itself.
  const awake = setInterval(() => {}, 1_000);
  const recording = await recordSource(name as ExchangeName, {
    clock: systemClock,
    baseUrl: process.env['CCXT_BASE_URL'] ?? null,
    say: (line) => console.log(line),
  });
  clearInterval(awake);
  const day = new Date(recording.recordedAt).toISOString().slice(0, 10);
  const folder = join(rootDir, 'testbed/recordings', `${name}-${day}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'answers.json'), `${JSON.stringify(recording, null, 1)}\n`);
  console.log(`${recording.answers.length} answers are kept in ${folder}; name their origin in NOTICE`);
}
