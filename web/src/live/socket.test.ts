import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeCodes, socketCodes, socketTimes, type SubscriptionArg } from '@tidemark/contract/socket.ts';
import { createFakeStream, openSocket } from './testing/fake-stream.ts';
import { createSocket } from './socket.ts';

const ticker = (instId: string): SubscriptionArg => ({ topic: 'ticker', instType: 'sp', instId });
const notices: SubscriptionArg = { topic: 'price_notice' };
const pong = { event: 'pong', ts: 1 };

describe('connecting (sections 8 and 9)', () => {
  it('goes through exactly the four phases', () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    const phases = [socket.state().phase];
    socket.onState(() => phases.at(-1) !== socket.state().phase && phases.push(socket.state().phase));
    socket.start();
    stream.newest().accept();
    socket.stop();
    stream.newest().drop();
    assert.deepEqual(phases, ['closed', 'connecting', 'open', 'closing', 'closed']);
    assert.equal(stream.newest().closedWith?.code, 1000);
    stream.timers.advance(600_000);
    assert.equal(stream.connections.length, 1, 'a stopped socket stays closed');
  });

  it('gives up a connection that is not open after 10 s and tries another', () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    socket.start();
    stream.timers.advance(9_999);
    assert.equal(socket.state().phase, 'connecting');
    stream.timers.advance(1);
    assert.equal(socket.state().phase, 'closing');
    assert.ok(stream.connections[0]!.closedWith);
    stream.connections[0]!.drop();
    assert.equal(socket.state().phase, 'closed');
    stream.timers.advance(socketTimes.firstRetryMinMs);
    assert.equal(stream.connections.length, 2);
    stream.connections[0]!.accept();
    assert.equal(socket.state().phase, 'connecting', 'the connection given up has no say any more');
  });

  it('does not wait for the close of a dead peer', () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    socket.start();
    stream.timers.advance(11_000);
    assert.equal(socket.state().phase, 'closed');
  });

  it('comes again when the server said so, and not all at the same moment', async () => {
    for (const [chance, waitMs] of [
      [0, 8_000],
      [0.5, 10_000],
      [1, 12_000],
    ] as const) {
      const stream = createFakeStream({ random: () => chance });
      let asked = 0;
      const socket = createSocket({ ...stream.deps, askWait: async () => (asked++, 8) });
      socket.start();
      stream.newest().drop();
      await new Promise(setImmediate);
      assert.equal(asked, 1);
      assert.equal(socket.state().retryAt, stream.timers.now() + waitMs);
      stream.timers.advance(waitMs - 1);
      assert.equal(stream.connections.length, 1);
      stream.timers.advance(1);
      assert.equal(stream.connections.length, 2);
      stream.newest().accept();
      stream.newest().drop();
      await new Promise(setImmediate);
      assert.equal(asked, 1, 'a connection that was open was not refused');
      socket.stop();
    }
  });

  it('keeps to its own pace where nobody says anything, or the answer comes too late', async () => {
    const stream = createFakeStream();
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const socket = createSocket({ ...stream.deps, askWait: () => promise });
    socket.start();
    stream.newest().drop();
    stream.timers.advance(socketTimes.firstRetryMinMs);
    assert.equal(stream.connections.length, 2);
    resolve(60);
    await new Promise(setImmediate);
    assert.deepEqual([socket.state().phase, socket.state().retryAt], ['connecting', null]);
  });

  it('survives a WebSocket that cannot be made', () => {
    const stream = createFakeStream();
    const socket = createSocket({
      ...stream.deps,
      openWebSocket: () => {
        throw new Error('blocked');
      },
    });
    socket.start();
    assert.equal(socket.state().phase, 'closed');
    assert.equal(socket.state().retryAt, stream.timers.now() + socketTimes.firstRetryMinMs);
    assert.deepEqual(stream.reports, ['the live socket could not be made']);
  });

  it('first retry between 1 and 5 s, then 1.3 times longer up to 10 s, without end', () => {
    for (const random of [0, 0.5, 0.999]) {
      const stream = createFakeStream({ random: () => random });
      const socket = createSocket(stream.deps);
      socket.start();
      let expected = 1_000 + random * 4_000;
      for (let failure = 1; failure <= 40; failure += 1) {
        stream.newest().drop();
        const waitMs = socket.state().retryAt! - stream.timers.now();
        assert.ok(Math.abs(waitMs - expected) < 1e-3, `failure ${failure}: ${waitMs} instead of ${expected}`);
        expected = Math.min(expected * 1.3, 10_000);
        stream.timers.advance(waitMs);
        assert.equal(stream.connections.length, failure + 1);
        assert.equal(socket.state().attempt, failure + 1);
      }
    }
  });

  it('a person may try at once instead of waiting, but only when there is something to wait for', () => {
    const { stream, socket } = openSocket();
    socket.retryNow();
    assert.equal(stream.connections.length, 1);
    stream.newest().drop();
    socket.retryNow();
    socket.retryNow();
    assert.equal(stream.connections.length, 2);
    stream.newest().accept();
    stream.timers.advance(5_000);
    assert.equal(stream.connections.length, 2, 'the retry that was due is gone');
    socket.stop();
    stream.newest().drop();
    socket.retryNow();
    assert.equal(stream.connections.length, 2);
  });

  it('starts again from the first delay only after a connection has proved stable', () => {
    const { stream, socket } = openSocket();
    stream.newest().drop();
    stream.timers.advance(1_000);
    stream.newest().accept();
    stream.newest().drop();
    assert.equal(socket.state().retryAt! - stream.timers.now(), 1_300, 'opened but not stable: the delay keeps growing');
    stream.timers.advance(1_300);
    stream.newest().accept();
    stream.timers.advance(socketTimes.heartbeatMs);
    stream.newest().say(pong);
    assert.equal(socket.state().attempt, 0);
    stream.newest().drop();
    assert.equal(socket.state().retryAt! - stream.timers.now(), 1_000);
  });

  it('told to move, a connection that has proved stable comes back at once, any other after its delay', () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    socket.start();
    stream.newest().accept();
    stream.newest().say(pong);
    stream.newest().drop(closeCodes.serverMoving);
    assert.deepEqual([socket.state().phase, stream.connections.length], ['connecting', 2]);
    stream.newest().accept();
    stream.newest().drop(closeCodes.serverMoving);
    assert.deepEqual([socket.state().phase, stream.connections.length], ['closed', 2]);
  });

  it('reports ten failures in a row once, and again only after a stable time between', () => {
    const { stream } = openSocket();
    const failTimes = (times: number) => {
      for (let i = 0; i < times; i += 1) {
        stream.newest().drop();
        stream.timers.advance(10_000);
      }
    };
    const reportCount = () => stream.reports.filter((message) => message.includes('10 times in a row')).length;
    failTimes(9);
    assert.equal(reportCount(), 0);
    failTimes(30);
    assert.equal(reportCount(), 1);
    stream.newest().accept();
    stream.timers.advance(socketTimes.heartbeatMs);
    stream.newest().say(pong);
    failTimes(12);
    assert.equal(reportCount(), 2);
  });
});

