// What is handed over to a process that missed a stretch: ticks as far as they are kept, then what the source knows; the rest is said
// to be unknown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Source } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { encodePayload } from '#platform/bus/payload.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createPastTicks, pastTickWidth, type PastStretch, type PastTicksAsk } from './past-ticks.ts';
import { tickOf } from './testing/test-source.ts';
import { createTickRing } from './tick-ring.ts';

const start = Date.UTC(2026, 10, 12, 14);
const log = createLog({ level: 'silent' });
const quoteOf = (seq: number, second: number, last: number, symbolId = 'A') => ({ ...tickOf(symbolId, last, start + second * 1_000), seq });
const shown = (stretches: readonly PastStretch[]) =>
  stretches.map((stretch) =>
    stretch.kind === 'unknown'
      ? `unknown ${(stretch.from - start) / 1_000}..${(stretch.to - start) / 1_000}`
      : stretch.rows.filter((_, at) => at % pastTickWidth === 2).join(' '),
  );
const open = (source: Pick<Source, 'ticks' | 'trades'> = {}, now: () => number = () => start) => {
  const ring = createTickRing({ now });
  return { ring, read: createPastTicks({ ring, source, log, now: () => start + 1_000_000 }) };
};
const past = (prices: readonly [second: number, price: number][]): Pick<Source, 'ticks'> => ({
  ticks: async ({ from, to }) =>
    prices.map(([second, last]) => ({ ts: start + second * 1_000, last, open24h: 1 })).filter(({ ts }) => ts > from && ts <= to),
});

test('after a number: every later tick of that symbol, and up to where', async () => {
  const { ring, read } = open();
  ring.add([quoteOf(1, 0, 10), quoteOf(2, 1, 70, 'B'), quoteOf(3, 1, 11), quoteOf(4, 1, 12), quoteOf(5, 2, 13)]);
  const { upTo, answers } = await read([
    { symbolId: 'A', after: 3, from: start + 1_000 },
    { symbolId: 'B', after: 2, from: start },
    { symbolId: 'NONE', after: 4, from: start },
  ]);
  assert.equal(upTo, 5);
  assert.deepEqual(answers.map(shown), [['12 13'], [], []]);
});

test('without a number: from a time on, that moment included', async () => {
  const { ring, read } = open();
  ring.add([quoteOf(1, 0, 10), quoteOf(2, 1, 11), quoteOf(3, 2, 12)]);
  ring.add([quoteOf(4, 3, 13)]);
  assert.deepEqual((await read([{ symbolId: 'A', after: null, from: start + 2_000 }])).answers.map(shown), [['12 13']]);
});

test('what the feed itself did not hear comes from the source, in its place', async () => {
  const { ring, read } = open(
    past([
      [0, 1],
      [3, 2],
      [4, 3],
      [9, 4],
    ]),
  );
  ring.add([quoteOf(1, 0, 10), quoteOf(2, 1, 11)]);
  ring.add([quoteOf(7, 6, 12)]);
  assert.deepEqual((await read([{ symbolId: 'A', after: 1, from: start }])).answers.map(shown), [['11', '2 3', '12']]);
});

test('what is told and missed while the source is asked comes with the next answer, in its order', async () => {
  const { ticks } = past([
    [3, 2],
    [9, 4],
  ]);
  const { ring, read } = open({
    async ticks(query) {
      if (ring.lastSeq() === 7) for (const [seq, second] of [[8, 7] as const, [20, 10] as const]) ring.add([quoteOf(seq, second, 13)]);
      return ticks!(query);
    },
  });
  ring.add([quoteOf(1, 0, 10)]);
  ring.add([quoteOf(7, 6, 12)]);
  const { upTo, answers } = await read([{ symbolId: 'A', after: 1, from: start }]);
  assert.deepEqual([upTo, answers.map(shown)], [7, [['2', '12']]]);
  assert.deepEqual((await read([{ symbolId: 'A', after: upTo, from: start + 6_000 }])).answers.map(shown), [['13', '4', '13']]);
});

