import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Api } from '#api/client.ts';
import { endPush, isPushAllowed, renewPush, stopPush } from './push.ts';

const kept = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (kept) Object.defineProperty(globalThis, 'navigator', kept);
  delete (globalThis as { window?: unknown }).window;
});

/** A browser with a subscription, or without one. */
function open(subscription: object | null) {
  const serviceWorker = { getRegistration: async () => ({ pushManager: { getSubscription: async () => subscription } }) };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { serviceWorker } });
  Object.assign(globalThis, { window: { PushManager: Object } });
}
const calls: unknown[] = [];
const api = { call: async (...given: unknown[]) => void calls.push(given) } as unknown as Api;

test('whoever leaves takes the subscription of this browser along', async () => {
  let ended = 0;
  open({ unsubscribe: async () => ++ended > 0 });
  await endPush();
  assert.equal(ended, 1);
  open(null);
  await endPush();
  open({ unsubscribe: async () => Promise.reject(new Error('the push service is away')) });
  await endPush();
});

test('nobody is kept from leaving by a push service that does not answer', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  open({ unsubscribe: () => new Promise(() => {}) });
  const leaving = endPush();
  t.mock.timers.tick(2_000);
  await leaving;
});

test('whoever comes back is pushed to in the new session', async () => {
  open({ toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } }) });
  await renewPush(api);
  assert.deepEqual(calls, [['subscribePush', { endpoint: 'https://push.example.com/1', keys: { p256dh: 'p', auth: 'a' } }]]);
  open(null);
  await renewPush(api);
  assert.equal(calls.length, 1);
});

test('push that is turned off ends at the server and in the browser, and stays when the server does not answer', async () => {
  calls.length = 0;
  let ended = 0;
  open({ endpoint: 'https://push.example.com/1', unsubscribe: async () => ++ended > 0 });
  assert.equal(await isPushAllowed(), true);
  const silent = { call: async () => Promise.reject(new Error('away')) } as unknown as Api;
  await assert.rejects(stopPush(silent));
  assert.equal(ended, 0);
  await stopPush(api);
  assert.deepEqual([calls, ended], [[['unsubscribePush', { endpoint: 'https://push.example.com/1' }]], 1]);
  open(null);
  assert.equal(await isPushAllowed(), false);
  await stopPush(api);
  assert.equal(calls.length, 1);
});
