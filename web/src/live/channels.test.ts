// Subscriptions, through the socket that carries them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { socketCodes, socketLimits, type DataFrame, type SubscriptionArg } from '@tidemark/contract/socket.ts';
import { releaseAfterMs } from './channels.ts';
import { dataFrame, openSocket } from './testing/fake-stream.ts';

const ticker = (instId: string): SubscriptionArg => ({ topic: 'ticker', instType: 'sp', instId });

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

  it('a wild scroll costs ten frames a second, and rows that only flew by cost nothing', () => {
    const { stream, socket } = openSocket();
    stream.tick();
    for (let frame = 0; frame < 120; frame += 1) {
      const leave = socket.subscribe(ticker(`FLY${frame}`), () => {});
      if (frame % 30 === 0) socket.subscribe(ticker(`STAY${frame}`), () => {});
      stream.runDeferred();
      stream.timers.advance(4);
      leave();
      stream.timers.advance(12);
    }
    stream.tick();
    stream.timers.advance(releaseAfterMs);
    stream.tick();
    const { received } = stream.newest();
    assert.ok(received.filter((frame) => frame.action !== 'ping').length <= 2 * 22, `${received.length} frames`);
    const asked = new Set(
      stream
        .newest()
        .subscribed()
        .map((arg) => arg.instId),
    );
    const dropped = received.flatMap((frame) => (frame.action === 'unsubscribe' ? frame.args.map((arg) => arg.instId) : []));
    for (const instId of dropped) asked.delete(instId);
    assert.deepEqual([...asked], ['STAY0', 'STAY30', 'STAY60', 'STAY90']);
    assert.ok(dropped.length < 25, `${dropped.length} of 120 were asked for`);
  });

  it('a gap in the numbers of a channel asks for that channel again', () => {
    const { stream, socket } = openSocket();
    const frames: DataFrame[] = [];
    socket.subscribe(ticker('BTCUSDT'), (frame) => frames.push(frame));
    socket.subscribe(ticker('ETHUSDT'), () => {});
    stream.tick();
    const say = (action: 'snapshot' | 'update', seq: number) => stream.newest().say(dataFrame(action, ticker('BTCUSDT'), seq));
    say('update', 1); // before its snapshot
    say('snapshot', 4);
    say('update', 5);
    say('update', 5); // a repeat
    stream.tick();
    assert.equal(stream.newest().received.length, 1, 'neither is a gap');
    say('update', 7); // 6 is missing
    say('update', 8);
    stream.tick();
    assert.deepEqual(
      frames.map((frame) => frame.seq),
      [4, 5],
    );
    assert.deepEqual(stream.newest().received.at(-1), { action: 'subscribe', args: [ticker('BTCUSDT')], terminaltype: '1' });
    say('update', 9);
    say('snapshot', 9);
    say('update', 10);
    assert.deepEqual(
      frames.map((frame) => frame.seq),
      [4, 5, 9, 10],
    );
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
    stream.newest().drop();
    stream.browser('online');
    stream.newest().accept();
    stream.tick();
    assert.deepEqual(stream.newest().subscribed(), [ticker('NOPE'), ticker('BTCUSDT')], 'another connection, another try');
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
