// What the tests need of the system beside npm's packages. Where this process is root and apt-get is there, what is
// missing is installed from Debian's packages; everywhere else it is told loudly, and in CI it is a failure.
import { spawn, spawnSync } from 'node:child_process';
import { findWholeChromium } from './chromium.ts';
import { findPostgres, findProgram } from './find-program.ts';

export interface SystemPart {
  readonly name: string;
  readonly debianPackages: readonly string[];
  /** A package that is good to have too, where the system knows it, and the program that it brings. */
  readonly wished?: string;
  readonly isThere: () => boolean;
  /** The tests that do not run without it. */
  readonly without: string;
}

const hasFontFor = (language: string): boolean => {
  const list = findProgram('fc-list');
  return list !== null && spawnSync(list, [`:lang=${language}`], { encoding: 'utf8' }).stdout.trim() !== '';
};

export const chromium: SystemPart = {
  name: 'chromium',
  debianPackages: ['chromium'],
  wished: 'chromium-headless-shell',
  isThere: () => findWholeChromium() !== null,
  without: 'the journeys in the browser',
};
export const fonts: SystemPart = {
  name: 'fonts for Arabic and Chinese',
  debianPackages: ['fontconfig', 'fonts-noto-core', 'fonts-noto-cjk'],
  isThere: () => hasFontFor('ar') && hasFontFor('zh-cn'),
  without: 'the look of Arabic and Chinese pages',
};
export const natsServer: SystemPart = {
  name: 'nats-server',
  debianPackages: ['nats-server'],
  isThere: () => findProgram('nats-server') !== null,
  without: 'the NATS bus and the split into several processes',
};
export const nginx: SystemPart = {
  name: 'nginx',
  debianPackages: ['nginx'],
  isThere: () => findProgram('nginx') !== null,
  without: 'a cache in front of the site',
};
export const promtool: SystemPart = {
  name: 'promtool',
  debianPackages: ['prometheus'],
  isThere: () => findProgram('promtool') !== null,
  without: 'the alert rules and the scrape configuration of Prometheus',
};
export const postgres: SystemPart = {
  name: 'postgresql',
  debianPackages: ['postgresql'],
  isThere: () => findPostgres() !== null,
  without: 'the external Postgres',
};

const stillThereMs = 15_000;

/** Says nothing while it goes well, but for a word now and then; all that it printed when it fails. */
export const runQuietly = (
  command: string,
  args: readonly string[],
  say: (line: string) => void,
  everyMs = stillThereMs,
): Promise<boolean> => {
  // RUNLEVEL=1 keeps the packages from starting their own servers: the tests start theirs.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const startedAt = Date.now();
  let tail = '';
  const hear = (chunk: Buffer): void => void (tail = (tail + chunk.toString()).slice(-4000));
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const patience = setInterval(
    () => say(`  still at it after ${Math.round((Date.now() - startedAt) / 1000)} s: ${tail.trimEnd().split('\n').at(-1) ?? ''}`),
    everyMs,
  );
  return new Promise((resolve) => {
    const end = (isDone: boolean, lastWords: string): void => {
      clearInterval(patience);
      if (!isDone) say(lastWords);
      resolve(isDone);
    };
    child.on('error', (error) => end(false, `  ${command}: ${error.message}`));
    child.on('close', (code) => end(code === 0, tail));
  });
};

export type Install = (packages: readonly string[], say: (line: string) => void, wished: readonly string[]) => Promise<void>;

const isKnownToApt = (name: string): boolean => spawnSync('apt-cache', ['show', name]).status === 0;

const installWithApt: Install = async (packages, say, wished) => {
  // For what is only wished the lists are not fetched anew: where it can be had they mostly name it already.
  if (packages.length > 0 && !(await runQuietly('apt-get', ['update'], say))) return;
  const all = [...packages, ...wished.filter(isKnownToApt)];
  if (all.length > 0) await runQuietly('apt-get', ['install', '--yes', '--no-install-recommends', ...all], say);
};

/** Null where this process may not install, or knows no way to. */
const systemInstall = (): Install | null => (process.getuid?.() === 0 && findProgram('apt-get') !== null ? installWithApt : null);

/** Installs what is missing where it may, and answers with the parts that are missing still. */
export const ensureParts = async (
  parts: readonly SystemPart[],
  say: (line: string) => void,
  install: Install | null = systemInstall(),
): Promise<readonly SystemPart[]> => {
  const missing = parts.filter((part) => !part.isThere());
  const wished = parts.flatMap((part) => part.wished ?? []).filter((name) => findProgram(name) === null);
  if (install === null || (missing.length === 0 && wished.length === 0)) return missing;
  const packages = missing.flatMap((part) => part.debianPackages);
  if (packages.length > 0) say(`Installing ${packages.join(', ')} from the system's packages`);
  await install(packages, say, wished);
  return missing.filter((part) => !part.isThere());
};
