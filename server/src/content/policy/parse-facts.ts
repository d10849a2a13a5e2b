// The rim for facts about countries, ours and the operator's alike: an entry that says something impossible, or does not
// say where it is from, is told and left out.
import { policyCountry, policyFeatureValues, policyMilestones, policyStatuses, type PolicyDate } from '@tidemark/contract/policy.ts';
import { filled, listOf } from '@tidemark/contract/wire.ts';
import * as v from 'valibot';

/** '2024', '2024-12' or '2024-12-30'; null where the calendar has no such day. */
function parseDate(text: string): PolicyDate | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const at = Date.UTC(Number(year), month ? Number(month) - 1 : 0, day ? Number(day) : 1);
  const isReal = new Date(at).toISOString().startsWith(text);
  return isReal ? { at, precision: day ? 'day' : month ? 'month' : 'year' } : null;
}

const date = v.pipe(
  v.string(),
  v.transform(parseDate),
  v.check((parsed) => parsed !== null, 'is not a date like 2024, 2024-12 or 2024-12-30'),
  v.transform((parsed) => parsed!),
);
const day = v.pipe(
  date,
  v.check(({ precision }) => precision === 'day', 'must name a day'),
  v.transform(({ at }) => at),
);
const link = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.check((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an https address'),
);

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const nameOf = (code: string) => regions.of(code);

const entry = v.pipe(
  v.strictObject({
    country: v.pipe(
      policyCountry,
      v.check((code) => nameOf(code) !== undefined, 'is no ISO country'),
    ),
    bloc: v.optional(policyCountry),
    status: v.picklist(policyStatuses),
    since: v.optional(date),
    checkedAt: day,
    laws: v.optional(listOf(v.strictObject({ name: filled(200), since: v.optional(date) }), 8), []),
    regulators: v.pipe(listOf(filled(200), 8), v.minLength(1)),
    source: v.strictObject({ name: filled(200), link }),
    features: v.optional(v.strictObject(policyFeatureValues.entries), {}),
    milestones: v.optional(listOf(v.strictObject({ on: date, kind: v.picklist(policyMilestones), name: filled(200) }), 40), []),
  }),
  v.check(
    ({ status, features }) => status !== 'banned' || features.licence === undefined || features.licence === 'none',
    'is banned and has a licence',
  ),
  v.check(({ status, bloc, laws }) => status !== 'regulated' || bloc !== undefined || laws.length > 0, 'is regulated without a law'),
  v.check(
    ({ since, laws, milestones, checkedAt }) =>
      [since, ...laws.map((law) => law.since), ...milestones.map(({ on }) => on)].every(
        (when) => when === undefined || when.at <= checkedAt,
      ),
    'has a date after the day it was checked',
  ),
);
export type CountryFacts = v.InferOutput<typeof entry>;

export interface ParsedFacts {
  readonly facts: readonly CountryFacts[];
  /** One sentence per entry that was left out. */
  readonly problems: readonly string[];
}

/** For the operator who looks for a wrong entry. */
const claimedCountry = (raw: unknown): string => {
  const country: unknown = (raw as { country?: unknown } | null)?.country;
  return typeof country === 'string' ? country : '?';
};

export function parseFacts(json: unknown): ParsedFacts {
  if (!Array.isArray(json)) return { facts: [], problems: ['not a list of countries'] };
  const problems: string[] = [];
  const facts = new Map<string, CountryFacts>();
  for (const [index, raw] of json.entries()) {
    const parsed = v.safeParse(entry, raw);
    const label = parsed.success ? parsed.output.country : `${claimedCountry(raw)}, entry ${index + 1}`;
    if (!parsed.success)
      problems.push(`${label}: ${parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`.trim()).join('; ')}`);
    else if (facts.has(label)) problems.push(`${label}: is there twice`);
    else facts.set(label, parsed.output);
  }
  return { facts: [...facts.values()], problems };
}
