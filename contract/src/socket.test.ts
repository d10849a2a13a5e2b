import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { clientFrame, closeCodes, socketCodes, socketLimits, socketTimes, subscriptionArg, topics } from './socket.ts';

test('section 9, Socket: retry and heartbeat numbers; section 8: connect timeout and close code', () => {
  assert.deepEqual(socketTimes, {
    connectTimeoutMs: 10_000,
    firstRetryMinMs: 1_000,
    firstRetryMaxMs: 5_000,
    retryFactor: 1.3,
    retryMaxMs: 10_000,
    heartbeatMs: 10_000,
    maxMissedHeartbeats: 3,
  });
  assert.equal(closeCodes.heartbeatLost, 4999);
  assert.equal(socketCodes.ok, 0);
});

test('section 3, Socket subscription args, and the topic of price notices', () => {
  assert.deepEqual(Object.keys(subscriptionArg.entries), ['topic', 'bizNo', 'channel', 'instType', 'instId']);
  assert.ok(topics.includes('price_notice'));
});

test('section 7, Live socket: the four actions, and nothing else', () => {
  const arg = { topic: 'ticker', instType: 'sp', instId: 'BTCUSDT' };
  assert.ok(v.is(clientFrame, { action: 'subscribe', args: [arg], terminaltype: '1' }));
  assert.ok(v.is(clientFrame, { action: 'unsubscribe', args: [arg] }));
  assert.ok(v.is(clientFrame, { action: 'login', args: { rtoken: 'x' }, terminaltype: 1 }));
  assert.ok(v.is(clientFrame, { action: 'ping' }));
  for (const bad of [
    { action: 'subscribe', args: [] },
    { action: 'publish' },
    { action: 'login', args: {} },
    { action: 'subscribe', args: Array.from({ length: socketLimits.maxArgsPerFrame + 1 }, () => arg) },
    null,
    'ping',
  ]) {
    assert.equal(v.is(clientFrame, bad), false, JSON.stringify(bad)?.slice(0, 60));
  }
});
