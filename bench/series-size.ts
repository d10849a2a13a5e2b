// Promise: among as many kept candles and points as BENCH_ROWS says, any year of any series is read in under 30 ms, and a month that is no
// longer kept is let go of in under a second. Peers in the same run: the same year by plain SQL through pg; the same month deleted row by
// row. Rows come as they would have come: by time, every series a little at a time. BENCH_ROWS=500000000 needs some 130 GB.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@tidemark/contract/time.ts';
import { createCandleStore } from '../server/src/market/candles/store.ts';
import { noFence } from '../server/src/market/history/fence.ts';
import { createSeriesStore } from '../server/src/market/series/store.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createMonthParts, monthOf } from '../server/src/platform/db/month-parts.ts';
import { createLog } from '../server/src/platform/log.ts';

const wantedRows = Number(process.env.BENCH_ROWS ?? 2_000_000);
const promised = { readMs: 30, dropMs: 1_000 } as const;
const hourMs = 3_600_000;
/** As long as each is kept; of what is kept for ever, ten years. */
const periods = [
  { period: '1h', lengthMs: hourMs, days: 730 },
  { period: '4h', lengthMs: 4 * hourMs, days: 1_825 },
  { period: '1d', lengthMs: dayMs, days: 3_650 },
] as const;
const end = Date.UTC(2026, 10, 1);
const rowsOfSymbol = 2 * periods.reduce((sum, { lengthMs, days }) => sum + (days * dayMs) / lengthMs, 0);
const symbols = Math.max(2, Math.round(wantedRows / rowsOfSymbol));
const readings = 60;

const dataDir = mkdtempSync(join(tmpdir(), 'bench-series-'));
const db = await openDatabase({ databaseUrl: null, dataDir, log: createLog({ level: 'silent' }) });
const client = await db.pool.connect();
const query = (text: string, values: readonly unknown[] = []) =>
  client.query({ text, values: [...values], query_timeout: 3_600_000 } as { text: string; values: unknown[] });
const secondsSince = (begin: number) => ((performance.now() - begin) / 1_000).toFixed(0);
const many = (count: number) => count.toLocaleString('en');

async function fill(): Promise<void> {
  const parts = createMonthParts(db);
  for (const { period, lengthMs, days } of periods) {
    const begin = performance.now();
    for (let from = end - days * dayMs; from < end; from = monthOf(from).to) {
      const to = Math.min(end, monthOf(from).to);
      if (period !== '1d') for (const table of ['kept_candle', 'kept_point']) await parts.make(`${table}_${period}`, [from]);
      const series = `from generate_series($1::bigint, $2::bigint, $3::bigint) ts, generate_series(1, ${symbols}) s`;
      const times = [from, to - 1, lengthMs];
      await query(
        `insert into kept_candle select 'binance', 'COIN' || s || 'USDT_UMCBL', '${period}', ts, 100 + random(), 101 + random(),
         99 + random(), 100 + random(), 1e6 * random(), 1e8 * random() ${series}`,
        times,
      );
      await query(
        `insert into kept_point select 'binance', 'COIN' || s || 'USDT_UMCBL', 'openInterest', '${period}', ts,
         array[1e6 * random(), 1e8 * random()], false ${series}`,
        times,
      );
    }
    console.log(`  ${period}: ${many((2 * symbols * days * dayMs) / lengthMs)} rows (${secondsSince(begin)} s)`);
  }
  await query('vacuum analyze');
}

async function sizes(): Promise<void> {
  for (const table of ['kept_candle', 'kept_point']) {
    const { rows } = await query(
      `select sum(pg_table_size(relid))::float8 as heap, sum(pg_indexes_size(relid))::float8 as indexes from pg_partition_tree('${table}')`,
    );
    const { heap, indexes } = rows[0] as { heap: number; indexes: number };
    const count = (symbols * rowsOfSymbol) / 2;
    console.log(
      `${table}: ${many(count)} rows, ${(heap / count).toFixed(0)} + ${(indexes / count).toFixed(0)} bytes a row (row + indexes), ` +
        `${((heap + indexes) / 2 ** 30).toFixed(2)} GB`,
    );
  }
}

