// markets/favorite: the pairs a user follows, in categories and an order of their own; for visitors too.
import 'virtual:words/favorites';
import { useQuery } from '@tanstack/react-query';
import { pairsOf } from '@tidemark/contract/favorite-steps.ts';
import { href } from '@tidemark/contract/pages.ts';
import { instTypes } from '@tidemark/contract/business-lines.ts';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useOpenOf } from '#api/open-prices.ts';
import { useApiQueries } from '#api/use-api.tsx';
import { FavoriteTools } from '#features/favorites/favorite-tools.tsx';
import { favoritesStore } from '#features/favorites/favorites-store.ts';
import { Suggestions } from '#features/favorites/suggestions.tsx';
import { useShownFavorites } from '#features/favorites/use-shown-favorites.ts';
import { spotColumns } from '#features/market-table/columns.ts';
import { readOrder, usualOrder, type ListOrder } from '#features/market-table/list-url.ts';
import { MarketTable } from '#features/market-table/market-table.tsx';
import { useQuoteWorth } from '#features/market-table/quote-worth.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { useSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { Chips } from '#ui/choices.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { loadFavorites } from './load.ts';
import { MarketTabs } from '#market-list/market-tabs.tsx';
import { useCoinPanel } from '#market-list/use-coin-panel.ts';
import { useFavoriteRows } from './use-favorite-rows.ts';
import 'virtual:words/lists';

export const loader = pageLoader(loadFavorites);
export const clientLoader = pageClientLoader(loadFavorites);
/** Category and order are the browser's own business. */
export const shouldRevalidate = () => false;

const loadPanel = () => withWords(import('#market-list/lazy/coin-panel.tsx'));

/** Of no column: rows that are not put in order stand as they were given. */
const ownOrder = { ...usualOrder, sort: 'own' } as unknown as ListOrder;

export default function FavoriteScreen() {
  useQuoteWorth();
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { currency, changeBase } = usePreferences();
  const spotOpen = useOpenOf('spot', changeBase);
  const futuresOpen = useOpenOf('futures', changeBase);
  const openOf = useMemo(
    () => spotOpen && futuresOpen && ((symbolId: string) => spotOpen(symbolId) ?? futuresOpen(symbolId)),
    [spotOpen, futuresOpen],
  );
  const [search, setSearch] = useSearchParams();
  const { coin, onOpen, onClose } = useCoinPanel();
  const { part: panel } = useLazy(loadPanel);
  const { state } = useSession();
  const { favorites, hasFailed } = useShownFavorites();
  const { data: fiat } = useQuery(useApiQueries().rates());

  const category = favorites?.categories.find(({ id }) => id === search.get('category'));
  const { items, rows, notListed } = useFavoriteRows(
    favorites && pairsOf(favorites, category?.id),
    state === 'loggedIn' || state === 'checking',
  );
  const isSorted = search.has('sort');
  const order = isSorted ? readOrder(search) : ownOrder;
  const onOrder = useCallback(
    ({ sort, direction }: ListOrder) =>
      setSearch(
        (now) => {
          now.set('sort', sort);
          now.set('dir', direction);
          return now;
        },
        { preventScrollReset: true },
      ),
    [setSearch],
  );
  const onOwnOrder = () =>
    setSearch(
      (now) => {
        now.delete('sort');
        now.delete('dir');
        return now;
      },
      { preventScrollReset: true },
    );
  const chipHref = (id: string | null) => pathname + (id === null ? '' : `?category=${id}`);
  const isEmpty = favorites !== null && (category ? category.symbolIds : favorites.symbolIds).length === 0;

  return (
    <>
      <h1 className="text-20 tracking-tight">{t('lists.favoritesTitle')}</h1>
      <p className="mt-0.5 mb-3 min-h-5 max-w-[88ch] text-13 text-ink-2 max-tablet:min-h-10">
        {t(state === 'visitor' ? 'favorites.introVisitor' : 'favorites.intro')}
      </p>
      <MarketTabs page="favorite" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <div className="min-h-7 min-w-0 flex-1 max-tablet:basis-full">
          <Chips
            label={t('favorites.categories')}
            choices={[
              {
                to: chipHref(null),
                label: <ChipText name={t('favorites.all')} count={favorites?.symbolIds.length} />,
                isCurrent: !category,
              },
              ...(favorites?.categories ?? []).map(({ id, name, symbolIds }) => ({
                to: chipHref(id),
                label: <ChipText name={name} count={symbolIds.length} />,
                isCurrent: id === category?.id,
              })),
            ]}
          />
        </div>
        {isSorted && (
          <Button kind="quiet" onClick={onOwnOrder}>
            {t('favorites.ownOrder')}
          </Button>
        )}
        <FavoriteTools
          category={category}
          listed={items}
          onDeleted={(id) => id === category?.id && void navigate(chipHref(null), { preventScrollReset: true })}
        />
      </div>
      <div className="frame">
        {hasFailed ? (
          <Band
            kind="error"
            text={t('favorites.failed')}
            action={{ label: t('action.retry'), onClick: () => void favoritesStore().refresh() }}
          />
        ) : !isEmpty ? (
          <MarketTable
            label={category?.name ?? t('lists.favoritesTitle')}
            items={rows}
            rows={rows ?? []}
            total={rows?.length ?? 0}
            columns={spotColumns}
            isWhole={isSorted}
            instTypes={instTypes}
            order={order}
            onOrder={onOrder}
            onOpen={onOpen}
            currency={currency}
            changeBase={changeBase}
            areFavorites
            openOf={openOf}
            rates={fiat?.rates}
          />
        ) : category ? (
          <Empty title={t('favorites.emptyCategory')} help={t('favorites.emptyCategoryHelp')} />
        ) : (
          <Suggestions spotHref={href(locale, 'spot')} changeBase={changeBase} />
        )}
      </div>
      {notListed.length > 0 && (
        <p className="mt-2 text-12 text-ink-3">{t('favorites.notListed', { count: notListed.length, names: notListed.join(', ') })}</p>
      )}
      {panel && coin && <panel.CoinPanel symbol={coin} onClose={onClose} onOpen={onOpen} />}
    </>
  );
}

const ChipText = ({ name, count }: { name: string; count: number | undefined }) => (
  <>
    <bdi className="max-w-40 truncate">{name}</bdi>
    {count !== undefined && <span className="num text-ink-3">{count}</span>}
  </>
);
