// For tests: the market over an exchange that answers as Bitget does.
import { type TestContext } from 'node:test';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createBitgetServer, type BitgetServer } from '@tidemark/testbed/exchange/bitget.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, type HandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMarket, type Market } from '../../../index.ts';
import { createCcxtSource } from '../index.ts';
import { bitgetRows, t0 } from '../testdata/bitget-rows.ts';

export const minute = 60_000;

export interface Bed {
  readonly server: BitgetServer;
  readonly clock: HandClock;
  readonly source: ReturnType<typeof createCcxtSource>;
  readonly market: Market;
  readonly ticks: Tick[];
  metric(pattern: RegExp): Promise<boolean>;
}

export async function bed(
  t: TestContext,
  change: (rows: ReturnType<typeof bitgetRows>) => void = () => {},
  isRateLimited = false,
): Promise<Bed> {
  const rows = bitgetRows();
  change(rows);
  const server = await createBitgetServer(rows);
  const clock = createHandClock(t0 + 500);
  const metrics = createMetrics();
  const log = createLog({ level: 'silent' });
  const source = createCcxtSource({ name: 'bitget', clock, log, metrics, baseUrl: server.url, isRateLimited });
  const ticks: Tick[] = [];
  const tapped = {
    ...source,
    start: (onTicks: (batch: readonly Tick[]) => void) => source.start((batch) => (ticks.push(...batch), onTicks(batch))),
  };
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics, db: {} as Database, feed: tapped });
  t.after(async () => {
    await market.stop();
    await server.stop();
  });
  return { server, clock, source, market, ticks, metric: async (pattern) => pattern.test(await metrics.text()) };
}

export const started = async (
  t: TestContext,
  change?: (rows: ReturnType<typeof bitgetRows>) => void,
  isRateLimited?: boolean,
): Promise<Bed> => {
  const all = await bed(t, change, isRateLimited);
  await all.market.start();
  await until('all lists', () => ['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'BTCUSDC_CMCBL'].every((id) => all.market.board.quote(id)));
  return all;
};

export const last = ({ market }: Bed, symbolId: string) => market.board.quote(symbolId)?.last;
export const isRefusal = (name: string) => (error: unknown) => error instanceof Refusal && error.error === name;