test('a feed that has just begun knows nothing of before: the source tells it from the last known time on', async () => {
  const { ring, read } = open(
    past([
      [-30, 1],
      [-20, 2],
      [-10, 3],
    ]),
  );
  ring.add([quoteOf(1_000, 0, 10)]);
  assert.deepEqual((await read([{ symbolId: 'A', after: 5, from: start - 25_000 }])).answers.map(shown), [['2 3', '10']]);
});

test('a first batch of many minutes speaks for itself: nobody else is asked about its time', async () => {
  const { ring, read } = open();
  ring.add([quoteOf(1, 0, 10), quoteOf(2, 30, 70, 'B'), quoteOf(3, 60, 11), quoteOf(4, 120, 12)]);
  const asks = [-1, 0, 30].map((second) => ({ symbolId: 'A', after: null, from: start + second * 1_000 }));
  assert.deepEqual((await read(asks)).answers.map(shown), [['unknown -1..0', '10 11 12'], ['10 11 12'], ['11 12']]);
});

test('after a feed whose clock was ahead: the source tells the gap from when that feed was last heard on, as news', async () => {
  const told = past([
    [2, 1],
    [4, 2],
    [6, 3],
    [8, 4],
  ]);
  let second = 3;
  const { ring, read } = open(told, () => start + second * 1_000);
  ring.add([quoteOf(1, 122, 10), quoteOf(2, 123, 11)]);
  second = 7;
  ring.add([quoteOf(1_000, 7, 12)]);
  const asked = { symbolId: 'A', after: 1, from: start + 122_000 };
  const [answer] = (await read([asked])).answers;
  assert.deepEqual(shown(answer!), ['11', '2 3', '12']);
  assert.deepEqual(
    answer!.flatMap((stretch) => (stretch.kind === 'ticks' ? stretch.rows.filter((_, at) => at % pastTickWidth === 0) : [])),
    [2, 999, 999, 1_000],
  );
  const cold = open(told);
  cold.ring.add([quoteOf(1_000, 7, 12)]);
  assert.deepEqual((await cold.read([{ ...asked, heardAt: start + 3_000 }])).answers.map(shown), [['2 3', '12']]);
});

test('nobody knows ticks: it says between which times; older than a quarter of an hour is not asked for tick by tick', async () => {
  const lacking = open();
  lacking.ring.add([quoteOf(1_000, 0, 10)]);
  assert.deepEqual((await lacking.read([{ symbolId: 'A', after: 5, from: start - 25_000 }])).answers.map(shown), [
    ['unknown -25..0', '10'],
  ]);
  const { ring, read } = open(
    past([
      [-2_000, 1],
      [-10, 3],
    ]),
  );
  ring.add([quoteOf(1_000, 0, 10)]);
  assert.deepEqual((await read([{ symbolId: 'A', after: 5, from: start - 2_000_000 }])).answers.map(shown), [
    ['unknown -2000..-900', '3', '10'],
  ]);
});

test('an exchange tells its trades where they reach back far enough, and only prices', async () => {
  const trades = (seconds: readonly number[]): Pick<Source, 'trades'> => ({
    trades: {
      range: async () =>
        seconds.map((second, at) => ({
          id: String(at),
          symbolId: 'A',
          ts: start + second * 1_000,
          price: second + 100,
          size: 1,
          side: 'buy',
        })),
      watch: () => () => {},
    },
  });
  const far = open(trades([-40, -20, -10, 5]));
  far.ring.add([quoteOf(1_000, 0, 10)]);
  const [answer] = (await far.read([{ symbolId: 'A', after: 5, from: start - 25_000 }])).answers;
  assert.deepEqual(shown(answer!), ['80 90', '10']);
  assert.deepEqual(
    answer!.map((stretch) => stretch.kind === 'ticks' && stretch.isPriceOnly),
    [true, false],
  );
  const near = open(trades([-20, -10]));
  near.ring.add([quoteOf(1_000, 0, 10)]);
  assert.deepEqual((await near.read([{ symbolId: 'A', after: 5, from: start - 25_000 }])).answers.map(shown), [['unknown -25..0', '10']]);
});

