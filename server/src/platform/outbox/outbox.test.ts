import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMemoryStore } from './memory-store.ts';
import { createOutbox, type Ending, type Outcome, type OutboxSettings } from './outbox.ts';

interface Row {
  readonly name: string;
  readonly expiresAt: number;
  dueAt: number;
  tries: number;
  end: string | null;
}

/** A table that several processes share, and processes that send from it. */
const open = () => {
  const clock = createHandClock(0);
  const lines: string[] = [];
  const log = createLog({
    level: 'warn',
    stream: new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(String(line)), done()) }),
  });
  const rows: Row[] = [];
  const started: string[] = [];
  const open = new Map<string, (outcome: Outcome<string> | Error) => void>();
  let [isAway, finishFails] = [false, 0];
  const startProcess = (over: Partial<OutboxSettings<Row, string>> = {}) =>
    createOutbox<Row, string>({
      clock,
      log,
      room: 'test',
      what: 'letters',
      store: {
        async claim(most, heldMs) {
          if (isAway) throw new Error('away');
          const due = rows.filter(({ end, dueAt }) => end === null && dueAt <= clock.now()).slice(0, most);
          for (const row of due) Object.assign(row, { dueAt: clock.now() + heldMs, tries: row.tries + 1 });
          return due;
        },
        async finish(ended) {
          if (finishFails-- > 0) throw new Error('away');
          ended.forEach(({ item, end }) => (item.end = end));
        },
        tryAgain: async (items, afterMs) => items.forEach((row) => (row.dueAt = clock.now() + afterMs)),
      },
      lookEveryMs: 1_000,
      atOnce: 2,
      heldMs: 30_000,
      retryMs: [1_000, 5_000],
      triesOf: ({ tries }) => tries,
      deadline: { leftMs: ({ expiresAt }) => expiresAt - clock.now(), end: () => 'expired' },
      send: (items) =>
        Promise.allSettled(
          items.map(({ name }) => {
            started.push(name);
            const { promise, resolve, reject } = Promise.withResolvers<Outcome<string>>();
            open.set(name, (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)));
            return promise;
          }),
        ),
      ...over,
    });
  const add = (...names: string[]) => {
    for (const name of names) rows.push({ name, expiresAt: 600_000, dueAt: clock.now(), tries: 0, end: null });
  };
  const end = async (name: string, outcome: Outcome<string> | Error = { end: 'sent' }) => {
    open.get(name)!(outcome);
    await turn();
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await turn();
  };
  return {
    clock,
    lines,
    rows,
    started,
    startProcess,
    add,
    end,
    pass,
    setAway: (away: boolean) => (isAway = away),
    failToFinish: (times: number) => (finishFails = times),
  };
};

test('no more than its pace are under way, and a place that gets free is filled at once', async () => {
  const { startProcess, add, started, end } = open();
  add('a', 'b', 'c');
  startProcess().look();
  await turn();
  assert.deepEqual(started, ['a', 'b']);
  await end('b');
  assert.deepEqual(started, ['a', 'b', 'c']);
});

test('what one process has claimed no other one sends, until the claim is over: then the first one is dead', async () => {
  const { startProcess, add, rows, started, pass } = open();
  add('a');
  startProcess().look();
  startProcess().look();
  await turn();
  await pass(29_000);
  assert.deepEqual(started, ['a']);
  await pass(1_000);
  assert.deepEqual(started, ['a', 'a']);
  assert.equal(rows[0]!.tries, 2);
});

test('tries are spaced by their number, the last wait goes on, and the deadline ends them unsent', async () => {
  const { startProcess, add, rows, started, end, pass } = open();
  add('a');
  startProcess().look();
  await turn();
  for (const waitMs of [1_000, 5_000, 5_000]) {
    const before = started.length;
    await end('a', 'again');
    await pass(waitMs - 1_000);
    assert.equal(started.length, before);
    await pass(1_000);
    assert.equal(started.length, before + 1);
  }
  await end('a', 'again');
  Object.assign(rows[0]!, { expiresAt: 0 });
  await pass(5_000);
  assert.deepEqual([rows[0]!.end, started.length], ['expired', 4]);
});

