import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteRow } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import fc from 'fast-check';
import * as v from 'valibot';
import { createHandClock } from '#platform/clock.ts';
import { createBoard } from './board.ts';
import { createCatalog } from './catalog/catalog.ts';
import { catalogOf, tickOf } from './testing/test-source.ts';
import { maxAheadMs, type TickFault } from './tick.ts';

const start = Date.UTC(2026, 0, 1);

function boardOf(...symbolIds: string[]) {
  const refused: TickFault[] = [];
  const otherTimes: [ts: number, before: number][] = [];
  const clock = createHandClock(start);
  const board = createBoard({
    clock,
    onRefused: (fault) => refused.push(fault),
    onOtherTime: ({ ts }, before) => otherTimes.push([ts, before.ts]),
  });
  board.setCatalog(createCatalog(catalogOf(symbolIds)));
  return { board, clock, refused, otherTimes };
}

test('a good tick becomes the quote, numbered from where its term begins and growing by one', () => {
  const { board } = boardOf('BTCUSDT', 'ETHUSDT');
  board.begin({ epoch: 1, seqAfter: start * 1_000 });
  const quotes = board.apply([tickOf('BTCUSDT', 100, start), tickOf('ETHUSDT', 10, start), tickOf('BTCUSDT', 101, start + 1)]);
  assert.deepEqual(
    quotes.map((quote) => quote.seq),
    [1, 2, 3].map((n) => start * 1_000 + n),
  );
  assert.equal(board.quote('BTCUSDT')!.last, 101);
  assert.equal(board.all().length, 2);
});

test('bad ticks are refused, counted by reason, and change nothing', () => {
  const { board, refused } = boardOf('BTCUSDT');
  board.apply([tickOf('BTCUSDT', 100, start)]);
  const before = board.quote('BTCUSDT');
  const bad = [
    tickOf('NOSUCH', 1, start + 1),
    tickOf('BTCUSDT', NaN, start + 1),
    { ...tickOf('BTCUSDT', 100, start + 1), turnover24h: Infinity },
    tickOf('BTCUSDT', 0, start + 1),
    tickOf('BTCUSDT', -5, start + 1),
    { ...tickOf('BTCUSDT', 100, start + 1), high24h: 99 },
    { ...tickOf('BTCUSDT', 100, start + 1), low24h: 101 },
    { ...tickOf('BTCUSDT', 100, start + 1), bid: 102 },
    tickOf('BTCUSDT', 100, start - 1),
    tickOf('BTCUSDT', 100, start + maxAheadMs + 1),
  ];
  assert.deepEqual(board.apply(bad), []);
  assert.deepEqual(refused, [
    'unknownSymbol',
    'notANumber',
    'notANumber',
    'notPositive',
    'notPositive',
    'badRange',
    'badRange',
    'badRange',
    'older',
    'fromTheFuture',
  ]);
  assert.equal(board.quote('BTCUSDT'), before);
});

test('a time of microseconds is cut to whole ms and loses no price; one beyond all time is refused', () => {
  const { board, refused } = boardOf('BTCUSDT');
  const quotes = board.apply([100, 101, 102].map((last, at) => tickOf('BTCUSDT', last, start + at / 4)));
  assert.deepEqual(
    quotes.map(({ last, ts }) => [last, ts - start]),
    [
      [100, 0],
      [101, 0],
      [102, 0],
    ],
  );
  assert.deepEqual(board.apply([tickOf('BTCUSDT', 100, -1e20)]), []);
  assert.deepEqual(refused, ['notANumber']);
});

test('the encoded row has the shape of the contract and is made again only when the quote changed', () => {
  const { board } = boardOf('BTCUSDT');
  assert.equal(board.encodedRow('BTCUSDT'), null);
  assert.equal(board.encodedRow('NOSUCH'), null);
  board.apply([tickOf('BTCUSDT', 0.00001234, start)]);
  const text = board.encodedRow('BTCUSDT')!;
  assert.deepEqual(v.parse(quoteRow, JSON.parse(text)).slice(0, 2), ['BTCUSDT', '0.00001234']);
  assert.equal(board.row('BTCUSDT'), board.row('BTCUSDT'));
  board.apply([tickOf('BTCUSDT', 0.00001235, start + 1)]);
  assert.notEqual(board.encodedRow('BTCUSDT'), text);
});

