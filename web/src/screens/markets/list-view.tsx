import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { anyQuote } from '@tidemark/contract/market.ts';
import { allCategory, href } from '@tidemark/contract/pages.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { useCallback, useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { ConnectionBand } from '#features/market-table/connection-band.tsx';
import { firstPage, wholeList } from '#features/market-table/list-queries.ts';
import { readFilter, withFilter, withOrder, type ListOrder } from '#features/market-table/list-url.ts';
import { MarketTable } from '#features/market-table/market-table.tsx';
import { keepShown, selectRows } from '#features/market-table/select-rows.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { FilterField } from './filter-field.tsx';
import { lineOf } from './lists.ts';
import { choiceOf } from './load.ts';
import { CategoryChips, QuoteSegments } from './spot-choices.tsx';

interface ListViewProps {
  readonly title: string;
  readonly instType: InstType;
  readonly params: Readonly<Record<string, string>>;
  readonly tabs: ReactNode;
  /** The choice of contract line, on the futures pages. */
  readonly contracts: ReactNode;
}

export function ListView({ title, instType, params, tabs, contracts }: ListViewProps) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const { rates, partitions } = useApiQueries();
  const { currency } = usePreferences();
  const [search, setSearch] = useSearchParams();
  const isSpot = instType === 'sp';
  const line = lineOf(instType);
  const filter = readFilter(search);
  const { sort, direction, quote, category } = choiceOf(line, params, search);
  const order = useMemo<ListOrder>(() => ({ sort, direction }), [sort, direction]);

  // The server's page is shown at once; the whole line replaces it without a jump, in the same order.
  const whole = useQuery(wholeList(api, line));
  const first = useQuery({ ...firstPage(api, { line, quote, category, sort, direction }), enabled: !whole.data, placeholderData: keepPreviousData });
  const known = useQuery({ ...partitions(locale), enabled: isSpot });
  const fiat = useQuery(rates());
  const list = whole.data ?? first.data;
  const items = useMemo(() => (whole.data ? keepShown(whole.data.items, first.data?.items) : (first.data?.items ?? null)), [whole.data, first.data]);
  const rows = useMemo(
    () => (items ? selectRows(items, { quote, category: category ?? allCategory, filter }) : []),
    [items, quote, category, filter],
  );

  const onOrder = useCallback((next: ListOrder) => setSearch((now) => withOrder(now, next), { replace: true, preventScrollReset: true }), [setSearch]);
  const onFilter = useCallback((text: string) => setSearch((now) => withFilter(now, text), { replace: true, preventScrollReset: true }), [setSearch]);

  const hasFailed = items === null && (whole.isError || first.isError);
  const total = whole.data || filter ? rows.length : (first.data?.total ?? 0);
  const pairs = known.data ? known.data.quotes.reduce((sum, { count }) => sum + count, 0) : (list?.total ?? 0);

  return (
    <>
      <h1 className="text-20 tracking-tight">{title}</h1>
      <p className="mt-0.5 mb-3 min-h-5 max-w-[88ch] text-13 text-ink-2 max-tablet:min-h-10">{list && (isSpot ? t('markets.counts', { coins: list.coins, pairs }) : t('markets.contractCounts', { count: list.total }))}</p>
      {tabs}
      <div className="flex flex-wrap items-center gap-2 py-3">
        {isSpot ? <QuoteSegments partitions={known.data} quote={quote} category={category} /> : contracts}
        <FilterField value={filter} label={list ? t('markets.filter', { count: list.total }) : t('markets.filterAny')} onChange={onFilter} />
      </div>
      {isSpot && <CategoryChips partitions={known.data} quote={quote} category={category} />}
      <div className="frame">
        <ConnectionBand />
        {hasFailed ? (
          <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: () => { void whole.refetch(); void first.refetch(); } }} />
        ) : (
          <MarketTable label={title} items={items} rows={rows} total={total} isWhole={whole.data !== undefined} instType={instType} order={order} onOrder={onOrder} currency={currency} rates={fiat.data?.rates} />
        )}
        {items && rows.length === 0 && (
          <Empty title={t('table.empty')} help={filter ? t('table.emptyFilter', { filter }) : t('table.emptyCategory')}>
            {filter && <Button onClick={() => onFilter('')}>{t('markets.clearFilter')}</Button>}
            {isSpot && (quote !== anyQuote || category) && <Link className="btn quiet" to={`${href(locale, 'spot')}?${search}`}>{t('markets.showAll')}</Link>}
          </Empty>
        )}
      </div>
      {rows.length > 0 && <p className="mt-2 text-12 text-ink-3">{t('markets.shown', { count: total })}</p>}
    </>
  );
}
