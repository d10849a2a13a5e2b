import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarketClock } from './market-clock.ts';

test('the countdown goes by the clock of the market, and moves, however wrong the clock of the reader is', () => {
  const asOf = Date.UTC(2026, 10, 15);
  for (const wrongByMs of [0, -1_500_000, 1_500_000, -86_400_000, 86_400_000]) {
    let passed = 0;
    const now = createMarketClock(asOf, () => asOf + wrongByMs + passed);
    assert.equal(now(), asOf, `wrong by ${wrongByMs}`);
    passed = 1_000;
    assert.equal(now(), asOf + 1_000, `a second later, wrong by ${wrongByMs}`);
  }
});
