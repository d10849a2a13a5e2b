// Two processes that can be the feed, on one bus: one is, the other follows and takes its place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMarket } from './index.ts';
import { feedProcess } from './testing/feed-process.ts';
import { settled, start, stopAfter } from './testing/test-room.ts';
import { tickOf } from './testing/test-source.ts';

test('the second follows, takes over, and the first, thawed, is not listened to and stops', async (t) => {
  const bus = createInProcessBus();
  const first = feedProcess(bus, true);
  const second = feedProcess(bus, false);
  const web = createMarket({
    bus,
    clock: createHandClock(start),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    db: {} as Database,
    feed: null,
  });
  stopAfter(t, web, second.market, first.market);
  await first.market.start();
  first.source.tell([tickOf('A', 1, start)]);
  await second.market.start();
  await web.start();
  await settled();
  assert.deepEqual([first.market.isFeed(), second.market.isFeed()], [true, false]);
  assert.equal(second.market.board.quote('A')!.last, 1);
  second.source.tell([tickOf('A', 99, start)]);
  await settled();
  assert.equal(web.board.quote('A')!.last, 1, 'a source that is not started tells nothing');

  await second.take(2);
  second.source.tell([tickOf('A', 2, start + 1)]);
  await settled();
  assert.equal(web.board.quote('A')!.last, 2);

  first.source.tell([tickOf('A', 66, start + 2)]);
  await settled();
  assert.equal(web.board.quote('A')!.last, 2, 'the old term is over');
  first.lose();
  await settled();
  assert.equal(first.market.isFeed(), false);
  first.source.tell([tickOf('A', 67, start + 3)]);
  second.source.tell([tickOf('A', 3, start + 3)]);
  await settled();
  for (const market of [first.market, second.market, web]) assert.equal(market.board.quote('A')!.last, 3);

  // And back again: a process that has lost its turn can have another one.
  await first.take(3);
  second.lose();
  await settled();
  first.source.tell([tickOf('A', 4, start + 4)]);
  await settled();
  for (const market of [first.market, second.market, web]) assert.equal(market.board.quote('A')!.last, 4);
  assert.match(await first.metrics.text(), /market_is_feed 1/);
});

test('a process that waits for its turn does meanwhile what its source needs long for', async (t) => {
  const bus = createInProcessBus();
  const [first, second] = [feedProcess(bus, true), feedProcess(bus, false)];
  stopAfter(t, second.market, first.market);
  await first.market.start();
  await second.market.start();
  await settled();
  assert.deepEqual([first.prepared(), second.prepared()], [0, 1]);
});

test('whoever takes over tells what was told before it came, and not what a source knows more of', async (t) => {
  const bus = createInProcessBus();
  const [first, second] = [feedProcess(bus, true), feedProcess(bus, false)];
  stopAfter(t, second.market, first.market);
  let asked = 0;
  second.source.ticks = async () => {
    asked++;
    return [{ ts: start + 2, last: 77, open24h: 1 }];
  };
  await first.market.start();
  for (const [at, last] of [1, 2, 3].entries()) first.source.tell([tickOf('A', last, start + at)]);
  await second.market.start();
  first.source.tell([tickOf('A', 4, start + 3)]);
  await settled();
  await second.take(2);
  const rows = (await second.market.pastTicks([{ symbolId: 'A', after: null, from: start + 1 }])).answers[0]!;
  assert.deepEqual(
    rows.map((stretch) => stretch.kind === 'ticks' && stretch.rows.filter((_, at) => at % 6 === 2)),
    [[2, 3, 4]],
  );
  assert.equal(asked, 0);
});