describe('heartbeat (section 9)', () => {
  it('pings every 10 s; more than 3 missed close with 4999 and reconnect', () => {
    const { stream, socket } = openSocket();
    for (let beat = 1; beat <= 4; beat += 1) {
      stream.timers.advance(socketTimes.heartbeatMs);
      assert.equal(stream.newest().pings(), beat);
      assert.equal(socket.state().phase, 'open');
    }
    stream.timers.advance(socketTimes.heartbeatMs);
    assert.equal(socket.state().phase, 'closing');
    assert.equal(stream.newest().closedWith?.code, closeCodes.heartbeatLost);
    stream.newest().drop();
    stream.timers.advance(socketTimes.firstRetryMaxMs);
    assert.equal(stream.connections.length, 2);
  });

  it('three missed and one answered is a living connection', () => {
    const { stream, socket } = openSocket();
    for (let round = 0; round < 5; round += 1) {
      stream.timers.advance(4 * socketTimes.heartbeatMs);
      stream.newest().say(pong);
    }
    assert.equal(socket.state().phase, 'open');
    assert.equal(socket.state().lastFrameAt, stream.timers.now());
  });

  it('asks at once after a long sleep instead of counting to three', () => {
    const { stream, socket } = openSocket();
    stream.timers.sleep(8 * 3600_000);
    assert.equal(stream.newest().pings(), 1);
    stream.timers.advance(5_000);
    assert.equal(stream.newest().closedWith?.code, closeCodes.heartbeatLost);
    stream.newest().drop();
    assert.equal(socket.state().phase, 'connecting', 'somebody is looking: no waiting');
  });

  it('a page seen again keeps a connection that answers and replaces one that does not', () => {
    const { stream, socket } = openSocket();
    stream.browser('visible');
    stream.newest().say(pong);
    stream.timers.advance(9_000);
    assert.equal(socket.state().phase, 'open');
    stream.browser('visible');
    stream.timers.advance(5_000);
    stream.newest().drop();
    assert.equal(stream.connections.length, 2);
  });
});

