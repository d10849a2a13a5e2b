import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { chooseSource, type SourceChoice } from './choose-source.ts';

test('the setting names the source; only the simulator makes prices up', async () => {
  const choice = {
    venues: [],
    simSeed: 1,
    simTicksPerSecond: 1,
    simCoins: 1_000,
    simSpeed: 1,
    simScenario: null,
    replayFile: '/nowhere.csv',
    replaySpeed: 1,
    ccxtBaseUrl: null,
  };
  const names: SourceChoice['source'][] = ['simulator', 'replay', 'ccxt:bitget', 'ccxt:binance', 'ccxt:okx', 'ccxt:bybit'];
  for (const source of names) {
    const chosen = await chooseSource(
      { ...choice, source },
      { clock: createHandClock(Date.UTC(2026, 0, 1)), log: createLog({ level: 'silent' }), metrics: createMetrics() },
    );
    assert.equal(chosen.name, source);
    assert.equal(chosen.simulated, source === 'simulator');
  }
});
