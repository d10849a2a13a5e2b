import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isPlain, licenceReport, usedPackages } from './licences.ts';
import { rootDir } from './run-command.ts';

test('terms that ask for more than a notice are told, choices are ours', () => {
  for (const licence of ['MIT', '(MIT OR GPL-3.0)', '(MIT AND Zlib)', 'Apache-2.0']) assert.ok(isPlain(licence), licence);
  for (const licence of ['GPL-3.0', 'AGPL-3.0-only', '(MIT AND GPL-2.0)', 'SEE LICENSE IN LICENSE', ''])
    assert.ok(!isPlain(licence), licence);
});

test('what a site runs with, and nothing of what only builds or tests it', () => {
  const lock = {
    packages: {
      '': { version: '1' },
      server: { version: '1' },
      'node_modules/@tidemark/server': { link: true },
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'server/node_modules/a': { version: '2.0.0', license: 'GPL-3.0' },
      'node_modules/b': { version: '1.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/@c/d': { version: '3.0.0' },
    },
  };
  const used = usedPackages(JSON.stringify(lock));
  assert.deepEqual(
    used.map(({ name, version }) => `${name} ${version}`),
    ['@c/d 3.0.0', 'a 1.0.0', 'a 2.0.0'],
  );
  assert.deepEqual(licenceReport(used).problems, [
    '@c/d 3.0.0 names no licence.',
    'a 2.0.0 is under GPL-3.0, which asks for more than a notice.',
  ]);
});

test('the packages of this tree', () => {
  const { lines, problems } = licenceReport(usedPackages(readFileSync(join(rootDir, 'package-lock.json'), 'utf8')));
  assert.deepEqual(problems, []);
  assert.ok(lines.some((line) => line.startsWith('MIT (')));
});
