// Connections of the live socket: who may open one, which frames it may send, how it ends.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { closeCodes, socketCodes, socketLimits } from '@tidemark/contract/socket.ts';
import { connectClient, startHub, ticker, until } from './testing/test-hub.ts';

const btc = ticker('BTCUSDT');

test('ping is answered with pong and the server time', async (t) => {
  const { connect: connectHere, clock } = await startHub(t);
  const client = await connectHere();
  client.send({ action: 'ping', terminaltype: '1' });
  assert.deepEqual(await client.next(), { event: 'pong', ts: clock.now() });
});

test('frames outside the contract are refused and the connection lives on', async (t) => {
  const { connect: connectHere, metric } = await startHub(t);
  const client = await connectHere();
  const tooMany = JSON.stringify({ action: 'subscribe', args: Array.from({ length: socketLimits.maxArgsPerFrame + 1 }, () => btc) });
  const bad: (string | Buffer)[] = [
    '{',
    'null',
    '[]',
    '7',
    '{"action":"fly"}',
    '{"action":"subscribe"}',
    '{"action":"subscribe","args":[]}',
    '{"action":"subscribe","args":{}}',
    '{"action":"login","args":[]}',
    '{"action":"login","args":{"rtoken":7}}',
    '{"action":"__proto__"}',
    tooMany,
    Buffer.from('{"action":"ping"}'),
  ];
  for (const data of bad) client.ws.send(data, { binary: typeof data !== 'string' });
  const answers = await client.received();
  assert.deepEqual(
    answers.map((frame) => ('code' in frame ? [frame.event, frame.code] : frame)),
    bad.map(() => ['error', socketCodes.badFrame]),
  );
  assert.equal(await metric('socket_bad_frames_total'), bad.length);
});

test('a frame over the size closes with 1009, and nobody else notices', async (t) => {
  const { connect: connectHere } = await startHub(t);
  const [big, other] = [await connectHere(), await connectHere()];
  big.ws.send('x'.repeat(socketLimits.maxFrameBytes + 1));
  assert.equal((await big.closed).code, closeCodes.frameTooLarge);
  assert.deepEqual(await other.received(), []);
});

test('too many frames: told so, then closed', async (t) => {
  const { connect: connectHere, clock } = await startHub(t, { limits: { burstFrames: 5, framesPerSecond: 2 } });
  const patient = await connectHere();
  for (let i = 0; i < 12; i++) {
    await patient.received();
    clock.advance(500);
  }
  const client = await connectHere();
  for (let i = 0; i < 7; i++) client.send({ action: 'ping' });
  const events: unknown[] = [];
  for (let i = 0; i < 6; i++) {
    const frame = await client.next();
    events.push('event' in frame && 'code' in frame ? frame.code : 'pong');
  }
  assert.deepEqual(events, ['pong', 'pong', 'pong', 'pong', 'pong', socketCodes.tooFast]);
  assert.equal((await client.closed).code, closeCodes.policy);
});

test('pings of the protocol are answered, and count as frames', async (t) => {
  const { connect: connectHere } = await startHub(t, { limits: { burstFrames: 3 } });
  const client = await connectHere();
  const pong = new Promise<string>((resolve) => client.ws.once('pong', (data) => resolve(data.toString())));
  client.ws.ping('tide');
  assert.equal(await pong, 'tide');
  for (let i = 0; i < 3; i++) client.ws.ping();
  assert.equal((await client.closed).code, closeCodes.policy);
});

test('foreign origins, too many connections from one address and other paths are refused', async (t) => {
  const { port, connect: connectHere } = await startHub(t, { limits: { maxConnectionsPerNetwork: 2 } });
  await assert.rejects(connectHere({ origin: 'https://elsewhere.test' }), /403/);
  const one = await connectHere({ origin: 'https://tidemark.test' });
  await connectHere();
  await assert.rejects(connectHere(), /429/);
  one.ws.close();
  await one.closed;
  await until(
    () =>
      connectHere().then(
        () => true,
        () => false,
      ),
    'there is room again',
  );
  await assert.rejects(connectClient(port, {}, '/elsewhere'), /404/);
  await assert.rejects(connectClient(port, {}, '/streams'), /404/);
});

test('upgrades at other paths are left to whoever else listens', async (t) => {
  const { hub } = await startHub(t);
  const shared = createServer();
  hub.attach(shared);
  shared.on('upgrade', (request, socket) => {
    if (request.url === '/hmr') socket.end('HTTP/1.1 418 Teapot\r\n\r\n');
  });
  await new Promise<void>((resolve) => shared.listen(0, '127.0.0.1', resolve));
  const { port } = shared.address() as { port: number };
  await assert.rejects(connectClient(port, {}, '/hmr'), /418/);
  const client = await connectClient(port, {}, '/stream?v=1');
  assert.deepEqual(await client.received(), []);
  client.ws.close();
  await client.closed;
  shared.close();
});

