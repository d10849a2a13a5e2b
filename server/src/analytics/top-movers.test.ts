import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultMoverRules } from '@tidemark/contract/movers.ts';
import { slowMovers } from './testing/slow-movers.ts';
import { tickOf } from './testing/test-feed.ts';
import { startMs, minute, hour, day, openOn, candle, randomTicks } from './testing/analytics-bed.ts';

for (const seed of [1, 2]) {
  test(`facts 3.2: the detector finds what looking through everything finds, also over restarts (run ${seed})`, async () => {
    const symbolIds = ['AAUSDT', 'BBUSDT', 'CCUSDT_UMCBL'];
    const bed = await openOn(symbolIds);
    const ticks = randomTicks(seed, symbolIds, 220);
    bed.feed.tell(...ticks.slice(0, symbolIds.length));
    await bed.start();
    await bed.play(ticks.slice(symbolIds.length));
    const expected = slowMovers(ticks, defaultMoverRules);
    const { items, total } = await bed.ask('changesV2', { pageSize: 200 });
    assert.ok(expected.length > 20, `only ${expected.length} events: the run says little`);
    assert.equal(total, expected.length);
    const actual = items.map(({ symbolId, type, tier, at, change }) => ({
      symbolId,
      type,
      tier,
      at,
      change: change === null ? null : Number(change),
    }));
    const wanted = expected.map(({ change, ...event }) => ({ ...event, change: change === null ? null : Number(change.toFixed(6)) }));
    const byId = (a: { symbolId: string; type: string; at: number }, b: { symbolId: string; type: string; at: number }) =>
      a.at - b.at || (a.symbolId + a.type < b.symbolId + b.type ? -1 : 1);
    assert.deepEqual(actual.toSorted(byId), wanted.toSorted(byId).slice(-200));

    // A process that starts again has told it already.
    await bed.restart();
    const again = { ...ticks.at(-1)!, ts: bed.clock.now() };
    await bed.play([again]);
    assert.equal((await bed.ask('changesV2', {})).total, total);
    const menu = await bed.ask('changesMenuList', {});
    const types = menu.items.map(({ type }) => type);
    assert.deepEqual([types.includes('largeBuy'), types.includes('longLiquidated')], [true, false], 'this source tells no liquidations');
    const since = bed.clock.now() - day;
    for (const { type, count } of menu.items)
      assert.equal(count, expected.filter((event) => event.type === type && event.at >= since).length, type);
    await bed.close();
  });
}

test('an event says an hour and a day later what became of it, also when the program stood still meanwhile', async () => {
  const bed = await openOn(['AAUSDT']);
  bed.feed.tell(tickOf('AAUSDT', startMs, 100));
  await bed.start();
  await bed.play([
    tickOf('AAUSDT', startMs + 5 * minute, 100),
    tickOf('AAUSDT', startMs + 10 * minute, 104, { open24h: 100, high24h: 200 }),
  ]);
  const [event] = (await bed.ask('changesV2', { params: { types: ['rise5m'] } })).items;
  assert.ok(event);
  assert.equal(event.change, '0.040000');
  assert.deepEqual([event.after1h, event.after24h], [null, null]);
  const news: string[] = [];
  bed.views.live.onMovers((ids) => news.push(...ids));

  const { at, id } = event;
  // The minute that is over an hour later closes at 110; a day later at 52.
  bed.feed.candlesOf = ({ interval, from = 0, to = Infinity }) =>
    interval === '1m'
      ? [candle(at + hour - minute, 110), candle(at + hour, 999), candle(at + day - 2 * minute, 52), candle(at + day, 999)].filter(
          ({ ts }) => ts >= from && ts <= to,
        )
      : [];
  bed.clock.advance(hour - 1);
  await bed.views.movers.parts!.followUps.run();
  assert.equal((await bed.ask('changesV2', { params: { types: ['rise5m'] } })).items[0]?.after1h, null, 'not before its time');
  bed.clock.advance(1);
  await bed.views.movers.parts!.followUps.run();
  await bed.settled();
  assert.equal((await bed.ask('changesV2', { params: { types: ['rise5m'] } })).items[0]?.after1h, (110 / 104 - 1).toFixed(6));
  assert.ok(news.includes(id), 'the outcome is told live');
  assert.equal(bed.views.live.mover(id)?.after1h, (110 / 104 - 1).toFixed(6));

  bed.clock.advance(25 * hour);
  await bed.restart();
  await bed.views.movers.parts!.followUps.run();
  const [followed] = (await bed.ask('changesV2', { params: { types: ['rise5m'] } })).items;
  assert.deepEqual([followed?.after1h, followed?.after24h], [(110 / 104 - 1).toFixed(6), (52 / 104 - 1).toFixed(6)]);
  await bed.close();
});

test('a large order is one far beyond the usual of its pair, told with what it was worth', async () => {
  const bed = await openOn(['AAUSDT']);
  bed.feed.tell(tickOf('AAUSDT', startMs, 100, { turnover24h: 4_000_000 }));
  const trade = (id: number, ts: number, size: number) => ({
    id: String(id),
    symbolId: 'AAUSDT',
    ts,
    price: 100,
    size,
    side: 'buy' as const,
  });
  const usual = Array.from({ length: 100 }, (_, i) => trade(i + 1000, startMs - (100 - i) * 1_000, 10));
  let trades = usual;
  bed.feed.tradesOf = ({ from = 0 }) => trades.filter(({ ts }) => ts >= from);
  await bed.start();
  await bed.views.movers.parts!.largeOrders.run();
  trades = [...usual, trade(2000, startMs + 1_000, 99.9), trade(2001, startMs + 2_000, 100), trade(2002, startMs + 3_000, 101)];
  await bed.views.movers.parts!.largeOrders.run();
  await bed.views.movers.parts!.largeOrders.run();
  const { items } = await bed.ask('changesV2', { params: { types: ['largeBuy', 'largeSell'] } });
  assert.deepEqual(
    items.map(({ type, tier, amountUsdt, at }) => [type, tier, amountUsdt, at]),
    [['largeBuy', 1, '10000.00', startMs + 2_000]],
  );
  await bed.close();
});
