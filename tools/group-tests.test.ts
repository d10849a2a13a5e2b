import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { groupTests, longFiles } from './group-tests.ts';
import { plantTree } from './testing/plant-tree.ts';
import { rootDir } from './run-command.ts';

test('small files share a process per core; what opens a server, hooks into tests or changes settings has its own', (t) => {
  const long = longFiles[0]!;
  const tree = plantTree(t, {
    'a.test.ts': "import { test } from 'node:test';",
    'b.test.ts': "import { describe, it } from 'node:test';",
    'c.test.ts': "import { test } from 'node:test';",
    'hooks.test.ts': "import { beforeEach, test } from 'node:test';",
    'server.test.ts': "import { createServer } from 'node:http';",
    'bed.test.ts': "import { openDesk } from './testing/desk.ts';",
    'reader.test.ts': "import { readFileSync } from 'node:fs';",
    'tree.test.ts': "import { plantTree } from './testing/plant-tree.ts';",
    'writer.test.ts': "import { readFileSync, writeFileSync } from 'node:fs';",
    'settings.test.ts': "process.env.CI = 'true';",
    [long]: "import { test } from 'node:test';",
  });
  const files = [
    'a.test.ts',
    'b.test.ts',
    'bed.test.ts',
    'c.test.ts',
    'hooks.test.ts',
    'reader.test.ts',
    'server.test.ts',
    'settings.test.ts',
    'tree.test.ts',
    'writer.test.ts',
    long,
  ];
  assert.deepEqual(groupTests(tree, files), [
    [long],
    ['a.test.ts', 'c.test.ts', 'tree.test.ts'],
    ['b.test.ts', 'reader.test.ts'],
    ['bed.test.ts'],
    ['hooks.test.ts'],
    ['server.test.ts'],
    ['settings.test.ts'],
    ['writer.test.ts'],
  ]);
});

test('every file that is said to be long is there', () => {
  assert.deepEqual(
    longFiles.filter((file) => !existsSync(join(rootDir, file))),
    [],
  );
});
