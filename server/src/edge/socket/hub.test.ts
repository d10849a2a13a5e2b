// The hub through its front door: real connections, a clock turned by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socketCodes } from '@tidemark/contract/socket.ts';
import type { AckFrame } from '@tidemark/contract/socket.ts';
import { createShareFrame } from './frame.ts';
import { isData, startHub, ticker, tickers, until } from './testing/test-hub.ts';

const btc = ticker('BTCUSDT');
const eth = ticker('ETHUSDT');
const subscribed = (arg: object) => ({ event: 'subscribe', code: 0, msg: '', arg });

test('a subscription is acknowledged, opened by a snapshot and followed by numbered updates', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t);
  set({ BTCUSDT: 5 });
  const client = await connectHere();
  client.subscribe(btc);
  assert.deepEqual(await client.received(), [
    subscribed(btc),
    { action: 'snapshot', arg: btc, seq: 0, ts: clock.now(), data: [['BTCUSDT', 5, '']] },
  ]);
  set({ BTCUSDT: 6 });
  clock.advance(250);
  set({ BTCUSDT: 7 });
  clock.advance(250);
  assert.deepEqual(await client.received(), [
    { action: 'update', arg: btc, seq: 1, ts: clock.now() - 250, data: [['BTCUSDT', 6, '']] },
    { action: 'update', arg: btc, seq: 2, ts: clock.now(), data: [['BTCUSDT', 7, '']] },
  ]);
});

test('between two beats only the newest value of a row travels, and nothing when nothing changed', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t);
  const client = await connectHere();
  client.subscribe(tickers);
  await client.received();
  set({ BTCUSDT: 1 });
  set({ BTCUSDT: 2, ETHUSDT: 8 });
  set({ BTCUSDT: 3 });
  clock.advance(5_000);
  const updates = (await client.received()).filter(isData);
  assert.deepEqual(
    updates.map(({ seq, data }) => [seq, data]),
    [
      [
        1,
        [
          ['BTCUSDT', 3, ''],
          ['ETHUSDT', 8, ''],
        ],
      ],
    ],
  );
});

test('what changed before anybody watched is in the snapshot only', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t);
  set({ BTCUSDT: 1 });
  const client = await connectHere();
  client.subscribe(btc, tickers);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ data }) => data[0]),
    [
      ['BTCUSDT', 1, ''],
      ['BTCUSDT', 1, ''],
    ],
  );
  clock.advance(1_000);
  assert.deepEqual(await client.received(), []);
  set({ BTCUSDT: 2 });
  client.unsubscribe(btc, tickers);
  client.subscribe(btc);
  await client.received();
  clock.advance(250);
  assert.deepEqual(await client.received(), []);
});

test('each topic has its own beat', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t);
  const client = await connectHere();
  client.subscribe(btc, tickers);
  await client.received();
  set({ BTCUSDT: 1 });
  clock.advance(249);
  assert.deepEqual(await client.received(), []);
  clock.advance(1);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ arg }) => arg.topic),
    ['ticker'],
  );
  clock.advance(749);
  assert.deepEqual(await client.received(), []);
  clock.advance(1);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ arg }) => arg.topic),
    ['tickers'],
  );
});

test('a newcomer joins the numbering where it is, and loses nothing that changed around its snapshot', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t);
  const early = await connectHere();
  early.subscribe(btc);
  await early.received();
  set({ BTCUSDT: 1 });
  clock.advance(250);
  set({ BTCUSDT: 2 });
  const late = await connectHere();
  late.subscribe(btc);
  const [, snapshot] = await late.received();
  set({ BTCUSDT: 3 });
  clock.advance(250);
  assert.ok(snapshot && isData(snapshot));
  assert.deepEqual([snapshot.action, snapshot.seq, snapshot.data], ['snapshot', 1, [['BTCUSDT', 2, '']]]);
  assert.deepEqual(
    (await late.received()).filter(isData).map(({ seq, data }) => [seq, data]),
    [[2, [['BTCUSDT', 3, '']]]],
  );
  assert.deepEqual(
    (await early.received()).filter(isData).map(({ seq }) => seq),
    [1, 2],
  );
});

test('subscribing again gives a fresh snapshot and no second stream', async (t) => {
  const { connect: connectHere, clock, set, metric } = await startHub(t);
  const client = await connectHere();
  client.subscribe(btc);
  await client.received();
  set({ BTCUSDT: 1 });
  clock.advance(250);
  await client.received();
  client.subscribe({ ...btc, bizNo: 'again', channel: 'x' });
  const again = (await client.received()).filter(isData);
  assert.deepEqual(
    again.map(({ action, seq, data, arg }) => [action, seq, data, arg]),
    [['snapshot', 1, [['BTCUSDT', 1, '']], btc]],
  );
  assert.equal(await metric('socket_subscriptions'), 1);
  set({ BTCUSDT: 2 });
  clock.advance(250);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ seq }) => seq),
    [2],
  );
});

test('clients get what they asked for and nothing else, until they unsubscribe', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t);
  const [one, two] = [await connectHere(), await connectHere()];
  one.subscribe(btc);
  two.subscribe(eth);
  await one.received();
  await two.received();
  set({ BTCUSDT: 1, ETHUSDT: 2, SOLUSDT: 3 });
  clock.advance(250);
  assert.deepEqual(
    (await one.received()).filter(isData).map(({ data }) => data),
    [[['BTCUSDT', 1, '']]],
  );
  assert.deepEqual(
    (await two.received()).filter(isData).map(({ data }) => data),
    [[['ETHUSDT', 2, '']]],
  );
  one.unsubscribe(btc, eth);
  assert.deepEqual(
    (await one.received()).map((frame) => (frame as AckFrame).event),
    ['unsubscribe', 'unsubscribe'],
  );
  set({ BTCUSDT: 4 });
  clock.advance(250);
  assert.deepEqual(await one.received(), []);
});

