// Builds the web pages when a source of theirs changed. The stamp is taken away first and written last, so a build
// that failed or was killed is done again.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tryFileLock } from '../server/src/platform/db/file-lock.ts';
import { precompress } from './precompress.ts';
import { rootDir, seconds } from './run-command.ts';
import { isTest } from './source-tree.ts';

/** Everything whose change makes the build old. */
const sources = [
  'web',
  'contract/src',
  'locales',
  'source/src/coins',
  'server/src/market/catalog',
  'package-lock.json',
  'tools/build.ts',
  'tools/precompress.ts',
];
const notSources = new Set(['node_modules', 'build', '.react-router']);

interface Step {
  readonly name: string;
  run(root: string): Promise<void>;
}

const clientDir = (root: string) => join(root, 'web/build/client');

const productSteps: readonly Step[] = [
  {
    name: 'Building the pages',
    run: (root) => runInWeb(root, '@react-router/dev', 'bin.cjs', ['build']),
  },
  {
    // After the pages, whose build empties the folder.
    name: 'Building the console',
    run: (root) => runInWeb(root, 'vite', 'bin/vite.js', ['build', '--config', 'operator/vite.config.ts', '--logLevel', 'error']),
  },
  {
    name: 'Writing the coin icons',
    async run(root) {
      const { writeIcons } = await import('../server/src/market/catalog/write-icons.ts');
      await writeIcons(join(clientDir(root), 'assets/coins'));
    },
  },
  { name: 'Compressing the files', run: (root) => precompress(clientDir(root)) },
];

interface BuildOptions {
  readonly force?: boolean;
  readonly say?: (line: string) => void;
  readonly root?: string;
  readonly steps?: readonly Step[];
}

/** Safe to call from several processes at once: one builds, the others wait. */
export async function buildIfNeeded({
  force = false,
  say = console.log,
  root = rootDir,
  steps = productSteps,
}: BuildOptions = {}): Promise<void> {
  const stampFile = join(root, 'web/build/.stamp');
  const isCurrent = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources(root);
  if (!force && isCurrent()) return;
  const unlock = await lockBuild(root, say);
  try {
    if (!force && isCurrent()) return;
    const begin = performance.now();
    // Read before building: an edit meanwhile leads to another build next time.
    const hash = hashSources(root);
    rmSync(stampFile, { force: true });
    for (const step of steps) {
      say(step.name);
      await step.run(root);
    }
    mkdirSync(dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, hash);
    say(`Built in ${seconds(begin)}`);
  } finally {
    unlock();
  }
}

function hashSources(root: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (!existsSync(join(root, path))) return;
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).toSorted()) if (!notSources.has(name) && !isTest(name)) add(`${path}/${name}`);
    } else {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\0${content.length}\0`).update(content);
    }
  };
  sources.forEach(add);
  return hash.digest('hex');
}

async function lockBuild(root: string, say: (line: string) => void): Promise<() => void> {
  const lockFile = join(root, 'node_modules/.cache/web-build.lock'); // not in web/build, which React Router removes
  mkdirSync(dirname(lockFile), { recursive: true });
  for (let attempt = 0; ; attempt++) {
    const unlock = tryFileLock(lockFile);
    if (unlock) return unlock;
    if (attempt === 0) say('Waiting for another process that is building');
    await delay(200);
  }
}

// A builder whose parent is gone, killed or not, must not write into the folder of the next build: it ends when the
// channel to its parent does.
const endWithParent = 'data:text/javascript,process.once("disconnect",()=>process.exit(1));process.channel.unref()';

function runInWeb(root: string, library: string, file: string, args: readonly string[]): Promise<void> {
  const webDir = join(root, 'web');
  const program = join(dirname(createRequire(join(webDir, 'package.json')).resolve(`${library}/package.json`)), file);
  const child = spawn(process.execPath, ['--import', endWithParent, program, ...args], {
    cwd: webDir,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The pages could not be built:\n${output.trim()}`));
    });
  });
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  try {
    await buildIfNeeded({ force: true });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