const [candles, points] = [createCandleStore(db, 'binance', noFence), createSeriesStore(db, 'binance', noFence)];
let seed = 7;
const random = (below: number) => Math.floor(((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31) * below);

async function readYears(): Promise<number> {
  // They find that there is nothing to move.
  for (const store of [candles, points]) await store.moveSome(end);
  let worst = 0;
  for (const { period, lengthMs, days } of periods) {
    const count = (365 * dayMs) / lengthMs;
    const read = {
      candles: (symbolId: string, from: number) => candles.range(symbolId, period, from, from + 365 * dayMs - 1),
      'plain SQL': async (symbolId: string, from: number) =>
        (
          await db.pool.query(
            `select ts, open, high, low, close, volume, turnover from kept_candle where source = 'binance' and symbol_id = $1
             and interval = '${period}' and ts between $2 and $3 order by ts`,
            [symbolId, from, from + 365 * dayMs - 1],
          )
        ).rows,
      points: (symbolId: string, from: number) =>
        points.range({ symbolId, metric: 'openInterest', period }, from, from + 365 * dayMs - 1, count),
    };
    const told = [];
    for (const [what, ask] of Object.entries(read)) {
      const waits: number[] = [];
      for (let n = 0; n < readings; n++) {
        const from = end - 365 * dayMs - random(days - 365) * dayMs;
        const begin = performance.now();
        const found = await ask(`COIN${1 + random(symbols)}USDT_UMCBL`, from);
        waits.push(performance.now() - begin);
        if (found.length !== count) throw new Error(`${found.length} rows instead of ${count}`);
      }
      waits.sort((a, b) => a - b);
      const [middle, most] = [waits[readings / 2]!, waits.at(-1)!];
      if (what !== 'plain SQL') worst = Math.max(worst, middle);
      told.push(`${what} ${middle.toFixed(1)} ms (at most ${most.toFixed(1)})`);
    }
    console.log(`a year by ${period}, ${many(count)} rows: ${told.join(', ')}`);
  }
  return worst;
}

async function drop(): Promise<number> {
  const month = 'kept_candle_1h_2025_01';
  await query(`create table deleted (like ${month} including all)`);
  await query(`insert into deleted select * from ${month}`);
  let begin = performance.now();
  const { rowCount } = await query('delete from deleted where ts < $1', [Date.UTC(2025, 1)]);
  const deletedMs = performance.now() - begin;
  begin = performance.now();
  await createMonthParts(db).dropBefore(new Map([['kept_candle_1h', Date.UTC(2025, 1)]]));
  const tookMs = performance.now() - begin;
  const { rows } = await query(`select count(*)::int as left from kept_candle where interval = '1h' and ts < $1`, [Date.UTC(2025, 1)]);
  if ((rows[0] as { left: number }).left !== 0) throw new Error('the months are still there');
  console.log(
    `${many(rowCount!)} rows of a month deleted: ${deletedMs.toFixed(0)} ms; that month and all before it dropped: ${tookMs.toFixed(0)} ms`,
  );
  return tookMs;
}

try {
  await query('set statement_timeout = 0; set synchronous_commit = off');
  console.log(`${many(symbols * rowsOfSymbol)} rows of ${many(symbols)} symbols`);
  await fill();
  await sizes();
  const readMs = await readYears();
  const dropMs = await drop();
  console.log(`promised: a year under ${promised.readMs} ms (middle of ${readings}), a month gone within ${promised.dropMs} ms`);
  process.exitCode = readMs < promised.readMs && dropMs < promised.dropMs ? 0 : 1;
} finally {
  client.release(true);
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
}
