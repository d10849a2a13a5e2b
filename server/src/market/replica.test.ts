// Which feed is believed: epochs before numbers, and no hole goes unnoticed.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { WorldFacts } from '@tidemark/source/world-facts.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import * as topics from '#topics/index.ts';
import type { Quote } from './board.ts';
import { room, settled, start, stopAfter } from './testing/test-room.ts';
import { catalogOf, tickOf } from './testing/test-source.ts';

const quoteOf = (last: number, seq: number, symbolId = 'A'): Quote => ({ ...tickOf(symbolId, last, start), seq });

const worldOf = (source: string): WorldFacts => ({ market: null, categories: null, mood: { source, known: null } });

/** A replica and feeds that are nothing but what they say. */
async function listen(t: TestContext) {
  const bus = createInProcessBus();
  let answering = { epoch: 7, seq: 100, quotes: [quoteOf(1, 100)] as readonly Quote[] };
  t.after(
    bus.answer(topics.boardSnapshot, () => ({
      ...answering,
      simulated: false,
      catalog: catalogOf(['A', 'B']),
      fiatRates: {},
      world: { global: null, categories: [], fearGreed: null } as never,
    })),
  );
  const { market, metrics, clock } = room(bus, null);
  stopAfter(t, market);
  const events: (number | 'missed')[] = [];
  market.onQuotes((quotes) => events.push(...quotes.map(({ last }) => last)));
  market.onMissed(() => events.push('missed'));
  await market.start();
  await settled();
  return {
    bus,
    market,
    metrics,
    clock,
    events,
    say: async (epoch: number, ...quotes: Quote[]) => {
      bus.publish(topics.quotes, { epoch, quotes });
      await settled();
    },
    answerAs: (next: typeof answering) => void (answering = next),
    last: () => market.board.quote('A')?.last,
  };
}

test('a number that goes back under a newer epoch is a new beginning: prices go on', async (t) => {
  const { say, last, events, answerAs } = await listen(t);
  await say(7, quoteOf(2, 101));
  answerAs({ epoch: 8, seq: 6, quotes: [quoteOf(3, 6)] });
  events.length = 0;
  await say(8, quoteOf(3, 6));
  await say(8, quoteOf(4, 7));
  assert.equal(last(), 4);
  assert.equal(events[0], 'missed');
  assert.deepEqual(
    events.filter((event) => event !== 'missed'),
    [3, 4],
  );
});

test('what an older epoch says is refused, counted and changes nothing, however large its numbers are', async (t) => {
  const { say, last, events, metrics, bus, answerAs } = await listen(t);
  await say(9, quoteOf(5, 5));
  answerAs({ epoch: 9, seq: 5, quotes: [quoteOf(5, 5)] });
  events.length = 0;
  await say(8, quoteOf(66, 9_999));
  bus.publish(topics.feedStarted, { epoch: 8 });
  await settled();
  await say(9, quoteOf(6, 6));
  assert.equal(last(), 6);
  assert.deepEqual(
    events.filter((event) => event !== 'missed'),
    [6],
  );
  const text = await metrics.text();
  assert.match(text, /market_old_epoch_refused_total\{kind="quotes"\} 1/);
  assert.match(text, /market_old_epoch_refused_total\{kind="feedStarted"\} 1/);
});

