// Promises: 5,000 trades a second go into all aggregates of 2,500 symbols, stored and kept over a kill, at under a fifth of a core;
// a year of any series at its widest period comes from Postgres in under 20 ms with 50 million stored points. Peer in the same
// run: computing that year from the trades themselves, in the same database.
//
// BENCH_POINTS and BENCH_TRADES: fewer while developing. BENCH_MINUTES: how many minutes of trades are added up. Filling takes most
// of the time: BENCH_DATA_DIR keeps the database, BENCH_STEPS says what of trades, fill, index and read is done in a run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { dayMs } from '@tidemark/contract/time.ts';
import { createSeriesStore } from '../server/src/market/series/store.ts';
import { noFence } from '../server/src/market/history/fence.ts';
import { createTradeSeries } from '../server/src/market/series/trade-series.ts';
import type { Trade } from '../source/src/source.ts';
import { createHandClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createMonthParts, monthOf } from '../server/src/platform/db/month-parts.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createMetrics } from '../server/src/platform/metrics.ts';

const pointCount = Number(process.env.BENCH_POINTS ?? 50_000_000);
const tradeCount = Number(process.env.BENCH_TRADES ?? 2_000_000);
const minutes = Number(process.env.BENCH_MINUTES ?? 11);
const steps = new Set((process.env.BENCH_STEPS ?? 'trades,fill,index,read').split(','));
const keptDir = process.env.BENCH_DATA_DIR;
const symbolCount = 2_500;
const tradesPerSecond = 5_000;
const [coreShare, readMs] = [0.2, 20];

const dataDir = keptDir ?? mkdtempSync(join(tmpdir(), 'bench-trading-data-'));
const log = createLog({ level: 'warn' });
const db = await openDatabase({ databaseUrl: null, dataDir, log });
const since = (begin: number) => `${((performance.now() - begin) / 1_000).toFixed(0)} s`;
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

/** Cheap and the same every time. */
let seed = 1;
const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;

async function addUpTrades(): Promise<boolean> {
  const clock = createHandClock(Date.UTC(2026, 10, 12, 12));
  const symbols = Array.from({ length: symbolCount }, (_, i) => `COIN${i}USDT`);
  const tellers = new Map<string, (trades: readonly Trade[]) => void>();
  const series = createTradeSeries({
    clock,
    log,
    metrics: createMetrics(),
    store: createSeriesStore(db, 'bench-live', noFence),
    trades: {
      range: async () => [],
      watch: ([symbolId], onTrades) => (tellers.set(symbolId!, onTrades), () => void tellers.delete(symbolId!)),
    },
    madeFromTrades: () => ['fundFlow', 'takerVolume'],
    thresholds: async () => ({ whale: 20_000, dolphin: 2_000 }),
    popular: () => symbols,
    limits: { popular: symbolCount, most: symbolCount },
  });
  series.start();
  clock.advance(30_000);
  let id = 0;
  const second = (now: number) => {
    const batches = new Map<string, Trade[]>();
    for (let i = 0; i < tradesPerSecond; i++) {
      const symbolId = symbols[Math.floor(random() ** 2 * symbolCount)]!;
      const batch = batches.get(symbolId) ?? [];
      batches.set(symbolId, batch);
      const ts = now - 1_000 + Math.floor((i * 1_000) / tradesPerSecond);
      batch.push({
        id: String(id++),
        symbolId,
        ts,
        price: 10 + random() * 1_000,
        size: random() * 30,
        side: random() < 0.5 ? 'buy' : 'sell',
        order: `${ts} ${id >> 1}`,
      });
    }
    return batches;
  };
  let usedMs = 0;
  const cpuMs = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;
  for (let at = 0; at < minutes * 60; at++) {
    const batches = second(clock.now() + 1_000);
    const begin = cpuMs();
    for (const [symbolId, trades] of batches) tellers.get(symbolId)?.(trades);
    clock.advance(1_000);
    for (let i = 0; i < 4; i++) await turn();
    if (at % 5 === 0) await db.pool.query('select 1');
    usedMs += cpuMs() - begin;
  }
  series.stop();
  await db.pool.query('select 1');
  const share = usedMs / (minutes * 60_000);
  const { rows } = await db.pool.query<{ count: string }>(`select count(*) from kept_point where source = 'bench-live'`);
  console.log(
    `${tradesPerSecond} trades/s into ${symbolCount} symbols for ${minutes} min: ${(100 * share).toFixed(1)} % of a core, ` +
      `${rows[0]!.count} buckets stored (promise: under ${100 * coreShare} %)`,
  );
  return share < coreShare && Number(rows[0]!.count) > symbolCount;
}

const metrics = ['openInterest', 'longShortAccounts', 'takerVolume', 'fundFlow', 'basis'];
const hours = Math.max(0, Math.floor(pointCount / (symbolCount * metrics.length)) - 365);
const stored = (365 + hours) * symbolCount * metrics.length;
const end = Date.UTC(2026, 10, 12);

