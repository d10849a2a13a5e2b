import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { randomId } from './random-id.ts';

test('an id can be made without a secure context', (t) => {
  t.mock.method(crypto, 'randomUUID', () => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  const ids = new Set(Array.from({ length: 1000 }, randomId));
  assert.equal(ids.size, 1000);
  for (const id of ids) assert.match(id, /^[0-9a-f]{32}$/);
});

test('every id of the browser is made here: on plain HTTP there is no other way', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) }).filter((file) => !/\.test\.ts$/.test(file));
  const own = files.filter((file) =>
    /crypto\.(?:randomUUID\(|getRandomValues\(|subtle)/.test(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')),
  );
  assert.deepEqual(
    own.map((file) => file.replaceAll('\\', '/')),
    ['api/random-id.ts'],
  );
});
