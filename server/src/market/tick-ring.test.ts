import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawUniform, keyOf } from '@tidemark/simulator/draw.ts';
import type { Quote } from './board.ts';
import { tickOf } from './testing/test-source.ts';
import { createTickRing, type RingGap, type TickRing } from './tick-ring.ts';

const start = Date.UTC(2026, 10, 12, 14);
const quoteOf = (seq: number, ts: number, last: number, symbolId = 'A'): Quote => ({ ...tickOf(symbolId, last, ts), seq });
const readAll = (ring: TickRing, symbolId: string, after = -Infinity) => {
  const rows: { seq: number; ts: number; last: number }[] = [];
  ring.scan(after, (symbol, seq, ts, last) => void (symbol === ring.symbol(symbolId) && rows.push({ seq, ts, last })));
  return rows;
};

const whatIsMissing = ({ after, seq, from, to }: RingGap) => ({ after, seq, from, to });

test('every tick of the last ten minutes is there, with its number, time and prices; older ones are gone', () => {
  const ring = createTickRing({ now: () => start });
  let seq = 100;
  for (let second = 0; second < 1_000; second++) {
    ring.add(
      ['A', 'B', 'C'].flatMap((symbolId) =>
        Array.from({ length: 7 }, (_, n) => quoteOf(++seq, start + second * 1_000 + n, second + n / 10, symbolId)),
      ),
    );
  }
  const rows = readAll(ring, 'B', 100);
  const reach = start + 999_000 - rows[0]!.ts;
  assert.ok(reach >= 600_000 && reach < 1_000_000, `${reach}`);
  const [first, last] = [rows[0]!, rows.at(-1)!];
  assert.deepEqual([last.seq, last.ts, last.last], [seq - 7, start + 999_006, 999.6]);
  assert.equal(rows.length, new Set(rows.map((row) => row.seq)).size);
  // Nothing is missing between the oldest and the newest.
  assert.ok(rows.every(({ ts, last: price }) => Math.abs(price - (Math.floor((ts - start) / 1_000) + ((ts - start) % 1_000) / 10)) < 1e-9));
  assert.equal(rows.length, rows.filter(({ ts }) => ts >= first.ts).length);
  assert.equal(readAll(ring, 'B', seq - 8).length, 1);
  assert.deepEqual(ring.gaps().length, 1);
  assert.ok(ring.gaps()[0]!.seq < first.seq && ring.gaps()[0]!.from === -Infinity);
});

test('a number that is missing is a gap, with the times between which nothing was told', () => {
  const ring = createTickRing({ now: () => start });
  ring.add([quoteOf(11, start, 1), quoteOf(12, start + 5, 2)]);
  ring.add([quoteOf(13, start + 10, 3)]);
  ring.add([quoteOf(20, start + 90, 4), quoteOf(21, start + 95, 5)]);
  // Another feed, whose numbers begin far above.
  ring.add([quoteOf(5_000_000_000, start + 200, 6)]);
  assert.deepEqual(ring.gaps(), [
    { after: -Infinity, seq: 10, from: -Infinity, to: start + 5, heardAt: -Infinity },
    { after: 13, seq: 19, from: start + 10, to: start + 95, heardAt: start },
    { after: 21, seq: 4_999_999_999, from: start + 95, to: start + 200, heardAt: start },
  ]);
  assert.deepEqual(
    readAll(ring, 'A', 12).map(({ last }) => last),
    [3, 4, 5, 6],
  );
});

