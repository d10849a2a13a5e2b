// markets/onChain?list=&chain=: tokens that live on chains, by chain; each risk with its reason.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { onchainLists, type OnchainToken } from '@tidemark/contract/onchain.ts';
import { href } from '@tidemark/contract/pages.ts';
import 'virtual:words/lists';
import { useMemo, useState } from 'react';
import { Link, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { CsvButton } from '#features/figures/csv-button.tsx';
import { FailedBand } from '#features/figures/failed-band.tsx';
import { filterStep, readColumns, readFilter } from '#features/market-table/list-url.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chips, Segments } from '#ui/choices.tsx';
import { Empty, Skeleton } from '#ui/states.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { FilterField } from '#market-list/filter-field.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { loadOnchain } from './load.ts';
import { allTokens, chains, chosenOf, positions, shownTokens, tokens } from './token-queries.ts';
import { MarketTabs } from '#market-list/market-tabs.tsx';
import { tokenId, useStarredTokens } from './starred-tokens.ts';
import { moreTokenColumns, usualTokenColumns, type TokenColumn } from './token-columns.tsx';
import { TokenRow } from './token-row.tsx';
import { csvColumns, nextTokenOrder, readTokenOrder, selectTokens, withTokenOrder, type TokenOrder, type TokenSort } from './token-rows.ts';

export const loader = pageLoader(loadOnchain);
export const clientLoader = pageClientLoader(loadOnchain);
/** The filter is the browser's own business. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  ['list', 'chain'].some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name)) ||
  currentUrl.pathname !== nextUrl.pathname;

const loadTools = () => withWords(import('./lazy/token-tools.ts'));

/** Pools have no stream: they are asked again. */
const freshEveryMs = 10_000;

export default function OnchainScreen() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const [search, setSearch] = useSearchParams();
  const chosen = chosenOf(search);
  const filter = readFilter(search);
  const known = useQuery(chains(api));
  const order = readTokenOrder(search);
  const first = useQuery({ ...tokens(api, chosen), placeholderData: keepPreviousData });
  const all = useQuery({ ...allTokens(api, chosen), refetchInterval: freshEveryMs });
  const answer = all.data ? all : first;
  const starred = useStarredTokens();
  const [isStarredOnly, setStarredOnly] = useState(false);
  const rows = useMemo(
    () => {
      const found = selectTokens(answer.data?.items ?? [], filter, order);
      return isStarredOnly ? found.filter((token) => starred.has(tokenId(token))) : found;
    },
    // oxlint-disable-next-line react/exhaustive-deps -- the order is read anew from the address at every drawing
    [answer.data, filter, order?.sort, order?.direction, isStarredOnly, starred],
  );
  const cols = search.get('cols');
  const columns = useMemo(() => readColumns(cols, usualTokenColumns, [...usualTokenColumns, ...moreTokenColumns]), [cols]);
  const { part: tools, loadNow } = useLazy(loadTools);
  const [opened, setOpenedToken] = useState<OnchainToken | null>(null);
  const setOpened = (token: OnchainToken) => {
    setOpenedToken(token);
    if (!tools) loadNow();
  };
  const [more, setMore] = useState({ of: '', count: 0 });
  const listKey = `${chosen.list} ${chosen.chain ?? ''} ${filter}`;
  const shown = rows.slice(0, shownTokens + (more.of === listKey ? more.count : 0));
  const to = (list: string, chain: string | undefined) =>
    `${href(locale, 'onChain')}?` +
    `${new URLSearchParams({ ...(list !== onchainLists[0] && { list }), ...(chain && { chain }), ...(filter && { q: filter }) })}`;
  const change = (next: URLSearchParams) => setSearch(next, { preventScrollReset: true });
  const chainOf = (chain: string) => known.data?.items.find((row) => row.chain === chain);
  return (
    <>
      <h1 className="text-20 tracking-tight">{t('lists.onchainTitle')}</h1>
      <p className="mt-0.5 mb-3 max-w-[88ch] text-13 text-ink-2">{t(`lists.onchain.${chosen.list}.rule`)}</p>
      <MarketTabs page="onChain" />
      <Positions />
      <div className="flex flex-wrap items-center gap-2 py-3">
        <Segments
          label={t('lists.onchain.list')}
          choices={onchainLists.map((list) => ({
            to: to(list, chosen.chain),
            label: t(`lists.onchain.${list}`),
            isCurrent: list === chosen.list,
          }))}
        />
        <div className="ms-auto flex items-center gap-2 max-tablet:w-full">
          <FilterField
            value={filter}
            label={t('lists.onchain.filter')}
            onChange={(text) => setSearch(...filterStep(location.search, text))}
          />
          <Button aria-pressed={isStarredOnly} title={t('lists.onchain.starredHelp')} onClick={() => setStarredOnly(!isStarredOnly)}>
            <Icon name="star" />
            <span className="max-pc:sr-only">{t('nav.favorites')}</span>
          </Button>
          {tools && <tools.ColumnsMenu columns={columns} usual={usualTokenColumns} more={moreTokenColumns} />}
          <CsvButton name="onchain" columns={csvColumns} rows={rows} />
        </div>
      </div>
      <div className="mb-3.5">
        {known.data ? (
          <Chips
            label={t('lists.onchain.chain')}
            choices={[
              { to: to(chosen.list, undefined), label: t('markets.all'), isCurrent: chosen.chain === undefined },
              ...known.data.items.map(({ chain, name }) => ({
                to: to(chosen.list, chain),
                label: name,
                isCurrent: chain === chosen.chain,
              })),
            ]}
          />
        ) : (
          !known.isError && <Skeleton width={320} />
        )}
      </div>
      <div className="frame">
        {answer.isError && <FailedBand error={answer.error} text={t('table.failed')} onRetry={() => void answer.refetch()} />}
        {answer.data && rows.length > 0 && (
          <table role="table" aria-label={t('lists.onchainTitle')} className="mt oc">
            <Head columns={columns} order={order} onSort={(sort) => change(withTokenOrder(search, nextTokenOrder(order, sort)))} />
            <tbody role="rowgroup" className="mt-body">
              {shown.map((token) => (
                <TokenRow
                  key={tokenId(token)}
                  token={token}
                  chainName={chainOf(token.chain)?.name ?? token.chain}
                  columns={columns}
                  isStarred={starred.has(tokenId(token))}
                  onOpen={setOpened}
                />
              ))}
            </tbody>
          </table>
        )}
        {answer.data && rows.length === 0 && (
          <Empty
            title={t('table.empty')}
            help={isStarredOnly ? t('lists.onchain.starredHelp') : filter ? t('table.emptyFilter', { filter }) : t('lists.onchain.empty')}
          />
        )}
      </div>
      {rows.length > shown.length && (
        <p className="mt-3 text-center">
          <Button onClick={() => setMore({ of: listKey, count: shown.length })}>{t('lists.onchain.showMore')}</Button>
        </p>
      )}
      {answer.data && (
        <p className="mt-2 text-12 text-ink-3">{t('lists.onchain.shown', { shown: shown.length, total: answer.data.total })}</p>
      )}
      {tools && (
        <tools.TokenDialog
          token={opened && (rows.find((token) => tokenId(token) === tokenId(opened)) ?? opened)}
          chainName={opened ? (chainOf(opened.chain)?.name ?? opened.chain) : ''}
          explorer={(opened && chainOf(opened.chain)?.tokenUrl) ?? null}
          onClose={() => setOpenedToken(null)}
        />
      )}
    </>
  );
}

