// How countries treat crypto. Owns the facts (facts.json beside this file, and what the operator's own file adds or
// replaces) and says them in the reader's language. Promises: every entry names its source and the day it was checked, and
// no fact is told that is not in the files. Files are read at start; facts in the settings change with them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { contentCalls } from '@tidemark/contract/content.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Handlers, Output } from '@tidemark/contract/wire.ts';
import type { Log } from '#platform/log.ts';
import type { Words } from '#words/index.ts';
import { parseFacts, type CountryFacts, type ParsedFacts } from './parse-facts.ts';
import { createTeller } from './tell.ts';

export interface PoliciesDeps {
  readonly words: Words;
  readonly log: Log;
  /** The operator's own facts: replaces what we say of a country, or adds one. null = ours alone. */
  readonly file: string | null;
  /** The facts in the settings, over both; the same object until it is another list. null = none. */
  readonly written?: () => unknown;
}

type PolicyCalls = Pick<typeof contentCalls, 'getCurrentModel'>;
type Model = Output<PolicyCalls['getCurrentModel']>;

const ownFile = fileURLToPath(new URL('./facts.json', import.meta.url));

export function createPolicies({ words, log, file, written = () => null }: PoliciesDeps): { readonly calls: Handlers<PolicyCalls> } {
  const read = new Map<string, CountryFacts>();
  for (const path of file === null ? [ownFile] : [ownFile, file]) {
    const { facts, problems } = readFacts(path);
    for (const problem of problems) log.error({ path, problem }, 'a fact about crypto policy is left out');
    for (const entry of facts) read.set(entry.country, entry);
  }
  let told: { readonly by: unknown; readonly modelIn: (locale: Locale) => Model } | null = null;
  const modelIn = (locale: Locale): Model => {
    const by = written();
    if (told?.by !== by || !told)
      told = {
        by,
        modelIn: createModels(words, new Map([...read, ...parseFacts(by ?? []).facts.map((own) => [own.country, own] as const)])),
      };
    return told.modelIn(locale);
  };

  return {
    calls: {
      getCurrentModel({ locale }, { country }) {
        const model = modelIn(locale);
        return country === undefined ? model : { ...model, policies: model.policies.filter((policy) => policy.country === country) };
      },
    },
  };
}

/** What is wrong with a list of facts; null: nothing. */
export const policyProblem = (value: unknown): string | null => parseFacts(value).problems[0] ?? null;

/** An answer is made once per language and kept. */
function createModels(words: Words, facts: ReadonlyMap<string, CountryFacts>): (locale: Locale) => Model {
  const modelId = createHash('sha256')
    .update(JSON.stringify([...facts]))
    .digest('hex')
    .slice(0, 16);
  const updatedAt = Math.max(0, ...[...facts.values()].map(({ checkedAt }) => checkedAt));

  const kept = new Map<Locale, Model>();
  return (locale) => {
    let model = kept.get(locale);
    if (!model) {
      const tell = createTeller(locale, words);
      const byName = new Intl.Collator([languageOf(locale).tag, 'en']);
      const policies = [...facts.values()]
        .map((own) => tell(own, own.bloc ? (facts.get(own.bloc) ?? null) : null))
        .sort((a, b) => byName.compare(a.name, b.name));
      kept.set(locale, (model = { modelId, updatedAt, policies }));
    }
    return model;
  };
}

function readFacts(path: string): ParsedFacts {
  try {
    return parseFacts(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    return { facts: [], problems: [error instanceof Error ? error.message : String(error)] };
  }
}