test('what an older epoch tells as it happens is refused and counted: candles, trades, ads, rates, the world', async (t) => {
  const { metrics, bus, market } = await listen(t);
  const heard: unknown[] = [];
  t.after(market.watchCandle('A', '1m', (candles) => heard.push(candles)));
  t.after(market.watchTrades('A', (trades) => heard.push(trades)));
  t.after(market.watchP2p({ fiat: 'EUR', coin: 'USDT' }, (ads) => heard.push(ads)));
  const tell = async (numbered: { epoch?: number }) => {
    bus.publish(topics.liveFact, { kind: 'candles', key: 'A 1m', value: [], ...numbered });
    bus.publish(topics.liveFact, { kind: 'trades', key: 'A', value: [], ...numbered });
    bus.publish(topics.liveFact, { kind: 'p2pAds', key: 'EUR USDT', value: [], ...numbered });
    bus.publish(topics.worldFacts, { ...worldOf(String(numbered.epoch)), ...numbered });
    if (numbered.epoch !== undefined) bus.publish(topics.fiatRates, { epoch: numbered.epoch, rates: { EUR: numbered.epoch } });
    await settled();
  };
  await tell({ epoch: 7 });
  const counted = async () => (await metrics.text()).match(/(?<=market_old_epoch_refused_total\{kind=")\w+"\} \d+/g)?.toSorted();
  assert.equal(await counted(), undefined);
  await tell({ epoch: 6 });
  bus.publish(topics.bareFiatRates, { EUR: 6 });
  await tell({});
  assert.equal(heard.length, 3);
  assert.deepEqual(market.fiatRates(), { EUR: 7 });
  assert.deepEqual(market.world(), worldOf('7'));
  assert.deepEqual(await counted(), ['candles"} 2', 'fiatRates"} 1', 'p2pAds"} 2', 'trades"} 2', 'worldFacts"} 2']);
});

test('while the feed is one of an older version, what it tells without an epoch is believed', async (t) => {
  const { say, metrics, bus, market } = await listen(t);
  const heard: unknown[] = [];
  t.after(market.watchTrades('A', (trades) => heard.push(trades)));
  const tellBare = async (rate: number) => {
    bus.publish(topics.liveFact, { kind: 'trades', key: 'A', value: [] });
    bus.publish(topics.worldFacts, worldOf(String(rate)));
    bus.publish(topics.bareFiatRates, { EUR: rate });
    await settled();
  };
  await tellBare(1);
  assert.equal(heard.length, 1);
  assert.deepEqual([market.fiatRates(), market.world()], [{ EUR: 1 }, worldOf('1')]);
  // One of this version follows, and after it, when the release is taken back, one of the older version.
  bus.publish(topics.fiatRates, { epoch: 8, rates: { EUR: 8 } });
  await tellBare(2);
  assert.deepEqual([heard.length, market.fiatRates()], [1, { EUR: 8 }]);
  await say(9, quoteOf(5, 5));
  await tellBare(3);
  assert.deepEqual([heard.length, market.fiatRates(), market.world()], [2, { EUR: 3 }, worldOf('3')]);
  assert.match(await metrics.text(), /market_old_epoch_refused_total\{kind="trades"\} 1/);
});

test('a feed whose term is over answers with its board: the answer is refused and asked for again', async (t) => {
  const { say, last, clock, metrics, answerAs, bus } = await listen(t);
  await say(9, quoteOf(5, 5));
  bus.publish(topics.feedStarted, { epoch: 9 });
  await settled();
  assert.equal(last(), 5, 'the board of epoch 7 is not taken');
  assert.match(await metrics.text(), /market_old_epoch_refused_total\{kind="snapshot"\} [1-9]/);
  answerAs({ epoch: 9, seq: 8, quotes: [quoteOf(8, 8)] });
  clock.advance(1_000);
  await settled();
  assert.equal(last(), 8);
});

test('what a feed that hangs was asked is asked of the next one as soon as it begins', async (t) => {
  const { bus, market, say, answerAs } = await listen(t);
  const asked: number[] = [];
  const answerAsFeed = (epoch: number, isHanging: boolean) =>
    t.after(
      bus.answer(
        topics.pastTicks,
        () => {
          asked.push(epoch);
          return isHanging ? new Promise<never>(() => {}) : { epoch, upTo: 3, answers: [[]] };
        },
        epoch,
      ),
    );
  answerAsFeed(7, true);
  answerAsFeed(8, false);
  const past = market.pastTicks([{ symbolId: 'A', after: null, from: start }]);
  await settled();
  assert.deepEqual(asked, [7]);
  answerAs({ epoch: 8, seq: 3, quotes: [quoteOf(3, 3)] });
  await say(8, quoteOf(3, 3));
  assert.deepEqual(await past, { epoch: 8, upTo: 3, answers: [[]] });
  assert.deepEqual(asked, [7, 8]);
});

test('missed is told before the first quote after a hole, not after it', async (t) => {
  const { say, events } = await listen(t);
  await say(7, quoteOf(2, 101));
  events.length = 0;
  await say(7, quoteOf(4, 103));
  await say(7, quoteOf(5, 104));
  assert.deepEqual(events, ['missed', 4, 5]);
});

test('a hole that is found while the first answer is under way is told as missed', async (t) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const inner = createInProcessBus();
  const bus: Bus = { ...inner, request: async (what, input, ms) => (await held, inner.request(what, input, ms)) };
  t.after(
    inner.answer(topics.boardSnapshot, () => ({
      epoch: 7,
      seq: 105,
      simulated: false,
      catalog: catalogOf(['A', 'B']),
      quotes: [quoteOf(5, 105)],
      fiatRates: {},
      world: { global: null, categories: [], fearGreed: null } as never,
    })),
  );
  const { market } = room(bus, null);
  stopAfter(t, market);
  const missedAt: (number | undefined)[] = [];
  market.onMissed(() => missedAt.push(market.board.quote('A')?.last));
  const started = market.start();
  inner.publish(topics.quotes, { epoch: 7, quotes: [quoteOf(1, 101)] });
  await settled();
  missedAt.length = 0;
  inner.publish(topics.quotes, { epoch: 7, quotes: [quoteOf(4, 104)] });
  await settled();
  assert.equal(missedAt.length, 1, 'at the hole');
  release();
  await started;
  await settled();
  assert.equal(market.board.quote('A')!.last, 5);
});

test('every quote is handed on, also those that the whole board has overtaken', async (t) => {
  const { say, events, market, last } = await listen(t);
  await say(7, quoteOf(2, 101), quoteOf(1, 102, 'B'), quoteOf(3, 103));
  assert.deepEqual(
    events.filter((event) => event !== 'missed'),
    [2, 1, 3],
  );
  await say(7, quoteOf(3, 103));
  assert.deepEqual(
    events.filter((event) => event !== 'missed'),
    [2, 1, 3],
    'a repeat is no news',
  );
  assert.equal(last(), 3);
  assert.equal(market.isFeed(), false);
});

test('a feed that is away for an hour leaves nothing behind for each time it was asked', async () => {
  const [bus, turned] = [createInProcessBus(), createHandClock(start)];
  let [asked, undone] = [0, 0];
  const clock = {
    ...turned,
    after(ms: number, fn: () => void) {
      asked++;
      const cancel = turned.after(ms, fn);
      return () => {
        undone++;
        cancel();
      };
    },
  };
  bus.answer(topics.boardSnapshot, () => {
    throw new Error('away');
  });
  const { market } = room(bus, null, clock);
  const begun = market.start();
  for (let second = 0; second < 200; second++) {
    await settled();
    turned.advance(1_000);
  }
  await begun;
  assert.ok(asked > 50, 'it was asked again and again');
  undone = 0;
  await market.stop();
  assert.ok(undone < 20, `${undone} timers that were over`);
});
