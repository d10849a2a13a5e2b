import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createPageCache, type CachedPage } from './page-cache.ts';

const page = (text: string, status = 200): CachedPage => ({ status, headers: {}, body: Buffer.from(text), encoded: new Map() });
const setUp = (maxBytes = 1_000) => {
  const clock = createHandClock(0);
  return { clock, cache: createPageCache({ clock, freshMs: 1_000, staleMs: 10_000, maxBytes, isCacheable: (it) => it.status === 200 }) };
};
const read = async (promise: Promise<CachedPage>) => (await promise).body.toString();

test('a hundred visitors in one second cost one render', async () => {
  const { cache } = setUp();
  let renders = 0;
  const answers = await Promise.all(Array.from({ length: 100 }, () => read(cache.get('a', async () => page(`render ${++renders}`)))));
  assert.deepEqual(new Set(answers), new Set(['render 1']));
  assert.equal(renders, 1);
});

test('an ageing page is served while exactly one fresh render runs, then the fresh one', async () => {
  const { clock, cache } = setUp();
  await cache.get('a', async () => page('old'));
  clock.advance(1_500);
  let finish!: (fresh: CachedPage) => void;
  let renders = 0;
  const slow = () => {
    renders++;
    return new Promise<CachedPage>((resolve) => (finish = resolve));
  };
  assert.equal(await read(cache.get('a', slow)), 'old');
  assert.equal(await read(cache.get('a', slow)), 'old');
  assert.equal(renders, 1);
  finish(page('new'));
  await new Promise(setImmediate);
  assert.equal(await read(cache.get('a', slow)), 'new');
});

test('a page older than the stale limit waits for a fresh one', async () => {
  const { clock, cache } = setUp();
  await cache.get('a', async () => page('old'));
  clock.advance(10_001);
  assert.equal(await read(cache.get('a', async () => page('new'))), 'new');
});

test('failures and refused pages are not kept', async () => {
  const { cache } = setUp();
  await assert.rejects(cache.get('a', () => Promise.reject(new Error('render'))));
  assert.equal(await read(cache.get('a', async () => page('gone', 404))), 'gone');
  assert.equal(await read(cache.get('a', async () => page('fine'))), 'fine');
});

test('a page that may not be kept any more takes the kept one with it', async () => {
  const { clock, cache } = setUp();
  await cache.get('a', async () => page('for everybody'));
  clock.advance(1_500);
  assert.equal(await read(cache.get('a', async () => page('gone', 404))), 'for everybody', 'while it is looked at again');
  await new Promise(setImmediate);
  assert.deepEqual(cache.stats(), { entries: 0, bytes: 0 });
  assert.equal(await read(cache.get('a', async () => page('gone', 404))), 'gone');
});

const failure = (): CachedPage => ({ ...page('failed', 302), isFailure: true });

test('a refresh that fails, is refused or finds no room leaves the last good page in its place, however old', async () => {
  const { clock, cache } = setUp();
  await cache.get('a', async () => page('good'));
  for (const ageMs of [5_000, 60_000, 3_600_000]) {
    clock.advance(ageMs);
    assert.equal(await read(cache.get('a', async () => failure())), 'good', 'failed');
    await new Promise(setImmediate);
    assert.equal(await read(cache.get('a', () => Promise.reject(new Error('render')))), 'good', 'broke');
    await new Promise(setImmediate);
    assert.equal(
      await read(
        cache.get(
          'a',
          () => assert.fail('rendered all the same'),
          () => page('come back later', 429),
        ),
      ),
      'good',
      'refused',
    );
  }
  assert.equal(
    await read(
      cache.get(
        'b',
        () => assert.fail('rendered all the same'),
        () => page('come back later', 429),
      ),
    ),
    'come back later',
    'never seen, it cannot be shown',
  );
  assert.equal(await read(cache.get('a', async () => page('new'))), 'new');
});

test('whoever waits for a render that is under way asks for no room of their own', async () => {
  const { cache } = setUp();
  const { promise, resolve } = Promise.withResolvers<CachedPage>();
  let asked = 0;
  const both = [1, 2].map(() =>
    read(
      cache.get(
        'a',
        () => promise,
        () => (asked++, null),
      ),
    ),
  );
  resolve(page('one'));
  assert.deepEqual([await Promise.all(both), asked], [['one', 'one'], 1]);
});

test('pages that are asked for stay, and those nobody wants leave, however many are made up', async () => {
  const { cache } = setUp(1_000);
  await cache.get('home', async () => page('home'));
  for (let i = 0; i < 50; i++) {
    await cache.get(`made-up-${i}`, async () => page('x'.repeat(300)));
    assert.equal(await read(cache.get('home', () => assert.fail('rendered again'))), 'home');
  }
});

test('the cache stays within its bytes; the oldest pages leave', async () => {
  const { cache } = setUp(1_000);
  for (let i = 0; i < 50; i++) await cache.get(`k${i}`, async () => page('x'.repeat(100)));
  assert.ok(cache.stats().bytes <= 1_000);
  assert.equal(cache.stats().entries, 10);
  assert.equal(await read(cache.get('k49', async () => page('again'))), 'x'.repeat(100));
  assert.equal(await read(cache.get('k0', async () => page('again'))), 'again');
});
