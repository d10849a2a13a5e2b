import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { supportCookie, supportLimits } from '@tidemark/contract/support-rules.ts';
import { newId } from '#platform/ids.ts';
import { accountDeleted } from '#topics/index.ts';
import { newUser, openRooms, type Browser, type Rooms } from './testing/test-room.ts';

let rooms: Rooms;
before(async () => void (rooms = await openRooms()));
after(() => rooms.close());

/** A visitor who has opened the chat, each in a network of their own. */
let networks = 0;
async function visitor(): Promise<Browser> {
  const browser = rooms.openBrowser({ over: { ip: `198.51.${(networks >> 8) & 255}.${networks++ & 255}` } });
  await browser.ask('listSupportMessages');
  return browser;
}
const seqs = async (browser: Browser) => (await browser.ask('listSupportMessages')).items.map(({ seq }) => seq);
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries++) {
    assert.ok(tries < 5_000, 'waited in vain');
    await turn();
  }
}

test('a message is answered with its number, and is there again', async () => {
  const browser = await visitor();
  assert.deepEqual(await browser.seen(), []);
  const first = await browser.say('  Hello\r\nthere\u0001\u202e  ');
  assert.deepEqual([first.seq, first.sender, first.text], [1, 'visitor', 'Hello\nthere']);
  await browser.say('Second');
  assert.deepEqual(await browser.seen(), ['visitor: Hello\nthere', 'visitor: Second']);
  const part = await browser.ask('listSupportMessages', { afterSeq: 1 });
  assert.deepEqual([part.items.map(({ seq }) => seq), part.total, part.readSeq], [[2], 2, 2]);
});

test('the same clientKey is the same message, also when both come at once in two processes', async () => {
  const browser = await visitor();
  const said = await Promise.all(Array.from({ length: 6 }, () => browser.say('Once', 'key-1')));
  assert.equal(new Set(said.map(({ id }) => id)).size, 1);
  assert.deepEqual(await browser.seen(), ['visitor: Once']);
});

test('numbers have no gap, whoever writes at once', async () => {
  const [browser, desk] = [await visitor(), rooms.openDesk()];
  await browser.say('Begin');
  const { conversationId } = (await desk.ask('listSupportConversations')).items[0]!;
  await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => browser.say(`v${index}`)),
    ...Array.from({ length: 8 }, (_, index) =>
      desk.ask('answerSupportMessage', { conversationId, clientKey: `a${index}`, text: `a${index}` }),
    ),
  ]);
  assert.deepEqual(
    await seqs(browser),
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
});

test('without the cookie there is no conversation to write into', async () => {
  const bare = rooms.openBrowser();
  assert.equal(await bare.refusal('sendSupportMessage', { clientKey: 'k', text: 'x' }), 'supportNotBegun');
  assert.equal(await bare.refusal('leaveSupportAddress', { email: 'a@example.com' }), 'supportNotBegun');
});

test('nobody reads the conversation of another: not by device id, cookie, ticket, session or number', async () => {
  const victim = await visitor();
  await victim.say('My secret');
  const secret = victim.cookies[supportCookie]!;
  assert.match(secret, /^[\w-]{43}$/, 'too much to guess');
  const { liveTicket, items } = await victim.ask('listSupportMessages');

  const forged: Record<string, string>[] = [
    { [supportCookie]: liveTicket! },
    { [supportCookie]: items[0]!.id },
    { [supportCookie]: `${secret}x` },
    { [supportCookie]: secret.slice(0, 42) },
    { [supportCookie]: `${secret.slice(0, 42)}${secret.endsWith('A') ? 'B' : 'A'}` },
    { [supportCookie]: '' },
    { [supportCookie]: "' or 1=1 --" },
  ];
  for (const cookies of forged) {
    const thief = rooms.openBrowser({ over: { deviceId: 'the victim’s' } });
    thief.cookies = cookies;
    assert.deepEqual(await thief.seen(), [], JSON.stringify(cookies));
    assert.equal((await thief.ask('markSupportRead', { seq: 1 })).readSeq, 0);
  }
  const other = rooms.openBrowser({ userId: newUser() });
  assert.deepEqual(await other.seen(), []);

  const owner = rooms.openBrowser({ userId: newUser() });
  await owner.say('Mine');
  const stranger = await visitor();
  assert.deepEqual(await stranger.seen(), []);
  assert.deepEqual(await other.seen(), []);

  assert.equal(rooms.rooms[0]!.channelOfTicket(liveTicket!) !== null, true);
  assert.equal(rooms.rooms[1]!.channelOfTicket(liveTicket!), rooms.rooms[0]!.channelOfTicket(liveTicket!), 'good in every process');
  for (const ticket of [
    '',
    'x'.repeat(44),
    liveTicket!.slice(0, 22) + 'A'.repeat(22),
    liveTicket!.slice(22) + liveTicket!.slice(0, 22),
    `${liveTicket}0`,
    '\u{1F600}'.repeat(22),
  ]) {
    assert.equal(rooms.rooms[0]!.channelOfTicket(ticket), null, ticket);
  }
});

