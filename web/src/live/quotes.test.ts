import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { QuoteRow } from '@tidemark/contract/market.ts';
import { channelKey, type SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { OnFrame } from './channels.ts';
import { createHandTimers, dataFrame } from './testing/fake-stream.ts';
import { createQuotes } from './quotes.ts';

const row = (symbolId: string, seq: number, last = '1', ts = seq): QuoteRow => [symbolId, last, '1', '2', '0.5', '1000', ts, seq];
const ticker = (instId: string): SubscriptionArg => ({ topic: 'ticker', instType: 'sp', instId });
const spotLine: SubscriptionArg = { topic: 'tickers', instType: 'sp', instId: 'default' };

function setUp() {
  const timers = createHandTimers();
  const startedAt = timers.now();
  let clockSetMs = 0;
  const frames: (() => void)[] = [];
  const channels = new Map<string, OnFrame>();
  const quotes = createQuotes({
    timers: { now: () => timers.now() + clockSetMs, after: timers.after },
    elapsed: () => timers.now() - startedAt,
    requestFrame: (fn) => void frames.push(fn),
    socket: {
      subscribe(arg, onFrame) {
        channels.set(channelKey(arg), onFrame);
        return () => void channels.delete(channelKey(arg));
      },
    },
  });
  return {
    quotes,
    timers,
    setClock: (byMs: number) => void (clockSetMs += byMs),
    frames,
    subscribed: () => [...channels.keys()].sort(),
    say: (arg: SubscriptionArg, rows: unknown[], ts = timers.now()) =>
      channels.get(channelKey(arg))!({ ...dataFrame('update', arg, 1, rows), ts }),
    paint: () => frames.splice(0).forEach((fn) => fn()),
  };
}

describe('quotes', () => {
  it('reads what was seeded, at once, also on a server without a socket', () => {
    const quotes = createQuotes({ socket: null });
    quotes.seed([row('BTCUSDT', 10, '64000.5', 1_234)]);
    const { receivedAt, row: came, ...rest } = quotes.get('BTCUSDT')!;
    assert.deepEqual(rest, {
      symbolId: 'BTCUSDT',
      last: '64000.5',
      open24h: '1',
      high24h: '2',
      low24h: '0.5',
      turnover24h: '1000',
      ts: 1_234,
      seq: 10,
      direction: 0,
    });
    assert.ok(Number.isFinite(receivedAt));
    assert.deepEqual(came.slice(0, 2), ['BTCUSDT', '64000.5']);
    assert.equal(quotes.newestAt(), 1_234);
    assert.equal(quotes.get('ETHUSDT'), undefined);
  });

  it('subscribes a symbol by the market its name tells, once for all its watchers', () => {
    const { quotes, subscribed } = setUp();
    const leaves = ['BTCUSDT', 'BTCUSDT', 'BTCUSDT_UMCBL', 'BTCPERP_CMCBL', 'BTCUSD_DMCBL'].map((id) => quotes.watch(id, () => {}));
    leaves.push(quotes.watchLine('umcbl', () => {}));
    assert.deepEqual(subscribed(), [
      'tickers|umcbl|default',
      'ticker|cmcbl|BTCPERP_CMCBL',
      'ticker|dmcbl|BTCUSD_DMCBL',
      'ticker|sp|BTCUSDT',
      'ticker|umcbl|BTCUSDT_UMCBL',
    ]);
    leaves[0]!();
    leaves[0]!();
    assert.ok(subscribed().includes('ticker|sp|BTCUSDT'));
    for (const leave of leaves) leave();
    assert.deepEqual(subscribed(), []);
  });

  it('one flush per animation frame wakes only the symbols that changed, once each', () => {
    const { quotes, frames, say, paint } = setUp();
    quotes.seed([row('BTCUSDT', 1), row('ETHUSDT', 1), row('SOLUSDT', 1)]);
    const woken: string[] = [];
    for (const id of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']) quotes.watch(id, () => woken.push(`${id} ${quotes.get(id)!.seq}`));
    say(ticker('BTCUSDT'), [row('BTCUSDT', 2)]);
    say(ticker('BTCUSDT'), [row('BTCUSDT', 3)]);
    say(ticker('ETHUSDT'), [row('ETHUSDT', 2)]);
    say(ticker('SOLUSDT'), [row('SOLUSDT', 1)]);
    assert.equal(frames.length, 1);
    assert.deepEqual(woken, []);
    assert.equal(quotes.get('BTCUSDT')!.seq, 1, 'nothing changes between two frames');
    paint();
    assert.deepEqual(woken, ['BTCUSDT 3', 'ETHUSDT 2']);
    paint();
    assert.equal(woken.length, 2);
  });

  it('gives a new object for a change and the same one without', () => {
    const { quotes, say, paint } = setUp();
    quotes.seed([row('BTCUSDT', 5)]);
    quotes.watch('BTCUSDT', () => {});
    const before = quotes.get('BTCUSDT');
    say(ticker('BTCUSDT'), [row('BTCUSDT', 5, '9'), row('BTCUSDT', 4, '8')]);
    paint();
    assert.equal(quotes.get('BTCUSDT'), before);
    say(ticker('BTCUSDT'), [row('BTCUSDT', 6, '9')]);
    paint();
    assert.notEqual(quotes.get('BTCUSDT'), before);
    assert.equal(quotes.seeded('BTCUSDT'), before, 'the first render can still be repeated');
  });

  it('remembers which way the price moved last', () => {
    const { quotes, say, paint } = setUp();
    quotes.watch('BTCUSDT', () => {});
    const directions = ['9.5', '10', '10', '10.0', '9', '9'].map((last, i) => {
      say(ticker('BTCUSDT'), [row('BTCUSDT', i + 1, last)]);
      paint();
      return quotes.get('BTCUSDT')!.direction;
    });
    assert.deepEqual(directions, [0, 1, 1, 1, -1, -1]);
  });

  it('rows of one symbol that are of different moments are each rendered as they came, in whatever order their parts come alive', () => {
    const [older, newer] = [row('BTCUSDT', 10, '100'), row('BTCUSDT', 12, '101')];
    const shownIn = (parts: readonly QuoteRow[]) => {
      const { quotes } = setUp();
      const read = (part: QuoteRow) => {
        quotes.seed([part]);
        const { last, direction } = quotes.seeded('BTCUSDT', part)!;
        return { last, direction };
      };
      return new Map(parts.map((part) => [part, read(part)]));
    };
    const asRendered = shownIn([older, newer]);
    assert.deepEqual(
      [...asRendered.values()].map(({ last }) => last),
      ['100', '101'],
    );
    for (const [part, shown] of shownIn([newer, older])) assert.deepEqual(shown, asRendered.get(part));
    const { quotes } = setUp();
    quotes.seed([older]);
    assert.equal(quotes.seeded('BTCUSDT', older), quotes.get('BTCUSDT'), 'what did not change since is not drawn twice');
  });

  it('a symbol seeded while it is watched wakes its listener at the flush', () => {
    const { quotes, paint } = setUp();
    let woken = 0;
    quotes.watch('BTCUSDT', () => (woken += 1));
    quotes.seed([row('BTCUSDT', 1)]);
    assert.equal(quotes.get('BTCUSDT')?.seq, 1);
    assert.equal(woken, 0);
    paint();
    assert.equal(woken, 1);
    quotes.seed([row('BTCUSDT', 2)]);
    assert.equal(quotes.get('BTCUSDT')?.seq, 1, 'shown values change only at a flush');
    paint();
    assert.equal(quotes.get('BTCUSDT')?.seq, 2);
  });

  it('wakes a line at most once a second, and not at all when only another line moved', () => {
    const { quotes, timers, say, paint } = setUp();
    const wokenAt: number[] = [];
    const start = timers.now();
    quotes.watchLine('sp', () => wokenAt.push(timers.now() - start));
    quotes.watch('BTCUSDT_UMCBL', () => {});
    for (let i = 1; i <= 30; i += 1) {
      timers.advance(100);
      say(spotLine, [row('BTCUSDT', i)]);
      paint();
    }
    timers.advance(5_000);
    assert.deepEqual(wokenAt, [1_000, 2_000, 3_000, 4_000], 'the last change is not forgotten');
    say({ topic: 'ticker', instType: 'umcbl', instId: 'BTCUSDT_UMCBL' }, [row('BTCUSDT_UMCBL', 1)]);
    paint();
    timers.advance(5_000);
    assert.equal(wokenAt.length, 4);
    say(spotLine, [row('BTCUSDT', 31)]);
    paint();
    assert.equal(wokenAt.length, 5, 'after a quiet time the first change is not held back');
  });

  it('tells the time of the server whatever the clock of this machine says', () => {
    const { quotes, timers, say } = setUp();
    quotes.watch('BTCUSDT', () => {});
    const skewMs = 3 * 3600_000;
    say(ticker('BTCUSDT'), [], timers.now() + skewMs - 400);
    say(ticker('BTCUSDT'), [], timers.now() + skewMs - 30);
    say(ticker('BTCUSDT'), [], timers.now() + skewMs - 900);
    timers.advance(60_000);
    assert.equal(quotes.serverNow(), timers.now() + skewMs - 30);
  });

  it('a clock that is set forward or back while the page is open makes no price old', () => {
    const { quotes, timers, say, setClock } = setUp();
    quotes.watch('BTCUSDT', () => {});
    say(ticker('BTCUSDT'), []);
    for (const byMs of [40_000, -70_000, 3_600_000]) {
      setClock(byMs);
      timers.advance(500);
      say(ticker('BTCUSDT'), [], timers.now() - 20);
      assert.equal(quotes.serverNow(), timers.now() - 20, `set by ${byMs} ms`);
    }
    timers.advance(500);
    say(ticker('BTCUSDT'), [], timers.now() - 400);
    assert.equal(quotes.serverNow(), timers.now() - 20, 'a frame that was slow does not count');
  });

  it('a clock that is set back holds no list up', () => {
    const { quotes, timers, say, paint, setClock } = setUp();
    let woken = 0;
    quotes.watchLine('sp', () => (woken += 1));
    setClock(-3_600_000);
    say(spotLine, [row('BTCUSDT', 1)]);
    paint();
    timers.advance(1_000);
    assert.equal(woken, 1);
  });

  it('ignores rows of another shape', () => {
    const { quotes, say, paint } = setUp();
    quotes.watch('BTCUSDT', () => assert.fail('no row was valid'));
    say(ticker('BTCUSDT'), [
      null,
      {},
      [],
      ['BTCUSDT'],
      ['BTCUSDT', '1', '1', '1', '1', '1', 1, null],
      ['BTCUSDT', 1, '1', '1', '1', '1', 1, 1],
    ]);
    paint();
    assert.equal(quotes.get('BTCUSDT'), undefined);
  });

  it('property: rows in any order, over any topic, never show an older number after a newer one, and end at the newest', () => {
    const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'];
    const step = fc.oneof(
      fc.record({ kind: fc.constant('paint' as const) }),
      fc.record({
        kind: fc.constantFrom('ticker' as const, 'tickers' as const, 'seed' as const),
        rows: fc.array(fc.tuple(fc.constantFrom(...symbols), fc.integer({ min: 1, max: 30 })), { maxLength: 6 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { quotes, say, paint } = setUp();
        const shown = new Map<string, number>();
        const newest = new Map<string, number>();
        const look = (id: string) => {
          const seq = quotes.get(id)?.seq ?? 0;
          assert.ok(seq >= (shown.get(id) ?? 0), `${id} went back to ${seq}`);
          shown.set(id, seq);
        };
        for (const id of symbols) quotes.watch(id, () => look(id));
        quotes.watchLine('sp', () => symbols.forEach(look));
        for (const { kind, ...rest } of steps) {
          const pairs = 'rows' in rest ? rest.rows : [];
          const rows = pairs.map(([id, seq]) => row(id, seq, String(seq)));
          for (const [id, seq] of pairs) newest.set(id, Math.max(seq, newest.get(id) ?? 0));
          if (kind === 'paint') paint();
          else if (kind === 'seed') quotes.seed(rows);
          else if (kind === 'tickers') say(spotLine, rows);
          else for (const one of rows) say(ticker(one[0]), [one]);
          symbols.forEach(look);
        }
        paint();
        for (const [id, seq] of newest) assert.equal(quotes.get(id)?.seq, seq);
      }),
      { seed: 20260, numRuns: 400 },
    );
  });
});
