import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createHandClock } from '#platform/clock.ts';
import { bookLevelsOf, createBookChannels, type TellBook } from './book-channels.ts';
import type { ApiOrderBook, ApiSymbol } from './shapes.ts';

const symbolOf = (symbolId: string): ApiSymbol => ({
  symbolId,
  instType: 'sp',
  baseSymbol: symbolId,
  pricedSymbol: 'USDT',
  pricePrecision: 1,
  tickSize: 0.1,
  quantityPrecision: 2,
  status: 'online',
  maxLeverage: null,
  listedAt: 0,
});

function openChannels(books: Record<string, ApiOrderBook>) {
  const clock = createHandClock(0);
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const channels = createBookChannels(
    {
      orderBook(symbolId) {
        asked.push(symbolId);
        return new Promise((resolve, reject) =>
          waiting.push(() => (books[symbolId] ? resolve(books[symbolId]) : reject(new Error('away')))),
        );
      },
    },
    clock,
  );
  return {
    channels,
    asked,
    beat: () => clock.advance(200),
    async answer() {
      for (const one of waiting.splice(0)) one();
      await turn();
    },
  };
}

const book = (ts: number, bids: ApiOrderBook['bids'], asks: ApiOrderBook['asks']): ApiOrderBook => ({ ts, bids, asks });
const collect = () => {
  const frames: unknown[] = [];
  const tell: TellBook = (action, { bids, asks }, seq) => frames.push([action, seq, bids, asks]);
  return { frames, tell };
};

test('the whole book comes once, then what changed in it; who comes later begins with the whole', async () => {
  const books = {
    A: book(
      1,
      [
        [9, 1],
        [8, 2],
      ],
      [[10, 1]],
    ),
  };
  const { channels, beat, answer, asked } = openChannels(books);
  const first = collect();
  const stop = channels.watch(symbolOf('A'), null, first.tell);
  beat();
  await answer();
  books.A = book(
    2,
    [
      [9, 1.5],
      [7, 1],
    ],
    [
      [10, 1],
      [11, 3],
    ],
  );
  beat();
  assert.equal(asked.length, 1, 'a price that has not moved is not asked for');
  channels.touch(['A', 'B']);
  beat();
  await answer();
  const second = collect();
  channels.watch(symbolOf('A'), null, second.tell);
  channels.touch(['A']);
  beat();
  await answer();
  assert.deepEqual(first.frames, [
    [
      'snapshot',
      1,
      [
        ['9.0', '1.00'],
        ['8.0', '2.00'],
      ],
      [['10.0', '1.00']],
    ],
    [
      'update',
      2,
      [
        ['9.0', '1.50'],
        ['7.0', '1.00'],
        ['8.0', '0'],
      ],
      [['11.0', '3.00']],
    ],
  ]);
  assert.deepEqual(second.frames, [
    [
      'snapshot',
      2,
      [
        ['9.0', '1.50'],
        ['7.0', '1.00'],
      ],
      [
        ['10.0', '1.00'],
        ['11.0', '3.00'],
      ],
    ],
  ]);
  stop();
  channels.stop();
});

test('the best levels come whole, and only when they are others', async () => {
  const books = {
    A: book(
      1,
      [
        [9, 1],
        [8, 2],
      ],
      [
        [10, 1],
        [11, 1],
      ],
    ),
  };
  const { channels, beat, answer } = openChannels(books);
  const top = collect();
  channels.watch(symbolOf('A'), 1, top.tell);
  for (const bids of [
    [
      [9, 1],
      [8, 2],
    ],
    [
      [9, 1],
      [8, 3],
    ],
    [
      [9.5, 1],
      [9, 1],
    ],
  ] as const) {
    books.A = book(1, bids, [
      [10, 1],
      [11, 1],
    ]);
    channels.touch(['A']);
    beat();
    await answer();
  }
  assert.deepEqual(top.frames, [
    ['snapshot', 1, [['9.0', '1.00']], [['10.0', '1.00']]],
    ['snapshot', 3, [['9.5', '1.00']], [['10.0', '1.00']]],
  ]);
  channels.stop();
});

test('however many watch, eight books are read at a time, each in its turn, once for all; one that failed is read again', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `S${i}`);
  const books: Record<string, ApiOrderBook> = Object.fromEntries(names.slice(1).map((name) => [name, book(1, [[9, 1]], [[10, 1]])]));
  const { channels, beat, answer, asked } = openChannels(books);
  const stops = names.flatMap((name) => Array.from({ length: 5 }, () => channels.watch(symbolOf(name), null, () => {})));
  beat();
  beat();
  assert.deepEqual(asked, names.slice(0, 8));
  await answer();
  beat();
  await answer();
  beat();
  assert.deepEqual(asked, [...names, 'S0'], 'those that waited come before the one that failed');
  for (const stop of stops) stop();
  await answer();
  channels.touch(names);
  beat();
  assert.equal(asked.length, 21, 'nobody watches any more');
  channels.stop();
});

test('names of channels', () => {
  assert.deepEqual(['books', 'books1', 'books5', 'books15', 'books50', 'books7', 'booksx', 'ticker'].map(bookLevelsOf), [
    null,
    1,
    5,
    15,
    50,
    undefined,
    undefined,
    undefined,
  ]);
});