test('login takes the conversation along; after logout the device begins anew', async () => {
  const browser = await visitor();
  await browser.say('As a visitor', 'k1');
  await browser.say('Unacknowledged', 'k2');
  const userId = newUser();
  browser.userId = userId;
  await browser.say('Unacknowledged', 'k2');
  assert.deepEqual(await browser.seen(), ['visitor: As a visitor', 'visitor: Unacknowledged'], 'sent again after login it is still one');
  await browser.say('As a user');

  browser.userId = null;
  assert.deepEqual(await browser.seen(), [], 'logged out, nothing of the account is left here');
  await browser.say('A visitor again', 'k9');

  const phone = rooms.openBrowser({ userId });
  await phone.say('From the phone');
  browser.userId = userId;
  const expected = [
    'visitor: As a visitor',
    'visitor: Unacknowledged',
    'visitor: As a user',
    'visitor: From the phone',
    'visitor: A visitor again',
  ];
  assert.deepEqual(await browser.seen(), expected);
  assert.deepEqual(await phone.seen(), expected);
  assert.deepEqual(await seqs(phone), [1, 2, 3, 4, 5]);
});

test('two processes that join the same conversations at once lose and double nothing', async () => {
  const browser = await visitor();
  await Promise.all(Array.from({ length: 5 }, (_, index) => browser.say(`m${index}`)));
  const user = rooms.openBrowser({ userId: newUser() });
  await user.say('before');
  user.cookies = browser.cookies;
  await Promise.all([user.say('while', 'w'), user.seen(), user.say('while', 'w'), browser.say('late'), user.seen()]);
  const texts = await user.seen();
  assert.deepEqual([...texts].sort(), [
    'visitor: before',
    'visitor: late',
    'visitor: m0',
    'visitor: m1',
    'visitor: m2',
    'visitor: m3',
    'visitor: m4',
    'visitor: while',
  ]);
  assert.deepEqual(await seqs(user), [1, 2, 3, 4, 5, 6, 7, 8]);
});

test('an agent reads, answers, closes; the answer finds whoever logged in meanwhile', async () => {
  const [browser, desk] = [await visitor(), rooms.openDesk()];
  await browser.say('Where is my alert?');
  const [row] = (await desk.ask('listSupportConversations')).items;
  assert.deepEqual([row!.lastText, row!.unread, row!.userId, row!.isClosed], ['Where is my alert?', 1, null, false]);
  const { conversationId } = row!;
  await desk.ask('markSupportConversation', { conversationId, seq: 1 });
  assert.equal((await desk.ask('listSupportConversations')).items[0]!.unread, 0);

  browser.userId = newUser();
  await browser.seen();
  const answer = await desk.ask('answerSupportMessage', { conversationId, clientKey: 'a', text: 'On its way' });
  assert.deepEqual(await desk.ask('answerSupportMessage', { conversationId, clientKey: 'a', text: 'On its way' }), answer);
  assert.deepEqual(await browser.seen(), ['visitor: Where is my alert?', 'agent: On its way']);
  const before = await browser.ask('listSupportMessages');
  assert.deepEqual([before.readSeq, before.total], [1, 2], 'one is unread');
  assert.equal((await browser.ask('markSupportRead', { seq: 2 })).readSeq, 2);
  assert.equal((await browser.ask('markSupportRead', { seq: 1 })).readSeq, 2, 'never backwards');
  assert.equal((await browser.ask('markSupportRead', { seq: 99 })).readSeq, 2, 'never beyond');

  await desk.ask('closeSupportConversation', { conversationId, isClosed: true });
  assert.equal((await desk.ask('readSupportConversation', { conversationId })).conversation.isClosed, true);
  assert.equal((await browser.seen()).at(-1), 'system: closed');
  await browser.say('One more thing');
  assert.equal((await desk.ask('readSupportConversation', { conversationId })).conversation.isClosed, false);
  assert.equal(await desk.refusal('answerSupportMessage', { conversationId: newId(), clientKey: 'b', text: 'x' }), 'notFound');
});

