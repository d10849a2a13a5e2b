// markets/shared/{token}: another user's list, to be read and taken over.
import 'virtual:words/favorites';
import { useQuery } from '@tanstack/react-query';
import { instTypes } from '@tidemark/contract/business-lines.ts';
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useState, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import { ApiError } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import { useOpenOf } from '#api/open-prices.ts';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { favoritesStore } from '#features/favorites/favorites-store.ts';
import { useShownFavorites } from '#features/favorites/use-shown-favorites.ts';
import { useAttempt } from '#features/favorites/use-failure-text.ts';
import { usualOrder, type ListOrder } from '#features/market-table/list-url.ts';
import { spotColumns } from '#features/market-table/columns.ts';
import { MarketTable } from '#features/market-table/market-table.tsx';
import { useQuoteWorth } from '#features/market-table/quote-worth.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Button } from '#ui/button.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { useToast } from '#ui/toast.tsx';
import { loadSharedList } from './load.ts';

export const loader = pageLoader(loadSharedList);
export const clientLoader = pageClientLoader(loadSharedList);

const lookAgainMs = 60_000;
/** Of no column: the rows stand as their owner put them. */
const ownOrder = { ...usualOrder, sort: 'own' } as unknown as ListOrder;

export default function SharedListScreen() {
  useQuoteWorth();
  const t = useText();
  const locale = useLocale();
  const { currency, changeBase } = usePreferences();
  const spotOpen = useOpenOf('spot', changeBase);
  const futuresOpen = useOpenOf('futures', changeBase);
  const openOf = useMemo(
    () => spotOpen && futuresOpen && ((symbolId: string) => spotOpen(symbolId) ?? futuresOpen(symbolId)),
    [spotOpen, futuresOpen],
  );
  const token = matchPage(useLocation().pathname)?.params.token ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(useApi(), 'sharedFavorites', { shareToken: token }),
    refetchInterval: lookAgainMs,
  });
  const { data: fiat } = useQuery(useApiQueries().rates());
  const [order, setOrder] = useState(ownOrder);
  const isGone = error instanceof ApiError && error.error === 'sharedListGone';

  if (isGone) {
    return (
      <Empty title={t('favorites.sharedGone')} help={t('favorites.sharedGoneHelp')}>
        <Link className="btn primary" to={href(locale, 'favorite')}>
          {t('nav.favorites')}
        </Link>
      </Empty>
    );
  }
  const title = data?.name ?? t('favorites.sharedTitle');
  return (
    <>
      <h1 className="text-20 tracking-tight">
        <bdi>{title}</bdi>
      </h1>
      <p className="mt-0.5 mb-3 text-13 text-ink-2">{t('favorites.sharedIntro')}</p>
      <div className="min-h-11 pb-3">
        {data && data.items.length > 0 && <AddAll symbolIds={data.items.map(({ symbolId }) => symbolId)} />}
      </div>
      <div className="frame">
        {error && !data ? (
          <Band kind="error" text={t('favorites.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        ) : data?.items.length === 0 ? (
          <Empty title={t('favorites.sharedEmpty')} />
        ) : (
          <MarketTable
            label={title}
            items={data?.items ?? null}
            rows={data?.items ?? []}
            total={data?.total ?? 0}
            isWhole={order !== ownOrder}
            columns={spotColumns}
            instTypes={instTypes}
            changeBase={changeBase}
            openOf={openOf}
            order={order}
            onOrder={setOrder}
            currency={currency}
            rates={fiat?.rates}
          />
        )}
      </div>
    </>
  );
}

function AddAll({ symbolIds }: { readonly symbolIds: readonly string[] }) {
  const t = useText();
  const toast = useToast();
  const attempt = useAttempt();
  const { favorites } = useShownFavorites();
  const missing = symbolIds.filter((id) => !favorites?.symbolIds.includes(id));
  const add = () =>
    attempt(async () => {
      await favoritesStore().add(missing);
      toast(t('favorites.addedMany', { count: missing.length }), 'done', [
        { label: t('favorites.undo'), onClick: () => void attempt(() => favoritesStore().remove(missing)) },
      ]);
    });
  if (favorites && missing.length === 0) return <p className="text-13 text-ink-2">{t('favorites.haveAll')}</p>;
  return (
    <Button kind="primary" disabled={favorites === null} onClick={() => void add()}>
      {t('favorites.addAll')}
    </Button>
  );
}