describe('browser events', () => {
  it('coming online reconnects at once, whatever the retry said (section 8)', () => {
    const { stream, socket } = openSocket();
    stream.newest().drop();
    stream.browser('online');
    assert.equal(stream.connections.length, 2);
    stream.newest().accept();
    stream.browser('online');
    stream.newest().drop();
    assert.equal(stream.connections.length, 3, 'an open connection belongs to the network before: it is replaced');
    assert.equal(socket.state().phase, 'connecting');
    stream.timers.advance(5_000);
    assert.equal(stream.connections.length, 3, 'the old retry does not fire as well');
  });

  it('a hurry is over once the connection is open', () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    socket.start();
    stream.browser('online');
    stream.newest().accept();
    stream.newest().drop();
    assert.equal(socket.state().phase, 'closed');
    assert.equal(socket.state().retryAt, stream.timers.now() + socketTimes.firstRetryMinMs);
  });

  it('offline: the door is tried once a minute, not every few seconds', () => {
    const { stream, socket } = openSocket();
    stream.newest().drop();
    stream.browser('offline');
    stream.timers.advance(59_000);
    assert.equal(stream.connections.length, 1);
    stream.timers.advance(1_000);
    assert.equal(stream.connections.length, 2);
    stream.newest().drop();
    stream.browser('online');
    assert.equal(stream.connections.length, 3);
    assert.equal(socket.state().phase, 'connecting');
  });

  it('offline, yet connected, as on a machine that has only itself: the next loss is retried as ever', () => {
    const stream = createFakeStream();
    stream.browser('offline');
    const socket = createSocket(stream.deps);
    socket.start();
    stream.newest().accept();
    stream.newest().drop();
    stream.timers.advance(socketTimes.firstRetryMaxMs);
    assert.equal(stream.connections.length, 2);
  });

  it('a stopped socket hears nothing', () => {
    const { stream, socket } = openSocket();
    socket.stop();
    stream.newest().drop();
    stream.browser('online');
    assert.equal(socket.state().phase, 'closed');
    socket.start();
    assert.equal(stream.connections.length, 2);
  });

  it('stop and start in one breath end up connected', () => {
    const { stream, socket } = openSocket();
    socket.stop();
    socket.start();
    stream.newest().drop();
    stream.newest().accept();
    assert.equal(socket.state().phase, 'open');
    assert.equal(stream.connections.length, 2);
  });
});

describe('login step after open (sections 4, 7, 8)', () => {
  it('public topics at once, private ones only after code 0', async () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    socket.setLogin(async () => 'r-1');
    socket.subscribe(ticker('BTCUSDT'), () => {});
    socket.subscribe(notices, () => {});
    socket.start();
    stream.newest().accept();
    await Promise.resolve();
    stream.tick();
    const { received } = stream.newest();
    assert.deepEqual(
      received.find((frame) => frame.action === 'login'),
      { action: 'login', args: { rtoken: 'r-1' }, terminaltype: '1' },
    );
    assert.deepEqual(stream.newest().subscribed(), [ticker('BTCUSDT')]);
    stream.newest().say({ event: 'login', code: 0, msg: '' });
    stream.tick();
    assert.deepEqual(stream.newest().subscribed(), [ticker('BTCUSDT'), notices]);
    stream.newest().drop();
    stream.browser('online');
    stream.newest().accept();
    stream.tick();
    assert.deepEqual(stream.newest().subscribed(), [ticker('BTCUSDT')], 'a new connection knows nobody yet');
  });

  it('a refused login is reported and leaves the private topic alone', async () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    socket.setLogin(() => 'r-1');
    socket.subscribe(notices, () => {});
    socket.start();
    stream.newest().accept();
    await Promise.resolve();
    stream.newest().say({ event: 'login', code: socketCodes.loginRefused, msg: 'no' });
    stream.tick();
    assert.deepEqual(stream.newest().subscribed(), []);
    assert.equal(socket.state().phase, 'closing', 'opened before the session began, it cannot carry its cookies: once anew');
    stream.newest().drop();
    stream.newest().accept();
    await Promise.resolve();
    stream.newest().say({ event: 'login', code: socketCodes.loginRefused, msg: 'no' });
    stream.tick();
    assert.deepEqual(stream.newest().subscribed(), []);
    assert.deepEqual(stream.reports, ['the live socket refused the login']);
    assert.equal(socket.state().phase, 'open');
  });

  it('a token that cannot be had now is asked for again', async () => {
    const stream = createFakeStream();
    const socket = createSocket(stream.deps);
    const tokens = [() => Promise.reject(new Error('offline')), () => Promise.resolve('r-2')];
    socket.setLogin(() => tokens.shift()!());
    socket.start();
    stream.newest().accept();
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(
      stream.newest().received.filter((frame) => frame.action === 'login'),
      [],
    );
    stream.timers.advance(5_000);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(stream.newest().received.filter((frame) => frame.action === 'login').length, 1);
  });

  it('logs in again on every connection, and another identity gets another connection', async () => {
    const { stream, socket } = openSocket();
    socket.setLogin(() => 'r-1');
    await Promise.resolve();
    assert.equal(stream.newest().received.at(-1)?.action, 'login');
    stream.newest().drop();
    stream.browser('online');
    stream.newest().accept();
    await Promise.resolve();
    assert.equal(stream.newest().received.at(-1)?.action, 'login');
    socket.setLogin(null);
    assert.equal(socket.state().phase, 'closing');
    stream.newest().drop();
    stream.newest().accept();
    await Promise.resolve();
    assert.deepEqual(stream.newest().received, []);
  });
});
