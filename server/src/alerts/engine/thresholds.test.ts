import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdIndex } from './id-index.ts';
import { createRandom } from '../testing/random.ts';
import { createThresholds } from './thresholds.ts';
import { createWakeQueue } from './wake-queue.ts';

test('law: thresholds come out nearest first, whatever was put in and taken out between', () => {
  for (const distinct of [3, 500, 1e9]) {
    const random = createRandom(distinct);
    const thresholds = createThresholds();
    const model: Map<number, number>[] = [new Map(), new Map(), new Map()];
    for (let step = 0; step < 40_000; step++) {
      const list = random.int(3);
      const entries = model[list]!;
      // Grows for a while, shrinks for a while.
      if (random.next() < (step % 20_000 < 10_000 ? 0.7 : 0.3)) {
        const key = random.int(distinct) - distinct / 2;
        thresholds.insert(list, key, step);
        entries.set(step, key);
      } else if (entries.size > 0 && random.chance(0.6)) {
        const [slot, key] = [...entries.entries()].at(-1 - random.int(Math.min(50, entries.size)))!;
        assert.ok(thresholds.remove(list, key, slot));
        assert.ok(!thresholds.remove(list, key, slot));
        entries.delete(slot);
      } else if (entries.size > 0) {
        const key = thresholds.nearest(list);
        const slot = thresholds.takeNearest(list);
        assert.equal(entries.get(slot), key);
        if (step % 50 === 0) assert.equal(key, Math.min(...entries.values()));
        entries.delete(slot);
      }
    }
    assert.equal(
      thresholds.size(),
      model.reduce((sum, entries) => sum + entries.size, 0),
    );
    for (const [list, entries] of model.entries()) {
      const sorted = [...entries.values()].sort((a, b) => a - b);
      const taken = sorted.map(() => {
        const key = thresholds.nearest(list);
        thresholds.takeNearest(list);
        return key;
      });
      assert.deepEqual(taken, sorted);
      assert.equal(thresholds.nearest(list), Infinity);
    }
  }
});

test('thresholds give memory back to others: what one list leaves another one uses', () => {
  const thresholds = createThresholds();
  for (let slot = 0; slot < 50_000; slot++) thresholds.insert(0, (slot * 7919) % 50_000, slot);
  const bytes = thresholds.bytes();
  for (let slot = 0; slot < 50_000; slot++) assert.ok(thresholds.remove(0, (slot * 7919) % 50_000, slot));
  for (let slot = 0; slot < 50_000; slot++) thresholds.insert(1, (slot * 7919) % 50_000, slot);
  assert.ok(thresholds.bytes() < bytes * 1.1);
  assert.ok(thresholds.bytes() < 50_000 * 24);
});

test('law: the index of ids is a map', () => {
  const random = createRandom(5);
  const ids: number[] = [];
  const index = createIdIndex((slot) => ids[slot]!);
  const model = new Map<number, number>();
  for (let step = 0; step < 60_000; step++) {
    const id = random.chance(0.5) ? random.int(20_000) : random.int(2_000) * 2 ** 41 + random.int(3);
    assert.equal(index.get(id), model.get(id) ?? -1);
    if (model.has(id)) {
      index.remove(id);
      model.delete(id);
    } else {
      ids.push(id);
      index.add(id, ids.length - 1);
      model.set(id, ids.length - 1);
    }
  }
  assert.equal(index.size(), model.size);
  for (const [id, slot] of model) assert.equal(index.get(id), slot);
});

test('law: the wake queue gives the soonest first', () => {
  const random = createRandom(6);
  const queue = createWakeQueue();
  const times = Array.from({ length: 5_000 }, () => random.int(1_000));
  times.forEach((at, slot) => queue.add(at, slot));
  const taken = times.map(() => {
    const at = queue.soonest();
    assert.equal(times[queue.takeSoonest()], at);
    return at;
  });
  assert.deepEqual(
    taken,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(queue.soonest(), Infinity);
});
