import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { findChromium, requireWholeChromium } from './chromium.ts';
import { plantTree } from './testing/plant-tree.ts';
import { ensureParts, runQuietly, type Install, type SystemPart } from './system-parts.ts';

const fakeSystem = (...there: string[]) => {
  const installed = new Set(there);
  const calls: (readonly string[])[] = [];
  const part = (name: string): SystemPart => ({
    name,
    debianPackages: [`${name}-package`],
    isThere: () => installed.has(name),
    without: 'nothing',
  });
  const install =
    (works: readonly string[]): Install =>
    async (packages, _, wished) => {
      calls.push([...packages, ...wished]);
      for (const name of works) installed.add(name);
    };
  return { part, install, calls };
};
const silent = (): void => {};
const namesOf = (parts: readonly SystemPart[]): string[] => parts.map(({ name }) => name);

test('what is missing is installed in one go, and what could not be is named', async () => {
  const { part, install, calls } = fakeSystem('bus');
  const missing = await ensureParts(
    [{ ...part('browser'), wished: 'light-browser-package' }, part('bus'), part('database')],
    silent,
    install(['browser']),
  );
  assert.deepEqual(calls, [['browser-package', 'database-package', 'light-browser-package']]);
  assert.deepEqual(namesOf(missing), ['database']);
});

test('a lighter program that is only wished for is installed where the heavy one is there already', async () => {
  const { part, install, calls } = fakeSystem('browser');
  assert.deepEqual(await ensureParts([{ ...part('browser'), wished: 'light-browser-package' }], silent, install([])), []);
  assert.deepEqual(calls, [['light-browser-package']]);
  calls.length = 0;
  assert.deepEqual(await ensureParts([{ ...part('browser'), wished: 'sh' }], silent, install([])), []);
  assert.deepEqual(calls, [], 'it is there');
});

test('nothing is installed when all is there, or where nothing may be', async () => {
  const { part, install, calls } = fakeSystem('bus');
  assert.deepEqual(await ensureParts([part('bus')], silent, install([])), []);
  assert.deepEqual(namesOf(await ensureParts([part('browser')], silent, null)), ['browser']);
  assert.deepEqual(calls, []);
});

test('an installer is heard only when it fails, or when it takes long', async () => {
  const said: string[] = [];
  const node = (script: string, everyMs?: number) => runQuietly(process.execPath, ['-e', script], (line) => said.push(line), everyMs);
  assert.equal(await node('console.log("Get:1 chromium"); console.error("Setting up")'), true);
  assert.equal(said.length, 0);
  assert.equal(await node('console.log("Unpacking chromium"); setTimeout(() => {}, 1500)', 200), true);
  assert.match(said[0]!, /^ {2}still at it after \d+ s: /);
  assert.ok(said.some((line) => line.endsWith(': Unpacking chromium')));
  said.length = 0;
  assert.equal(await node('console.log("Reading lists"); console.error("E: no such package"); process.exit(100)'), false);
  assert.match(said.join('\n'), /Reading lists\n[\s\S]*E: no such package/);
  assert.equal(await runQuietly('/nonexistent/apt-get', [], (line) => said.push(line)), false);
});

const withEnv = (t: TestContext, values: Record<string, string | undefined>): void => {
  for (const [name, value] of Object.entries(values)) {
    const before = process.env[name];
    t.after(() => (before === undefined ? delete process.env[name] : (process.env[name] = before)));
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};

test('the browser is the one that CHROMIUM names, else the lightest on PATH, to measure the one people have; never a broken file', (t) => {
  const folder = plantTree(t, { chromium: '#!/bin/sh\n', 'chromium-headless-shell': '#!/bin/sh\n', mine: '#!/bin/sh\n', 'no-program': '' });
  for (const name of ['chromium', 'chromium-headless-shell', 'mine']) chmodSync(join(folder, name), 0o755);
  withEnv(t, { PATH: folder, CHROMIUM: undefined });
  assert.equal(findChromium(), join(folder, 'chromium-headless-shell'));
  assert.equal(requireWholeChromium(), join(folder, 'chromium'));
  withEnv(t, { CHROMIUM: join(folder, 'mine') });
  assert.equal(findChromium(), join(folder, 'mine'));
  withEnv(t, { CHROMIUM: join(folder, 'no-program') });
  assert.equal(findChromium(), null);
});
