// What is wrong with an input, for a person: the first wrong field and why, in the caller's language.
// The words are locales/<locale>/input.json.
import * as v from 'valibot';
import type { Words, WordValues } from '#words/index.ts';

type Issue = v.BaseIssue<unknown>;

const reasonByType: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'yesNo',
  array: 'list',
  tuple: 'list',
  object: 'object',
  strict_object: 'object',
  loose_object: 'object',
  record: 'object',
  picklist: 'choice',
  literal: 'choice',
  enum: 'choice',
  variant: 'choice',
  min_length: 'tooShort',
  non_empty: 'empty',
  max_length: 'tooLong',
  max_bytes: 'tooLong',
  min_value: 'tooSmall',
  max_value: 'tooLarge',
  integer: 'whole',
  safe_integer: 'whole',
  finite: 'number',
};

const limited = new Set(['tooShort', 'tooLong', 'tooSmall', 'tooLarge']);
const choicesShown = 12;

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number';

function reasonOf(issue: Issue): { key: string; values: WordValues } {
  if (issue.kind === 'schema' && issue.received === 'undefined') return { key: 'missing', values: {} };
  if (issue.expected === 'never') return { key: 'unknown', values: {} };
  const key = reasonByType[issue.type] ?? 'wrong';
  if (limited.has(key))
    return isPlain(issue.requirement) ? { key, values: { limit: String(issue.requirement) } } : { key: 'wrong', values: {} };
  if (key !== 'choice') return { key, values: {} };
  const choices = (issue.expected ?? '').replace(/^\(|\)$/g, '').split(' | ');
  const shown = choices.slice(0, choicesShown).join(', ') + (choices.length > choicesShown ? ', …' : '');
  return { key, values: { choices: shown } };
}

const depth = (issue: Issue) => issue.path?.length ?? 0;

/** A union says only that no branch fitted; the branch that got furthest, or else the first, names the expected value. */
function sharpest(issue: Issue): Issue {
  if (issue.type !== 'union' || !issue.issues) return issue;
  const inner = issue.issues.reduce<Issue>((best, one) => (depth(one) > depth(best) ? one : best), issue.issues[0]);
  return sharpest({ ...inner, path: [...(issue.path ?? []), ...(inner.path ?? [])] } as Issue);
}

export function explainIssues(issues: readonly [Issue, ...Issue[]], words: Words, locale: string): WordValues {
  const issue = sharpest(issues[0]);
  const { key, values } = reasonOf(issue);
  return { field: v.getDotPath(issue) || words.text(locale, 'input', 'whole-input'), reason: words.text(locale, 'input', key, values) };
}
