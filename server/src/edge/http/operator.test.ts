import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createAllowance, defaultLimits } from './limits.ts';
import { registerOperator, type OperatorDoor } from './operator.ts';

const token = 'a-token-of-24-characters';

async function setUp(t: TestContext, answer: OperatorDoor['answer']) {
  const lines: string[] = [];
  const app = Fastify();
  t.after(() => app.close());
  await app.register(async (scope) =>
    registerOperator(scope, {
      token,
      doors: [{ method: 'GET', path: '/thing/:id', answer }],
      allowance: createAllowance(defaultLimits, createHandClock(0)),
      publicUrl: 'https://tidemark.example',
      clock: createHandClock(0),
      log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
    }),
  );
  return { lines, get: (url: string) => app.inject({ url, headers: { authorization: `Bearer ${token}` } }) };
}

test('a door that breaks says only that it did; the log says why, without the values', async (t) => {
  const { get, lines } = await setUp(t, () =>
    Promise.reject(Object.assign(new Error('Failed query: select hunter2'), { query: 'select', params: ['hunter2'] })),
  );
  const answer = await get('/operator/thing/7');
  assert.equal(answer.statusCode, 500);
  assert.doesNotMatch(answer.body + lines.join(''), /hunter2|select/);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /"level":50.*operator\.test\.ts/);
});

test('what no database can keep names nothing: it is not found, and no door is asked', async (t) => {
  const asked: string[] = [];
  const { get, lines } = await setUp(t, async ({ id }) => (asked.push(id!), { json: { id } }));
  for (const url of ['/operator/thing/%00', '/operator/thing/a%00b', '/operator/thing/7?page=%00'])
    assert.equal((await get(url)).statusCode, 404, url);
  assert.deepEqual([asked, lines], [[], []]);
  assert.deepEqual((await get('/operator/thing/7')).json(), { id: '7' });
});
