// What a beat costs a connection: connections that watch the same rows share one write.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { AckFrame } from '@tidemark/contract/socket.ts';
import { createShareFrame } from './frame.ts';
import { isData, startHub, ticker, type TestClient } from './testing/test-hub.ts';

const [btc, eth, sol] = [ticker('BTCUSDT'), ticker('ETHUSDT'), ticker('SOLUSDT')];

/** Tells what was handed to each socket since this was called. */
function watchWrites(t: TestContext, sockets: readonly Socket[]): () => Buffer[][] {
  const writes = sockets.map((socket) => t.mock.method(socket, 'write'));
  return () => writes.map(({ mock }) => mock.calls.map(({ arguments: [chunk] }) => chunk as Buffer));
}

const updatesOf = async (client: TestClient) =>
  (await client.received()).filter(isData).map(({ seq, data }) => `${seq} ${String(data[0]?.slice(0, 2))}`);

test('connections that are owed the same frames of a beat write one and the same buffer', async (t) => {
  const hub = await startHub(t);
  const clients = await Promise.all([hub.connect(), hub.connect(), hub.connect(), hub.connect(), hub.connect()]);
  for (const client of clients.slice(0, 3)) client.subscribe(btc, eth, sol);
  clients[3].subscribe(sol, btc);
  clients[4].subscribe(eth);
  for (const client of clients) await client.received();
  const written = watchWrites(t, hub.sockets);
  for (let beat = 1; beat <= 3; beat++) {
    hub.set({ BTCUSDT: beat, ETHUSDT: beat, SOLUSDT: beat });
    hub.clock.advance(250);
  }
  const shared = written().filter((buffers) => buffers.length === 3);
  // One of the three is the first of every beat; the one that watches a single row writes that row.
  assert.deepEqual(
    written()
      .map(({ length }) => length)
      .toSorted((one, other) => one - other),
    [3, 3, 3, 6, 9],
  );
  const wide = shared.filter(([buffer]) => buffer!.includes('SOLUSDT'));
  assert.equal(wide.length, 2);
  wide[0]!.forEach((buffer, beat) => assert.equal(buffer, wide[1]![beat], 'not a copy for each'));

  const all = [1, 2, 3].flatMap((beat) => ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map((id) => `${beat} ${id},${beat}`));
  for (const client of clients.slice(0, 3)) assert.deepEqual(await updatesOf(client), all);
  assert.deepEqual(
    await updatesOf(clients[3]),
    all.filter((update) => !update.includes('ETH')),
  );
  assert.deepEqual(
    await updatesOf(clients[4]),
    all.filter((update) => update.includes('ETH')),
  );
});

test('what leaves as one is counted as the frames and bytes that it is', async (t) => {
  const hub = await startHub(t);
  const clients = await Promise.all([hub.connect(), hub.connect(), hub.connect()]);
  for (const client of clients) client.subscribe(btc, eth);
  for (const client of clients) await client.received();
  hub.clock.advance(1_000);
  const [frames, bytes] = [await hub.metric('socket_frames_total'), await hub.metric('socket_bytes_total')];
  const written = watchWrites(t, hub.sockets);
  hub.set({ BTCUSDT: 1, ETHUSDT: 1 });
  hub.clock.advance(1_000);
  assert.equal((await hub.metric('socket_frames_total')) - frames, 3 * 2);
  assert.equal(
    (await hub.metric('socket_bytes_total')) - bytes,
    written()
      .flat()
      .reduce((sum, { length }) => sum + length, 0),
  );
});

test('where frames cannot be shared every connection gets its own all the same', async (t) => {
  const hub = await startHub(t, { shareFrame: createShareFrame(undefined) });
  const clients = await Promise.all([hub.connect(), hub.connect(), hub.connect()]);
  for (const client of clients) client.subscribe(btc, eth);
  for (const client of clients) await client.received();
  hub.set({ BTCUSDT: 1, ETHUSDT: 1 });
  hub.clock.advance(250);
  for (const client of clients) assert.deepEqual(await updatesOf(client), ['1 BTCUSDT,1', '1 ETHUSDT,1']);
});

test('who asks for the same list as somebody before them is answered with the same buffer, until a row moves', async (t) => {
  const hub = await startHub(t);
  const clients = await Promise.all([hub.connect(), hub.connect(), hub.connect(), hub.connect()]);
  const written = watchWrites(t, hub.sockets);
  const open = async (client: TestClient) => {
    client.subscribe(btc, eth, sol);
    const frames = [];
    for (let n = 0; n < 6; n++) frames.push(await client.next());
    return frames.map((frame) => {
      if (isData(frame)) return frame.data[0]!.join(' ').trim();
      const { event, code, arg } = frame as AckFrame;
      return `${event} ${code} ${arg?.instId}`;
    });
  };
  const answer = (value: number) => [
    ...['BTCUSDT', 'ETHUSDT', 'SOLUSDT'].map((id) => `subscribe 0 ${id}`),
    ...[`BTCUSDT ${value}`, 'ETHUSDT 0', 'SOLUSDT 0'],
  ];
  for (const client of clients.slice(0, 3)) assert.deepEqual(await open(client), answer(0));
  const lengths = written()
    .map(({ length }) => length)
    .toSorted((one, other) => one - other);
  assert.deepEqual(lengths, [0, 1, 1, 6]);
  const [one, other] = written()
    .filter(({ length }) => length === 1)
    .map(([buffer]) => buffer);
  assert.equal(one, other, 'not a copy for each');
  hub.set({ BTCUSDT: 7 });
  hub.clock.advance(250);
  assert.deepEqual(await open(clients[3]), answer(7));
});
