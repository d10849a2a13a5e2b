// The user of a connection: what only they may hear, and how they lose it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeCodes, socketCodes } from '@tidemark/contract/socket.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import type { Login } from './connection.ts';
import { isData, startHub, ticker, until } from './testing/test-hub.ts';

const notices: SubscriptionArg = { topic: 'price_notice' };
const ann = 'ann' as UserId;
const bob = 'bob' as UserId;
/** Tokens are 'user:session'. */
const parseToken = async (rtoken: string): Promise<Login | null> => {
  const [userId, sessionId] = rtoken.split(':');
  return userId && sessionId ? { userId: userId as UserId, sessionId: sessionId as SessionId } : null;
};

test('login answers code 0, or refuses', async (t) => {
  const { connect } = await startHub(t, { login: parseToken });
  const client = await connect();
  assert.deepEqual(await client.login('nonsense'), { event: 'login', code: socketCodes.loginRefused, msg: 'login refused' });
  assert.deepEqual(await client.login('ann:1'), { event: 'login', code: 0, msg: '' });
});

test('a store that cannot be asked refuses the login and hurts nothing else', async (t) => {
  const { connect } = await startHub(t, {
    login: async () => {
      throw new Error('no database');
    },
  });
  const client = await connect();
  assert.deepEqual(await client.login('ann:1'), { event: 'login', code: socketCodes.loginRefused, msg: 'login is not possible now' });
  client.subscribe(ticker('BTCUSDT'));
  assert.equal((await client.received()).filter(isData).length, 1);
});

test('one login at a time', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Login | null>();
  const { connect } = await startHub(t, { login: () => promise });
  const client = await connect();
  client.send({ action: 'login', args: { rtoken: 'ann:1' } });
  client.send({ action: 'login', args: { rtoken: 'ann:1' } });
  assert.deepEqual(await client.next(), { event: 'error', code: socketCodes.tooFast, msg: 'a login is under way' });
  resolve(await parseToken('ann:1'));
  assert.deepEqual(await client.next(), { event: 'login', code: 0, msg: '' });
});

test('price_notice needs a login, and is not of an instrument', async (t) => {
  const { connect } = await startHub(t, { login: parseToken });
  const client = await connect();
  client.subscribe(notices);
  assert.deepEqual(
    (await client.received()).map((frame) => 'code' in frame && frame.code),
    [socketCodes.loginRequired],
  );
  await client.login('ann:1');
  client.subscribe({ ...notices, instType: 'sp' }, { ...notices, instId: 'BTCUSDT' });
  assert.deepEqual(
    (await client.received()).map((frame) => 'code' in frame && frame.code),
    [socketCodes.unknownInstrument, socketCodes.unknownInstrument],
  );
});

test('notices reach every subscribed connection of that user, numbered, and nobody else', async (t) => {
  const { connect, hub, clock } = await startHub(t, { login: parseToken });
  const [phone, desk, stranger, silent] = [await connect(), await connect(), await connect(), await connect()];
  await phone.login('ann:1');
  await desk.login('ann:2');
  await stranger.login('bob:3');
  await silent.login('ann:4');
  assert.equal(hub.notify(ann, 'price_notice', { title: 'nobody listens' }), 0);
  for (const client of [phone, desk, stranger]) {
    client.subscribe(notices);
    const [ack, snapshot] = await client.received();
    assert.deepEqual(ack, { event: 'subscribe', code: 0, msg: '', arg: notices });
    assert.deepEqual(snapshot, { action: 'snapshot', arg: notices, seq: 0, ts: clock.now(), data: [] });
  }
  assert.equal(hub.notify(ann, 'price_notice', { title: 'BTC' }), 2);
  assert.deepEqual([hub.readersOf('price_notice'), hub.readersOf('favorites')], [[ann, bob], []]);
  assert.equal(hub.notify(ann, 'price_notice', { title: 'ETH' }), 2);
  for (const client of [phone, desk]) {
    assert.deepEqual(
      (await client.received()).filter(isData).map(({ action, seq, data }) => [action, seq, data]),
      [
        ['update', 1, [{ title: 'BTC' }]],
        ['update', 2, [{ title: 'ETH' }]],
      ],
    );
  }
  for (const client of [stranger, silent]) assert.deepEqual(await client.received(), []);
  desk.unsubscribe(notices);
  await desk.received();
  assert.equal(hub.notify(ann, 'price_notice', { title: 'SOL' }), 1);
  phone.ws.close();
  await phone.closed;
  await until(() => hub.notify(ann, 'price_notice', {}) === 0, 'nobody of hers is left');
});

test('a notice on a connection that takes nothing more counts as taken when somebody has it, and once', async (t) => {
  const { connect, hub } = await startHub(t, { login: parseToken });
  const enter = async (token: string) => {
    const client = await connect();
    await client.login(token);
    client.subscribe(notices);
    await client.received();
    return client;
  };
  const taken: string[] = [];
  const notify = (title: string) => hub.notify(ann, 'price_notice', { title }, () => taken.push(title));
  const broken = await enter('ann:1');
  broken.ws.pause();
  assert.equal(notify('BTC'), 1);
  const desk = await enter('ann:2');
  assert.equal(notify('ETH'), 2);
  await until(() => taken.length > 0, 'the desk has it');
  await desk.received();
  assert.deepEqual(taken, ['ETH'], 'the first one was written, and reached nobody');
  broken.ws.resume();
  await until(() => taken.length > 1, 'the first one has come as well');
  await broken.received();
  assert.deepEqual(taken, ['ETH', 'BTC']);
});