test('the desk is shut to whoever lacks the token, and guesses wait', async () => {
  const browser = await visitor();
  await browser.say('x');
  const given = (bearer: string | null, ip = '192.0.2.1') => rooms.openBrowser({ over: { bearer, ip } });
  const calls = [
    ['listSupportConversations', {}],
    ['readSupportConversation', { conversationId: newId() }],
    ['answerSupportMessage', { conversationId: newId(), clientKey: 'k', text: 't' }],
    ['closeSupportConversation', { conversationId: newId(), isClosed: true }],
    ['markSupportConversation', { conversationId: newId(), seq: 1 }],
  ] as const;
  for (const [name, input] of calls)
    for (const ip of ['192.0.2.7', '192.0.2.8'])
      assert.equal(await given(null, ip).refusal(name, input as never), 'supportAgentRefused', name);
  // Each process counts for itself.
  for (let guess = 0; guess < 20; guess++)
    assert.equal(await given(`guess-${guess}`).refusal('listSupportConversations', {}), 'supportAgentRefused');
  assert.equal(await given('guess').refusal('listSupportConversations', {}), 'tooManyGuesses');
  assert.equal(
    await given('token-of-the-desk-for-tests').refusal('listSupportConversations', {}),
    null,
    'who has the right one is not held up by the guesses of a neighbour',
  );
  assert.equal(await given('guess').refusal('listSupportConversations', {}), 'tooManyGuesses');
  rooms.clock.advance(15 * 60_000);
  assert.equal(await given('guess').refusal('listSupportConversations', {}), 'supportAgentRefused');
});

test('floods are refused and leave nothing behind', async () => {
  const browser = await visitor();
  for (let index = 0; index < supportLimits.messagesPerMinute; index++) await browser.say(`m${index}`);
  assert.equal(await browser.refusal('sendSupportMessage', { clientKey: 'over', text: 'x' }), 'supportTooFast');
  assert.equal((await seqs(browser)).length, supportLimits.messagesPerMinute);
  rooms.clock.advance(60_001);
  assert.equal(await browser.refusal('sendSupportMessage', { clientKey: 'over', text: 'x' }), null);

  const ip = '192.0.2.99';
  const openOne = async () => {
    const one = rooms.openBrowser({ over: { ip } });
    await one.ask('listSupportMessages');
    return one.refusal('sendSupportMessage', { clientKey: 'k', text: 'x' });
  };
  const answers: (string | null)[] = [];
  for (let index = 0; index < 60; index++) answers.push(await openOne());
  assert.ok(answers.filter((answer) => answer === null).length <= 40, 'twenty an hour in each process');
  assert.equal(answers.at(-1), 'supportTooFast');
});

test('a session that has expired is renewed, not taken for a visitor', async () => {
  const browser = await visitor();
  browser.over = { ...browser.over, refusedSession: 'sessionExpired' };
  assert.equal(await browser.refusal('sendSupportMessage', { clientKey: 'k', text: 'x' }), 'sessionExpired');
  browser.over = { ...browser.over, refusedSession: 'accountFrozen' };
  assert.equal(
    await browser.refusal('sendSupportMessage', { clientKey: 'k', text: 'x' }),
    null,
    'a frozen account is told to contact support',
  );
});

test('news say that there is something, to its owner and the desk only', async () => {
  const [browser, desk, userId] = [await visitor(), rooms.openDesk(), newUser()];
  const user = rooms.openBrowser({ userId });
  const channelOf = (ticket: string | null) => rooms.rooms[0]!.channelOfTicket(ticket!)!;
  const mine = channelOf((await browser.ask('listSupportMessages')).liveTicket);
  const desks = channelOf((await desk.ask('listSupportConversations')).liveTicket);
  rooms.notified.length = 0;
  await browser.say('x');
  await user.say('y');
  await until(() => rooms.notified.length >= 4);
  assert.deepEqual(rooms.notified, [
    { to: mine, lastSeq: 1, readSeq: 1 },
    { to: desks, lastSeq: 1, readSeq: 1 },
    { to: userId, lastSeq: 1, readSeq: 1 },
    { to: desks, lastSeq: 1, readSeq: 1 },
  ]);
});

