import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mirrorBetween, pitchTowards, rampWithin } from './fit.ts';

const paths = fc
  .array(fc.double({ min: -10, max: 10, noNaN: true }), { minLength: 3, maxLength: 61 })
  .map((points) => Float64Array.from(points));
const gap = fc.double({ min: 0, max: 3, noNaN: true });

test('a mirrored path stays within its limits, keeps its ends, and is left alone where it was within', () => {
  fc.assert(
    fc.property(paths, gap, gap, (path, above, below) => {
      const last = path.length - 1;
      const high = Math.max(path[0]!, path[last]!) + above;
      const low = Math.min(path[0]!, path[last]!) - below;
      const before = Float64Array.from(path);
      mirrorBetween(path, last, low, high);
      path.forEach((y, i) => {
        assert.ok(y >= low && y <= high);
        if (before[i]! >= low && before[i]! <= high) assert.equal(y, before[i]);
      });
    }),
    { seed: 1 },
  );
});

test('pitching a tent reaches the height, stays below it everywhere and leaves the ends alone', () => {
  fc.assert(
    fc.property(paths, gap, (path, above) => {
      const last = path.length - 1;
      const ends = [path[0], path[last]];
      const height = Math.max(...path) + above;
      const peak = pitchTowards(path, last, height, 1, 1);
      assert.ok(Math.abs(path[peak]! - height) < 1e-9);
      assert.ok(path.every((y) => y <= height + 1e-9));
      assert.deepEqual([path[0], path[last]], ends);
    }),
    { seed: 2 },
  );
});

test('a ramp meets its neighbours halfway and is itself in the middle', () => {
  const ramp = new Float64Array(30);
  rampWithin(3, 1, 1, 30, ramp);
  assert.ok(ramp[0]! > 1.9 && ramp[0]! < 2);
  assert.ok(Math.abs(ramp[14]! - 1) < 0.05 && Math.abs(ramp[29]! - 1) < 1e-9);
  rampWithin(3, 0, 5, 30, ramp);
  assert.ok(ramp.every((value) => value === 1));
});
