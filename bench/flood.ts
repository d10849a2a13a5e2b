// Promises: while one address floods the site over 200 connections with what no cache holds, prices on another socket stay on their beat
// (no gap of a second), pages from the cache answer others within 100 ms at the 95th percentile and at most ten times as slowly as on a
// quiet site, and an alert is in the log within two seconds. `FLOOD_SECONDS=60` for the long version.
import { setTimeout as delay } from 'node:timers/promises';
import { startApp } from '../e2e/harness/app.ts';
import { startFlood } from '../e2e/harness/flood.ts';
import { firedAfterMs, register, visit, watchPrices, type VisitorSeen } from '../e2e/harness/flood-watch.ts';

const seconds = Number(process.env['FLOOD_SECONDS'] ?? 15);
const seed = Number(process.env['FLOOD_SEED'] ?? Date.now() % 2 ** 31);
const promised = { gapMs: 1_000, pageMs: 100, slowdown: 10, alertMs: 2_000 };
const calmShare = 0.5;
const paths = ['/markets/spot', '/markets/overview'];

const p95 = ({ times }: VisitorSeen): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;

/** Seconds of processor that the program has used so far, all its threads together. */
const usedSeconds = async (): Promise<number> =>
  Number(/^process_cpu_seconds_total (\S+)/m.exec(await (await fetch(`${app.url}/metrics`)).text())![1]);
/** A flood is measured on a site that runs, not on one that still does the work of its start. */
const settle = async (): Promise<void> => {
  for (let left = 60; left > 0; left--) {
    const before = await usedSeconds();
    await delay(1_000);
    if ((await usedSeconds()) - before < calmShare) return;
  }
  console.log('the site has not come to rest within a minute');
};

const app = await startApp({ isWholeMarket: true, env: { TRUST_PROXY: '1', PAGE_RENDERS_PER_MINUTE: '60' } });
try {
  const owner = await register(app.url, 'flood@people.example', '10.1.0.1');
  const prices = await watchPrices(app.url);
  await settle();
  for (const path of paths) await (await fetch(app.url + path)).text();

  const leaveQuiet = visit(app.url, paths, '10.1.0.2');
  prices.reset();
  await delay(5_000);
  const [quietGapMs, quiet] = [prices.longestGapMs(), await leaveQuiet()];

  const { stop } = startFlood({ url: app.url, connections: 200, address: '203.0.113.9', seed });
  const leave = visit(app.url, paths, '10.1.0.3');
  prices.reset();
  const [alertMs] = await Promise.all([firedAfterMs(app.url, owner, 120_000), delay(seconds * 1_000)]);
  const gapMs = prices.longestGapMs();
  const [seen, flood] = [await leave(), await stop()];
  prices.stop();

  const [pageMs, quietMs] = [p95(seen), p95(quiet)];
  const lost = /mover event is lost|could not be confirmed/.test(app.log());
  console.log(`seed ${seed}, ${seconds} s, ${flood.answers} answers to the flood ${JSON.stringify(flood.statuses)}`);
  console.log(
    `longest gap of prices: ${Math.round(gapMs)} ms (promise: ${promised.gapMs} ms), quiet ${Math.round(quietGapMs)} ms: ` +
      `${(gapMs / quietGapMs).toFixed(1)}x`,
  );
  console.log(
    `cached pages, p95: ${pageMs.toFixed(1)} ms (promise: ${promised.pageMs} ms), quiet ${quietMs.toFixed(1)} ms: ` +
      `${(pageMs / quietMs).toFixed(1)}x (promise: ${promised.slowdown}x)`,
  );
  console.log(
    `other visitors got ${[...seen.statuses].join(', ')}; alert in the log after ${alertMs} ms (promise: ${promised.alertMs} ` +
      `ms); movers lost: ${lost ? 'yes' : 'none'}`,
  );
  const isKept =
    gapMs < promised.gapMs &&
    pageMs < promised.pageMs &&
    pageMs / quietMs < promised.slowdown &&
    alertMs < promised.alertMs &&
    !lost &&
    [...seen.statuses].join() === '200';
  if (!isKept) process.exitCode = 1;
} finally {
  await app.stop();
}
