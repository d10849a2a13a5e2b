// The dashboard and the rules in deploy/ against a running app: no panel and no rule may name a figure that nobody tells.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sharedAppUrl } from '#harness/app.ts';

const read = (name: string): string => readFileSync(fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url)), 'utf8');

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const panels = (): readonly Panel[] => JSON.parse(read('dashboard.json')).panels;
const queriesOfDashboard = (): readonly string[] => panels().flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const queriesOfRules = (): readonly string[] => [...read('alert-rules.yaml').matchAll(/^\s+expr: (.+)$/gm)].map(([, expr]) => expr!);

const functions = new Set(['sum', 'max', 'min', 'rate', 'increase', 'histogram_quantile', 'by']);

/** What is left of a query without its labels, strings and functions. */
const figuresIn = (query: string): readonly string[] =>
  (
    query
      .replace(/\{[^}]*\}/g, '')
      .replace(/\bby \([^)]*\)/g, '')
      .replace(/\[[^\]]*\]/g, '')
      .match(/[a-z][a-z0-9_]*/g) ?? []
  ).filter((word) => !functions.has(word));

/** A histogram is told in three figures. */
const metricsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );

test('every figure that a panel or a rule names is told by a running app', async () => {
  const published = metricsIn(await (await fetch(`${sharedAppUrl()}/metrics`)).text());
  const named = new Set([...queriesOfDashboard(), ...queriesOfRules()].flatMap(figuresIn));
  assert.ok(named.size > 25, `only ${named.size} figures were found in the files`);
  assert.deepEqual(
    [...named].filter((figure) => !published.has(figure)),
    [],
  );
});

test('a figure that nobody tells would be found', () => {
  assert.deepEqual(figuresIn('histogram_quantile(0.9, sum by (le, x) (rate(made_up_seconds_bucket{a="b c"}[5m]))) > 2'), [
    'made_up_seconds_bucket',
  ]);
});

test('every rule has a sentence and a severity, and every panel a question', () => {
  const rules = read('alert-rules.yaml').split(/^\s+- alert: /m);
  for (const rule of rules.slice(1)) {
    assert.match(rule, /summary: '[A-Z{].+\.'/, rule);
    assert.match(rule, /severity: (?:page|ticket)/, rule);
  }
  for (const { title, targets } of panels()) assert.ok(targets === undefined || targets.length > 0, title);
});
