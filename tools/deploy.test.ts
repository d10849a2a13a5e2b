// The files and documents for operators, against the tree: a name that changed here is wrong there.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseYAML } from 'confbox/yaml';
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

interface Service {
  readonly image?: string;
  readonly build?: unknown;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: readonly string[];
  readonly healthcheck?: unknown;
  readonly read_only?: boolean;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** What `<<` names is put where it stands, as Compose does it. */
const merged = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': base, ...own } = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, merged(inner)]));
  return { ...(base as object | undefined), ...own };
};

test('compose as it is read: each service has its image, what it waits for is there, what it keeps is declared', () => {
  const { services, volumes } = merged(parseYAML(read('deploy/compose.yaml'))) as Compose;
  assert.ok(Object.keys(services).length > roles.length * 2);
  for (const [name, { image, environment, depends_on: needs = [], volumes: kept = [], read_only: isReadOnly }] of Object.entries(
    services,
  )) {
    assert.ok(image, `${name} has an image`);
    for (const [needed, { condition }] of Array.isArray(needs)
      ? needs.map((one) => [one, { condition: '' }] as const)
      : Object.entries(needs)) {
      assert.ok(services[needed], `${name} waits for ${needed}`);
      if (condition === 'service_healthy') assert.ok(services[needed].healthcheck, `${needed} says whether it is well`);
    }
    for (const [source = '', target] of kept.map((one) => one.split(':'))) {
      assert.ok(target, `${name}: ${source} has a place`);
      assert.ok(
        source.startsWith('.') ? existsSync(join(rootDir, 'deploy', source)) : Object.hasOwn(volumes, source),
        `${name}: ${source}`,
      );
    }
    if (image !== 'tidemark') continue;
    assert.equal(isReadOnly, true, name);
    assert.equal(environment?.['NATS_URL'], 'nats://nats:4222', `${name} has the settings of all`);
    if (name !== 'migrate') assert.ok(name.startsWith(`${String(environment?.['ROLES'])}-`), name);
  }
});

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: any;
}
const manifestsOf = (text: string): readonly Manifest[] => text.split(/^---$/m).map((one) => parseYAML<Manifest>(one));

test('Kubernetes as it is read: selectors find their pods, services and probes their ports, secrets their mounts', () => {
  const manifests = manifestsOf(read('deploy/kubernetes.yaml'));
  const places = manifests.map(({ apiVersion, kind, metadata }) => {
    assert.match(
      `${apiVersion} ${kind}`,
      /^(?:v1 (?:ConfigMap|Service)|apps\/v1 Deployment|batch\/v1 Job|policy\/v1 PodDisruptionBudget)$/,
    );
    return `${kind} ${metadata.name}`;
  });
  assert.equal(new Set(places).size, places.length, 'no name twice');
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec);
  const isFound = (labels: object) =>
    deployments.some(({ template }) => Object.entries(labels).every(([key, value]) => template.metadata.labels[key] === value));
  const configs = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
  for (const { selector, template } of deployments) {
    for (const [key, value] of Object.entries(selector.matchLabels)) assert.equal(template.metadata.labels[key], value);
    const volumes = (template.spec.volumes ?? []).map(({ name }: { name: string }) => name);
    for (const { ports, volumeMounts = [], envFrom = [], readinessProbe, livenessProbe, startupProbe } of template.spec.containers) {
      const names = ports.map(({ name }: { name: string }) => name);
      for (const { httpGet } of [readinessProbe, livenessProbe, startupProbe]) assert.ok(names.includes(httpGet.port), httpGet.port);
      for (const { name } of volumeMounts) assert.ok(volumes.includes(name), name);
      for (const { configMapRef } of envFrom) if (configMapRef) assert.ok(configs.includes(configMapRef.name), configMapRef.name);
    }
  }
  for (const { kind, spec } of manifests) {
    if (kind === 'PodDisruptionBudget') assert.ok(isFound(spec.selector.matchLabels));
    if (kind !== 'Service') continue;
    assert.ok(isFound(spec.selector));
    for (const { targetPort } of spec.ports) assert.equal(targetPort, 'http');
  }
});

const kubectl = findProgram('kubectl');
test('kubectl takes the manifests', { skip: kubectl === null && 'this system cannot: run kubectl (Debian: kubernetes-client)' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    writeFileSync(join(folder, 'kubernetes.yaml'), read('deploy/kubernetes.yaml'));
    writeFileSync(join(folder, 'kustomization.yaml'), 'resources: [kubernetes.yaml]\n');
    const { status, stdout, stderr } = spawnSync(kubectl!, ['kustomize', folder], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    assert.equal(manifestsOf(stdout).length, manifestsOf(read('deploy/kubernetes.yaml')).length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the unit of systemd starts the Node that any machine brings with the packages, and can stop in time', () => {
  const unit = read('deploy/tidemark.service');
  const program = /^ExecStart=\/opt\/tidemark\/(\S+)/m.exec(unit)![1]!;
  const { status, stdout } = spawnSync(join(rootDir, program), ['--version'], { encoding: 'utf8' });
  assert.deepEqual([status, stdout.trim()], [0, process.version]);
  assert.doesNotMatch(unit, /x64|arm64/, 'whatever processor it has');
});

const analyze = findProgram('systemd-analyze');
test('systemd takes the unit', { skip: analyze === null && 'this system cannot: run systemd-analyze (Debian: systemd)' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    const file = join(folder, 'tidemark.service');
    writeFileSync(file, read('deploy/tidemark.service').replaceAll('/opt/tidemark', rootDir.replace(/\/$/, '')));
    const { status, stdout, stderr } = spawnSync(analyze!, ['verify', file], { encoding: 'utf8' });
    assert.deepEqual([status, stdout + stderr], [0, '']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the newest version of the changelog is the one of the program, with the day it was released', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(read('CHANGELOG.md'))!;
  assert.equal(newest, version);
});
