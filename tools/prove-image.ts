// npm run prove-image: the steps of deploy/Dockerfile on a bare Debian, where there is no Docker. Each stage is a root file system made by
// debootstrap; the Node and npm of the first base image are those of this machine. Then what came out is started as compose starts it: as
// its user, without capabilities, on a root that may not be written, with a Postgres outside. Takes root, debootstrap, and some minutes.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { createOutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { until } from '@tidemark/testbed/until.ts';
import { findProgram } from './find-program.ts';
import { readImageSteps, type ImageStage, type ImageStep } from './image-steps.ts';
import { rootDir } from './run-command.ts';

type Env = Readonly<Record<string, string>>;

const startedAt = performance.now();
const say = (text: string) => console.log(`${String(Math.round((performance.now() - startedAt) / 1000)).padStart(4)} s  ${text}`);
const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const place = mkdtempSync(join(tmpdir(), 'prove-image-'));
const mounts: string[] = [];

const run = (command: string, args: readonly string[], input?: Buffer): Buffer => {
  try {
    return execFileSync(command, args, { cwd: rootDir, maxBuffer: 1 << 30, ...(input && { input }), stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`${command} failed:\n${String(stdout).slice(-2_000)}${String(stderr).slice(-2_000)}`, { cause: error });
  }
};
const mount = (to: string, ...args: readonly string[]): void => {
  run('mount', [...args, to]);
  mounts.push(to);
};

/** In a root as its user, with nothing of this machine's surroundings. */
const within = (root: string, { env, dir, user }: { env: Env; dir: string; user: string | null }, command: readonly string[]) => {
  const asUser =
    user === null ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
  const values = Object.entries({ PATH: systemPath, HOME: '/tmp', ...env }).map(([name, value]) => `${name}=${value}`);
  return ['chroot', root, ...asUser, 'env', '-i', '-C', dir, ...values, ...command];
};

/** What the first base image brings: Node and npm, and the certificates that this machine trusts. */
function addNode(root: string): Env {
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  const npm = dirname(dirname(realpathSync(findProgram('npm') ?? fail('There is no npm on this machine.'))));
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  run('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm')]);
  const trusted = process.env.NODE_EXTRA_CA_CERTS;
  if (!trusted || !existsSync(trusted)) return {};
  cpSync(trusted, join(root, 'usr/local/share/trusted.pem'));
  return { NODE_EXTRA_CA_CERTS: '/usr/local/share/trusted.pem', npm_config_cafile: '/usr/local/share/trusted.pem' };
}

/** The tree as Docker would be given it: what git knows of, with what is not committed yet. */
function copyTree(root: string, what: readonly string[], to: string): void {
  const files = run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...what]).toString();
  const there = files.split('\0').filter((file) => file !== '' && existsSync(join(rootDir, file)));
  for (const file of there) {
    const isOne = what.length > 0 && what.includes(file);
    const target = join(root, to, isOne ? file.split('/').at(-1)! : file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(rootDir, file), target);
  }
  if (there.length === 0) fail(`COPY finds nothing: ${what.join(' ')}`);
}

interface Made {
  readonly root: string;
  readonly env: Record<string, string>;
  dir: string;
  user: string | null;
  readonly commands: Partial<Record<'healthcheck' | 'entrypoint' | 'cmd', readonly string[]>>;
}

function take(step: ImageStep, made: Made, stages: ReadonlyMap<string, Made>, around: Env): void {
  if (step.kind === 'workdir') {
    made.dir = step.text;
    mkdirSync(join(made.root, step.text), { recursive: true });
  } else if (step.kind === 'user') made.user = idOf(made.root, step.text);
  else if (step.kind === 'env') Object.assign(made.env, step.values);
  else if (step.kind === 'copy') {
    const to = step.to.startsWith('/') ? step.to : join(made.dir, step.to);
    if (step.from === null) return copyTree(made.root, step.what, to);
    run('cp', ['-a', '--no-preserve=ownership', join(stages.get(step.from)!.root, step.what[0]!), join(made.root, to)]);
  } else if (step.kind === 'run') {
    const [command, ...args] = within(made.root, { ...made, env: { ...made.env, ...around } }, ['/bin/sh', '-ec', step.text]);
    run(command!, args);
  } else if ('command' in step) made.commands[step.kind] = step.command;
}

