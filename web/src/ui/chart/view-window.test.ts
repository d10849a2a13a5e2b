import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { barRoom, type ChartLine } from './chart-line.ts';
import { fitWindow, panWindow, pinchWindow, placesWithin, widened, windowAround, zoomWindow } from './view-window.ts';

const whole = { from: 1_000, to: 2_000 };
const anyWindow = fc
  .tuple(fc.double({ min: 1_000, max: 1_990, noNaN: true }), fc.double({ min: 2, max: 900, noNaN: true }))
  .map(([from, span]) => fitWindow({ from, to: from + span }, whole))
  .filter((window) => window !== null);

test('however somebody zooms and pans, the window stays within the whole and keeps its width when panned', () => {
  fc.assert(
    fc.property(
      anyWindow,
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: -3_000, max: 3_000, noNaN: true }),
      (shown, factor, by) => {
        for (const next of [
          zoomWindow(shown, whole, factor, (shown.from + shown.to) / 2),
          panWindow(shown, whole, by),
          windowAround(shown, whole, 1_500),
        ]) {
          if (next) assert.ok(next.from >= whole.from - 1e-6 && next.to <= whole.to + 1e-6 && next.to > next.from);
        }
        const panned = panWindow(shown, whole, by)!;
        assert.ok(Math.abs(panned.to - panned.from - (shown.to - shown.from)) < 1e-6);
      },
    ),
    { seed: 4 },
  );
});

test('zooming in keeps what is under the pointer there; zooming out far enough shows the whole', () => {
  const near = zoomWindow(whole, whole, 0.5, 1_250)!;
  assert.deepEqual(near, { from: 1_125, to: 1_625 });
  assert.equal(zoomWindow(near, whole, 4, 1_250), null);
  assert.deepEqual(windowAround({ from: 1_100, to: 1_200 }, whole, 1_300), { from: 1_200, to: 1_300 });
});

test('bars have half a step of room on both sides, however far somebody zooms in; lines have none', () => {
  const line = (kind: ChartLine['kind']): ChartLine => ({
    id: 'a',
    label: '',
    colour: 'cat-1',
    values: [],
    format: String,
    ...(kind && { kind }),
  });
  assert.equal(barRoom([0, 10, 30, 40], [line('line'), line('bars')]), 5, 'half the smallest step: so wide are the bars');
  assert.equal(barRoom([0, 10, 30, 40], [line('line'), line('steps')]), 0);
  assert.ok(barRoom([7], [line('bars')]) > 0, 'a lone bar has a width to stand in');

  const all = { ...widened({ from: 0, to: 1_000 }, 5), room: 5 };
  let shown = zoomWindow(all, all, 0.01, 200)!;
  for (let i = 0; i < 20; i++) shown = zoomWindow(shown, all, 0.5, 200)!;
  const [apart, middle] = [shown.to - shown.from, (shown.from + shown.to) / 2];
  assert.ok(apart > 10 && apart < 13, `a bar and hardly more: ${apart}`);
  assert.ok(Math.abs(middle - 200) < apart / 2, 'what is under the pointer stays there');
  assert.deepEqual(zoomWindow(shown, all, 0.5, shown.to), shown, 'nearer it does not go, and nothing moves');
  for (const at of [0, 300, 1_000]) {
    const { from, to } = windowAround(shown, all, at)!;
    assert.ok(from <= at - 5 + 1e-9 && to >= at + 5 - 1e-9, `the bar at ${at} is seen whole`);
  }
});

test('two fingers: what was under each of them stays under it, as far as the whole reaches', () => {
  const anyGrip = fc
    .tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 30, max: 100 }))
    .map(([left, apart]) => [left / 1_000, (left + apart) / 1_000] as const);
  fc.assert(
    fc.property(anyWindow, anyGrip, anyGrip, (shown, [a, b], [nextA, nextB]) => {
      const next = pinchWindow(shown, whole, [a, b], [nextA, nextB]);
      if (!next) return;
      const under = (window: { from: number; to: number }, at: number) => window.from + at * (window.to - window.from);
      const isFree = next.from > whole.from + 1 && next.to < whole.to - 1 && next.to - next.from > 3;
      if (isFree)
        for (const [was, is] of [
          [a, nextA],
          [b, nextB],
        ] as const)
          assert.ok(Math.abs(under(shown, was) - under(next, is)) < 1e-6);
    }),
    { seed: 5 },
  );
  const shown = { from: 1_200, to: 1_400 };
  assert.deepEqual(pinchWindow(shown, whole, [0.25, 0.75], [0, 1]), { from: 1_250, to: 1_350 });
  assert.deepEqual(pinchWindow(shown, whole, [0.2, 0.6], [0.4, 0.8]), { from: 1_160, to: 1_360 });
  assert.deepEqual(pinchWindow(shown, whole, [0.4, 0.6], [0.6, 0.4]), shown, 'fingers that pass each other do not turn time around');
});

test('what is in sight and one beyond each edge', () => {
  const times = [0, 10, 20, 30, 40, 50];
  assert.deepEqual(placesWithin(times, { from: 15, to: 35 }), { first: 1, last: 4 });
  assert.deepEqual(placesWithin(times, { from: 0, to: 50 }), { first: 0, last: 5 });
  assert.deepEqual(placesWithin(times, { from: 20, to: 30 }), { first: 1, last: 4 });
});
