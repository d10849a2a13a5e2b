import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { ApiError, type Api } from '#api/client.ts';
import { checkSession } from './check-session.ts';
import { checking, sessionNow, setSession, visitor } from './session.ts';

const user = { userId: '7' } as NonNullable<import('./session.ts').Session['user']>;
const loggedIn = async () => ({ userInfo: user });
const refused = (error: ErrorName) => async () => {
  throw new ApiError(error, { code: '', error, action: 'throw' });
};
const check = (answer: () => Promise<unknown>, over = new AbortController().signal) =>
  checkSession({ call: answer } as unknown as Api, over);

test('the answer decides who is logged in; a server that cannot say leaves it open', async () => {
  setSession(checking);
  assert.equal(await check(refused('busy')), 'open');
  assert.equal(sessionNow(), checking);
  assert.equal(await check(loggedIn), 'loggedIn');
  assert.equal(sessionNow().user, user);
  assert.equal(await check(refused('notLoggedIn')), 'visitor');
  assert.equal(sessionNow().state, 'visitor');
});

test('an answer that comes after another tab has logged out or in changes nothing', async () => {
  for (const { news, answer } of [
    { news: visitor, answer: loggedIn },
    { news: { state: 'loggedIn', user } as const, answer: refused('notLoggedIn') },
  ]) {
    setSession(checking);
    const over = new AbortController();
    const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
    const checked = check(() => heard.then(answer), over.signal);
    setSession(news);
    over.abort();
    hear();
    assert.equal(await checked, 'open');
    assert.equal(sessionNow(), news);
  }
});

test('a refusal that ends the session before it is heard here clears the cached user id', async (t) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  const kept = new Map<string, string>([[localCacheKeys.userId, '7']]);
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { removeItem: (key: string) => kept.delete(key) } });
  t.after(() => before && Object.defineProperty(globalThis, 'localStorage', before));
  setSession(checking);
  const over = new AbortController();
  const lead = async () => {
    setSession(visitor);
    over.abort();
    return refused('sessionExpired')();
  };
  assert.equal(await check(lead, over.signal), 'visitor');
  assert.equal(kept.size, 0);
});
