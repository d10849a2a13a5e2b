// The two choices of the spot list that live in the path: quote currency and category.
import type { Calls } from '@tidemark/contract/calls.ts';
import { anyQuote } from '@tidemark/contract/market.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { sectorName } from '#i18n/sector-name.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Chips, Segments } from '#ui/choices.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/states.tsx';

type Partitions = Output<Calls['getAllPartitionV2']>;
export type Category = Partitions['categories'][number];

export function QuoteSegments({
  partitions,
  quote,
  category,
}: {
  partitions: Partitions | undefined;
  quote: string;
  category: string | undefined;
}) {
  const t = useText();
  const locale = useLocale();
  const { search } = useLocation();
  const quotes = partitions?.quotes.map((entry) => entry.quote) ?? [];
  return (
    <Segments
      label={t('markets.quote')}
      choices={[anyQuote, ...quotes].map((option) => ({
        to: href(locale, 'spot', { category, quote: option === anyQuote ? undefined : option }) + search,
        label: option === anyQuote ? t('markets.all') : option,
        isCurrent: option === quote,
      }))}
    />
  );
}

interface CategoryChipsProps {
  readonly partitions: Partitions | undefined;
  /** undefined: all */
  readonly category: string | undefined;
  /** How many rows a category has here; those with none are not offered. */
  countOf(entry: Category): number;
  /** The address of a choice; order and filter stay. */
  to(slug: string | undefined): string;
}

export function CategoryChips({ partitions, category, countOf, to }: CategoryChipsProps) {
  const t = useText();
  const { search } = useLocation();
  // What is chosen may stand beyond the first line.
  const [isOpen, setOpen] = useState(category !== undefined);
  if (!partitions)
    return (
      <div className="list-chips h-7 max-tablet:h-10">
        <Skeleton width={320} />
      </div>
    );
  return (
    <div className={`list-chips${isOpen ? '' : ' one-line'}`}>
      <Chips
        label={t('markets.category')}
        choices={[
          { to: to(undefined) + search, label: t('markets.allCategories'), isCurrent: category === undefined },
          ...partitions.categories
            .filter((entry) => countOf(entry) > 0 || entry.slug === category)
            .map((entry) => ({
              to: to(entry.slug) + search,
              label: sectorName(t, entry.slug, entry.name),
              isCurrent: entry.slug === category,
            })),
        ]}
      />
      <button type="button" className="chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('nav.more')}
        <Icon name={isOpen ? 'up' : 'down'} size="small" />
      </button>
    </div>
  );
}
