import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeCodes, socketCodes, socketLimits, socketTimes, type DataFrame, type SubscriptionArg } from '@tidemark/contract/socket.ts';
import { releaseAfterMs } from './channels.ts';
import { createFakeStream, dataFrame, type FakeStream } from './fake-stream.ts';
import { createSocket, type LiveSocket } from './socket.ts';

const ticker = (instId: string): SubscriptionArg => ({ topic: 'ticker', instType: 'sp', instId });
const notices: SubscriptionArg = { topic: 'price_notice' };
const pong = { event: 'pong', ts: 1 };

function openSocket(stream = createFakeStream()): { stream: FakeStream; socket: LiveSocket } {
  const socket = createSocket(stream.deps);
  socket.start();
  stream.newest().accept();
  return { stream, socket };
}

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

  it('survives a WebSocket that cannot be made', () => {
    const stream = createFakeStream();
    const socket = createSocket({ ...stream.deps, openWebSocket: () => { throw new Error('blocked'); } });
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

  it('reports ten failures in a row once, and again only after a stable time between', () => {
    const { stream } = openSocket();
    const failTimes = (times: number) => {
      for (let i = 0; i < times; i += 1) {
        stream.newest().drop();
        stream.timers.advance(10_000);
      }
    };
    const told = () => stream.reports.filter((message) => message.includes('10 times in a row')).length;
    failTimes(9);
    assert.equal(told(), 0);
    failTimes(30);
    assert.equal(told(), 1);
    stream.newest().accept();
    stream.timers.advance(socketTimes.heartbeatMs);
    stream.newest().say(pong);
    failTimes(12);
    assert.equal(told(), 2);
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
    assert.deepEqual(received.find((frame) => frame.action === 'login'), { action: 'login', args: { rtoken: 'r-1' }, terminaltype: '1' });
    assert.deepEqual(stream.newest().subscribed(), [ticker('BTCUSDT')]);
    stream.newest().say({ event: 'login', code: 0, msg: '' });
    stream.tick();
    assert.deepEqual(stream.newest().subscribed(), [ticker('BTCUSDT'), notices]);
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
    assert.deepEqual(stream.reports, ['the live socket refused a frame']);
    assert.equal(socket.state().phase, 'open');
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

describe('subscriptions', () => {
  it('many in one frame, at most 200 a frame, all again after a reconnect', () => {
    const { stream, socket } = openSocket();
    for (let i = 0; i < 450; i += 1) socket.subscribe(ticker(`C${i}`), () => {});
    assert.deepEqual(stream.newest().received, []);
    stream.tick();
    const sizes = () => stream.newest().received.map((frame) => (frame.action === 'subscribe' ? frame.args.length : frame.action));
    assert.deepEqual(sizes(), [200, 200, 50]);
    stream.newest().drop();
    stream.browser('online');
    stream.newest().accept();
    stream.tick();
    assert.deepEqual(sizes(), [200, 200, 50]);
  });

  it('counts claims, releases late, and a return in time costs nothing', () => {
    const { stream, socket } = openSocket();
    const onFrame = () => {};
    const first = socket.subscribe(ticker('BTCUSDT'), onFrame);
    const second = socket.subscribe(ticker('BTCUSDT'), onFrame);
    stream.tick();
    first();
    first();
    stream.timers.advance(2 * releaseAfterMs);
    stream.tick();
    second();
    stream.timers.advance(releaseAfterMs - 1);
    const third = socket.subscribe(ticker('BTCUSDT'), onFrame);
    stream.timers.advance(2 * releaseAfterMs);
    stream.tick();
    assert.equal(stream.newest().received.filter((frame) => frame.action !== 'ping').length, 1);
    third();
    stream.timers.advance(releaseAfterMs);
    stream.tick();
    assert.deepEqual(stream.newest().received.at(-1), { action: 'unsubscribe', args: [ticker('BTCUSDT')], terminaltype: '1' });
  });

  it('feeds the last listener until the release, and gives a newcomer a snapshot of its own', () => {
    const { stream, socket } = openSocket();
    const seen: number[] = [];
    const release = socket.subscribe(ticker('BTCUSDT'), (frame) => seen.push(frame.seq));
    stream.tick();
    stream.newest().say(dataFrame('snapshot', ticker('BTCUSDT'), 7));
    release();
    stream.newest().say(dataFrame('update', ticker('BTCUSDT'), 8));
    assert.deepEqual(seen, [7, 8]);
    const other: number[] = [];
    socket.subscribe(ticker('BTCUSDT'), (frame) => other.push(frame.seq));
    stream.tick();
    assert.equal(stream.newest().subscribed().length, 2);
    stream.newest().say(dataFrame('snapshot', ticker('BTCUSDT'), 9));
    assert.deepEqual(other, [9]);
    assert.deepEqual(seen, [7, 8]);
  });

  it('never holds more than the server allows: what nobody claims goes first', () => {
    const { stream, socket } = openSocket();
    for (let i = 0; i < 2_000; i += 20) {
      const page = Array.from({ length: 20 }, (_, j) => socket.subscribe(ticker(`C${i + j}`), () => {}));
      stream.tick();
      for (const leave of page) leave();
    }
    stream.tick();
    let held = 0;
    for (const frame of stream.newest().received) {
      if (frame.action === 'subscribe') held += frame.args.length;
      if (frame.action === 'unsubscribe') held -= frame.args.length;
      assert.ok(held <= socketLimits.maxSubscriptions, `${held} held`);
    }
    assert.equal(held, socketLimits.maxSubscriptions);
    assert.deepEqual(stream.newest().subscribed().at(-1), ticker('C1999'));
  });

  it('a gap in the numbers of a channel asks for that channel again', () => {
    const { stream, socket } = openSocket();
    const frames: DataFrame[] = [];
    socket.subscribe(ticker('BTCUSDT'), (frame) => frames.push(frame));
    socket.subscribe(ticker('ETHUSDT'), () => {});
    stream.tick();
    const say = (action: 'snapshot' | 'update', seq: number) => stream.newest().say(dataFrame(action, ticker('BTCUSDT'), seq));
    say('update', 3); // before its snapshot
    say('snapshot', 4);
    say('update', 5);
    say('update', 5); // a repeat
    say('update', 7); // 6 is missing
    say('update', 8);
    stream.tick();
    assert.deepEqual(frames.map((frame) => frame.seq), [4, 5]);
    assert.deepEqual(stream.newest().received.at(-1), { action: 'subscribe', args: [ticker('BTCUSDT')], terminaltype: '1' });
    say('update', 9);
    say('snapshot', 9);
    say('update', 10);
    assert.deepEqual(frames.map((frame) => frame.seq), [4, 5, 9, 10]);
    assert.deepEqual(stream.reports, ['a live channel lost frames']);
  });

  it('a refused instrument is not asked for again on this connection; too fast is, a little later', () => {
    const { stream, socket } = openSocket();
    socket.subscribe(ticker('NOPE'), () => {});
    socket.subscribe(ticker('BTCUSDT'), () => {});
    stream.tick();
    stream.newest().say({ event: 'error', code: socketCodes.unknownInstrument, msg: 'no such', arg: ticker('NOPE') });
    stream.newest().say({ event: 'error', code: socketCodes.tooFast, msg: 'slower', arg: ticker('BTCUSDT') });
    stream.tick();
    assert.equal(stream.newest().subscribed().length, 2);
    stream.timers.advance(1_000);
    stream.tick();
    assert.deepEqual(stream.newest().subscribed().slice(2), [ticker('BTCUSDT')]);
  });

  it('unknown and broken frames are reported once a connection and change nothing', () => {
    const { stream, socket } = openSocket();
    socket.subscribe(ticker('BTCUSDT'), () => assert.fail('no frame was valid'));
    stream.tick();
    const broken = ['{', '[]', 'null', '7', '{"event":"weather"}', '{"action":"snapshot"}', new ArrayBuffer(4)];
    for (const raw of broken) stream.newest().sayRaw(raw);
    stream.newest().say({ action: 'snapshot', arg: ticker('BTCUSDT'), seq: null, data: [] });
    stream.newest().say(dataFrame('snapshot', ticker('NEVER-ASKED'), 1));
    assert.equal(socket.state().phase, 'open');
    assert.deepEqual(stream.reports, ['unreadable live frame']);
  });
});