const idOf = (root: string, name: string): string =>
  new RegExp(`^${name}:[^:]*:(\\d+):`, 'm').exec(readFileSync(join(root, 'etc/passwd'), 'utf8'))?.[1] ?? fail(`There is no user ${name}.`);

function build(stage: ImageStage, bare: string, stages: ReadonlyMap<string, Made>): Made {
  const made: Made = { root: join(place, stage.name), env: {}, dir: '/', user: null, commands: {} };
  run('cp', ['-a', bare, made.root]);
  const around = stage.base.startsWith('node:') ? addNode(made.root) : {};
  mount(join(made.root, 'proc'), '-t', 'proc', 'proc');
  for (const step of stage.steps) {
    if (step.kind === 'run') say(`${stage.name}: ${step.text.slice(0, 90)}`);
    take(step, made, stages, around);
  }
  return made;
}

/** Read-only but for /tmp, as compose and Kubernetes run it. */
async function start({ root, env, dir, user, commands }: Made): Promise<void> {
  for (const absent of ['gcc', 'npm', 'make']) if (existsSync(join(root, 'usr/bin', absent))) fail(`${absent} is in the last stage.`);
  if (user === null || user === '0') fail('The last stage runs as root.');
  mount(root, '--bind', root);
  run('mount', ['-o', 'remount,bind,ro', root]);
  mount(join(root, 'tmp'), '-t', 'tmpfs', 'tmpfs');
  const postgres = (await createOutsidePostgres()) ?? fail('There is no Postgres on this machine (Debian: postgresql).');
  try {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const databaseUrl = await postgres.createDatabase('image');
    const settings = {
      ...env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      DRAIN_MS: '500',
      SIM_COINS: '40',
    };
    const entry = commands.entrypoint ?? fail('There is no ENTRYPOINT.');
    const inside = (command: readonly string[]) => within(root, { env: settings, dir, user }, command);
    const [migrate, ...migrateArgs] = inside([...entry, 'tools/migrate.ts']);
    run(migrate!, migrateArgs);
    say('migrated');
    const [command, ...args] = inside([...entry, ...commands.cmd!]);
    const program = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()));
    const ended = new Promise<number | null>((resolve) => program.once('exit', resolve));
    try {
      await until(
        'it is ready',
        async () => {
          if (program.exitCode !== null) fail(`It ended by itself:\n${printed.slice(-2_000)}`);
          return fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
        },
        { everyMs: 250, why: () => printed.slice(-2_000) },
      );
      const [check, ...checkArgs] = inside(commands.healthcheck ?? fail('There is no HEALTHCHECK.'));
      run(check!, checkArgs);
      const page = await fetch(`${url}/markets/spot`);
      if (!page.ok || !(await page.text()).includes('BTC')) fail(`The list of coins is answered with ${page.status}.`);
      say(`it runs as user ${user} on a root that may not be written: ready, healthy, a page is served`);
    } finally {
      program.kill('SIGTERM');
    }
    const code = await ended;
    if (code !== 0) fail(`It ended with ${code} after SIGTERM:\n${printed.slice(-2_000)}`);
    say('it drains and ends with 0 after SIGTERM');
  } finally {
    await postgres.remove();
  }
}

const megabytes = (folder: string): string => run('du', ['-sxm', folder]).toString().split('\t')[0]!;

function fail(text: string): never {
  throw new Error(text);
}

if (process.getuid?.() !== 0 || findProgram('debootstrap') === null) {
  console.error('This takes root and debootstrap (Debian: apt-get install debootstrap).');
  process.exit(1);
}
try {
  const stages = readImageSteps(readFileSync(join(rootDir, 'deploy/Dockerfile'), 'utf8'));
  const bare = join(place, 'bare');
  say('a bare Debian (debootstrap)');
  run('debootstrap', ['--variant=minbase', 'bookworm', bare]);
  cpSync('/etc/resolv.conf', join(bare, 'etc/resolv.conf'));
  const made = new Map<string, Made>();
  for (const stage of stages) made.set(stage.name, build(stage, bare, made));
  const last = made.get(stages.at(-1)!.name)!;
  say(`the last stage: ${megabytes(last.root)} MB, of which Debian ${megabytes(bare)} MB`);
  await start(last);
  say('Every step of deploy/Dockerfile has passed. Not tried: the base images themselves, and a container runtime.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  for (const each of mounts.toReversed()) run('umount', ['-l', each]);
  rmSync(place, { recursive: true, force: true });
}
