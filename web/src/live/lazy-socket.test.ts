import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLazySocket } from './lazy-socket.ts';
import type { LiveSocket, SocketState } from './socket.ts';
import type { Timers } from './timers.ts';

const arg = { topic: 'ticker', instType: 'sp', instId: 'BTCUSDT' } as const;
const settle = () => new Promise(setImmediate);

/** Writes down what it is asked for. */
function createRecorder() {
  const asked: string[] = [];
  let state: SocketState = { phase: 'open', attempt: 0, lastFrameAt: null, retryAt: null };
  let listener = () => {};
  const socket: LiveSocket = {
    start: () => void asked.push('start'),
    stop: () => void asked.push('stop'),
    retryNow: () => void asked.push('retry'),
    state: () => state,
    onState(fn) {
      listener = fn;
      return () => {};
    },
    subscribe({ instId }) {
      asked.push(`subscribe ${instId}`);
      return () => void asked.push(`release ${instId}`);
    },
    setLogin: (getRtoken) => void asked.push(getRtoken ? 'login' : 'no login'),
  };
  return {
    socket,
    asked,
    change: (phase: SocketState['phase']) => {
      state = { ...state, phase };
      listener();
    },
  };
}

test('what was asked for before the code arrived is done when it is there, in the right order', async () => {
  const { socket: real, asked } = createRecorder();
  const socket = createLazySocket(async () => real);
  assert.equal(socket.state().phase, 'connecting');
  socket.setLogin(async () => 'token');
  const release = socket.subscribe(arg, () => {});
  socket.subscribe({ ...arg, instId: 'ETHUSDT' }, () => {})();
  socket.start();
  await settle();
  assert.deepEqual(asked, ['login', 'subscribe BTCUSDT', 'start']);
  release();
  assert.equal(asked.at(-1), 'release BTCUSDT');
});

test('afterwards it is the real one, states included', async () => {
  const { socket: real, asked, change } = createRecorder();
  const socket = createLazySocket(async () => real);
  let changes = 0;
  socket.onState(() => changes++);
  socket.start();
  await settle();
  assert.equal(changes, 1);
  assert.equal(socket.state().phase, 'open');
  change('closed');
  assert.equal(changes, 2);
  assert.equal(socket.state().phase, 'closed');
  socket.subscribe(arg, () => {});
  socket.retryNow();
  socket.stop();
  assert.deepEqual(asked, ['start', 'subscribe BTCUSDT', 'retry', 'stop']);
});

test('stopped before the code arrived, it does not start; code that cannot be fetched is fetched again', async () => {
  const { socket: real, asked } = createRecorder();
  const later: (() => void)[] = [];
  const timers = {
    after: (_ms: number, fn: () => void) => {
      later.push(fn);
      return () => {};
    },
  } as unknown as Timers;
  let tries = 0;
  const socket = createLazySocket(async () => {
    if (++tries === 1) throw new Error('offline');
    return real;
  }, timers);
  socket.start();
  await settle();
  assert.equal(later.length, 1);
  later[0]!();
  socket.stop();
  await settle();
  assert.equal(tries, 2);
  assert.deepEqual(asked, []);
});
