import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { fitWindow, panWindow, placesWithin, windowAround, zoomWindow } from './view-window.ts';

const whole = { from: 1_000, to: 2_000 };
const anyWindow = fc.tuple(fc.double({ min: 1_000, max: 1_990, noNaN: true }), fc.double({ min: 2, max: 900, noNaN: true })).map(([from, span]) => fitWindow({ from, to: from + span }, whole)).filter((window) => window !== null);

test('however somebody zooms and pans, the window stays within the whole and keeps its width when panned', () => {
  fc.assert(
    fc.property(anyWindow, fc.double({ min: 0.01, max: 100, noNaN: true }), fc.double({ min: -3_000, max: 3_000, noNaN: true }), (shown, factor, by) => {
      for (const next of [zoomWindow(shown, whole, factor, (shown.from + shown.to) / 2), panWindow(shown, whole, by), windowAround(shown, whole, 1_500)]) {
        if (next) assert.ok(next.from >= whole.from - 1e-6 && next.to <= whole.to + 1e-6 && next.to > next.from);
      }
      const panned = panWindow(shown, whole, by)!;
      assert.ok(Math.abs(panned.to - panned.from - (shown.to - shown.from)) < 1e-6);
    }),
    { seed: 4 },
  );
});

test('zooming in keeps what is under the pointer there; zooming out far enough shows the whole', () => {
  const near = zoomWindow(whole, whole, 0.5, 1_250)!;
  assert.deepEqual(near, { from: 1_125, to: 1_625 });
  assert.equal(zoomWindow(near, whole, 4, 1_250), null);
  assert.deepEqual(windowAround({ from: 1_100, to: 1_200 }, whole, 1_300), { from: 1_200, to: 1_300 });
});

test('what is in sight and one beyond each edge', () => {
  const times = [0, 10, 20, 30, 40, 50];
  assert.deepEqual(placesWithin(times, { from: 15, to: 35 }), { first: 1, last: 4 });
  assert.deepEqual(placesWithin(times, { from: 0, to: 50 }), { first: 0, last: 5 });
  assert.deepEqual(placesWithin(times, { from: 20, to: 30 }), { first: 1, last: 4 });
});
