import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from './run-command.ts';
import { measuredFigures, withFigures } from './scale.ts';

test('docs/scale.md says what was measured, and what follows from it; `npm run scale` writes it anew', () => {
  const document = readFileSync(join(rootDir, 'docs/scale.md'), 'utf8');
  assert.equal(document, withFigures(document, measuredFigures()));
});
