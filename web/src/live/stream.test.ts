// The socket and the quotes against a real server on a real connection. Only time runs faster than on the wall.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import type { QuoteRow } from '@tidemark/contract/market.ts';
import { closeCodes, type ClientFrame } from '@tidemark/contract/socket.ts';
import { createQuotes } from './quotes.ts';
import { createSocket, type LiveSocket } from './socket.ts';
import type { Timers } from './timers.ts';

const speed = 50;
const fastTimers: Timers = {
  now: () => performance.now() * speed,
  after(ms, fn) {
    const timer = setTimeout(fn, ms / speed);
    return () => clearTimeout(timer);
  },
};

const row = (seq: number): QuoteRow => ['BTCUSDT', String(60_000 + seq), '60000', '61000', '59000', '1', seq, seq];
const until = (socket: LiveSocket, phase: string) =>
  new Promise<void>((resolve) => {
    const leave = socket.onState(() => {
      if (socket.state().phase !== phase) return;
      leave();
      resolve();
    });
  });

/** Speaks the protocol of the hub for one symbol; answersPings turns it into a dead peer. */
async function startServer(port = 0, { answersPings = true } = {}) {
  const server = new WebSocketServer({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  let seq = 0;
  const login = Promise.withResolvers<string>();
  const close = Promise.withResolvers<number>();
  server.on('connection', (client: ServerSocket) => {
    client.on('close', close.resolve);
    client.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as ClientFrame;
      const say = (answer: unknown) => client.send(JSON.stringify(answer));
      if (frame.action === 'ping' && answersPings) say({ event: 'pong', ts: Date.now() });
      if (frame.action === 'login') {
        login.resolve(frame.args.rtoken);
        say({ event: 'login', code: 0, msg: '' });
      }
      if (frame.action !== 'subscribe') return;
      for (const arg of frame.args) {
        say({ event: 'subscribe', code: 0, msg: '', arg });
        seq += 1;
        say({ action: 'snapshot', arg, seq, ts: Date.now(), data: arg.topic === 'ticker' ? [row(1_000 * seq)] : [] });
        say({ action: 'update', arg, seq: (seq += 1), ts: Date.now(), data: arg.topic === 'ticker' ? [row(1_000 * seq)] : [] });
      }
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    firstLogin: login.promise,
    firstCloseCode: close.promise,
    async stop() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('shows prices, loses the server, finds it again, and never goes back', async (t) => {
  let server = await startServer();
  t.after(() => server.stop());
  const socket = createSocket({ url: `ws://127.0.0.1:${server.port}`, timers: fastTimers, random: () => 0 });
  t.after(() => socket.stop());
  const quotes = createQuotes({ socket, timers: fastTimers, requestFrame: (fn) => void setImmediate(fn) });
  quotes.seed([row(500)]);
  const shown: number[] = [];
  let wake = () => {};
  quotes.watch('BTCUSDT', () => {
    shown.push(quotes.get('BTCUSDT')!.seq);
    wake();
  });
  const nextQuote = () => new Promise<void>((resolve) => (wake = resolve));
  socket.setLogin(async () => 'r-token');
  socket.subscribe({ topic: 'price_notice' }, () => {});

  const first = nextQuote();
  socket.start();
  await first;
  assert.equal(await server.firstLogin, 'r-token');
  const newestBefore = shown.at(-1)!;
  assert.ok(newestBefore >= 1_000);

  const lost = until(socket, 'closed');
  const { port } = server;
  await server.stop();
  await lost;
  assert.equal(quotes.get('BTCUSDT')?.seq, newestBefore, 'the last price stays');

  const again = until(socket, 'open');
  server = await startServer(port);
  await again;
  // The new server counts from the start again: its rows are older than what is known until it has caught up.
  assert.equal(quotes.get('BTCUSDT')?.seq, newestBefore);
  assert.deepEqual(
    shown,
    [...shown].sort((a, b) => a - b),
  );
});

it('a server that stops answering is left with code 4999', async (t) => {
  const server = await startServer(0, { answersPings: false });
  t.after(() => server.stop());
  const socket = createSocket({ url: `ws://127.0.0.1:${server.port}`, timers: fastTimers, random: () => 0 });
  t.after(() => socket.stop());
  socket.start();
  await until(socket, 'open');
  const again = until(socket, 'connecting');
  assert.equal(await server.firstCloseCode, closeCodes.heartbeatLost);
  await again;
});
