// One address asks for what no cache holds, over 200 connections, as fast as it is answered: it is refused with words, everybody else is
// served, and nothing is lost. How fast they are served is bench/flood.ts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@tidemark/testbed/until.ts';
import { startApp, type App } from '../harness/app.ts';
import { startFlood } from '../harness/flood.ts';
import { firedAfterMs, register, visit, watchPrices, type Owner } from '../harness/flood-watch.ts';

const floodMs = 6_000;
const seed = Number(process.env['FLOOD_SEED'] ?? Date.now() % 2 ** 31);
let app: App;
let owner: Owner;
before(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', PAGE_RENDERS_PER_MINUTE: '60' } });
  owner = await register(app.url, 'flood@people.example', '10.1.0.1');
});
after(() => app.stop());

test('a flood from one address is refused with words; others have their pages, prices and alerts, and nothing is lost', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const prices = await watchPrices(app.url);
  for (const path of ['/markets/spot', '/markets/overview']) assert.equal((await fetch(app.url + path)).status, 200);
  const begin = performance.now();
  const flooding = startFlood({ url: app.url, connections: 200, address: '203.0.113.9', seed });
  t.after(() => flooding.stop());
  await flooding.whenRefused;
  const leave = visit(app.url, ['/markets/spot', '/markets/overview'], '10.1.0.2');
  prices.reset();
  const [firedMs] = await Promise.all([firedAfterMs(app.url, owner, 120_000), delay(floodMs)]);
  const gapMs = prices.longestGapMs();
  const [seen, flood] = [await leave(), await flooding.stop()];
  const floodedMs = performance.now() - begin;
  prices.stop();
  t.diagnostic(
    `${flood.answers} answers ${JSON.stringify(flood.statuses)}, longest gap ${Math.round(gapMs)} ms, alert after ${firedMs} ms`,
  );

  // How much that is depends on how fast the machine answers; what is let through is bounded below, by renders.
  assert.ok((flood.statuses['429'] ?? 0) > 0, 'what is beyond its allowance is refused');
  assert.ok(Number(flood.refusal?.retryAfter) >= 1);
  assert.match(flood.refusal!.body, /Too many requests/);
  assert.equal(flood.statuses['500'], undefined);
  assert.deepEqual([...seen.statuses], [200], 'another visitor is served every time');
  assert.ok(seen.times.length > 0);
  // A stream that stands still for this long is broken, however busy the machine.
  assert.ok(gapMs < 15_000);
  assert.doesNotMatch(app.log(), /mover event is lost|could not be confirmed|outbox could not/);
  // Work that repeats may have had to wait for the database meanwhile; afterwards every part does its own again.
  await until('every part is ready', async () => ((await (await fetch(`${app.url}/readyz`)).json()) as { ready: boolean }).ready);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  const rendered = [...metrics.matchAll(/^page_renders_total\{status="\w+"\} (\d+)/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
  assert.ok(rendered < 200 + (floodedMs / 1000) * 10, `${rendered} renders for ${flood.answers} answers`);
});