/** Loading takes longer than any statement of the product may. */
const patience = { query_timeout: 3_600_000 };
async function withPatience(work: (query: (sql: string, values?: unknown[]) => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`);
  await work((text, values) => client.query({ text, values, ...patience }));
  client.release(true);
}

/**
 * As they would have come: by time, every series a little at a time. The indexes are made after, which is faster and leaves them the same.
 */
async function fill(): Promise<void> {
  const begin = performance.now();
  await withPatience(async (query) => {
    const parts = createMonthParts(db);
    for (let at = end - hours * 3_600_000; at < end; at = monthOf(at).to) await parts.make('kept_point_1h', [at]);
    await query('alter table kept_point drop constraint kept_point_source_symbol_id_metric_period_ts_pk; drop index kept_point_days');
    for (const [period, count, length] of [
      ['1d', 365, dayMs],
      ['1h', hours, 3_600_000],
    ] as const) {
      await query(
        `insert into kept_point (source, symbol_id, metric, period, ts, figures)
         select 'bench', 'COIN' || s || 'USDT', m, $1, $2::bigint - t * $3::bigint, array[random() * 1e6, random() * 1e6]
         from generate_series($4::int, 1, -1) t, generate_series(0, $5::int) s, unnest($6::text[]) m`,
        [period, end, length, count, symbolCount - 1, metrics],
      );
    }
  });
  console.log(`${stored.toLocaleString('en')} points stored (${since(begin)})`);
}

async function index(): Promise<void> {
  const begin = performance.now();
  await withPatience(async (query) => {
    await query(
      `alter table kept_point add constraint kept_point_source_symbol_id_metric_period_ts_pk primary key (source, symbol_id, metric, period,
       ts)`,
    );
    await query(
      `create index kept_point_days on kept_point_for_ever (source, symbol_id, metric, period, ts) include (figures, is_partial)`,
    );
    await query('vacuum analyze kept_point');
  });
  console.log(`indexes made (${since(begin)})`);
}

async function readYears(): Promise<boolean> {
  const store = createSeriesStore(db, 'bench', noFence);
  await store.moveSome(end);
  const waits: number[] = [];
  for (let i = 0; i < 400; i++) {
    const symbolId = `COIN${Math.floor(random() * symbolCount)}USDT`;
    const metric = metrics[i % metrics.length] as 'openInterest';
    const from = performance.now();
    const points = await store.range({ symbolId, metric, period: '1d' }, end - 365 * dayMs, end, 365);
    waits.push(performance.now() - from);
    if (points.length !== 365) throw new Error(`${points.length} points`);
  }

  const peers: number[] = [];
  await withPatience(async (query) => {
    await query('drop table if exists bench_trade');
    await query(
      'create unlogged table bench_trade (symbol_id text, ts bigint, price double precision, size double precision, is_buy boolean)',
    );
    await query(
      `insert into bench_trade select 'COIN7USDT', $1::bigint - (i * (365 * 86400000::bigint / $2::bigint)), 10 + random(), random(),
       random() < 0.5 from generate_series(1, $2::bigint) i`,
      [end, tradeCount],
    );
    await query('create index on bench_trade (symbol_id, ts)');
    await query('vacuum analyze bench_trade');
    for (let i = 0; i < 3; i++) {
      const from = performance.now();
      await query(
        `select ts / 86400000 as day, sum(size) filter (where is_buy) as buy, sum(size) filter (where not is_buy) as sell from bench_trade
         where symbol_id = 'COIN7USDT' and ts >= $1 group by 1 order by 1`,
        [end - 365 * dayMs],
      );
      peers.push(performance.now() - from);
    }
  });
  const [middle, most, peer] = [quantile(waits, 0.5), quantile(waits, 0.95), Math.min(...peers)];
  console.log(
    `a year by days among ${stored.toLocaleString('en')} points: median ${middle.toFixed(2)} ms, 95 of 100 under ` +
      `${most.toFixed(2)} ms, slowest ${Math.max(...waits).toFixed(2)} ms (promise: ${readMs} ms)`,
  );
  console.log(
    `the same year from ${tradeCount.toLocaleString('en')} trades of the pair (two a second would be 63 million): ` +
      `${peer.toFixed(0)} ms, ${(peer / middle).toFixed(0)}x`,
  );
  return most < readMs && peer > middle;
}

try {
  const kept: boolean[] = [];
  if (steps.has('trades')) kept.push(await addUpTrades());
  if (steps.has('fill')) await fill();
  if (steps.has('index')) await index();
  if (steps.has('read')) kept.push(await readYears());
  if (!kept.every(Boolean)) process.exitCode = 1;
} finally {
  await db.close();
  if (keptDir === undefined) rmSync(dataDir, { recursive: true, force: true });
}
