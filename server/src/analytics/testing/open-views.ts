// For tests: the views of the room on a real Postgres and a market that says what it is told, asked as the edge asks it.
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { analyticsCalls } from '@tidemark/contract/analytics.ts';
import { marketCalls } from '@tidemark/contract/market.ts';
import type { Caller, InputToSend, Output } from '@tidemark/contract/wire.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, type HandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import type { ViewCallNames } from '../calls.ts';
import { createMarketViews } from '../market-views.ts';
import { createTestFeed, type TestFeed } from './test-feed.ts';

export const visitor: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'test', ip: '127.0.0.1', deviceId: null };
const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));

export const openViews = ({ db, catalog, startMs }: { db: Database; catalog: CatalogData; startMs: number }) =>
  openViewsOn({ db, feed: createTestFeed(catalog), clock: createHandClock(startMs) });

export async function openViewsOn<F extends Source>({ db, feed, clock }: { db: Database; feed: F; clock: HandClock }) {
  const bus = createInProcessBus();
  const log = createLog({ level: 'silent' });
  const market = createMarket({ bus, clock, log, metrics: createMetrics(), db, feed });
  await market.start();
  const open = () =>
    createMarketViews({ db, bus, clock, wallClock: clock, log, metrics: createMetrics(), market, words, isKeeper: () => true });
  let views = open();
  const settled = async () => {
    await views.settled();
    for (let i = 0; i < 6; i++) await turn();
  };
  return {
    bus,
    clock,
    feed,
    market,
    settled,
    get views() {
      return views;
    },
    async start() {
      await views.start();
      views.readHistory();
      await settled();
    },
    /** As after a crash: nothing of the old room is asked, the new one starts from the store. */
    async restart() {
      await views.stop();
      views = open();
      await views.start();
      views.readHistory();
      await settled();
    },
    /** Tells prices at their own times. */
    async play(this: { readonly feed: Pick<TestFeed, 'tell'> }, ticks: readonly Tick[]) {
      for (const tick of ticks) {
        if (tick.ts > clock.now()) clock.advance(tick.ts - clock.now());
        this.feed.tell(tick);
        await settled();
      }
    },
    async ask<N extends ViewCallNames>(
      name: N,
      input: InputToSend<(typeof analyticsCalls)[N]>,
    ): Promise<Output<(typeof analyticsCalls)[N]>> {
      const handler = views.calls[name] as (caller: Caller, input: unknown) => unknown;
      return v.parse(analyticsCalls[name].output, await handler(visitor, v.parse(analyticsCalls[name].input, input)));
    },
    async askMarket<N extends keyof typeof marketCalls & keyof typeof market.calls>(
      name: N,
      input: InputToSend<(typeof marketCalls)[N]>,
    ): Promise<Output<(typeof marketCalls)[N]>> {
      const handler = market.calls[name] as (caller: Caller, input: unknown) => unknown;
      return v.parse(marketCalls[name].output, await handler(visitor, v.parse(marketCalls[name].input, input)));
    },
    async close() {
      await views.stop();
      await market.stop();
      await bus.close();
    },
  };
}