/** What stands out among all tokens now, each a way to its chain. */
function Positions() {
  const { data } = useQuery(positions(useApi(), useLocale()));
  return (
    data &&
    data.items.length > 0 && (
      <ul className="oc-places">
        {data.items.map(({ id, title, text, imageUrl, link }) => (
          <li key={id}>
            <Link to={link} preventScrollReset>
              <Avatar src={imageUrl ?? ''} name={title} />
              <span>
                <b>{title}</b>
                <span className="sub">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    )
  );
}

interface HeadProps {
  readonly columns: readonly TokenColumn[];
  readonly order: TokenOrder | null;
  onSort(sort: TokenSort): void;
}

function Head({ columns, order, onSort }: HeadProps) {
  const t = useText();
  const heads = [{ id: 'coin', word: 'lists.onchain.token', sort: 'name', isWide: undefined } as const, ...columns];
  return (
    <thead role="rowgroup" className="mt-head">
      <tr role="row">
        <th role="columnheader" scope="col" className="c-star">
          <span className="sr-only">{t('nav.favorites')}</span>
        </th>
        {heads.map(({ id, word, sort, isWide }) => (
          <th
            key={id}
            role="columnheader"
            scope="col"
            className={`c-${id}${isWide ? ' wide' : ''}${sort === null ? ' unsortable' : ''}`}
            aria-sort={sort !== null && order?.sort === sort ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
          >
            {sort === null ? (
              <span>{t(word)}</span>
            ) : (
              <button type="button" onClick={() => onSort(sort)}>
                {t(word)}
                {order?.sort === sort && <Icon name={order.direction === 'asc' ? 'up' : 'down'} size="small" />}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
