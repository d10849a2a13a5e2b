import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { errorNames, errors } from '@tidemark/contract/errors.ts';
import type { SupportMessage } from '@tidemark/contract/support.ts';
import { failure, refusal } from '#api/api-error.ts';
import { ApiError, type Api } from '#api/client.ts';
import { createConversation } from './conversation.ts';
import { splitLinks } from './linked-text.ts';
import { createOutbox, type OutboxStore } from './outbox.ts';

function createStore(): OutboxStore {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const offline = () => new ApiError('System connection unstable', { code: '40014', error: 'offline', action: 'throw' });

/** A server that keeps by key and can be cut off, before or after it has kept. */
function createServer() {
  const said: SupportMessage[] = [];
  let serverState: 'well' | 'away' | 'loseAnswer' | 'refuse' | Error = 'well';
  const calls: string[] = [];
  let readSeq = 0;
  const put = (sender: SupportMessage['sender'], text: string, clientKey: string | null) => {
    const message: SupportMessage = { id: `m${said.length + 1}`, seq: said.length + 1, sender, text, sentAt: 1, clientKey };
    said.push(message);
    return message;
  };
  const answer = (name: string, input: any): unknown => {
    calls.push(name);
    if (serverState === 'away') throw offline();
    if (name === 'sendSupportMessage') {
      if (serverState instanceof Error) throw serverState;
      if (serverState === 'refuse') throw new ApiError('Too much at once.', { code: '40602', error: 'supportTooFast', action: 'throw' });
      const known = said.find(({ clientKey }) => clientKey === input.clientKey) ?? put('visitor', input.text, input.clientKey);
      if (serverState === 'loseAnswer') throw offline();
      return known;
    }
    if (name === 'markSupportRead') return { readSeq: (readSeq = input.seq) };
    const items =
      input.beforeSeq === undefined
        ? said.filter(({ seq }) => seq > input.afterSeq).slice(0, 100)
        : said.filter(({ seq }) => seq < input.beforeSeq).slice(-100);
    return { items, total: said.length, readSeq, staffing: 'chat', canMail: false, email: null, liveTicket: 't' };
  };
  return {
    said,
    calls,
    put,
    setServerState: (next: typeof serverState) => void (serverState = next),
    api: { call: async (name: string, input: unknown) => answer(name, input) } as unknown as Pick<Api, 'call'>,
  };
}

const settle = async () => {
  for (let turns = 0; turns < 50; turns++) await turn();
};

function openTab(server: ReturnType<typeof createServer>, store: OutboxStore | null, owner: string | null = null) {
  const timers: { ms: number; fn: () => void }[] = [];
  let now = 0;
  const tab = createConversation({
    api: server.api,
    outbox: createOutbox(store),
    now: () => ++now,
    newKey: () => crypto.randomUUID(),
    postToTabs: () => {},
    after(ms, fn) {
      const timer = { ms, fn };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
  });
  tab.open(owner);
  return {
    ...tab,
    timers,
    texts: () => tab.state().items.map(({ text }) => text),
    waiting: () => tab.state().pending.map(({ text, state }) => `${state}: ${text}`),
  };
}

test('a message shows at once, then as said; several keep their order', async () => {
  const server = createServer();
  const tab = openTab(server, createStore());
  tab.send('one');
  tab.send('two');
  assert.deepEqual(tab.waiting(), ['sending: one', 'sending: two']);
  await settle();
  assert.deepEqual([tab.texts(), tab.waiting()], [['one', 'two'], []]);
  assert.equal(server.calls[0], 'listSupportMessages', 'the device is known before it writes');
});

test('what was not sent says so, is kept over a reload, and arrives once', async () => {
  const [server, store] = [createServer(), createStore()];
  const tab = openTab(server, store);
  await settle();
  server.setServerState('loseAnswer');
  tab.send('hello');
  await settle();
  assert.deepEqual(tab.waiting(), ['failed: hello']);
  assert.equal(server.said.length, 1, 'the server had kept it, only the answer was lost');

  server.setServerState('away');
  const reloaded = openTab(server, store);
  await settle();
  assert.deepEqual([reloaded.state().phase, reloaded.waiting()], ['failed', ['failed: hello']]);
  server.setServerState('well');
  await reloaded.refresh();
  await settle();
  assert.deepEqual([reloaded.texts(), reloaded.waiting(), server.said.length], [['hello'], [], 1]);
  assert.equal(store.length, 0);
});

test('it tries again by itself with growing patience, and at once when asked', async () => {
  const server = createServer();
  const tab = openTab(server, createStore());
  await settle();
  server.setServerState('away');
  tab.send('a');
  tab.send('b');
  await settle();
  assert.deepEqual([tab.waiting(), tab.timers.map(({ ms }) => ms)], [['failed: a', 'failed: b'], [2_000]]);
  server.setServerState('well');
  tab.timers[0]!.fn();
  await settle();
  assert.deepEqual(tab.texts(), ['a', 'b']);
});

test('what the server refuses waits for its writer and lets nothing overtake', async () => {
  const server = createServer();
  const tab = openTab(server, createStore());
  await settle();
  server.setServerState('refuse');
  tab.send('a');
  await settle();
  assert.equal(tab.state().pending[0]!.reason, 'Too much at once.');
  assert.equal(tab.timers.length, 0);
  server.setServerState('well');
  tab.send('b');
  await settle();
  assert.deepEqual(server.said, []);
  assert.deepEqual(tab.waiting(), ['failed: a', 'failed: b'], 'nothing says that it is being sent');
  assert.equal(tab.state().pending[0]!.reason, 'Too much at once.');
  tab.retry();
  await settle();
  assert.deepEqual(tab.texts(), ['a', 'b']);
});

test('every answer that is no yes ends a message in words or in another try, never in silence', async () => {
  const unsaid = (['offline', 'timeout', 'connectionUnstable', 'tooManyRequests'] as const).map((name) => failure(name, name));
  for (const error of [
    ...(await Promise.all(errorNames.map((name) => refusal(errors[name].code, `words of ${name}`, 200)))),
    ...unsaid,
    new TypeError('a fault of the page'),
  ]) {
    const server = createServer();
    const tab = openTab(server, createStore());
    await settle();
    server.setServerState(error);
    tab.send('hello');
    await settle();
    const [message] = tab.state().pending;
    assert.equal(message?.state, 'failed', error.message);
    assert.ok(message.reason !== null || tab.timers.length === 1, error.message);
    server.setServerState('well');
    tab.retry();
    await settle();
    assert.deepEqual([tab.texts(), tab.waiting()], [['hello'], []], 'and it can be sent again');
  }
});

test('answers are unread until they were looked at; a gap is filled', async () => {
  const server = createServer();
  const tab = openTab(server, createStore());
  tab.send('q');
  await settle();
  server.put('agent', 'x', null);
  server.put('agent', 'y', null);
  await tab.refresh({ lastSeq: 3, readSeq: 1 });
  await settle();
  assert.deepEqual([tab.texts(), tab.state().unread], [['q', 'x', 'y'], 2]);
  const before = server.calls.length;
  await tab.refresh({ lastSeq: 3, readSeq: 1 });
  assert.equal(server.calls.length, before, 'nothing new, nothing asked');
  tab.markRead();
  assert.equal(tab.state().unread, 0);
  await tab.refresh({ lastSeq: 3, readSeq: 3 });
  server.put('agent', 'between', null);
  tab.send('after');
  await settle();
  assert.deepEqual(tab.texts(), ['q', 'x', 'y', 'between', 'after']);
});

test('another person sees nothing of what waits or was said', async () => {
  const [server, store] = [createServer(), createStore()];
  const tab = openTab(server, store, 'ann');
  await settle();
  server.setServerState('away');
  tab.send('of ann');
  await settle();
  tab.open(null);
  assert.deepEqual([tab.texts(), tab.waiting()], [[], []]);
  assert.deepEqual(createOutbox(store).of('bob'), []);
  assert.equal(createOutbox(store).of('ann').length, 1, 'it waits for her');
  tab.send('of a visitor');
  assert.deepEqual(
    createOutbox(store)
      .of('bob')
      .map(({ text }) => text),
    ['of a visitor'],
    'what a visitor typed goes along into the account',
  );
});

test('long conversations begin with their end', async () => {
  const server = createServer();
  for (let index = 1; index <= 250; index++) server.put('agent', `m${index}`, null);
  const tab = openTab(server, null);
  await settle();
  assert.deepEqual([tab.state().items[0]!.seq, tab.state().items.length], [151, 100]);
  await tab.loadEarlier();
  await tab.loadEarlier();
  assert.deepEqual([tab.state().items[0]!.seq, tab.state().items.length], [1, 250]);
});

test('only addresses on https become links, and never what hides where it leads', () => {
  const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);
  assert.deepEqual(links('see https://example.com/a?b=1#c, or (https://example.org).'), [
    'https://example.com/a?b=1#c',
    'https://example.org/',
  ]);
  for (const text of [
    'http://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://bank.example@evil.example',
    'https://localhost/x',
    'https://',
    'HTTPS:evil',
    'https:///example.com',
  ])
    assert.deepEqual(
      links(text).filter((href) => !href.startsWith('https://example.com')),
      [],
      text,
    );
  const odd = 'a <b>https://example.com/<script></b> 见https://example.com。好';
  assert.equal(
    splitLinks(odd)
      .map(({ text }) => text)
      .join(''),
    odd,
    'nothing is lost or changed',
  );
  assert.deepEqual(links(odd), ['https://example.com/', 'https://example.com/']);
});