test('memory is bounded: older seconds are thinned to what was first, highest, lowest and last, in order', () => {
  const key = keyOf(3, 'ring');
  const [perSecond, seconds] = [400, 120];
  const ring = createTickRing({ now: () => start, maxTicks: 30_000 });
  const sent: Quote[] = [];
  let [seq, price] = [0, 100];
  for (let second = 0; second < seconds; second++) {
    const batch = Array.from({ length: perSecond }, (_, n) =>
      quoteOf(
        ++seq,
        start + second * 1_000 + Math.floor((n * 1_000) / perSecond),
        (price += drawUniform(key, seq) - 0.5),
        n % 2 ? 'A' : 'B',
      ),
    );
    sent.push(...batch);
    ring.add(batch);
  }
  assert.ok(ring.size() <= 30_000 + 8_192, `${ring.size()} ticks`);
  assert.ok(ring.reachMs() > 115_000, `reaches ${ring.reachMs()} ms back`);
  const kept = readAll(ring, 'A');
  const oldest = kept[0]!.ts;
  for (let at = Math.ceil(oldest / 1_000) * 1_000; at < start + seconds * 1_000; at += 1_000) {
    const within = (rows: readonly { ts: number; last: number }[]) =>
      rows.filter(({ ts }) => ts >= at && ts < at + 1_000).map(({ last }) => last);
    const [all, left] = [within(sent.filter(({ symbolId }) => symbolId === 'A')), within(kept)];
    assert.deepEqual(
      [left[0], left.at(-1), Math.max(...left), Math.min(...left)],
      [all[0], all.at(-1), Math.max(...all), Math.min(...all)],
    );
    let place = -1;
    for (const value of left) assert.ok((place = all.indexOf(value, place + 1)) >= 0, 'in the order in which they were');
  }
  assert.equal(kept.filter(({ ts }) => ts >= start + (seconds - 10) * 1_000).length, (10 * perSecond) / 2, 'the newest are all there');
});

test('a ring that began later is filled from another one, piece by piece, until both tell the same', () => {
  const [told, later] = [createTickRing({ now: () => start }), createTickRing({ now: () => start })];
  const batch = (seq: number, second: number, count = 100) =>
    Array.from({ length: count }, (_, n) => quoteOf(seq + n, start + second * 1_000 + n, n, n % 3 ? 'A' : `B${second % 7}`));
  let seq = 1;
  for (let second = 0; second < 300; second++, seq += 100) {
    // Something is missed now and then, and a feed with other numbers follows.
    if (second % 40 === 39) seq += 5;
    if (second === 150) seq += 5_000_000_000;
    told.add(batch(seq, second));
    if (second >= 280) later.add(batch(seq, second));
  }
  const untouched = later.gaps().length;
  assert.equal(later.insert(told.before(later.firstSeq()), later.firstSeq() - 1), false, 'not what comes before it');
  assert.equal(later.gaps().length, untouched);
  let pieces = 0;
  for (let before = later.firstSeq(); later.insert(told.before(before), before); before = later.firstSeq()) pieces++;
  assert.ok(pieces > 2, `${pieces} pieces`);
  assert.equal(later.size(), told.size());
  for (const symbolId of ['A', 'B0', 'B6']) assert.deepEqual(readAll(later, symbolId), readAll(told, symbolId));
  assert.deepEqual(later.gaps().map(whatIsMissing), told.gaps().map(whatIsMissing));
  // An empty one, too, which goes on with what is told next.
  const empty = createTickRing({ now: () => start });
  for (let before = seq; empty.insert(told.before(before), before); before = empty.firstSeq());
  for (const ring of [told, empty]) ring.add(batch(seq, 300));
  assert.deepEqual(readAll(empty, 'A'), readAll(told, 'A'));
  assert.deepEqual(empty.gaps().map(whatIsMissing), told.gaps().map(whatIsMissing));
});

