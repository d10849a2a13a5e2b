// kill -9 while people write to support: what was acknowledged is there, once, and sending the rest again doubles nothing.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApp, type App } from '../harness/app.ts';

const agentToken = 'token-of-the-desk-of-this-test';
let app: App;
before(async () => {
  // Everybody comes from an address of their own, as behind a proxy.
  app = await startApp({ env: { TRUST_PROXY: '1', SUPPORT_AGENT_TOKEN: agentToken } });
});
after(() => app.stop());

interface Said {
  readonly seq: number;
  readonly text: string;
  readonly clientKey: string | null;
}

const call = async <T>(
  person: number,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ data: T; cookie: string }> => {
  const response = await fetch(`${app.url}/v1/support${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${person}`, ...headers },
    body: JSON.stringify(body),
  });
  const { code, data } = (await response.json()) as { code: string; data: T };
  assert.equal(code, '00000');
  return {
    data,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };
};

test('messages and answers survive kill -9, whole and once', async () => {
  const people = await Promise.all(
    [1, 2, 3].map(async (person) => ({
      person,
      cookie: (await call(person, '/chat/list', {})).cookie,
      tried: [] as string[],
      acknowledged: new Map<string, number>(),
    })),
  );
  let count = 0;
  const write = async ({ person, cookie, tried, acknowledged }: (typeof people)[number]) => {
    // Fewer than the limit of a minute; the kill comes long before.
    for (let index = 0; index < 15; index++) {
      const clientKey = `${person}-${index}`;
      tried.push(clientKey);
      const { data } = await call<Said>(person, '/chat/send', { clientKey, text: `text ${clientKey}` }, { cookie });
      acknowledged.set(clientKey, data.seq);
      if (++count === 9) void app.kill9();
    }
  };
  const ends = await Promise.allSettled(people.map(write));
  assert.ok(
    ends.every(({ status }) => status === 'rejected'),
    'all of them were cut off',
  );
  await app.exitCode();
  await app.restart();

  for (const { person, cookie, tried, acknowledged } of people) {
    const kept = (await call<{ items: Said[] }>(person, '/chat/list', {}, { cookie })).data.items;
    for (const [clientKey, seq] of acknowledged)
      assert.deepEqual(
        kept.filter((said) => said.clientKey === clientKey).map((said) => said.seq),
        [seq],
        `acknowledged: ${clientKey}`,
      );
    // As the browser does with what it has no word about.
    for (const clientKey of tried) await call(person, '/chat/send', { clientKey, text: `text ${clientKey}` }, { cookie });
    const { items } = (await call<{ items: Said[] }>(person, '/chat/list', {}, { cookie })).data;
    assert.deepEqual(
      items.map(({ text }) => text),
      tried.map((clientKey) => `text ${clientKey}`),
    );
    assert.deepEqual(
      items.map(({ seq }) => seq),
      tried.map((_, index) => index + 1),
      'no gap',
    );
  }

  const desk = { authorization: `Bearer ${agentToken}` };
  const {
    data: { items: rows },
  } = await call<{ items: { conversationId: string }[] }>(9, '/desk/list', {}, desk);
  assert.equal(rows.length, people.length);
  const { conversationId } = rows[0]!;
  await call(9, '/desk/answer', { conversationId, clientKey: 'a', text: 'Answer' }, desk);
  await app.kill9();
  await app.restart();
  await call(9, '/desk/answer', { conversationId, clientKey: 'a', text: 'Answer' }, desk);
  const {
    data: { items },
  } = await call<{ items: Said[] }>(9, '/desk/read', { conversationId }, desk);
  assert.equal(items.filter(({ text }) => text === 'Answer').length, 1);
});
