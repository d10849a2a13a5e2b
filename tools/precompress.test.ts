import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompress } from './precompress.ts';

test('text over 1 kB gets copies that open to the same bytes; the rest gets none', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'precompress-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'assets'));
  const text = 'export const price = 1;\n'.repeat(500);
  const files = {
    'a.js': text,
    'assets/b.css': text,
    'assets/c.svg': text,
    'd.json': text,
    'short.js': 'x'.repeat(1_024),
    'picture.png': text,
    'noise.js': randomBytes(4_096),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await precompress(folder);
  const written = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.(br|gz)$/.test(name)).toSorted();
  assert.deepEqual(written, [
    'a.js.br',
    'a.js.gz',
    'assets/b.css.br',
    'assets/b.css.gz',
    'assets/c.svg.br',
    'assets/c.svg.gz',
    'd.json.br',
    'd.json.gz',
  ]);
  assert.equal(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString(), text);
  assert.equal(gunzipSync(readFileSync(join(folder, 'assets/b.css.gz'))).toString(), text);
});
