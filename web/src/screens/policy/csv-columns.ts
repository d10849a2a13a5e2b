import type { Policy } from '@tidemark/contract/policy.ts';
import { policyFeatureNames } from '@tidemark/contract/policy.ts';
import { csvDay, type CsvColumns } from '@tidemark/contract/csv.ts';

/** What is not known for sure is left out, as on the page. */
export const policyCsv: CsvColumns<Policy> = {
  country: ({ country }) => country,
  name: ({ name }) => name,
  status: ({ status }) => status,
  since: ({ since }) => csvDay(since),
  ...Object.fromEntries(policyFeatureNames.map((feature) => [feature, ({ features }: Policy) => features[feature]])),
  laws: ({ laws }) => laws.map(({ name }) => name).join('; '),
  regulators: ({ regulators }) => regulators.join('; '),
  source: ({ source }) => source,
  link: ({ link }) => link,
  checkedAt: ({ checkedAt }) => csvDay(checkedAt),
};
