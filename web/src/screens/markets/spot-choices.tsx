// The two choices of the spot list that live in the path: quote currency and category.
import type { Calls } from '@tidemark/contract/calls.ts';
import { anyQuote } from '@tidemark/contract/market.ts';
import { allCategory, href } from '@tidemark/contract/pages.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useLocation } from 'react-router';
import { useLocale, useText, type Text } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { Chips, Segments } from '#ui/choices.tsx';
import { Skeleton } from '#ui/states.tsx';

type Partitions = Output<Calls['getAllPartitionV2']>;
interface Choice {
  readonly partitions: Partitions | undefined;
  readonly quote: string;
  /** undefined: all */
  readonly category: string | undefined;
}

/** The address of a choice; order and filter stay. */
function useSpotHref() {
  const locale = useLocale();
  const { search } = useLocation();
  return (category: string | undefined, quote: string) => href(locale, 'spot', { category, quote: quote === anyQuote ? undefined : quote }) + search;
}

export function QuoteSegments({ partitions, quote, category }: Choice) {
  const t = useText();
  const spotHref = useSpotHref();
  const quotes = partitions?.quotes.map((entry) => entry.quote) ?? [];
  return (
    <Segments
      label={t('markets.quote')}
      choices={[anyQuote, ...quotes].map((option) => ({
        to: spotHref(category, option),
        label: option === anyQuote ? t('markets.all') : option,
        isCurrent: option === quote,
      }))}
    />
  );
}

export function CategoryChips({ partitions, quote, category }: Choice) {
  const t = useText();
  const spotHref = useSpotHref();
  if (!partitions) return <div className="mb-3.5 h-7 max-tablet:h-10"><Skeleton width={320} /></div>;
  const countOf = (entry: Partitions['categories'][number]) => (quote === anyQuote ? entry.count : (entry.countByQuote[quote] ?? 0));
  return (
    <div className="mb-3.5">
      <Chips
        label={t('markets.category')}
        choices={[
          { to: spotHref(quote === anyQuote ? undefined : allCategory, quote), label: t('markets.all'), isCurrent: category === undefined },
          ...partitions.categories
            .filter((entry) => countOf(entry) > 0 || entry.slug === category)
            .map((entry) => ({ to: spotHref(entry.slug, quote), label: nameOf(entry, t), isCurrent: entry.slug === category })),
        ]}
      />
    </div>
  );
}

/** A category of our own has its word; one that the server made up brings its name. */
function nameOf({ slug, name }: Partitions['categories'][number], t: Text): string {
  const id = `sector.${slug}`;
  const word = t(id as WordId);
  return word === id ? name : word;
}
