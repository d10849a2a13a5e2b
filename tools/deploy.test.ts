// What is written for those who run it, against the tree: a name that changed here is wrong there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { roles } from '../server/src/assembly/config.ts';
import { findProgram } from './find-program.ts';
import { readImageSteps } from './image-steps.ts';
import { rootDir } from './run-command.ts';

const read = (path: string) => readFileSync(join(rootDir, path), 'utf8');
const named = (text: string, pattern: RegExp): Set<string> => new Set([...text.matchAll(pattern)].map((match) => match[1]!));

test('the image has every package before the install, and starts what is there', () => {
  const dockerfile = read('deploy/Dockerfile');
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  assert.deepEqual([...named(dockerfile, /^COPY (\S+)\/package\.json /gm)].sort(), workspaces.toSorted());
  for (const tool of named(dockerfile, /(tools\/[\w-]+\.ts)/g)) assert.ok(existsSync(join(rootDir, tool)), tool);
  assert.match(dockerfile.split(/^FROM /m).at(-1)!, /^USER tidemark$/m, 'the last stage does not run as root');
  for (const kept of ['node_modules', '.git', 'data', 'deploy/.env']) assert.ok(read('.dockerignore').includes(kept), kept);
});

test('every step of the image is one that npm run prove-image can do', () => {
  const stages = readImageSteps(read('deploy/Dockerfile'));
  assert.deepEqual(
    stages.map(({ name, base }) => [name, base]),
    [
      ['build', 'node:24-bookworm-slim'],
      ['run', 'debian:bookworm-slim'],
    ],
  );
  const [build, run] = stages.map(({ steps }) => steps);
  assert.deepEqual(build![1], { kind: 'copy', from: null, what: ['package.json', 'package-lock.json'], to: './' });
  assert.deepEqual(
    run!.map(({ kind }) => kind),
    ['run', 'copy', 'workdir', 'user', 'env', 'healthcheck', 'entrypoint', 'cmd'],
  );
  assert.deepEqual(run!.at(-1), { kind: 'cmd', command: ['tools/start.ts'] });
  assert.throws(() => readImageSteps('FROM debian AS one\nVOLUME /data\n'), /not known: VOLUME/);
});

const promtool = findProgram('promtool');
test(
  'Prometheus takes the rules and its configuration',
  { skip: promtool === null && 'this system cannot: run promtool (Debian: prometheus)' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'promtool-'));
    try {
      // The token is a secret of the container, and promtool looks for it.
      writeFileSync(join(folder, 'metrics-token'), 'token');
      writeFileSync(join(folder, 'alert-rules.yaml'), read('deploy/alert-rules.yaml'));
      writeFileSync(
        join(folder, 'prometheus.yaml'),
        read('deploy/prometheus.yaml').replace('/run/secrets/metrics-token', join(folder, 'metrics-token')),
      );
      const { status, stdout, stderr } = spawnSync(promtool!, ['check', 'config', join(folder, 'prometheus.yaml')], { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
      assert.match(stdout, /1[0-9] rules found/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('compose: two of each role, read-only, found by Prometheus; every setting is one of ours', () => {
  const compose = read('deploy/compose.yaml');
  const services = named(compose, /^ {2}([a-z]+-\d):/gm);
  assert.deepEqual([...services].sort(), roles.flatMap((role) => [`${role}-1`, `${role}-2`]).sort());
  const targets = named(read('deploy/prometheus.yaml'), /^ {10}- (\S+):\d+$/gm);
  assert.deepEqual([...targets].sort(), [...services].sort());
  assert.match(compose, /^ {2}read_only: true$/m);
  const settings = read('docs/settings.md');
  const asked = named(compose, /\$\{([A-Z_]+)/g);
  const given = named(read('deploy/.env.example'), /^([A-Z_]+)=/gm);
  assert.deepEqual([...asked].sort(), [...given].sort(), '.env.example names what compose asks for');
  for (const name of named(compose.slice(compose.indexOf('x-settings'), compose.indexOf('services:')), /^ {2}([A-Z_]+):/gm))
    assert.ok(settings.includes(`\`${name}\``), `${name} is a setting`);
});

test('Kubernetes: every role, its probes, its budget, a stop that may drain', () => {
  const manifests = read('deploy/kubernetes.yaml').split(/^---$/m);
  const settings = read('docs/settings.md');
  for (const role of roles) {
    const deployment = manifests.find((one) => one.includes('kind: Deployment') && one.includes(`name: ROLES, value: ${role} }`));
    assert.ok(deployment, role);
    for (const needed of ['readinessProbe', 'livenessProbe', 'startupProbe', 'terminationGracePeriodSeconds: 45', 'runAsNonRoot: true'])
      assert.ok(deployment.includes(needed), `${role}: ${needed}`);
    assert.ok(
      manifests.some((one) => one.includes('PodDisruptionBudget') && one.includes(`name: tidemark-${role} `)),
      role,
    );
  }
  for (const name of named(manifests[0]!, /^ {2}([A-Z_]+?)(?:_FILE)?:/gm)) assert.ok(settings.includes(`\`${name}\``), name);
});