test('merging keeps the newest by epoch and number, in whatever order and however often quotes arrive', () => {
  const arrival = fc.record({
    symbol: fc.constantFrom('A', 'B', 'C'),
    epoch: fc.integer({ min: 1, max: 3 }),
    seq: fc.integer({ min: 1, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
      const { board } = boardOf('A', 'B', 'C');
      const newest = new Map<string, number>();
      for (const { symbol, epoch, seq } of arrivals) {
        board.merge({ epoch, quotes: [{ ...tickOf(symbol, epoch * 100 + seq, start), seq }] });
        newest.set(symbol, Math.max(epoch * 100 + seq, newest.get(symbol) ?? 0));
      }
      for (const [symbol, last] of newest) assert.equal(board.quote(symbol)!.last, last);
    }),
    { seed: 1 },
  );
});

test('a feed whose clock is behind that of the one before it is believed from its first tick on', () => {
  const { board, clock, refused } = boardOf('A');
  board.merge({ epoch: 1, quotes: [{ ...tickOf('A', 1, clock.now() + 120_000), seq: 9 }] });
  board.begin({ epoch: 2, seqAfter: 100 });
  assert.equal(board.apply([tickOf('A', 2, clock.now())]).length, 1);
  assert.deepEqual(board.apply([tickOf('A', 3, clock.now() - 1)]), []);
  assert.deepEqual(refused, ['older']);
  assert.equal(board.quote('A')!.last, 2);
});

test('where the clocks of two feeds agree, what is older than the last price of the one before is no price of the next', () => {
  const { board, clock, refused } = boardOf('A', 'B');
  clock.advance(60_000);
  board.merge({ epoch: 1, quotes: [{ ...tickOf('A', 1, clock.now() - 500), seq: 9 }] });
  board.begin({ epoch: 2, seqAfter: 100 });
  assert.equal(board.apply([tickOf('A', 2, clock.now() - 30_000), tickOf('B', 3, clock.now() - 30_000)]).length, 1);
  assert.deepEqual(refused, ['older']);
  assert.equal(board.quote('A')!.last, 1);
  assert.equal(board.apply([tickOf('A', 2, clock.now())]).length, 1);
});

test('a feed whose source tells of another time is a new beginning, which is said once', () => {
  const { board, clock, refused, otherTimes } = boardOf('A', 'B');
  const recorded = clock.now() - 30 * dayMs;
  board.merge({ epoch: 1, quotes: [{ ...tickOf('A', 1, recorded), seq: 9 }] });
  board.merge({ epoch: 1, quotes: [{ ...tickOf('B', 1, recorded), seq: 10 }] });
  board.begin({ epoch: 2, seqAfter: 100 });
  const earlier = recorded - 2 * dayMs;
  assert.equal(board.apply([tickOf('A', 2, earlier), tickOf('B', 3, earlier)]).length, 2);
  assert.deepEqual(otherTimes, [[earlier, recorded]]);
  assert.deepEqual(board.apply([tickOf('A', 4, earlier - 1)]), []);
  assert.deepEqual(refused, ['older']);
  assert.equal(board.quote('A')!.last, 2);
});

test('a new catalog takes the quotes of symbols that are gone with them, and keeps the others', () => {
  const { board } = boardOf('A', 'B');
  board.apply([tickOf('A', 1, start), tickOf('B', 1, start)]);
  board.setCatalog(createCatalog(catalogOf(['B', 'C'])));
  assert.equal(board.quote('A'), undefined);
  assert.equal(board.quote('B')!.last, 1);
  assert.deepEqual(board.ids('sp'), ['B', 'C']);
});
