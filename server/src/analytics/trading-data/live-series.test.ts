import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createLiveSeries, type LiveSeriesDeps } from './live-series.ts';

function bed(simulated: boolean) {
  const wallClock = createHandClock(0);
  const asked: unknown[] = [];
  const state = { value: '1', isDown: false };
  const answer = (name: string) => async (_: unknown, input: object) => {
    asked.push({ name, ...input });
    if (state.isDown) throw new Error('down');
    return {
      points: [
        [0, '9'],
        [300_000, state.value],
      ],
      forming: 300_000,
      partial: [],
      asOf: wallClock.now(),
      symbolId: 'left out of the row',
    };
  };
  const calls = {
    tradingSeries: answer('pair'),
    networkSeries: answer('network'),
    tradingNow: answer('now'),
    fundingTable: async () => ({
      items: [{ symbolId: 'BTCUSDT_UMCBL', rate: state.value, nextAt: 9, openInterestUsd: '12.34', iconUrl: 'left out of the row' }],
      total: 1,
      asOf: 5,
    }),
  } as unknown as LiveSeriesDeps['calls'];
  const market = {
    simulated,
    catalog: { symbol: (symbolId: string) => (symbolId === 'BTCUSDT' ? {} : undefined) },
  } as unknown as LiveSeriesDeps['market'];
  const live = createLiveSeries({ calls, market, wallClock, log: createLog({ level: 'silent' }) });
  const news: string[] = [];
  live.onNews((key) => void news.push(key));
  const pass = async (ms: number) => {
    for (let passed = 0; passed <= ms; passed += 1_000) {
      if (passed > 0) wallClock.advance(1_000);
      for (let i = 0; i < 4; i++) await turn();
    }
  };
  return { live, asked, news, state, pass };
}

test('a chart is looked at while it is open, told when something in it changed, and let go of when it is closed', async () => {
  const { live, asked, news, state, pass } = bed(true);
  await pass(60_000);
  assert.deepEqual(asked, [], 'what nobody has open is not computed');
  const close = live.open('BTCUSDT', 'fundFlow 5m');
  await pass(0);
  assert.deepEqual(asked, [
    { name: 'pair', metric: 'fundFlow', period: '5m', symbolId: 'BTCUSDT', from: undefined, to: undefined, limit: 2 },
  ]);
  assert.deepEqual(JSON.parse(live.encode('BTCUSDT fundFlow 5m')!), {
    points: [
      [0, '9'],
      [300_000, '1'],
    ],
    forming: 300_000,
    partial: [],
    asOf: 60_000,
  });
  await pass(4_000);
  assert.equal(asked.length, 3);
  assert.deepEqual(news, ['BTCUSDT fundFlow 5m'], 'the same again is no news');
  state.isDown = true;
  await pass(2_000);
  [state.isDown, state.value] = [false, '2'];
  await pass(2_000);
  assert.equal(news.length, 2, 'one look that failed is made up for by the next');
  close();
  await pass(60_000);
  assert.equal(asked.length, 5);
  assert.equal(live.encode('BTCUSDT fundFlow 5m'), null);
});

test('an exchange is asked less often; only charts that exist can be opened', async () => {
  const { live, asked, pass } = bed(false);
  const close = live.open('BTCUSDT', 'takerVolume 1h');
  await pass(30_000);
  assert.equal(asked.length, 3);
  close();
  for (const [instId, channel, has] of [
    ['BTCUSDT', 'fundFlow 5m', true],
    ['BTCUSDT', 'now', true],
    ['network', 'dominance 1d', true],
    ['NOSUCH', 'fundFlow 5m', false],
    ['BTCUSDT', 'fundFlow 7m', false],
    ['BTCUSDT', 'luck 5m', false],
    ['network', 'dominance 5m', false],
    ['network', 'now', false],
    ['network', 'funding', true],
    ['BTCUSDT', 'funding', false],
    ['BTCUSDT', 'fundFlow 5m more', false],
  ] as const)
    assert.equal(live.has(instId, channel), has, `${instId} ${channel}`);
});

test('the funding of every contract is told again when it changed', async () => {
  const { live, news, state, pass } = bed(true);
  const close = live.open('network', 'funding');
  await pass(15_000);
  assert.deepEqual(JSON.parse(live.encode('network funding')!), { rows: [['BTCUSDT_UMCBL', '1', 9, '12']], asOf: 5 });
  state.value = '2';
  await pass(15_000);
  assert.equal(news.length, 2);
  assert.equal(JSON.parse(live.encode('network funding')!).rows[0][1], '2');
  close();
});
