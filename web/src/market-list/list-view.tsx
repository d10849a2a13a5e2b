// A list with everything around it. What differs from list to list is passed in.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { allCategory, type PageName } from '@tidemark/contract/pages.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useMemo, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useOpenOf } from '#api/open-prices.ts';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { FailedBand } from '#features/figures/failed-band.tsx';
import type { Column } from '#features/market-table/column.ts';
import { firstPage, wholeList, worthQuery, type ListChoice } from '#features/market-table/list-queries.ts';
import { filterStep, readColumns, readFilter, withOrder, type ListOrder } from '#features/market-table/list-url.ts';
import { MarketTable } from '#features/market-table/market-table.tsx';
import { loadMoreColumns, moreColumns } from '#features/market-table/more-columns.ts';
import { keepShown, selectRows } from '#features/market-table/select-rows.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/states.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { FilterField } from './filter-field.tsx';
import type { MarketList } from './lists.ts';
import { MarketTabs } from './market-tabs.tsx';
import { useCoinPanel } from './use-coin-panel.ts';

export type ListAnswer = Output<Calls['getHomeQuotation']>;

interface ListViewProps {
  readonly page: PageName;
  readonly list: MarketList;
  readonly choice: ListChoice;
  /** What the choice means beyond quote and category. */
  readonly isIn?: (item: SymbolItem) => boolean;
  readonly columns: readonly Column[];
  counts(answer: ListAnswer): string;
  readonly choices: ReactNode;
  readonly chips?: ReactNode;
  /** Where everything is shown, when less is chosen. */
  readonly allHref?: string | false;
}

const loadTools = async () => {
  const [tools] = await Promise.all([withWords(import('./lazy/list-tools.tsx')), loadMoreColumns(new URLSearchParams(location.search))]);
  return tools;
};

export function ListView({ page, list, choice, isIn, columns: usual, counts, choices, chips, allHref }: ListViewProps) {
  const t = useText();
  const api = useApi();
  const { currency } = usePreferences();
  const [search, setSearch] = useSearchParams();
  const { coin, onOpen, onClose } = useCoinPanel();
  const { part: tools } = useLazy(loadTools);
  const { sort, direction, quote, category, changeBase } = choice;
  const { instType } = list;
  const title = t(list.title);
  const filter = readFilter(search);
  const order = useMemo<ListOrder>(() => ({ sort, direction }), [sort, direction]);
  const cols = search.get('cols');
  // The usual ones first, then what else the chooser offers, once it is there.
  const more = moreColumns();
  const columns = useMemo(
    () => readColumns(cols, usual, [...usual, ...more.filter(({ id }) => !usual.some((column) => column.id === id))]),
    [cols, usual, more],
  );
  const openOf = useOpenOf(instType === 'sp' ? 'spot' : 'futures', changeBase);

  // The server's page is shown at once; the whole list replaces it without a jump, in the same order.
  const whole = useQuery(wholeList(api, list));
  const first = useQuery({ ...firstPage(api, list, choice), enabled: !whole.data, placeholderData: keepPreviousData });
  const fiat = useQuery(useApiQueries().rates());
  const { data: worth } = useQuery(worthQuery(api));
  const answer = whole.data ?? first.data;
  const items = useMemo(
    () => (whole.data ? keepShown(whole.data.items, first.data?.items) : (first.data?.items ?? null)),
    [whole.data, first.data],
  );
  const known = useMemo(() => items && [...items, ...(worth?.items ?? [])], [items, worth]);
  const rows = useMemo(
    () => (items ? selectRows(items, { quote, category: category ?? allCategory, filter, isIn }) : []),
    [items, quote, category, filter, isIn],
  );

  const onOrder = (next: ListOrder) => setSearch((now) => withOrder(now, next), { preventScrollReset: true });
  const onFilter = (text: string) => setSearch(...filterStep(location.search, text));
  const hasFailed = items === null && (whole.isError || first.isError);
  const total = whole.data || filter ? rows.length : (first.data?.total ?? 0);

  return (
    <>
      <h1 className="text-20 tracking-tight max-tablet:sr-only">{title}</h1>
      <p className="mt-0.5 mb-3 min-h-5 max-w-[88ch] text-13 text-ink-2 max-tablet:hidden">{answer && counts(answer)}</p>
      <MarketTabs page={page} />
      <div className="list-bar">
        <div className="list-choices">
          {choices}
          {chips}
        </div>
        <FilterField
          value={filter}
          label={answer ? t('markets.filter', { count: answer.total }) : t('markets.filterAny')}
          onChange={onFilter}
        />
        <div className="list-tools">
          {tools && <tools.ListTools page={page} columns={columns} usual={usual} rows={rows} order={order} openOf={openOf} />}
        </div>
      </div>
      <div className="frame">
        {hasFailed ? (
          <FailedBand
            error={first.error ?? whole.error}
            text={t('table.failed')}
            onRetry={() => {
              void whole.refetch();
              void first.refetch();
            }}
          />
        ) : (
          <MarketTable
            label={title}
            items={known}
            rows={rows}
            total={total}
            columns={columns}
            isWhole={whole.data !== undefined}
            instTypes={[instType]}
            order={order}
            onOrder={onOrder}
            onOpen={onOpen}
            currency={currency}
            changeBase={changeBase}
            openOf={openOf}
            rates={fiat.data?.rates}
          />
        )}
        {items && rows.length === 0 && (
          <Empty title={t('table.empty')} help={filter ? t('table.emptyFilter', { filter }) : t('table.emptyCategory')}>
            {filter && <Button onClick={() => onFilter('')}>{t('markets.clearFilter')}</Button>}
            {allHref && (
              <Link className="btn quiet" to={`${allHref}?${search}`}>
                {t('markets.showAll')}
              </Link>
            )}
          </Empty>
        )}
      </div>
      {rows.length > 0 && <p className="mt-2 text-12 text-ink-3">{t('markets.shown', { count: total })}</p>}
      {tools && coin && <tools.CoinPanel symbol={coin} onClose={onClose} onOpen={onOpen} />}
    </>
  );
}
