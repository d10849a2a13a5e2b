import assert from 'node:assert/strict';
import { test } from 'node:test';
import { halving } from '@tidemark/contract/content.ts';
import { curvesOf, heightAt } from './curves.ts';

const now = { height: 975_850, asOf: Date.UTC(2026, 10, 15) };

test('the height of a moment meets every known block and goes on at ten minutes a block', () => {
  for (const { height, at } of halving.past) assert.equal(heightAt(at, now), height);
  assert.equal(heightAt(Date.UTC(2008, 0, 1), now), 0);
  assert.equal(heightAt(now.asOf, now), now.height);
  assert.equal(heightAt(now.asOf + 6_000_000, now), now.height + 10);
});

test('every halving is a moment of the curves, and the reward falls there', () => {
  const { halvings, times, reward } = curvesOf(now);
  assert.deepEqual(
    halvings.slice(0, 4).map(({ at }) => at),
    halving.past.map(({ at }) => at),
  );
  assert.equal(halvings.at(-1)!.number, 9);
  for (const { number, at } of halvings) {
    const place = times.indexOf(at);
    assert.equal(reward[place], halving.firstReward / 2 ** number, `after halving ${number}`);
    assert.equal(reward[place - 1], halving.firstReward / 2 ** (number - 1), `before halving ${number}`);
  }
  assert.deepEqual(
    times,
    times.toSorted((one, other) => one - other),
  );
});

test('the reward falls by half at each halving and the supply only grows, never to 21 million', () => {
  const { times, reward, supply } = curvesOf(now);
  const at = (year: number, month: number) => times.findIndex((ms) => ms >= Date.UTC(year, month, 1));
  assert.deepEqual(
    [at(2010, 0), at(2013, 0), at(2017, 0), at(2021, 0), at(2025, 0), at(2029, 0)].map((i) => reward[i]),
    [50, 25, 12.5, 6.25, 3.125, 1.5625],
  );
  assert.ok(supply.every((coins, i) => coins < halving.maxSupply && (i === 0 || coins >= supply[i - 1]!)));
});
