import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from './run-command.ts';
import { makeTable, withTable } from './source-table.ts';

test('docs/sources.md says what each exchange tells, as the code has it; `npm run source-table` writes it anew', async () => {
  const document = readFileSync(join(rootDir, 'docs/sources.md'), 'utf8');
  assert.equal(document, withTable(document, await makeTable()));
});
