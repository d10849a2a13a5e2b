import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { proofFailed } from './accounts.ts';
import { knownQuery, pageQueries } from './page-queries.ts';

const of = (address: string) => knownQuery(new URL(address, 'http://site.example'));

test('only what a page reads is left, in one order, the first of each name', () => {
  assert.equal(of('/markets/spot?utm_source=x&dir=asc&sort=name&y=1'), '?sort=name&dir=asc');
  assert.equal(of('/ar/markets/spot?dir=asc&sort=name'), of('/ar/markets/spot?sort=name&dir=asc'));
  assert.equal(of('/markets/spot?q=a&q=b'), '?q=a');
  assert.equal(of('/markets/overview?x=1&sort=name'), '');
  assert.equal(of('/no/such/page?sort=name'), '');
  assert.equal(of('/markets/spot?q=%26sort%3Dname'), '?q=%26sort%3Dname');
});

test('every name that a screen reads is known to a page', () => {
  const known = new Set(Object.values(pageQueries).flat());
  const web = fileURLToPath(new URL('../../web/src', import.meta.url));
  const read = new Map<string, string>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web })) {
    for (const [, name] of readFileSync(join(web, file), 'utf8').matchAll(
      /\b(?:search|searchParams|URLSearchParams\(search\))\.(?:get|has|getAll)\('([^']+)'\)/g,
    ))
      read.set(name!, file);
  }
  assert.ok(read.size > 20, 'the pattern still finds them');
  assert.deepEqual(
    [...read].filter(([name]) => !known.has(name)),
    [],
  );
  assert.ok(pageQueries.account.includes(proofFailed.name));
});
