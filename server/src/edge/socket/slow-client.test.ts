// A client that stops reading: the server's memory stays bounded, others notice nothing, and what the client knows is
// right again as soon as it reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeCodes, socketCodes } from '@tidemark/contract/socket.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import { createMirror, isData, startHub, ticker, until } from './testing/test-hub.ts';
import type { TestClient, TestHub } from './testing/test-hub.ts';

const btc = ticker('BTCUSDT');
const eth = ticker('ETHUSDT');
const sol = ticker('SOLUSDT');
const rowBytes = 200_000;
const limits = { slowBytes: 500_000, drainedBytes: 100_000, silentMs: Number.MAX_SAFE_INTEGER };

/** Stops reading and lets updates of fat rows run until the server notices. The system's own buffers fill up first. */
async function stall(hub: TestHub, client: TestClient, onBeat: () => Promise<unknown> = async () => {}): Promise<void> {
  client.ws.pause();
  hub.rows.pad(rowBytes);
  for (let n = 1; (await hub.metric('socket_slow_cuts_total')) === 0; n++) {
    assert.ok(n < 500, 'the buffers of the system have an end');
    hub.set({ BTCUSDT: n });
    hub.clock.advance(250);
    await onBeat();
  }
}

const lastFrames = async (client: TestClient, mirror: ReturnType<typeof createMirror>) => {
  const frames = await client.received();
  for (const frame of frames) mirror.apply(frame);
  return frames;
};

test('a slow client is cut down to fresh snapshots of what it missed, without a gap', async (t) => {
  const hub = await startHub(t, { limits });
  const [slow, healthy] = [await hub.connect(), await hub.connect()];
  const mirror = createMirror();
  const healthyMirror = createMirror();
  slow.subscribe(btc, eth, sol);
  healthy.subscribe(btc, eth);
  await lastFrames(slow, mirror);
  const readOn = () => lastFrames(healthy, healthyMirror);
  await stall(hub, slow, readOn);

  for (let n = 1; n <= 50; n++) {
    hub.set({ BTCUSDT: 1_000 + n, ETHUSDT: n });
    hub.clock.advance(250);
    const unread = hub.sockets[0]?.writableLength ?? 0;
    assert.ok(unread <= limits.slowBytes + 2 * rowBytes, `${unread} bytes are kept for a client that does not read`);
    await readOn();
    assert.deepEqual([healthyMirror.value(btc, 'BTCUSDT'), healthyMirror.value(eth, 'ETHUSDT')], [1_000 + n, n]);
  }

  slow.ws.resume();
  await until(() => hub.sockets[0]?.writableLength === 0, 'it has read what was kept');
  await lastFrames(slow, mirror);
  assert.notEqual(mirror.value(btc, 'BTCUSDT'), 1_050);
  hub.clock.advance(250);
  const caughtUp = (await lastFrames(slow, mirror)).filter(isData);
  // Nothing of SOL was left out, so nothing of it is repeated.
  assert.deepEqual(
    new Set(caughtUp.map(({ action, arg }) => `${action} ${arg.instId}`)),
    new Set(['snapshot BTCUSDT', 'snapshot ETHUSDT']),
  );
  assert.equal(caughtUp.length, 2);
  assert.deepEqual([mirror.value(btc, 'BTCUSDT'), mirror.value(eth, 'ETHUSDT')], [1_050, 50]);

  hub.set({ BTCUSDT: 2_000, SOLUSDT: 3 });
  hub.clock.advance(250);
  await lastFrames(slow, mirror);
  assert.deepEqual([mirror.value(btc, 'BTCUSDT'), mirror.value(sol, 'SOLUSDT')], [2_000, 3]);
  assert.equal(await hub.metric('socket_slow_cuts_total'), 1);
});

test('what a slow client subscribes to it gets when it has caught up, what it gave up it does not', async (t) => {
  const hub = await startHub(t, { limits });
  const client = await hub.connect();
  client.subscribe(btc, eth);
  await client.received();
  await stall(hub, client);
  hub.set({ BTCUSDT: -1, ETHUSDT: 5 });
  hub.clock.advance(250);
  client.unsubscribe(btc);
  client.subscribe(sol);
  await until(async () => (await hub.metric('socket_subscriptions')) === 2, 'the server has heard it');
  client.ws.resume();
  await until(() => hub.sockets[0]?.writableLength === 0, 'it has read what was kept');
  hub.clock.advance(250);
  const frames = await client.received();
  const acks = frames.flatMap((frame) => ('code' in frame ? [[frame.event, frame.code]] : []));
  assert.deepEqual(acks, [
    ['unsubscribe', socketCodes.ok],
    ['subscribe', socketCodes.ok],
  ]);
  const snapshots = frames.filter(isData).filter(({ action }) => action === 'snapshot');
  assert.deepEqual(new Set(snapshots.map(({ arg }) => arg.instId)), new Set(['ETHUSDT', 'SOLUSDT']));
});

test('a client that stays slow is dropped: with 4008 when it reads again, otherwise without a word', async (t) => {
  const hub = await startHub(t, { limits: { ...limits, closeMs: 5_000 } });
  const client = await hub.connect();
  client.subscribe(btc);
  await client.received();
  await stall(hub, client);
  hub.clock.advance(29_000);
  assert.equal(await hub.metric('socket_subscriptions'), 1);
  hub.clock.advance(2_000);
  assert.equal(await hub.metric('socket_subscriptions'), 0);
  assert.equal(await hub.metric('socket_drops_total{reason="tooSlow"}'), 1);
  client.ws.resume();
  assert.equal((await client.closed).code, closeCodes.tooSlow);
});

test('a dead client is gone when the time for its goodbye is over', async (t) => {
  const hub = await startHub(t, { limits: { ...limits, closeMs: 20 } });
  const client = await hub.connect();
  client.subscribe(btc);
  await client.received();
  await stall(hub, client);
  hub.clock.advance(31_000);
  await until(async () => (await hub.metric('socket_connections')) === 0, 'it is gone');
  client.ws.terminate();
});

test('what may not be left out is kept only up to the second mark', async (t) => {
  const user = 'ann' as UserId;
  const notices: SubscriptionArg = { topic: 'price_notice' };
  const deadBytes = 2_000_000;
  const hub = await startHub(t, {
    limits: { ...limits, deadBytes, closeMs: 20 },
    login: async () => ({ userId: user, sessionId: '1' as SessionId }),
  });
  const client = await hub.connect();
  await client.login('any');
  client.subscribe(notices);
  await client.received();
  client.ws.pause();
  const popContent = 'x'.repeat(100_000);
  let publishedCount = 0;
  while (hub.hub.notify(user, 'price_notice', { popContent }) === 1) {
    publishedCount += 1;
    assert.ok((hub.sockets[0]?.writableLength ?? 0) <= deadBytes + 2 * popContent.length);
    assert.ok(publishedCount < 1_000);
  }
  assert.equal(await hub.metric('socket_drops_total{reason="tooSlow"}'), 1);
  await until(async () => (await hub.metric('socket_connections')) === 0, 'it is gone');
  client.ws.terminate();
});
