// What the address says: which countries, in which order, and which one is open. Everything here works as a link.
import type { Locale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import {
  policyFeatureNames,
  policyFeatures,
  policyStatuses,
  type Policy,
  type PolicyFeature,
  type PolicyStatus,
} from '@tidemark/contract/policy.ts';

export const policyViews = ['list', 'timeline'] as const;
const policySorts = ['name', 'status', 'since'] as const;
export type PolicySort = (typeof policySorts)[number];

export interface PolicyChoice {
  readonly view: (typeof policyViews)[number];
  readonly status: PolicyStatus | undefined;
  /** 'payments.forbidden' */
  readonly feature: string | undefined;
  readonly text: string;
  readonly sort: PolicySort;
  readonly isReversed: boolean;
  /** The country whose details are open. */
  readonly country: string | undefined;
}

export const featureChoices: readonly { readonly feature: PolicyFeature; readonly value: string; readonly key: string }[] =
  policyFeatureNames.flatMap((feature) => policyFeatures[feature].map((value) => ({ feature, value, key: `${feature}.${value}` })));

export function readPolicyChoice(search: URLSearchParams): PolicyChoice {
  const country = search.get('country');
  return {
    view: policyViews.find((view) => view === search.get('view')) ?? 'list',
    status: policyStatuses.find((status) => status === search.get('status')),
    feature: featureChoices.find(({ key }) => key === search.get('applies'))?.key,
    text: (search.get('q') ?? '').slice(0, 64),
    sort: policySorts.find((sort) => sort === search.get('sort')) ?? 'name',
    isReversed: search.get('dir') === 'reversed',
    country: country !== null && /^[A-Z]{2}$/.test(country) ? country : undefined,
  };
}

/** By the names they have in an address. */
export const choiceParams = ({
  view,
  status,
  feature,
  text,
  sort,
  isReversed,
  country,
}: PolicyChoice): Readonly<Record<string, string>> => ({
  ...(view !== 'list' && { view }),
  ...(status && { status }),
  ...(feature && { applies: feature }),
  ...(text && { q: text }),
  ...(sort !== 'name' && { sort }),
  ...(isReversed && { dir: 'reversed' }),
  ...(country && { country }),
});

/** The few words for one value of one feature; which go together, the contract says. */
export const shortWord = (feature: PolicyFeature, value: string) => `policy.short.${feature}.${value}` as 'policy.short.licence.licence';

export const rowId = (country: string) => `country-${country}`;

export function policyHref(locale: Locale, choice: PolicyChoice): string {
  const query = new URLSearchParams(choiceParams(choice)).toString();
  return href(locale, 'cryptoPolicy') + (query && `?${query}`);
}

/** Opens a country and brings it into sight. */
export const countryHref = (locale: Locale, choice: PolicyChoice, country: string): string =>
  `${policyHref(locale, { ...choice, view: 'list', country })}#${rowId(country)}`;

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

export function isMatch(policy: Policy, { status, feature, text }: Pick<PolicyChoice, 'status' | 'feature' | 'text'>): boolean {
  if (status && policy.status !== status) return false;
  if (feature) {
    const [name, value] = feature.split('.') as [PolicyFeature, string];
    if (policy.features[name] !== value) return false;
  }
  const wanted = plain(text.trim());
  return (
    wanted === '' ||
    [policy.name, policy.country, ...policy.laws.map(({ name }) => name), ...policy.regulators].some((said) => plain(said).includes(wanted))
  );
}

/** They come in the order of their names. */
export function selectPolicies(policies: readonly Policy[], choice: PolicyChoice): readonly Policy[] {
  const found = policies.filter((policy) => isMatch(policy, choice) || policy.country === choice.country);
  if (choice.sort === 'status') found.sort((a, b) => policyStatuses.indexOf(a.status) - policyStatuses.indexOf(b.status));
  // A country without a known day comes last in both directions.
  if (choice.sort === 'since')
    return [
      ...order(
        found.filter(({ since }) => since !== null).sort((a, b) => b.since! - a.since!),
        choice.isReversed,
      ),
      ...found.filter(({ since }) => since === null),
    ];
  return order(found, choice.isReversed);
}

const order = <T>(items: readonly T[], isReversed: boolean): readonly T[] => (isReversed ? items.toReversed() : items);

export interface TimelineYear {
  readonly year: number;
  readonly events: readonly { readonly policy: Policy; readonly milestone: Policy['milestones'][number] }[];
}

/** Newest year first, and newest first in it; what is known by the year alone ends it. */
export function selectTimeline(policies: readonly Policy[], choice: PolicyChoice): readonly TimelineYear[] {
  const events = policies
    .filter((policy) => isMatch(policy, choice))
    .flatMap((policy) => policy.milestones.map((milestone) => ({ policy, milestone })));
  events.sort((a, b) => b.milestone.on.at - a.milestone.on.at);
  const years = new Map<number, TimelineYear['events'][number][]>();
  for (const event of events) {
    const year = new Date(event.milestone.on.at).getUTCFullYear();
    years.set(year, [...(years.get(year) ?? []), event]);
  }
  return [...years].map(([year, ofYear]) => ({ year, events: ofYear }));
}
