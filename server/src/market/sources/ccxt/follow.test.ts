// Followed symbols against an exchange that counts what it is sent, with a clock turned by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { Exchange } from './exchange.ts';
import { createSockets, maxFollowed } from './follow.ts';
import { createPace, messageEveryMs, messageLimits, type MessageLimits } from './pace.ts';
import type { Listing } from './parse-market.ts';

const idOf = (n: number) => `C${String(n).padStart(4, '0')}USDT`;
const listingOf = (symbolId: string): Listing => ({ symbol: { symbolId }, market: { symbol: symbolId } }) as Listing;
const listings = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => listingOf(idOf(from + i)));

const unlimited: MessageLimits = { everyMs: messageEveryMs, perHour: Infinity };

function world(limits = unlimited) {
  const clock = createHandClock(1_000_000);
  const sent: { readonly at: number; readonly what: string }[] = [];
  const exchange = {
    watchTicker(symbol: string) {
      sent.push({ at: clock.now(), what: `+${symbol}` });
      return new Promise(() => {});
    },
    async unWatchTicker(symbol: string) {
      sent.push({ at: clock.now(), what: `-${symbol}` });
    },
  } as unknown as Exchange;
  const pace = createPace(clock, limits);
  const sockets = createSockets({
    exchange,
    clock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    pace,
    onTicker: () => {},
  });
  const pass = async (ms: number, stepMs = messageEveryMs) => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      clock.advance(Math.min(stepMs, end - clock.now()));
      await turn();
    }
  };
  return { clock, sent, sockets, pass };
}

test('of more than it is good for, the first are followed; one that becomes important takes the place of the least important', async () => {
  const { sockets, pass } = world();
  const pages = listings(0, 600);
  sockets.follow(pages);
  await pass(600 * messageEveryMs);
  assert.deepEqual(
    pages.filter(({ symbol }) => sockets.isFollowed(symbol.symbolId)),
    pages.slice(0, maxFollowed),
  );
  const alert = listingOf('ZECUSDT');
  sockets.follow([alert, ...pages]);
  await pass(4 * messageEveryMs);
  assert.ok(sockets.isFollowed('ZECUSDT'), 'two messages later it is');
  assert.equal(sockets.isFollowed(idOf(maxFollowed - 1)), false);
  assert.ok(sockets.isFollowed(idOf(0)));
});

test('the most important are subscribed first', async () => {
  const { sockets, sent, pass } = world();
  sockets.follow([listingOf('ZECUSDT'), ...listings(0, 50)]);
  await pass(10);
  sockets.follow([listingOf('XRPUSDT'), listingOf('ZECUSDT'), ...listings(0, 50)]);
  await pass(2 * messageEveryMs);
  assert.deepEqual(sent.map(({ what }) => what).slice(0, 2), ['+ZECUSDT', '+XRPUSDT']);
});

test('whatever is asked for and let go of in quick turns, no more than eight messages a second go out', async () => {
  const { sockets, sent, clock, pass } = world();
  const startedAt = clock.now();
  for (let round = 0; round < 300; round++) {
    sockets.follow(round % 2 === 0 ? listings(0, 200) : listings(200, 400));
    await pass(100);
  }
  const seconds = (clock.now() - startedAt) / 1_000;
  assert.ok(sent.length <= 8 * seconds + 1, `${sent.length} messages in ${seconds} s`);
  for (let at = startedAt; at < clock.now(); at += 1_000) assert.ok(sent.filter((one) => one.at >= at && one.at < at + 1_000).length <= 9);
  sockets.follow([]);
  await pass(400 * messageEveryMs);
  const left = new Set<string>();
  for (const { what } of sent) {
    if (what.startsWith('+')) left.add(what.slice(1));
    else left.delete(what.slice(1));
  }
  assert.deepEqual([...left], [], 'in the end nothing is left over');
});

for (const [name, most] of [
  ['okx', 480],
  ['bitget', 240],
] as const)
  test(`${name}: no hour has more than ${most} subscriptions and their ends, and a new alert is not kept waiting for it`, async () => {
    const { sockets, sent, clock, pass } = world(messageLimits[name]);
    const startedAt = clock.now();
    for (let round = 0; round < 120; round++) {
      sockets.follow(round % 2 === 0 ? listings(0, 300) : listings(300, 600));
      await pass(minuteMs, round === 0 ? messageEveryMs : 5_000);
    }
    for (const { at } of sent) {
      const inHour = sent.filter((one) => one.at >= at && one.at < at + hourMs).length;
      assert.ok(inHour <= most, `${inHour} in the hour after ${at}`);
    }
    assert.ok(sent.length > most, `${sent.length} in all: what is allowed is used`);
    assert.ok(sent.filter(({ at }) => at < startedAt + minuteMs).length >= most / 2, 'the first of them at once');
    sockets.follow([listingOf('ZECUSDT'), ...listings(300, 600)]);
    await pass(minuteMs + 1_000, 1_000);
    assert.ok(sockets.isFollowed('ZECUSDT'));
  });

/** As of a process that stands still: what fell due meanwhile is done when it goes on. */
function stallingClock(startMs: number) {
  let now = startMs;
  let timers: { readonly at: number; readonly fn: () => void }[] = [];
  const runDue = () => {
    const due = timers.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at);
    timers = timers.filter(({ at }) => at > now);
    for (const { fn } of due) fn();
  };
  return {
    now: () => now,
    every: () => () => {},
    after(ms: number, fn: () => void) {
      const timer = { at: now + ms, fn };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    stall(ms: number) {
      now += ms;
      runDue();
    },
  };
}

test('after a cut and a standstill subscriptions go out one at a time, and a new alert before the pages', async () => {
  const clock = stallingClock(1_000_000);
  const sent: { readonly at: number; readonly what: string }[] = [];
  let cut: (() => void)[] = [];
  const exchange = {
    watchTicker(symbol: string) {
      sent.push({ at: clock.now(), what: symbol });
      return new Promise((_, reject) => cut.push(() => reject(new Error('cut'))));
    },
    unWatchTicker: async () => {},
  } as unknown as Exchange;
  const pace = createPace(clock, unlimited);
  const sockets = createSockets({
    exchange,
    clock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    pace,
    onTicker: () => {},
  });
  const pass = async (steps: number, ms = messageEveryMs) => {
    for (let step = 0; step < steps; step++) {
      clock.stall(ms);
      await turn();
    }
  };
  const pages = listings(0, 100);
  sockets.follow(pages);
  await turn();
  await pass(100);
  assert.equal(sent.length, 100);
  sent.length = 0;
  for (const one of cut.splice(0)) one();
  await turn();
  await pass(1, 5_000);
  await pass(8);
  sockets.follow([listingOf('ZECUSDT'), ...pages]);
  await pass(1, 3_000);
  await pass(3);
  for (const { at } of sent)
    assert.ok(sent.filter((one) => one.at >= at && one.at < at + 1_000).length <= 8, `more than eight in the second after ${at}`);
  assert.ok(
    sent.slice(0, 11).some(({ what }) => what === 'ZECUSDT'),
    'it waits for two messages at most',
  );
  await pass(100);
  assert.equal(new Set(sent.map(({ what }) => what)).size, 101, 'all are followed again');
  cut = [];
});
