// markets/margin/{mode?}/{category?}
import { useQuery } from '@tanstack/react-query';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { href, marginModes, matchPage, type MarginMode } from '@tidemark/contract/pages.ts';
import { useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { wholeList } from '#features/market-table/list-queries.ts';
import { marginColumns } from '#features/market-table/margin-columns.tsx';
import { useChangeBase } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Segments } from '#ui/choices.tsx';
import { ListView } from '#market-list/list-view.tsx';
import { marketLists } from '#market-list/lists.ts';
import { choiceOf, loadMarkets } from '#market-list/load-markets.ts';
import { partitionsQuery } from '#market-list/partitions-query.ts';
import { CategoryChips } from '#market-list/spot-choices.tsx';

export const loader = pageLoader(loadMarkets);
export const clientLoader = pageClientLoader(loadMarkets);
export { shouldRevalidate } from '#market-list/load-markets.ts';

const isInMode: Readonly<Record<MarginMode, (item: SymbolItem) => boolean>> = {
  all: () => true,
  cross: ({ margin }) => margin?.crossLeverage != null,
  isolated: ({ margin }) => margin?.isolatedLeverage != null,
};

function categoriesOf(items: readonly SymbolItem[]): ReadonlySet<string> {
  const slugs = new Set<string>();
  for (const { sectors, tags } of items) for (const slug of [...sectors, ...tags]) slugs.add(slug);
  return slugs;
}

export default function MarginScreen() {
  const t = useText();
  const locale = useLocale();
  const [search] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const { params } = matchPage(pathname)!;
  const { data: partitions } = useQuery(partitionsQuery(useApi(), locale));
  const { data: whole } = useQuery({ ...wholeList(useApi(), marketLists.margin), enabled: false });
  const choice = choiceOf(marketLists.margin, params, search, useChangeBase());
  const { category } = choice;
  const mode = choice.margin ?? 'all';
  const isIn = isInMode[mode];
  const sectors = useMemo(() => whole && categoriesOf(whole.items.filter(isIn)), [whole, isIn]);
  const to = (slug: string | undefined, toMode: MarginMode = mode) =>
    href(locale, 'margin', { mode: slug === undefined && toMode === 'all' ? undefined : toMode, category: slug });
  return (
    <ListView
      page="margin"
      list={marketLists.margin}
      choice={choice}
      isIn={isIn}
      columns={marginColumns}
      counts={({ coins, total }) => t('markets.counts', { coins, pairs: total })}
      choices={
        <Segments
          label={t('lists.mode')}
          choices={marginModes.map((name) => ({
            to: to(category, name) + query,
            label: t(`lists.mode.${name}`),
            isCurrent: name === mode,
          }))}
        />
      }
      chips={
        <CategoryChips partitions={partitions} category={category} countOf={({ slug }) => Number(!sectors || sectors.has(slug))} to={to} />
      }
      allHref={(mode !== 'all' || category !== undefined) && href(locale, 'margin')}
    />
  );
}