test('a symbol listed after the subscription appears, one that is gone is no row', async (t) => {
  const { connect: connectHere, clock, set, rows, hub } = await startHub(t);
  const client = await connectHere();
  client.subscribe(tickers);
  await client.received();
  set({ NEWUSDT: 1 });
  rows.values.delete('SOLUSDT');
  hub.changed(['SOLUSDT']);
  clock.advance(1_000);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ data }) => data),
    [[['NEWUSDT', 1, '']]],
  );
});

test('what the server does not know is refused, arg by arg', async (t) => {
  const { connect: connectHere, metric } = await startHub(t);
  const client = await connectHere();
  const args = [
    { topic: 'depth' },
    ticker('NOPEUSDT'),
    btc,
    { topic: 'ticker', instType: 'moon' },
    { ...tickers, instId: 'x' },
    { topic: 'ticker', instType: 'sp' },
    7,
  ];
  client.ws.send(JSON.stringify({ action: 'subscribe', args, terminaltype: 1 }));
  const acks = (await client.received()).filter((frame): frame is AckFrame => !isData(frame) && frame.event !== 'pong');
  assert.deepEqual(
    acks.map(({ event, code, arg }) => [event, code, arg]),
    [
      ['error', socketCodes.unknownTopic, args[0]],
      ['error', socketCodes.unknownInstrument, args[3]],
      ['error', socketCodes.badFrame, undefined],
      ['error', socketCodes.unknownInstrument, args[1]],
      ['subscribe', socketCodes.ok, btc],
      ['error', socketCodes.unknownInstrument, args[4]],
      ['error', socketCodes.unknownInstrument, args[5]],
    ],
  );
  assert.equal(await metric('socket_subscriptions'), 1);
});

test('a connection holds no more subscriptions than the limit', async (t) => {
  const { connect: connectHere } = await startHub(t, { limits: { maxSubscriptions: 2 } });
  const client = await connectHere();
  client.subscribe(btc, eth, ticker('SOLUSDT'), btc);
  const codes = (await client.received()).flatMap((frame) => ('code' in frame ? [frame.code] : []));
  assert.deepEqual(codes, [0, 0, socketCodes.tooManySubscriptions, 0]);
  client.unsubscribe(eth);
  client.subscribe(ticker('SOLUSDT'));
  assert.deepEqual(
    (await client.received()).flatMap((frame) => ('code' in frame ? [frame.code] : [])),
    [0, 0],
  );
});

test('a row that cannot be encoded is logged and stops neither its neighbours nor the hub', async (t) => {
  const test = await startHub(t);
  const { encode } = test.rows.all.ticker;
  test.rows.all.ticker.encode = (id) => {
    if (id === 'BTCUSDT' && test.rows.values.get(id) === 13) throw new Error('unlucky');
    return encode(id);
  };
  const client = await test.connect();
  client.subscribe(btc, eth);
  await client.received();
  test.set({ BTCUSDT: 13, ETHUSDT: 1 });
  test.clock.advance(250);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ data }) => data),
    [[['ETHUSDT', 1, '']]],
  );
  const unlucky = await test.connect();
  unlucky.subscribe(btc);
  assert.equal((await unlucky.closed).code, 1011);
  test.set({ BTCUSDT: 14 });
  test.clock.advance(250);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ seq, data }) => [seq, data]),
    [[1, [['BTCUSDT', 14, '']]]],
  );
});

test('without the encoder of ws the same frames go out by plain sends', async (t) => {
  const { connect: connectHere, clock, set } = await startHub(t, { shareFrame: createShareFrame(undefined) });
  const client = await connectHere();
  client.subscribe(btc, eth);
  await client.received();
  set({ BTCUSDT: 1, ETHUSDT: 2 });
  clock.advance(250);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ seq, data }) => [seq, data]),
    [
      [1, [['BTCUSDT', 1, '']]],
      [1, [['ETHUSDT', 2, '']]],
    ],
  );
});

test('a beat that comes late is told by how much, and one in time by nothing', async (t) => {
  const { clock, metric } = await startHub(t);
  const lateOf = (topic: string) => metric(`socket_beat_late_seconds_sum{topic="${topic}"}`);
  clock.advance(1_000);
  assert.deepEqual([await lateOf('ticker'), await metric('socket_beat_late_seconds_count{topic="ticker"}')], [0, 4]);
  // The process was held up: its timers come when it is free again.
  const { now } = clock;
  t.mock.method(clock, 'now', () => now() + 400);
  clock.advance(250);
  assert.equal(await lateOf('ticker'), 0.4);
  clock.advance(250);
  assert.equal(await lateOf('ticker'), 0.4);
});

test('frames and bytes are counted', async (t) => {
  const { connect: connectHere, clock, metric } = await startHub(t);
  const client = await connectHere();
  client.subscribe(btc);
  await client.received();
  clock.advance(1_000);
  assert.equal(await metric('socket_frames_total'), 3);
  assert.ok((await metric('socket_bytes_total')) > 100);
  client.ws.close();
  await client.closed;
  await until(async () => (await metric('socket_connections')) === 0, 'the connection is no longer counted');
  assert.equal(await metric('socket_subscriptions'), 0);
});
