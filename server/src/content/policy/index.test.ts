import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { contentCalls } from '@tidemark/contract/content.ts';
import { languages, type Locale } from '@tidemark/contract/locales.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import * as v from 'valibot';
import { createLog } from '#platform/log.ts';
import { createWords } from '#words/index.ts';
import { createPolicies } from './index.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const log = createLog({ level: 'silent' });
const callerIn = (locale: Locale): Caller => ({ userId: null, sessionId: null, locale, requestId: 'r', ip: '', deviceId: null });
const folder = mkdtempSync(join(tmpdir(), 'tidemark-policy-'));
after(() => rmSync(folder, { recursive: true }));

const policiesWith = (file: string | null) => {
  const logged: string[] = [];
  const { calls } = createPolicies({
    words,
    log: { ...log, error: (context: { problem: string }) => void logged.push(context.problem) },
    file,
  });
  return {
    logged,
    ask: (locale: Locale, country?: string) =>
      calls.getCurrentModel(callerIn(locale), { country }) as v.InferOutput<typeof contentCalls.getCurrentModel.output>,
  };
};
const ours = policiesWith(null);

for (const { locale, tag } of languages) {
  test(`${locale}: every country is told in the agreed shape, without a missing word`, () => {
    const model = ours.ask(locale);
    v.parse(contentCalls.getCurrentModel.output, model);
    assert.equal(ours.logged.length, 0);
    const english = ours.ask('en').policies;
    for (const { country, name, title, summary } of model.policies) {
      // A key that has no words is answered as it is.
      assert.doesNotMatch(title + summary, /policy\.|[{}]|undefined/, country);
      assert.ok(title.includes(name) && summary.includes(name), country);
      if (!tag.startsWith('en'))
        assert.notEqual(
          title.replace(name, ''),
          english.find((policy) => policy.country === country)!.title.replace(/^[^:]+/, ''),
          country,
        );
    }
  });
}

test('countries carry the names of the reader’s language and stand in its order', () => {
  const nameIn = (locale: Locale, country: string) => ours.ask(locale, country).policies.map(({ name }) => name);
  assert.deepEqual(
    [nameIn('en', 'JP'), nameIn('zh-CN', 'JP'), nameIn('ar', 'JP'), nameIn('ja', 'JP')],
    [['Japan'], ['日本'], ['اليابان'], ['日本']],
  );
  const names = ours.ask('ar').policies.map(({ name }) => name);
  assert.deepEqual(names, names.toSorted(new Intl.Collator('ar').compare));
});

test('a member follows its bloc and adds its own', () => {
  const [germany] = ours.ask('en', 'DE').policies;
  assert.ok(germany);
  assert.equal(germany.bloc, 'EU');
  assert.deepEqual(
    germany.laws.map(({ name }) => name.match(/MiCA|TFR|KMAG/)?.[0]),
    ['MiCA', 'TFR', 'KMAG'],
  );
  assert.deepEqual([germany.features.licence, germany.features.gainsTax, germany.since], ['licence', 'special', Date.UTC(2024, 11, 30)]);
  assert.match(germany.summary, /Bloc rules also apply: European Union\..*Exchanges need a license\..*special rules\./s);
  assert.ok(!germany.milestones.some(({ name }) => name.includes('2023/1114')), 'what the bloc did stands at the bloc');
});

test('milestones come newest first; an unknown country is an empty answer', () => {
  for (const { country, milestones } of ours.ask('en').policies)
    assert.deepEqual(
      milestones.map(({ on }) => on.at),
      milestones.map(({ on }) => on.at).sort((a, b) => b - a),
      country,
    );
  assert.deepEqual(ours.ask('en', 'ZZ').policies, []);
});

test('an answer is made once per language', () => {
  assert.equal(ours.ask('en'), ours.ask('en'));
  assert.notEqual(ours.ask('ar'), ours.ask('en'));
});

test('the operator’s file replaces a country and adds one; what is wrong in it is told and left out', () => {
  const file = join(folder, 'policy.json');
  const source = { name: 'Authority', link: 'https://authority.example/' };
  writeFileSync(
    file,
    JSON.stringify([
      { country: 'JP', status: 'unclear', checkedAt: '2026-03-01', regulators: ['Authority'], source },
      { country: 'IS', status: 'legal', checkedAt: '2026-03-01', regulators: ['Authority'], source },
      { country: 'FJ', status: 'legal', checkedAt: '2026-03-01', regulators: ['Authority'] },
    ]),
  );
  const { ask, logged } = policiesWith(file);
  assert.equal(ask('en', 'JP').policies[0]?.status, 'unclear');
  assert.equal(ask('en', 'IS').policies[0]?.name, 'Iceland');
  assert.deepEqual(ask('en', 'FJ').policies, []);
  assert.equal(logged.length, 1);
  assert.match(logged[0]!, /^FJ, entry 3: source /);
  assert.equal(ask('en').policies.length, ours.ask('en').policies.length + 1);
  assert.equal(ask('en').updatedAt, Date.UTC(2026, 2, 1));
  assert.notEqual(ask('en').modelId, ours.ask('en').modelId);
});

test('a file that cannot be read is told, and ours stays', () => {
  const { ask, logged } = policiesWith(join(folder, 'nowhere.json'));
  assert.match(logged.join(), /ENOENT/);
  assert.deepEqual(ask('en'), ours.ask('en'));
});
