import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';

/** A tab each: the module holds what a tab knows. */
const openTab = async (t: { after(fn: () => void): void }, kept: Record<string, string>) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: { getItem: (key: string) => kept[key] ?? null } });
  t.after(() => before && Object.defineProperty(globalThis, 'localStorage', before));
  return (await import(`./session.ts?tab=${Math.random()}`)) as typeof import('./session.ts');
};
const user = { userId: '7' } as NonNullable<import('./session.ts').Session['user']>;

test('whoever was logged in here is asked about, even on a page that came for nobody in particular', async (t) => {
  const { initSession, isSessionGuessed, sessionNow, setSession } = await openTab(t, { [localCacheKeys.userId]: '7' });
  initSession(false);
  assert.deepEqual([sessionNow().state, isSessionGuessed()], ['checking', true]);
  setSession({ state: 'loggedIn', user });
  assert.equal(isSessionGuessed(), false, 'that it ends from now on is news');
});

test('who never was is a visitor, and what the server saw is no guess', async (t) => {
  const stranger = await openTab(t, {});
  stranger.initSession(false);
  assert.deepEqual([stranger.sessionNow().state, stranger.isSessionGuessed()], ['visitor', false]);
  const person = await openTab(t, { [localCacheKeys.userId]: '7' });
  person.initSession(true);
  assert.deepEqual([person.sessionNow().state, person.isSessionGuessed()], ['checking', false]);
});