test('a source that tells microseconds is asked like any other: its times come in whole ms', async () => {
  const { ring, read } = open(past([[-20.000_25, 2]]));
  ring.add([quoteOf(1_000, 0, 10)]);
  const [[stretch]] = (await read([{ symbolId: 'A', after: 5, from: start - 25_000 }])).answers as [PastStretch[]];
  assert.equal(stretch!.kind === 'ticks' && stretch!.rows[1], start - 20_001);
});

test('a long answer is cut after a symbol, and the rest is asked for again', async () => {
  const { ring, read } = open();
  const symbols = Array.from({ length: 5 }, (_, at) => `S${at}`);
  ring.add(Array.from({ length: 40_000 }, (_, at) => quoteOf(at + 1, 0, at, symbols[at % 5])));
  const { answers } = await read(symbols.map((symbolId) => ({ symbolId, after: 0, from: start })));
  assert.equal(answers.length, 3);
});

/** All that is told of one symbol, however many answers it takes. */
async function readWhole(read: ReturnType<typeof open>['read'], first: PastTicksAsk) {
  const stretches: PastStretch[] = [];
  let largest = 0;
  for (let [ask, parts] = [first as PastTicksAsk | undefined, 1]; ask; parts++) {
    const past: Awaited<ReturnType<typeof read>> = await read([{ ...ask, mayBeCut: true }]);
    largest = Math.max(largest, encodePayload({ epoch: 1, ...past }).length);
    stretches.push(...past.answers[0]!);
    if (!past.rest) return { stretches, parts, largest };
    ask = past.rest;
  }
  throw new Error('there is no end');
}
const numbersOf = (stretches: readonly PastStretch[], place: number): (number | null)[] =>
  stretches.flatMap((stretch) => (stretch.kind === 'ticks' ? stretch.rows.filter((_, at) => at % pastTickWidth === place) : []));

test('100,000 ticks of one symbol come in several answers that travel, each tick once and in its order', async () => {
  const { ring, read } = open();
  let random = 1;
  const price = () => 60_000 + (random = (random * 48_271) % 2_147_483_647) / 1e5;
  // Many in one millisecond, as in a burst.
  const quotes = Array.from({ length: 100_000 }, (_, at) => ({
    ...quoteOf(start * 1_000 + at, Math.floor(at / 50) / 10, price()),
    mark: price(),
    index: price(),
  }));
  ring.add(quotes);
  for (const after of [start * 1_000 - 1, null]) {
    const { stretches, parts, largest } = await readWhole(read, { symbolId: 'A', after, from: start });
    assert.ok(parts > 3 && parts < 10, `${parts} answers`);
    assert.ok(largest < 900_000, `${largest} bytes`);
    assert.deepEqual(
      numbersOf(stretches, 0),
      quotes.map(({ seq }) => seq),
    );
  }
});

test('what the source tells of a gap is cut between two times, and goes on with the ticks after the gap', async () => {
  const many = Array.from({ length: 50_000 }, (_, at) => [1 + Math.floor(at / 3) / 1_000, at + 1] as [number, number]);
  const { ring, read } = open(past(many));
  ring.add(Array.from({ length: 15_000 }, (_, at) => quoteOf(at + 1, 0, 1)));
  ring.add(Array.from({ length: 15_000 }, (_, at) => quoteOf(at + 50_001, 30, 2)));
  for (const after of [0, null]) {
    const { stretches, parts } = await readWhole(read, { symbolId: 'A', after, from: start });
    assert.ok(parts > 3 && parts < 8, `${parts} answers`);
    const told = numbersOf(stretches, 2);
    assert.equal(told.length, 80_000);
    assert.deepEqual(
      told.slice(15_000, 65_000),
      many.map(([, last]) => last),
    );
    assert.deepEqual([told[14_999], told[65_000]], [1, 2]);
  }
});

