// For tests: the content room on a real database, a simulated market of few coins, feeds of a local server and a clock that is
// turned by hand.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Locale } from '@tidemark/contract/locales.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { createMarket } from '#market/index.ts';
import { createSideSources } from '#market/sources/side/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { createContent, type Content, type ContentDeps } from '../index.ts';

export const reader = (locale: Locale = 'en'): Caller => ({
  userId: null,
  sessionId: null,
  locale,
  requestId: 'r',
  ip: '::1',
  deviceId: null,
});

export async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 20_000; !(await isTrue());) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`);
    await delay(5);
  }
}

export async function openContentBed(now: number) {
  const clock = createHandClock(now);
  const log = createLog({ level: 'silent' });
  const whole = createSimulator({ clock, seed: 1 });
  const data = await whole.catalog();
  const largest = data.coins
    .filter(({ sectors }) => !['stablecoin', 'gold'].includes(sectors[0] ?? ''))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 14);
  const tickers = new Set(largest.map(({ ticker }) => ticker));
  const symbols = data.symbols.filter(({ baseSymbol, pricedSymbol, instType, status, listedAt, deliveryAt }) => {
    if (tickers.has(baseSymbol))
      return deliveryAt !== undefined || (pricedSymbol === 'USDT' && (instType === 'sp' || instType === 'umcbl'));
    return instType === 'sp' && pricedSymbol === 'USDT' && (status === 'prelaunch' || listedAt! > now - 6 * 86_400_000);
  });
  const source = { ...whole, catalog: async () => ({ ...data, symbols }) };
  const dataDir = mkdtempSync(join(tmpdir(), 'content-'));
  const db = await openTestDatabase(log);
  const bus = createInProcessBus();
  const market = createMarket({ bus, clock, log, metrics: createMetrics(), db, feed: source });
  await market.start();
  clock.advance(2_000);
  // Prices stand from here on: hours pass in a moment, and the past is told by candles as before.
  whole.stop();
  const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
  const stops: (() => void | Promise<void>)[] = [];

  /** A process: with its feeds, or one that only reads. */
  const start = async (
    more: Partial<ContentDeps> & { feedUrls?: readonly string[] } = {},
  ): Promise<{ content: Content; stop(): Promise<void> }> => {
    const { feedUrls = [], ...deps } = more;
    const side = createSideSources(
      { coinGecko: null, fearGreedUrl: null, mempoolUrl: null, newsFeeds: feedUrls, fiatRatesUrl: null },
      { clock, log, metrics: createMetrics() },
    );
    const content = createContent({
      db,
      bus,
      clock,
      wallClock: clock,
      log,
      words,
      market,
      isKeeper: () => true,
      fearGreedHistory: async () => new Map(),
      feeds: side.news,
      calendarFile: null,
      siteName: 'Tidemark',
      ...deps,
    });
    await content.start();
    side.start();
    const stop = async () => {
      side.stop();
      await content.stop();
    };
    stops.push(stop);
    return { content, stop };
  };

  return {
    clock,
    market,
    db,
    bus,
    dataDir,
    start,
    async close() {
      for (const stop of stops) await stop();
      await market.stop();
      await bus.close();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