test('the operator is told once, an answer nobody read is mailed once', async () => {
  await rooms.close();
  rooms = await openRooms();
  const [browser, desk] = [await visitor(), rooms.openDesk()];
  await browser.say('First line');
  assert.equal((await browser.ask('leaveSupportAddress', { email: ' ada@example.com ' })).email, 'ada@example.com');
  await browser.say('Second line');
  rooms.clock.advance(75_000);
  await until(() => rooms.mails.length > 0);
  const [mail] = rooms.mails;
  assert.deepEqual([mail!.to, mail!.replyTo], ['help@example.com', 'ada@example.com']);
  assert.match(mail!.text, /First line\n\nSecond line/);
  assert.match(mail!.text, /not verified/, 'anybody may type any address');
  await browser.say('Third');
  const { conversationId } = (await desk.ask('listSupportConversations')).items[0]!;
  await desk.ask('answerSupportMessage', { conversationId, clientKey: 'a', text: 'Our answer' });
  rooms.clock.advance(5 * 60_000 + 15_000);
  await until(() => rooms.mails.length > 1);
  assert.equal(rooms.mails[1]!.to, 'ada@example.com');
  assert.match(rooms.mails[1]!.text, /Our answer/);
  await desk.ask('answerSupportMessage', { conversationId, clientKey: 'b', text: 'Read at once' });
  await browser.ask('markSupportRead', { seq: 5 });
  for (let turns = 0; turns < 40; turns++) {
    rooms.clock.advance(30_000);
    await rooms.openDesk().ask('listSupportConversations');
  }
  assert.equal(rooms.mails.length, 2, 'neither the third line nor what was read brings another letter');
  rooms.clock.advance(supportLimits.quietMs);
  await browser.say('After a long silence');
  rooms.clock.advance(75_000);
  await until(() => rooms.mails.length > 2);
  assert.match(rooms.mails[2]!.text, /Third\n\nAfter a long silence/);
  assert.notEqual(rooms.mails[2]!.messageId, rooms.mails[0]!.messageId);
});

test('the desk tells an address that somebody typed from one that an account has proven', async () => {
  const [browser, desk] = [await visitor(), rooms.openDesk()];
  await browser.say('Write to me');
  await browser.ask('leaveSupportAddress', { email: 'mallory@example.com' });
  const userId = newUser();
  rooms.emails.set(userId, 'ada@example.com');
  await rooms.openBrowser({ userId }).say('You know me');
  const { items } = await desk.ask('listSupportConversations');
  const typed = items.find(({ email }) => email === 'mallory@example.com')!;
  const own = items.find((item) => item.userId === userId)!;
  assert.deepEqual([own.email, own.isEmailProven], ['ada@example.com', true]);
  assert.equal(typed.isEmailProven, false);
  const { conversation } = await desk.ask('readSupportConversation', { conversationId: typed.conversationId });
  assert.equal(conversation.isEmailProven, false);
});

test('what belongs to a deleted account goes; visitors are kept for a while; the export has it all', async () => {
  const userId = newUser();
  const [user, desk] = [rooms.openBrowser({ userId }), rooms.openDesk()];
  await user.say('Keep this');
  const exported = (await rooms.rooms[0]!.exportOf(userId)) as { messages: { text: string }[] };
  assert.deepEqual(
    exported.messages.map(({ text }) => text),
    ['Keep this'],
  );
  rooms.bus.publish(accountDeleted, { userId });
  await until(async () => (await user.seen()).length === 0);

  const lost = rooms.openBrowser({ userId: newUser() });
  await lost.say('Nobody heard of the deletion');
  rooms.gone.add(lost.userId!);
  const old = await visitor();
  await old.say('Old');
  const total = async () => (await desk.ask('listSupportConversations')).total;
  const before = await total();
  rooms.clock.advance(3_600_000);
  await until(async () => (await lost.seen()).length === 0);
  assert.equal((await old.seen()).length, 1);
  rooms.clock.advance(supportLimits.keepVisitorsMs);
  await until(async () => (await old.seen()).length === 0);
  assert.ok((await total()) < before);
});

test('long conversations come in parts, from either end', async () => {
  const browser = rooms.openBrowser({ userId: newUser() });
  for (let index = 1; index <= 130; index++) {
    if (index % 20 === 0) rooms.clock.advance(60_001);
    await browser.say(`m${index}`);
  }
  const newest = await browser.ask('listSupportMessages', { beforeSeq: 2_000_000_000 });
  assert.deepEqual([newest.items.length, newest.items[0]!.seq, newest.items.at(-1)!.seq, newest.total], [100, 31, 130, 130]);
  const older = await browser.ask('listSupportMessages', { beforeSeq: 31 });
  assert.deepEqual([older.items[0]!.seq, older.items.at(-1)!.seq], [1, 30]);
});

test('a site without agents says so', async () => {
  const silent = await openRooms({ agentToken: null, operatorMail: null });
  try {
    const browser = silent.openBrowser();
    assert.equal((await browser.ask('listSupportMessages')).staffing, 'none');
    assert.equal(await silent.openDesk().refusal('listSupportConversations', {}), 'supportNoAgents');
    assert.equal(await browser.refusal('sendSupportMessage', { clientKey: 'k', text: 'x' }), null);
  } finally {
    await silent.close();
  }
});