/** A source of trades that tells them one symbol after the other and takes so long for each, by a stopwatch that is turned by it. */
function slowTrades(ms: number, isHanging: (symbolId: string) => boolean = () => false) {
  const clock = createHandClock(start);
  const asked: string[] = [];
  let turn = Promise.resolve();
  const range = async ({ symbolId }: { readonly symbolId: string }) => {
    asked.push(symbolId);
    if (isHanging(symbolId)) return new Promise<never>(() => {});
    turn = turn.then(() => clock.advance(ms));
    await turn;
    return [-40, -20].map((second) => ({
      id: `${second}`,
      symbolId,
      ts: start + second * 1_000,
      price: second + 100,
      size: 1,
      side: 'buy' as const,
    }));
  };
  const ring = createTickRing({ now: () => start });
  ring.add([quoteOf(1_000, 0, 10)]);
  const read = createPastTicks({
    ring,
    source: { trades: { range, watch: () => () => {} } },
    log,
    now: () => start + 1_000_000,
    stopwatch: { elapsed: clock.now, after: clock.after },
  });
  return { asked, clock, read };
}

test('a source that takes long for each symbol: what it has told by then is the answer, and the rest is asked for again', async () => {
  const { asked, clock, read } = slowTrades(200);
  let open = Array.from({ length: 100 }, (_, at) => ({ symbolId: `S${at}`, after: 5, from: start - 25_000 }));
  let parts = 0;
  for (; open.length > 0; parts++) {
    const begun = clock.now();
    const { answers } = await read(open);
    assert.ok(clock.now() - begun < 6_000, `${clock.now() - begun} ms`);
    assert.ok(answers.length > 0 && answers.length < 100, `${answers.length} answers`);
    for (const answer of answers) assert.deepEqual(shown(answer), ['80']);
    open = open.slice(answers.length);
  }
  assert.ok(parts < 6, `${parts} parts`);
  assert.equal(new Set(asked).size, 100);
  assert.equal(asked.length, 100, 'nothing is asked twice');
});

test('a symbol of which the source never tells: the others are answered before it, and alone it is away', async () => {
  const { asked, clock, read } = slowTrades(200, (symbolId) => symbolId === 'S2');
  const asks = Array.from({ length: 20 }, (_, at) => ({ symbolId: `S${at}`, after: 5, from: start - 25_000 }));
  const first = read(asks);
  await until('its first asks', () => asked.length === 4);
  await until('those that are told', () => clock.now() >= start + 600);
  clock.advance(10_000);
  const { answers } = await first;
  assert.equal(answers.length, 2);
  const second = read(asks.slice(2));
  await until('the next asks', () => asked.length === 8);
  await until('those that are told', () => clock.now() >= start + 11_200);
  clock.advance(10_000);
  const [away, ...others] = (await second).answers;
  assert.deepEqual(
    away!.map((stretch) => stretch.kind === 'unknown' && stretch.isAway),
    [true],
  );
  assert.deepEqual(others.map(shown), [['80'], ['80'], ['80']]);
  assert.equal(asked.length, 8, 'on behalf of nobody nothing is asked');
});

test('the simulator knows how every symbol went: its extremes of each minute are among the ticks, in the order of the stream', async () => {
  const clock = createHandClock(start + 600_000);
  const simulator = createSimulator({ clock, seed: 5 });
  for (const symbolId of ['BTCUSDT', 'ETHBTC', 'BTCUSDT_UMCBL']) {
    const ticks = await simulator.ticks!({ symbolId, from: start, to: start + 180_000 });
    assert.ok(ticks.every(({ ts }, at) => ts > start && ts <= start + 180_000 && (at === 0 || ts > ticks[at - 1]!.ts)));
    const candles = await simulator.candles({ symbolId, interval: '1m', from: start, to: start + 179_999, limit: 3 });
    assert.equal(candles.length, 3);
    for (const { ts: open, high, low } of candles) {
      const within = ticks.filter(({ ts }) => ts >= open && ts <= open + 60_000).map(({ last }) => last);
      if (open > start) assert.deepEqual([Math.max(...within), Math.min(...within)], [high, low], symbolId);
      else assert.ok(Math.max(...within) <= high && Math.min(...within) >= low);
    }
    for (const { ts, last } of ticks.slice(0, 20)) assert.equal(simulator.priceAt(symbolId, ts), last);
    assert.equal(
      ticks.every(({ mark }) => (mark !== undefined) === symbolId.includes('_')),
      true,
    );
  }
});