test('what was missed in between is put in its place; when the other one heard it says nothing here', () => {
  let now = start + 120_000;
  const [told, later] = [createTickRing({ now: () => now }), createTickRing({ now: () => start })];
  const batch = (seq: number) => Array.from({ length: 10 }, (_, n) => quoteOf(seq + n, start + seq + n, n, n % 2 ? 'A' : 'B'));
  for (let seq = 10; seq < 40_000; seq += 10) {
    // No tick was told from 20,000 to 20,100.
    if (seq >= 20_000 && seq < 20_100) continue;
    now += 10;
    told.add(batch(seq));
    if (seq < 10_000 || seq >= 30_000) later.add(batch(seq));
  }
  const own = later.gaps().at(-1)!;
  assert.deepEqual([own.after, own.seq], [9_999, 29_999]);
  assert.equal(later.insert(told.before(own.seq), own.seq), false, 'no tick begins there');
  let pieces = 0;
  for (let at = own.seq; later.insert(told.before(at + 1), at + 1); pieces++) {
    const left = later.gaps().find(({ after, heardAt }) => after === own.after && Number.isFinite(heardAt));
    if (!left) break;
    at = left.seq;
  }
  assert.ok(pieces > 1, `${pieces} pieces`);
  assert.deepEqual(readAll(later, 'A'), readAll(told, 'A'));
  assert.deepEqual(
    later.gaps().map(({ after, seq, heardAt }) => [after, seq, heardAt]),
    [
      [-Infinity, 9, -Infinity],
      [19_999, 20_099, -Infinity],
    ],
  );
});

test('what is put to the front of a ring that was thinned is thinned like the rest', () => {
  const [told, later] = [createTickRing({ now: () => start }), createTickRing({ now: () => start, maxTicks: 30_000 })];
  const batch = (second: number) => Array.from({ length: 400 }, (_, n) => quoteOf(1 + second * 400 + n, start + second * 1_000 + n, n));
  let second = 0;
  for (; second < 50; second++) told.add(batch(second));
  for (let before = 0; later.size() >= before || before < 29_000; second++) {
    before = later.size();
    for (const ring of [told, later]) ring.add(batch(second));
  }
  const before = later.firstSeq();
  assert.equal(later.insert(told.before(before), before), true);
  const front = Math.ceil((readAll(later, 'A')[0]!.ts - start) / 1_000) * 1_000 + start;
  const ofFront = () => readAll(later, 'A').filter(({ ts }) => ts >= front && ts < front + 1_000).length;
  assert.equal(ofFront(), 400);
  for (const end = second + 100; second < end; second++) later.add(batch(second));
  assert.equal(ofFront(), 2);
});

test('what the other ring has missed itself is missing where it is put, and not believed to be told', () => {
  const [told, later] = [createTickRing({ now: () => start }), createTickRing({ now: () => start })];
  told.add([quoteOf(1, start, 1), quoteOf(2, start + 1_000, 2)]);
  // It heard nothing from 3 to 9 and then had numbers of its own.
  told.add([quoteOf(5_000, start + 9_000, 9)]);
  later.add([quoteOf(6, start + 5_000, 6)]);
  later.add([quoteOf(5_000, start + 9_000, 9)]);
  assert.equal(later.insert(told.before(6), 6), true);
  assert.deepEqual(
    readAll(later, 'A').map(({ last }) => last),
    [1, 2, 6, 9],
  );
  assert.deepEqual(
    later.gaps().map(({ after, seq, from }) => [after, seq, from]),
    [
      [-Infinity, 0, -Infinity],
      [2, 5, start + 1_000],
      [6, 4_999, start + 5_000],
    ],
  );
});

test('where another ring begins, one that is filled from it says that it knows nothing of before', () => {
  const [told, later] = [createTickRing({ now: () => start }), createTickRing({ now: () => start })];
  for (let second = 0; second < 700; second++)
    told.add(Array.from({ length: 50 }, (_, n) => quoteOf(second * 50 + n, start + second * 1_000, n)));
  later.add([quoteOf(700 * 50, start + 700_000, 1)]);
  assert.equal(later.insert(told.before(later.firstSeq()), later.firstSeq()), true);
  const [begin] = later.gaps();
  assert.deepEqual([begin!.seq, begin!.from], [later.firstSeq() - 1, -Infinity]);
  assert.ok(begin!.to <= readAll(later, 'A')[0]!.ts, 'everything later is there');
});
