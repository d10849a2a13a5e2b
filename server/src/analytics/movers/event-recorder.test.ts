import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createDetector } from './detector.ts';
import { createEventRecorder } from './event-recorder.ts';
import type { NewEvent } from './event-store.ts';
import { createReportedEvents } from './reported-events.ts';

const event = (id: string): NewEvent => ({
  id,
  at: 1,
  type: 'newHigh24h',
  tier: 1,
  symbolId: 'BTCUSDT',
  line: 1,
  price: 1,
  change: null,
  amountUsdt: null,
});

function setUp() {
  const clock = createHandClock(0);
  const saved: string[] = [];
  const published: string[] = [];
  const state = { isAway: false };
  const recorder = createEventRecorder({
    clock,
    log: createLog({ level: 'silent' }),
    store: {
      save: async ({ id }) => {
        if (state.isAway) throw new Error('away');
        saved.push(id);
        return true;
      },
    },
    bus: {
      publish: (_topic: unknown, events: unknown) => void published.push(...(events as { id: string }[]).map(({ id }) => id)),
    } as never,
  });
  recorder.start();
  const turn = async () => {
    clock.advance(2_000);
    await new Promise(setImmediate);
  };
  return { recorder, saved, published, state, turn };
}

test('an event that cannot be stored is tried again until it is, in its order, and told once', async () => {
  const { recorder, saved, published, state, turn } = setUp();
  state.isAway = true;
  for (const id of ['a', 'b', 'c']) await recorder.record(event(id));
  for (let i = 0; i < 20; i++) await turn();
  assert.deepEqual([saved, published], [[], []]);
  state.isAway = false;
  await turn();
  await turn();
  assert.deepEqual(
    [saved, published],
    [
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ],
  );
  await recorder.record(event('d'));
  assert.deepEqual(published.at(-1), 'd');
});

test('what still waits at the end is tried once more', async () => {
  const { recorder, saved, state } = setUp();
  state.isAway = true;
  await recorder.record(event('a'));
  state.isAway = false;
  await recorder.stop();
  assert.deepEqual(saved, ['a']);
});

test('a finding that cannot be confirmed now is confirmed later', async () => {
  const clock = createHandClock(0);
  const recorded: NewEvent[] = [];
  let isAway = true;
  let heard: (...given: any[]) => void = () => {};
  const days = Array.from({ length: 40 }, (_, i) => ({ time: i * 86_400_000, open: 1, high: 1, low: 1, close: 1, volume: 1, turnover: 1 }));
  const ts = 40 * 86_400_000;
  const detector = createDetector({
    clock,
    reported: createReportedEvents(),
    log: createLog({ level: 'silent' }),
    history: { onQuote: (listener: any) => ((heard = listener), () => {}), wasHeard: () => false },
    market: {
      usdtPer: () => 1,
      candles: async () => {
        if (isAway) throw new Error('away');
        return [days];
      },
    } as never,
    record: async (found) => void recorded.push(found),
  });
  detector.start();
  const quote = { symbolId: 'BTCUSDT', last: 9, ts, turnover24h: 1e12, high24h: 9, low24h: 1, open24h: 1 };
  const week = { high: 8, low: 1, hours: 168 };
  heard(
    quote,
    { isStable: false, line: 1, symbol: { symbolId: 'BTCUSDT', status: 'online', pricedSymbol: 'USDT', listedAt: 0 } },
    { priceAtHour: () => 8, priceAt: () => 8, day: { high: 8, low: 1 } },
    week,
  );
  for (let i = 0; i < 5; i++) {
    clock.advance(2_000);
    await new Promise(setImmediate);
  }
  const before = recorded.length;
  isAway = false;
  clock.advance(2_000);
  await detector.settled();
  assert.ok(recorded.length > before, 'what had to be asked for was asked again');
});
