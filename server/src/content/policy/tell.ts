// One country's facts as the reader's language says them. Laws, authorities and sources keep their own names.
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { policyFeatureNames, type Policy } from '@tidemark/contract/policy.ts';
import type { Words } from '#words/index.ts';
import type { CountryFacts } from './parse-facts.ts';

const catalogue = 'messages';

export function createTeller(locale: Locale, words: Words): (own: CountryFacts, bloc: CountryFacts | null) => Policy {
  const { tag } = languageOf(locale);
  const regions = new Intl.DisplayNames([tag, 'en'], { type: 'region' });
  const text = (key: string, values?: Record<string, string>) => words.text(locale, catalogue, key, values);

  return (own, bloc) => {
    const name = regions.of(own.country) ?? own.country;
    const features = { ...bloc?.features, ...own.features };
    const laws = [...(bloc?.laws ?? []), ...own.laws];
    const since = own.since ?? bloc?.since ?? null;
    const says = [
      text(`policy.is.${own.status}`, { country: name }),
      ...(bloc ? [text('policy.bloc', { bloc: regions.of(bloc.country) ?? bloc.country })] : []),
      ...policyFeatureNames.flatMap((feature) => (features[feature] ? [text(`policy.says.${feature}.${features[feature]}`)] : [])),
    ];
    return {
      country: own.country,
      name,
      bloc: bloc?.country ?? null,
      status: own.status,
      title: text(`policy.title.${own.status}`, { country: name }),
      // No space after a full stop that has its own.
      summary: says.join(' ').replaceAll('。 ', '。'),
      since: since?.at ?? null,
      sincePrecision: since?.precision ?? 'day',
      laws: laws.map((law) => ({ name: law.name, since: law.since ?? null })),
      regulators: own.regulators,
      features,
      milestones: own.milestones.toSorted((a, b) => b.on.at - a.on.at),
      source: own.source.name,
      link: own.source.link,
      checkedAt: own.checkedAt,
    };
  };
}