test('a client that answers the newest of several pings has all that came before it', async (t) => {
  const { connect, hub } = await startHub(t, { login: parseToken });
  const client = await connect({ autoPong: false });
  const pings: Buffer[] = [];
  client.ws.on('ping', (data) => pings.push(data));
  await client.login('ann:1');
  client.subscribe(notices);
  await client.received();
  const taken: string[] = [];
  for (const title of ['BTC', 'ETH', 'SOL']) hub.notify(ann, 'price_notice', { title }, () => taken.push(title));
  await until(() => pings.length === 3, 'all of them asked for');
  client.ws.pong(pings[1]);
  await until(() => taken.length > 0, 'an answer');
  assert.deepEqual(taken, ['BTC', 'ETH']);
});

test('each personal topic is a channel of its own', async (t) => {
  const { connect, hub } = await startHub(t, { login: parseToken });
  const client = await connect();
  client.subscribe({ topic: 'favorites' });
  assert.deepEqual(
    (await client.received()).map((frame) => 'code' in frame && frame.code),
    [socketCodes.loginRequired],
  );
  await client.login('ann:1');
  client.subscribe({ topic: 'favorites' });
  await client.received();
  assert.equal(hub.notify(ann, 'price_notice', {}), 0);
  assert.equal(hub.notify(ann, 'favorites', { version: 7 }), 1);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ arg, seq, data }) => [arg, seq, data]),
    [[{ topic: 'favorites' }, 1, [{ version: 7 }]]],
  );
});

test('who logs in as somebody else keeps the market and loses the notices of the first', async (t) => {
  const { connect, hub, set, clock } = await startHub(t, { login: parseToken });
  const client = await connect();
  await client.login('ann:1');
  client.subscribe(notices, ticker('BTCUSDT'));
  await client.received();
  await client.login('bob:2');
  assert.equal(hub.notify(ann, 'price_notice', {}), 0);
  assert.equal(hub.notify(bob, 'price_notice', {}), 0);
  set({ BTCUSDT: 1 });
  clock.advance(250);
  assert.deepEqual(
    (await client.received()).filter(isData).map(({ arg }) => arg.topic),
    ['ticker'],
  );
  client.subscribe(notices);
  await client.received();
  assert.equal(hub.notify(bob, 'price_notice', {}), 1);
});

test('a session that ended loses its connections, others stay', async (t) => {
  const { connect, hub } = await startHub(t, { login: parseToken });
  const [one, two] = [await connect(), await connect()];
  await one.login('ann:1');
  await two.login('ann:2');
  assert.equal(hub.dropSession('1' as SessionId), 1);
  assert.deepEqual(await one.closed, { code: closeCodes.policy, reason: 'the session has ended' });
  assert.deepEqual(await two.received(), []);
});

test('a session that ends while its login is being checked is refused', async (t) => {
  const { promise, resolve } = Promise.withResolvers<Login | null>();
  const asked = Promise.withResolvers<void>();
  const { connect, hub } = await startHub(t, {
    login: () => {
      asked.resolve();
      return promise;
    },
  });
  const client = await connect();
  client.send({ action: 'login', args: { rtoken: 'ann:1' } });
  await asked.promise;
  hub.dropSession('1' as SessionId);
  resolve(await parseToken('ann:1'));
  const ack = await client.next();
  assert.equal('code' in ack && ack.code, socketCodes.loginRefused);
});

test('a ticket stands for a login where the topic knows it, and opens its own channel only', async (t) => {
  const { connect, hub } = await startHub(t, {
    login: parseToken,
    channelOfTicket: (topic, ticket) => (topic === 'support' && ticket.startsWith('good-') ? ticket.slice(5) : null),
  });
  const [one, two, user] = [await connect(), await connect(), await connect()];
  const mine: SubscriptionArg = { topic: 'support', instId: 'good-one' };
  one.subscribe(mine);
  two.subscribe({ topic: 'support', instId: 'good-two' });
  await user.login('one:1');
  user.subscribe({ topic: 'support' });
  for (const client of [one, two, user]) assert.equal((await client.received()).filter(isData).length, 1);

  one.subscribe(
    { topic: 'support', instId: 'guessed' },
    { ...notices, instId: 'good-one' },
    { topic: 'support', instId: '' },
    { topic: 'support' },
  );
  assert.deepEqual(
    (await one.received()).map((frame) => 'code' in frame && frame.code),
    [socketCodes.unknownInstrument, socketCodes.unknownInstrument, socketCodes.unknownInstrument, socketCodes.loginRequired],
  );

  assert.equal(hub.notifyChannel('one', 'support', { lastSeq: 3 }), 1);
  assert.deepEqual(
    (await one.received()).filter(isData).map(({ arg, data }) => [arg, data]),
    [[mine, [{ lastSeq: 3 }]]],
  );
  assert.deepEqual(await two.received(), []);
  assert.deepEqual(await user.received(), [], 'a user who happens to be called like a channel hears nothing of it');
  assert.equal(hub.notify('one' as UserId, 'support', { lastSeq: 4 }), 1);
  assert.deepEqual(await one.received(), []);
});
