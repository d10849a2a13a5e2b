// Promises: any 1,000 candles of any symbol and interval come from the simulator in under 5 ms after warm-up, and from Postgres
// in under 20 ms with ten million stored rows. Peer in the same run: the same rows by plain SQL through pg, without our store.
//
// Others may be busy on the same machine: everything is measured in parts, and the best part counts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { candleIntervals, maxCandles, type CandleInterval } from '@tidemark/contract/market.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { createCandleStore } from '../server/src/market/candles/store.ts';
import { noFence } from '../server/src/market/history/fence.ts';
import { createSimulator } from '../simulator/src/index.ts';
import { createHandClock } from '../server/src/platform/clock.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { createMonthParts } from '../server/src/platform/db/month-parts.ts';
import { createLog } from '../server/src/platform/log.ts';

/** Fewer while developing. */
const rowCount = Number(process.env.BENCH_ROWS ?? 10_000_000);
const simulatorMs = 5;
const postgresMs = 20;
const parts = 6;
const perPart = 15;

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const text = (ms: number) => ms.toFixed(2).padStart(6);

/** ask(n) for a new n each time; the best part. */
async function bestPart(ask: (n: number) => Promise<number>, measure: (times: () => Promise<void>) => Promise<number>): Promise<number> {
  let best = Infinity;
  let n = 0;
  for (let part = 0; part < parts; part++) {
    best = Math.min(best, await measure(async () => void ((await ask(n++)) === 0 && fail())));
  }
  return best;
}
const fail = (): never => {
  throw new Error('nothing came back');
};

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
/** What it costs this core, on average over the part: waiting for a turn on a busy machine is not the simulator's. */
const meanCpu = async (once: () => Promise<void>) => {
  const begin = cpuMs();
  for (let i = 0; i < perPart; i++) await once();
  return (cpuMs() - begin) / perPart;
};
/** What somebody waits, of which most is another process's work. */
const medianWait = async (once: () => Promise<void>) => {
  const waits: number[] = [];
  for (let i = 0; i < perPart; i++) {
    const begin = performance.now();
    await once();
    waits.push(performance.now() - begin);
  }
  return median(waits);
};

const simulator = createSimulator({ clock: createHandClock(now), seed: 1 });
const symbolIds = (await simulator.catalog()).symbols.flatMap(({ symbolId, status, listedAt }) =>
  status === 'online' && listedAt! < now - 700 * 86_400_000 ? [symbolId] : [],
);
let next = 0;
const anySymbol = () => symbolIds[(next++ * 7_919) % symbolIds.length]!;
const read = async (symbolId: string, interval: CandleInterval) =>
  (await simulator.candles({ symbolId, interval, limit: maxCandles })).length;

for (let round = 0; round < 30; round++) for (const interval of candleIntervals) await read(anySymbol(), interval);
console.log(`simulator, ${maxCandles} candles of a random symbol, CPU ms: seen before / never seen`);
const slow: string[] = [];
for (const interval of candleIntervals) {
  const seen = anySymbol();
  await read(seen, interval);
  const warm = await bestPart(() => read(seen, interval), meanCpu);
  const cold = await bestPart(() => read(anySymbol(), interval), meanCpu);
  console.log(`  ${interval.padStart(3)} ${text(warm)} / ${text(cold)}`);
  if (warm >= simulatorMs) slow.push(`simulator ${interval}`);
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-candles-'));
const db = await openDatabase({ databaseUrl: null, dataDir, log: createLog({ level: 'silent' }) });
try {
  const perSymbol = 20_000;
  const symbols = Math.max(1, Math.ceil(rowCount / perSymbol));
  const lastTs = Math.floor(now / minuteMs) * minuteMs - minuteMs;
  const begin = performance.now();
  const filler = await db.pool.connect();
  await filler.query('set synchronous_commit = off');
  await filler.query('set statement_timeout = 0');
  await createMonthParts(db).make('kept_candle_1m', [lastTs, lastTs - perSymbol * minuteMs]);
  // Through the real table with its real keys, in the order of the key.
  for (let first = 0; first < symbols; first += 50) {
    await filler.query(
      `insert into kept_candle (source, symbol_id, interval, ts, open, high, low, close, volume, turnover)
       select 'bench', 'S' || lpad(s::text, 6, '0') || 'USDT', '1m', $1::bigint - (${perSymbol} - n)::bigint * ${minuteMs}, 100 + n % 97,
         101 + n % 97, 99 + n % 97, 100.5 + n % 97, n % 1000, n % 100000
       from generate_series($2::int, $3::int) s, generate_series(1, ${perSymbol}) n`,
      [lastTs, first, Math.min(symbols, first + 50) - 1],
    );
  }
  await filler.query('analyze kept_candle');
  const stored = Number((await filler.query('select count(*) from kept_candle')).rows[0].count);
  filler.release(true);
  console.log(`Postgres: ${stored.toLocaleString('en')} rows stored in ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  const store = createCandleStore(db, 'bench', noFence);
  await store.moveSome(now);
  const symbolOf = (n: number) => `S${String((n * 7_919) % symbols).padStart(6, '0')}USDT`;
  const rangeOf = (n: number) => {
    const to = lastTs - ((n * 613) % (perSymbol - maxCandles)) * minuteMs;
    return [to - (maxCandles - 1) * minuteMs, to] as const;
  };
  const ours = async (n: number) => (await store.range(symbolOf(n), '1m', ...rangeOf(n))).length;
  const plain = async (n: number) =>
    (
      await db.pool.query(
        `select ts, open, high, low, close, volume, turnover from kept_candle where source = 'bench' and symbol_id = $1 and interval = '1m'
         and ts between $2 and $3 order by ts`,
        [symbolOf(n), ...rangeOf(n)],
      )
    ).rowCount!;
  for (let n = 0; n < 20; n++) {
    if ((await ours(n)) !== maxCandles || (await plain(n)) !== maxCandles) throw new Error('the store does not hold what was put in');
  }
  const [ourMs, plainMs] = [await bestPart((n) => ours(1_000 + n), medianWait), await bestPart((n) => plain(2_000 + n), medianWait)];
  console.log(
    `Postgres, ${maxCandles} candles of a random symbol and stretch: our store ${text(ourMs)} ms, plain SQL through pg ` +
      `${text(plainMs)} ms; ours / plain: ${(ourMs / plainMs).toFixed(2)}x`,
  );
  if (ourMs >= postgresMs) slow.push('Postgres');
} finally {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(
  `promise: simulator under ${simulatorMs} ms after warm-up, Postgres under ${postgresMs} ` +
    `ms${slow.length > 0 ? `; broken by ${slow.join(', ')}` : ''}`,
);
if (slow.length > 0) process.exitCode = 1;