test('a client that says nothing for four heartbeats is dropped; one whose browser answers our ping is not', async (t) => {
  const { connect: connectHere, clock, metric, sockets } = await startHub(t);
  const background = await connectHere();
  const mute = await connectHere({ autoPong: false });
  const [heardOn] = sockets;
  assert.ok(heardOn);
  for (let round = 0; round < 2; round++) {
    const readBefore = heardOn.bytesRead;
    clock.advance(20_000);
    await until(() => heardOn.bytesRead > readBefore, 'the pong arrived');
  }
  assert.equal(await metric('socket_connections'), 2);
  clock.advance(1_000);
  await mute.closed;
  assert.equal(await metric('socket_drops_total{reason="silent"}'), 1);
  assert.deepEqual(await background.received(), []);
});

test('stop says goodbye with 1001 and ends those who do not answer in time', async (t) => {
  const { connect: connectHere, clock, hub, port, server } = await startHub(t, { limits: { closeMs: 60_000 } });
  const client = await connectHere();
  client.subscribe(btc);
  await client.received();
  const mute = connect(port, '127.0.0.1');
  mute.on('error', () => {});
  const gone = new Promise((resolve) => mute.once('close', resolve));
  mute.write(
    'GET /stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: ' +
      '13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await new Promise((resolve) => mute.once('data', resolve));
  const stopped = hub.stop();
  assert.deepEqual(await client.closed, { code: closeCodes.serverStopping, reason: 'the server is going away' });
  await assert.rejects(connectHere(), /503/);
  clock.advance(500);
  await stopped;
  await gone;
  assert.equal(server.listenerCount('upgrade'), 0);
});

test('a drain tells open connections to move one after another and takes no more', async (t) => {
  const { connect: connectHere, clock, hub } = await startHub(t);
  const clients = await Promise.all(Array.from({ length: 4 }, () => connectHere()));
  const closed: number[] = [];
  clients.forEach((client, at) => void client.closed.then(() => closed.push(at)));
  const drained = hub.drain(4_000);
  await assert.rejects(connectHere(), /503/);
  for (let count = 1; count <= 4; count++) {
    clock.advance(count === 1 ? 0 : 1_000);
    while (closed.length < count) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(closed.length, count);
  }
  await drained;
  assert.equal((await clients[0]!.closed).code, closeCodes.serverMoving);
});

test('the limit of connections counts networks, and there is one over all; whoever goes makes room', async (t) => {
  const { connect: connectHere } = await startHub(t, { limits: { maxConnectionsPerNetwork: 2, maxConnections: 3 } });
  const from = (address: string) => connectHere({ headers: { 'x-forwarded-for': address } });
  const first = await from('2001:db8::1');
  await from('2001:db8::2');
  await assert.rejects(from('[2001:db8::3]:4711'), /429/, 'one network, however its addresses are written');
  await from('2001:db8:0:1::1');
  await assert.rejects(from('192.0.2.1'), /503/, 'all together');
  first.ws.close();
  await first.closed;
  await until(
    () =>
      from('192.0.2.1').then(
        () => true,
        () => false,
      ),
    'there is room again',
  );
});

test('new connections come in at a pace; beyond it they hear when to come again, before any handshake, at the door too', async (t) => {
  const { hub, clock, port, connect: connectHere, metric } = await startHub(t, { limits: { openingsPerSecond: 2, burstOpenings: 3 } });
  for (let i = 0; i < 3; i++) await connectHere();
  assert.equal(hub.waitSeconds(), null);
  const refused = async () => {
    const [answer] = (await once(
      request({
        port,
        host: '127.0.0.1',
        path: '/stream',
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-version': '13',
        },
      }).end(),
      'response',
    )) as [IncomingMessage];
    answer.resume();
    return [answer.statusCode, Number(answer.headers['retry-after'])];
  };
  const waits = [];
  for (let i = 0; i < 5; i++) waits.push(await refused());
  assert.deepEqual(
    waits,
    [
      [503, 2],
      [503, 2],
      [503, 3],
      [503, 3],
      [503, 4],
    ],
    'each a little later than the one before',
  );
  assert.equal(hub.waitSeconds(), 4);
  assert.equal(await metric('socket_refused_total{reason="tooFast"}'), 5);
  clock.advance(1_000);
  await connectHere();
  await connectHere();
  clock.advance(2_000);
  assert.equal(hub.waitSeconds(), null);
});
