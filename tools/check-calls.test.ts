import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { check, readCalls } from './check-calls.ts';
import { plantTree } from './plant-tree.ts';

const tree = (t: TestContext, handlers: string, notBuilt: readonly string[]): string =>
  plantTree(t, {
    'contract/src/calls.ts': 'export const calls = { time: {}, config: {}, halving: {} };',
    'server/src/not-built.ts': `export const notBuiltCalls = ${JSON.stringify(notBuilt)};`,
    'server/src/site/calls.ts': `export const createCalls = (time: unknown) => (${handlers});`,
  });

const texts = async (rootDir: string): Promise<string[]> => (await check(rootDir)).map(({ text }) => text);

test('each call is answered by a room or listed as not built', async (t) => {
  const rootDir = tree(t, '{ time, config: () => 1 }', ['halving']);
  assert.deepEqual(await texts(rootDir), []);
  assert.deepEqual(await readCalls(rootDir), { all: ['time', 'config', 'halving'], notBuilt: ['halving'] });
});

test('a call that nobody answers and nobody lists is refused', async (t) => {
  assert.deepEqual(await texts(tree(t, '{ time }', ['halving'])), ["'config' has no handler and is not listed as not built"]);
});

test('a list that is out of date is refused', async (t) => {
  const found = await texts(tree(t, '{ time, async config() {} }', ['config', 'halving', 'halving', 'gone']));
  assert.deepEqual(found, ["'config' has a handler now: take it off the list", "'gone' is no call of the contract", "'halving' is listed twice"]);
});