test('a fault of ours ends nothing: what it met is sent again, what travelled with it is kept', async () => {
  const { startProcess, add, rows, lines, started, end, pass } = open();
  add('bad', 'good');
  startProcess({ group: async (items) => [items] }).look();
  await turn();
  await end('bad', new Error('a bug'));
  await end('good');
  assert.deepEqual(
    rows.map((row) => row.end),
    [null, 'sent'],
  );
  assert.match(lines.join(), /fault of ours/);
  await pass(30_000);
  assert.deepEqual(started, ['bad', 'good', 'bad']);
});

test('an end that cannot be written is written a second later, and nothing is sent twice', async () => {
  const { startProcess, add, rows, started, end, pass, failToFinish } = open();
  add('a');
  startProcess().look();
  await turn();
  failToFinish(2);
  await end('a');
  await pass(1_000);
  assert.equal(rows[0]!.end, null);
  await pass(1_000);
  assert.equal(rows[0]!.end, 'sent');
  await pass(60_000);
  assert.deepEqual(started, ['a']);
});

test('an end that cannot be written as long as the claim lasts is given up: the item is sent again, and says so', async () => {
  const { startProcess, add, rows, lines, started, end, pass, failToFinish } = open();
  add('a');
  startProcess().look();
  await turn();
  failToFinish(Infinity);
  await end('a');
  for (let second = 0; second < 30; second++) await pass(1_000);
  assert.deepEqual([started, rows[0]!.end], [['a', 'a'], null]);
  assert.match(lines.join(), /could not be written down; it is sent again/);
  failToFinish(0);
  await end('a');
  assert.equal(rows[0]!.end, 'sent');
});

test('an end that is told before the others is written at once, and once', async () => {
  const { startProcess, add, rows } = open();
  const { promise, resolve } = Promise.withResolvers<readonly PromiseSettledResult<Outcome<string>>[]>();
  let tell: Ending<string> = () => {};
  add('a', 'b');
  startProcess({
    group: async (items) => [items],
    send(_items, ended) {
      tell = ended;
      return promise;
    },
  }).look();
  await turn();
  const ends = () => rows.map((row) => row.end);
  tell(1, { status: 'fulfilled', value: { end: 'sent' } });
  await turn();
  assert.deepEqual(ends(), [null, 'sent']);
  resolve(['early', 'late'].map((end) => ({ status: 'fulfilled', value: { end } })));
  await turn();
  assert.deepEqual(ends(), ['early', 'sent']);
});

test('a store that is away is asked again, and says since when it was not read', async () => {
  const { startProcess, add, started, pass, setAway } = open();
  const outbox = startProcess();
  add('a');
  setAway(true);
  await pass(1_000);
  assert.deepEqual([started, outbox.lookedAt()], [[], 0]);
  setAway(false);
  await pass(1_000);
  assert.deepEqual([started, outbox.lookedAt()], [['a'], 2_000]);
});

test('stop waits for what is under way and begins nothing more', async () => {
  const { startProcess, add, rows, started, end } = open();
  const outbox = startProcess({ atOnce: 1 });
  add('a', 'b');
  outbox.look();
  await turn();
  const stopping = outbox.stop();
  await end('a');
  await stopping;
  assert.deepEqual([started, rows.map((row) => row.end)], [['a'], ['sent', null]]);
});

test('what waits in memory is sent in its order, tried again by itself, and told to be left over at the end', async () => {
  const clock = createHandClock(0);
  const sent: string[] = [];
  let isBusy = true;
  const store = createMemoryStore<string>(clock, () => outbox.look());
  const outbox = createOutbox({
    clock,
    log: createLog({ level: 'silent' }),
    room: 'test',
    what: 'secrets',
    store,
    lookEveryMs: 3_600_000,
    atOnce: 10,
    heldMs: 1_000,
    retryMs: [2_000],
    triesOf: ({ tries }) => tries,
    send: (items) =>
      Promise.allSettled(
        items.map(async ({ item }): Promise<Outcome<void>> => {
          if (isBusy) return 'again';
          sent.push(item);
          return { end: undefined };
        }),
      ),
  });
  store.add('a');
  store.add('b');
  await turn();
  isBusy = false;
  clock.advance(2_000);
  await turn();
  assert.deepEqual(sent, ['a', 'b']);
  isBusy = true;
  store.add('c');
  await turn();
  await outbox.stop();
  assert.deepEqual(store.clear(), ['c']);
  clock.advance(10_000);
  await turn();
  assert.deepEqual(sent, ['a', 'b']);
});
