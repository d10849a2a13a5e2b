// Promises: from start to the first quote in under 3 s, and the whole default process (server and simulator, without Postgres)
// in under 400 MB. Peer in the same run: a bare Fastify with one route, the least a Node server can be.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startApp } from '../e2e/harness/app.ts';
import { startBareFastify } from './load/bare-fastify.ts';

const promisedStartMs = 3_000;
const promisedMb = 400;
const runs = 3;
const settleMs = 20_000;
const quotePath = '/v1/mix/market/getHomeQuotation?pageSize=1';

const memoryMb = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
const cpuMsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const endsAt = performance.now() + 60_000; !(await isTrue().catch(() => false)); await delay(10))
    if (performance.now() > endsAt) throw new Error('waited in vain for the first answer');
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'));
// The first start makes the database; every one after it is what an operator sees.
const app = await startApp({ dataDir, isWholeMarket: true });
await app.stop();
const starts: { readonly wallMs: number; readonly cpuMs: number }[] = [];
let memory = 0;
try {
  for (let run = 0; run < runs; run++) {
    const begin = performance.now();
    const started = app.restart();
    await until(
      async () => ((await (await fetch(app.url + quotePath)).json()) as { data?: { items?: unknown[] } }).data?.items?.length === 1,
    );
    starts.push({ wallMs: performance.now() - begin, cpuMs: cpuMsOf(app.pid()) });
    await started;
    if (run === runs - 1) {
      // Somebody has looked around: lists, pages, charts.
      for (let i = 0; i < 40; i++) {
        for (const path of ['/markets/spot', quotePath, `/v1/mix/market/getHomeQuotation?pageSize=100&pageNum=${i + 1}`])
          await (await fetch(app.url + path)).arrayBuffer();
      }
      await delay(settleMs);
      memory = memoryMb(app.pid());
    }
    await app.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

const bare = await startBareFastify('/', '{"ok":true}');
try {
  await delay(1_000);
  const bareMb = memoryMb(bare.pid);
  const best = starts.toSorted((a, b) => a.wallMs - b.wallMs)[0]!;
  console.log(
    `start to first quote, best of ${runs}: ${best.wallMs.toFixed(0)} ms (${best.cpuMs} ms of them on the CPU); bare Fastify ` +
      `to its first answer: ${bare.startedMs.toFixed(0)} ms; ours / bare: ${(best.wallMs / bare.startedMs).toFixed(1)}x`,
  );
  console.log(`memory: ${memory.toFixed(0)} MB; bare Fastify: ${bareMb.toFixed(0)} MB; ours / bare: ${(memory / bareMb).toFixed(1)}x`);
  console.log(`promise: under ${promisedStartMs} ms and under ${promisedMb} MB`);
  if (best.wallMs >= promisedStartMs || memory >= promisedMb) process.exitCode = 1;
} finally {
  bare.stop();
}
