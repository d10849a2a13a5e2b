// `npm run dev` in a small tree with a program of three lines: the script of package.json and tools/dev.ts are the real ones.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../testbed/src/until.ts';
import { plantTree } from './testing/plant-tree.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('a change of the server restarts it', async (t) => {
  const rootDir = plantTree(t, {
    'package.json': '{ "type": "module" }',
    'tools/dev.ts': read('./dev.ts'),
    'server/src/market/catalog/write-icons.ts': 'export const writeIcons = async (): Promise<void> => {};',
    'server/src/words.ts': "export const word = 'first';",
    'contract/src/a.ts': '',
    'source/src/a.ts': '',
    'simulator/src/a.ts': '',
    'node_modules/.vite-temp/a.ts': '',
    'server/src/main.ts':
      // As Vite does with its settings, at every start: written, imported, removed.
      "import { rmSync, writeFileSync } from 'node:fs'; const made = new URL('../../node_modules/.vite-temp/' + process.pid + '.mjs', " +
      "import.meta.url); writeFileSync(made, ''); await import(made.href); setTimeout(() => rmSync(made), 300); " +
      "setTimeout(() => console.log('settled', word), 1_500); " +
      "import { word } from './words.ts'; process.on('SIGTERM', () => { console.log('stopped', word); process.exit(0); }); " +
      "console.log('started', word, process.env.NODE_ENV); setInterval(() => {}, 1_000);",
  });
  const { scripts } = JSON.parse(read('../package.json')) as { scripts: { dev: string } };
  const args = scripts.dev.replace('node tools/run.mjs ', '').split(' ');
  const dev = spawn(process.execPath, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => dev.kill('SIGKILL'));
  let output = '';
  dev.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const says = (text: string) => until(`it says ${text}`, () => output.includes(text), { why: () => output });

  await says('started first development');
  await says('settled first');
  assert.doesNotMatch(output, /stopped/, 'what a start itself writes and removes does not restart it');
  // Written until it is noticed: the watch on a file begins a moment after the file was read.
  await until('the change is noticed', () => output.includes('stopped first'), {
    everyMs: 1_000,
    between: () => writeFileSync(join(rootDir, 'server/src/words.ts'), "export const word = 'second';"),
  });
  await says('started second development');

  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  await ended;
  assert.match(output, /stopped second/, 'the program is told too when all of it ends');
});
