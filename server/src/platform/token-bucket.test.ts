import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from './clock.ts';
import { createTokenBucket, createTokenBuckets } from './token-bucket.ts';

test('a burst, then a pace; the wait is told, and standing still never fills it beyond the burst', () => {
  const clock = createHandClock(0);
  const bucket = createTokenBucket(clock, { burst: 3, perSecond: 0.5 });
  assert.deepEqual(
    [1, 2, 3, 4].map(() => bucket.take()),
    [true, true, true, false],
  );
  assert.equal(bucket.waitSeconds(), 2);
  clock.advance(2_000);
  assert.deepEqual([bucket.take(), bucket.take()], [true, false]);
  clock.advance(3_600_000);
  assert.ok(bucket.isFull());
  assert.deepEqual([bucket.take(3), bucket.take()], [true, false]);
});

test('each name has its own, and made up names do not pile up', () => {
  const buckets = createTokenBuckets(createHandClock(0), { burst: 1, perSecond: 1 }, 2);
  assert.deepEqual([buckets('a').take(), buckets('a').take(), buckets('b').take()], [true, false, true]);
  buckets('c');
  assert.equal(buckets('a').take(), true, 'the oldest was forgotten');
});
