// The dashboard and the rules in deploy/ against a running app: no panel and no rule may name a figure, a label or a value of one that
// nobody tells. What is told is what stands in the answer to a scrape, not what is announced there.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { calls } from '@tidemark/contract/calls.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { until } from '@tidemark/testbed/until.ts';
import { startApp, type App } from '#harness/app.ts';
import { samples as inputs } from './samples.ts';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const panels = (): readonly Panel[] => JSON.parse(read('dashboard.json')).panels;
const queriesOfDashboard = (): readonly string[] => panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const queriesOfRules = (): readonly string[] => [...read('alert-rules.yaml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expr]) => expr!);

interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
}
/** Given by Prometheus and not by us. */
const ofPrometheus = ['instance'];
const labelPattern = /(\w+)(=~|!=|!~|=)"((?:[^"\\]|\\.)*)"/g;

const samplesIn = (text: string): readonly Sample[] =>
  [...text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)].map(([, name = '', labels = '']) => ({
    name,
    labels: new Map([...labels.matchAll(labelPattern)].map(([, label = '', , value = '']) => [label, value])),
  }));

interface Asked {
  readonly name: string;
  /** That every sample must have, of Prometheus' own or of ours. */
  readonly by: readonly string[];
  readonly matchers: readonly { readonly label: string; readonly how: string; readonly value: string }[];
}
const functions = new Set(['sum', 'max', 'min', 'rate', 'increase', 'histogram_quantile', 'by', 'and', 'or', 'unless']);

/** The figures of a query with the labels that are asked of them. */
function askedIn(query: string): readonly Asked[] {
  const by = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
  const bare = query.replace(/\bby \([^)]*\)/g, '').replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/([a-z][a-z0-9_]*)(?:\{([^}]*)\})?/g)]
    .filter(([, name = '']) => !functions.has(name))
    .map(([, name = '', inside = '']) => ({
      name,
      by,
      matchers: [...inside.matchAll(labelPattern)].map(([, label = '', how = '', value = '']) => ({ label, how, value })),
    }));
}

const isMatch = ({ labels }: Sample, { label, how, value }: Asked['matchers'][number]): boolean => {
  const own = labels.get(label);
  if (own === undefined) return false;
  const isSame = how.endsWith('~') ? new RegExp(`^(?:${value})$`).test(own) : own === value;
  return isSame !== how.startsWith('!');
};
/** null: it is told. */
function missing({ name, by, matchers }: Asked, samples: readonly Sample[]): string | null {
  const found = samples.filter((sample) => sample.name === name);
  if (found.length === 0) return `${name}: no sample`;
  for (const label of by)
    if (!ofPrometheus.includes(label) && !found.some(({ labels }) => labels.has(label))) return `${name}: no label ${label}`;
  // A code that no call was answered with yet is told by none of them; the label is there, and the code is one of the contract.
  for (const { label } of matchers) if (!found.some(({ labels }) => labels.has(label))) return `${name}: no label ${label}`;
  for (const matcher of matchers)
    if (matcher.label !== 'code' && !found.some((sample) => isMatch(sample, matcher)))
      return `${name}: no ${matcher.label} ${matcher.value}`;
  return null;
}

const folder = mkdtempSync(join(tmpdir(), 'dashboards-'));
let app: App;
before(async () => void (app = await startApp({ env: { BACKUP_DIR: folder, TRUST_PROXY: '1' } })));
after(async () => {
  await app?.stop();
  rmSync(folder, { recursive: true, force: true });
});
const post = (path: string, body: unknown) =>
  fetch(app.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const scrape = async () => samplesIn(await (await fetch(`${app.url}/metrics`)).text());

test('every figure that a panel or a rule names is told by a running app, with the labels that are asked of it', async () => {
  // What is counted by who came: a page, a refusal before a call, the measures of a visitor.
  await fetch(`${app.url}/markets/spot`);
  await post(`${apiPrefix}/no/such/call`, {});
  await post(apiPrefix + calls.pageVitals.path, inputs.pageVitals.good[0]);
  await post(apiPrefix + calls.register.path, { email: `${randomUUID()}@people.example`, password: 'seven blue lanterns over 3 canals' });
  const asked = [...queriesOfDashboard(), ...queriesOfRules()].flatMap(askedIn);
  assert.ok(new Set(asked.map(({ name }) => name)).size > 25, 'figures were found in the files');
  let gone: readonly string[] = [];
  const look = async () => {
    const samples = await scrape();
    gone = asked.flatMap((one) => missing(one, samples) ?? []);
    return gone.length === 0;
  };
  // Some are told by a job of some seconds.
  await until('every figure', look, { everyMs: 500, why: () => gone });
});

test('a figure, a label or a value that nobody tells would be found', () => {
  const samples = samplesIn('# TYPE a counter\na_total{x="1",y="b c"} 3\n# TYPE announced_total counter\n');
  const gone = (query: string) => askedIn(query).flatMap((one) => missing(one, samples) ?? []);
  assert.deepEqual(gone('histogram_quantile(0.9, sum by (le, x) (rate(made_up_seconds_bucket{a="b c"}[5m]))) > 2'), [
    'made_up_seconds_bucket: no sample',
  ]);
  assert.deepEqual(gone('sum by (x) (rate(a_total{y="b c"}[5m]))'), []);
  assert.deepEqual(gone('sum(announced_total)'), ['announced_total: no sample']);
  assert.deepEqual(gone('sum by (z) (a_total)'), ['a_total: no label z']);
  assert.deepEqual(gone('a_total{y=~"d|e"}'), ['a_total: no y d|e']);
  assert.deepEqual(gone('a_total{z="1"}'), ['a_total: no label z']);
});

test('every rule has a sentence and a severity, and every panel a question', () => {
  const rules = read('alert-rules.yaml').split(/^\s+- alert: /m);
  for (const rule of rules.slice(1)) {
    assert.match(rule, /summary: '[A-Z{].+\.'/, rule);
    assert.match(rule, /severity: (?:page|ticket)/, rule);
  }
  for (const { title, targets } of panels()) assert.ok(targets === undefined || targets.length > 0, title);
});
