import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './check-unused.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';

const linesOf = (problems: ReturnType<typeof check>): string[] => problems.map(({ file, text }) => `${file}: ${text}`);

const use = (names: string, specifier: string): string => `import { ${names} } from '${specifier}'; console.log(${names});`;

interface Case {
  readonly about: string;
  readonly files: Files;
  readonly complaints: readonly string[];
}

const cases: readonly Case[] = [
  {
    about: 'what another file imports is used, by every way of naming a file',
    files: {
      'contract/src/a.ts': 'export const a = 1; export interface Row { b: number }',
      'server/src/market/index.ts': `${use('a', '@tidemark/contract/a.ts')} export { b as c } from './b.ts';`,
      'server/src/market/b.ts': "import type { Row } from '@tidemark/contract/a.ts'; export const b: Row = { b: 1 };",
      'server/src/main.ts': use('c', '#market/index.ts'),
    },
    complaints: [],
  },
  {
    about: 'a value that nothing uses',
    files: { 'server/src/market/a.ts': 'export const a = 1;' },
    complaints: ["server/src/market/a.ts: no file imports 'a': delete it"],
  },
  {
    about: 'a function and a type that nothing uses, and one name of several',
    files: {
      'web/src/ui/a.ts': 'export function a() {} export interface B { c: number } export const [d, e] = [1, 2];',
      'web/src/root.tsx': use('d', '#ui/a.ts'),
    },
    complaints: ['a', 'B', 'e'].map((name) => `web/src/ui/a.ts: no file imports '${name}': delete it`),
  },
  {
    about: 'a value that only its own file uses',
    files: { 'tools/a.ts': 'export const a = 1; console.log(a);' },
    complaints: ["tools/a.ts: no file imports 'a': do not export it"],
  },
  {
    about: 'a type that its own file uses stands beside what speaks of it',
    files: { 'tools/a.ts': 'export interface A { b: 1 } export const make = (): A => ({ b: 1 });', 'tools/b.ts': use('make', './a.ts') },
    complaints: [],
  },
  {
    about: 'what is passed on and never taken',
    files: {
      'server/src/alerts/index.ts': "export { a } from './a.ts';",
      'server/src/alerts/a.ts': 'export const a = 1;',
    },
    complaints: ["server/src/alerts/index.ts: no file imports 'a': delete it"],
  },
  {
    about: 'what only a test, a helper of tests or e2e imports',
    files: {
      'contract/src/a.ts': 'export const a = 1; export const b = 2; export const c = 3;',
      'contract/src/a.test.ts': use('a', './a.ts'),
      'server/src/market/testing/bed.ts': use('b', '@tidemark/contract/a.ts'),
      'e2e/journeys/a.spec.ts': use('c', '@tidemark/contract/a.ts'),
    },
    complaints: ['a', 'b', 'c'].map((name) => `contract/src/a.ts: only tests use '${name}': delete it, or move it to testing/`),
  },
  {
    about: 'a test may look at what its file uses itself, and helpers of tests are for tests',
    files: {
      'tools/a.ts': 'export const a = 1; console.log(a);',
      'tools/a.test.ts': `${use('a', './a.ts')} ${use('b', './testing/b.ts')}`,
      'tools/testing/b.ts': 'export const b = 1;',
      'testbed/src/nats.ts': 'export const nats = 1;',
      'e2e/harness/app.ts': 'export const app = 1;',
      'e2e/calls/a.test.ts': `${use('app', '#harness/app.ts')} ${use('nats', '@tidemark/testbed/nats.ts')}`,
    },
    complaints: [],
  },
  {
    about: 'a helper that no test uses',
    files: { 'tools/testing/b.ts': 'export const b = 1;' },
    complaints: ["tools/testing/b.ts: no file imports 'b': delete it"],
  },
  {
    about: 'bench and tools are users',
    files: {
      'server/src/market/a.ts': 'export const a = 1; export const b = 1;',
      'bench/a.ts': use('a', '../server/src/market/a.ts'),
      'tools/a.ts': use('b', '../server/src/market/a.ts'),
    },
    complaints: [],
  },
  {
    about: 'what is loaded lazily, as a whole, by pattern or as a type is used',
    files: {
      'web/src/ui/a.ts': 'export const a = 1;',
      'web/src/ui/b.ts': 'export const b = 1;',
      'web/src/ui/lists/c.ts': 'export const c = 1;',
      'web/src/ui/d.ts': 'export type D = 1;',
      'web/src/root.tsx':
        "import * as b from '#ui/b.ts'; const d: import('#ui/d.ts').D = 1; console.log(import('#ui/a.ts'), b, d, " +
        "import.meta.glob('./ui/lists/*.ts'));",
    },
    complaints: [],
  },
  {
    about: 'what the framework, drizzle-kit and configurations take is used; the rest of a route is not',
    files: {
      'web/src/screens/spot/index.tsx': 'export const loader = 1; export const meta = 1; export default 1; export const extra = 1;',
      'web/src/screens/spot/table.tsx': 'export const meta = 1;',
      'web/src/routes.ts': 'export default [];',
      'web/vite.config.ts': 'export default {};',
      'server/src/alerts/tables.ts': 'export const alert = 1;',
    },
    complaints: [
      "web/src/screens/spot/index.tsx: no file imports 'extra': delete it",
      "web/src/screens/spot/table.tsx: no file imports 'meta': delete it",
    ],
  },
  {
    about: 'a dependency that its package never names, be it of another package',
    files: {
      'package.json': '{ "devDependencies": { "linter": "1" } }',
      'server/package.json': '{ "dependencies": { "fastify": "1", "left-pad": "1" }, "optionalDependencies": { "@engines/linux": "1" } }',
      'web/package.json': '{ "dependencies": { "fastify": "1" }, "devDependencies": { "@types/left-pad": "1" } }',
      'server/src/main.ts': "import 'fastify';",
      'tools/a.ts': "// linter\nimport 'node:fs';",
    },
    complaints: [
      "package.json: nothing here uses 'linter': remove it",
      "server/package.json: nothing here uses 'left-pad': remove it",
      "server/package.json: nothing here uses '@engines/linux': remove it",
      "web/package.json: nothing here uses 'fastify': remove it",
      "web/package.json: nothing here uses '@types/left-pad': remove it",
    ],
  },
  {
    about: 'a dependency is named by an import, a style, a path, the beginning of its name, a tool, its types or another library',
    files: {
      'package.json': '{ "devDependencies": { "linter": "1", "@types/node": "1" } }',
      'web/package.json':
        '{ "dependencies": { "react": "1", "icons": "1", "styles": "1", "socket": "1", "faster-socket": "1" }, ' +
        '"devDependencies": { "@types/react": "1" }, "optionalDependencies": { "@engines/linux": "1" } }',
      'web/src/root.tsx':
        "import 'react/jsx'; import 'socket'; import 'node:fs'; const path = 'icons/all.json'; " +
        'console.log(path, import(`@engines/${process.platform}`));',
      'web/src/styles/index.css': "@import 'styles';",
      'tools/a.ts': "console.log('linter/bin/linter');",
      'node_modules/socket/package.json': '{ "peerDependencies": { "faster-socket": "1" } }',
    },
    complaints: [],
  },
];

for (const { about, files, complaints } of cases) {
  test(`${about}: ${complaints.length === 0 ? 'right' : 'refused'}`, (t) => {
    assert.deepEqual(linesOf(check(plantTree(t, files))), complaints);
  });
}
