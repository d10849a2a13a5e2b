import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMarket } from './index.ts';
import { catalogOf, createTestSource, tickOf } from './testing/test-source.ts';

test('when the source lists, halts or delists, feed and replica have the new catalog, and quotes of what stayed', async () => {
  const clock = createHandClock(1_000_000);
  const bus = createInProcessBus({ onError: (error) => assert.fail(String(error)) });
  const room = () => ({ bus, clock, log: createLog({ level: 'silent' }), metrics: createMetrics(), db: {} as Database });
  let now: CatalogData = catalogOf(['BTCUSDT', 'XEMUSDT']);
  let tellCatalog = () => {};
  const test = createTestSource(['BTCUSDT', 'XEMUSDT']);
  const source: Source = {
    ...test,
    catalog: async () => now,
    onCatalogChange: (listener) => ((tellCatalog = listener), () => (tellCatalog = () => {})),
  };
  const feed = createMarket({ ...room(), feed: source });
  const replica = createMarket({ ...room(), feed: null });
  await feed.start();
  await replica.start();
  test.tell([tickOf('BTCUSDT', 100, 1_000_000)]);

  const listed = catalogOf(['BTCUSDT', 'XEMUSDT', 'TACUSDT']);
  const [bitcoin, halted, fresh] = listed.symbols;
  now = { ...listed, symbols: [bitcoin!, { ...halted!, status: 'halted' }, fresh!] };
  tellCatalog();
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  for (const market of [feed, replica]) {
    assert.equal(market.catalog.symbol('XEMUSDT')!.status, 'halted');
    assert.ok(market.catalog.symbol('TACUSDT'));
    assert.equal(market.board.quote('BTCUSDT')!.last, 100);
  }
  await replica.stop();
  await feed.stop();
});

test('while the feed is away a replica asks again and again, and keeps nothing of the tries', async () => {
  const hand = createHandClock(1_000_000);
  let [asked, cancelled] = [0, 0];
  const clock = {
    ...hand,
    after(ms: number, fn: () => void) {
      const cancel = hand.after(ms, fn);
      return () => {
        cancelled++;
        cancel();
      };
    },
  };
  const away = {
    ...createInProcessBus(),
    async request() {
      asked++;
      throw new Error('away');
    },
  };
  const replica = createMarket({
    bus: away,
    clock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    db: {} as Database,
    feed: null,
  });
  const started = replica.start();
  while (asked < 100) {
    hand.advance(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await started;
  await replica.stop();
  assert.ok(cancelled < 10, `${cancelled} timers were still known after ${asked} tries`);
});

for (const by of ['a timer', 'the next tick']) {
  test(`a feed that stood still says, by ${by}, that ticks are missing; one whose source is quiet does not`, async () => {
    const hand = createHandClock(1_000_000);
    let sleptMs = 0;
    const clock = { ...hand, now: () => hand.now() + sleptMs };
    const bus = createInProcessBus({ onError: (error) => assert.fail(String(error)) });
    const source = createTestSource(['BTCUSDT']);
    const feed = createMarket({
      bus,
      clock,
      log: createLog({ level: 'silent' }),
      metrics: createMetrics(),
      db: {} as Database,
      feed: source,
    });
    await feed.start();
    let holes = 0;
    feed.onMissed(() => holes++);
    const tell = (last: number): number => {
      source.tell([tickOf('BTCUSDT', last, clock.now())]);
      return feed.board.quote('BTCUSDT')!.seq;
    };
    const first = tell(100);
    hand.advance(4_000);
    assert.equal(tell(101), first + 1);
    assert.equal(holes, 0);
    sleptMs += 4_000;
    if (by === 'a timer') hand.advance(500);
    assert.equal(tell(102), first + 3, 'a number is left out');
    assert.equal(holes, 1);
    assert.equal(tell(103), first + 4);
    assert.equal(holes, 1);
    await feed.stop();
  });
}

test('a source that was silent is asked for what it told meanwhile, though the clock was set back during the silence', async () => {
  const hand = createHandClock(1_000_000);
  let setBackMs = 0;
  const source = createTestSource(['BTCUSDT']);
  const market = createMarket({
    bus: createInProcessBus(),
    clock: { ...hand, now: () => hand.now() - setBackMs },
    stopwatch: { elapsed: hand.now, after: hand.after },
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    db: {} as Database,
    feed: source,
  });
  await market.start();
  let missed = 0;
  market.onMissed(() => missed++);
  source.tell([tickOf('BTCUSDT', 100, 1_000_000)]);
  const before = market.board.quote('BTCUSDT')!.seq;
  hand.advance(8_000);
  setBackMs = 6_000;
  hand.advance(12_000);
  source.tell([tickOf('BTCUSDT', 101, 1_014_000)]);
  assert.equal(missed, 1);
  assert.equal(market.board.quote('BTCUSDT')!.seq, before + 2);
  await market.stop();
});
