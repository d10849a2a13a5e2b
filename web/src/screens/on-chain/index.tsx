// markets/onChain?list=&chain=: tokens that live on chains, by chain; each risk with its reason.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileNameOf } from '@tidemark/contract/brand.ts';
import { onchainLists, type OnchainToken } from '@tidemark/contract/onchain.ts';
import { href } from '@tidemark/contract/pages.ts';
import 'virtual:words/lists';
import { useMemo, useState } from 'react';
import { Link, useSearchParams, type ShouldRevalidateFunctionArgs } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { FailedBand } from '#features/figures/failed-band.tsx';
import { filterStep, readFilter } from '#features/market-table/list-url.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { chosenUnit } from '#i18n/chosen-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useNow } from '#live/use-quote.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { useBrand } from '#page/use-brand.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Chips, Segments } from '#ui/choices.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { Empty, Skeleton } from '#ui/states.tsx';
import { FilterField } from '#market-list/filter-field.tsx';
import { downloadText } from '#ui/chart/download-csv.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { loadOnchain } from './load.ts';
import { allTokens, chains, chosenOf, positions, shownTokens, tokens } from './token-queries.ts';
import { MarketTabs } from '#market-list/market-tabs.tsx';
import { RiskChips } from './risk-chips.tsx';
import {
  csvOfTokens,
  isTokenSort,
  nextTokenOrder,
  readTokenOrder,
  selectTokens,
  withTokenOrder,
  type TokenOrder,
  type TokenSort,
} from './token-rows.ts';

export const loader = pageLoader(loadOnchain);
export const clientLoader = pageClientLoader(loadOnchain);
/** The filter is the browser's own business. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  ['list', 'chain'].some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name)) ||
  currentUrl.pathname !== nextUrl.pathname;

/** Nobody streams pools: they are asked again. */
const freshEveryMs = 10_000;

export default function OnchainScreen() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const isSimulated = useIsSimulated();
  const { name: site } = useBrand();
  const [search, setSearch] = useSearchParams();
  const chosen = chosenOf(search);
  const filter = readFilter(search);
  const known = useQuery(chains(api));
  const order = readTokenOrder(search);
  const first = useQuery({ ...tokens(api, chosen), placeholderData: keepPreviousData });
  const all = useQuery({ ...allTokens(api, chosen), refetchInterval: freshEveryMs });
  const answer = all.data ? all : first;
  const rows = useMemo(
    () => selectTokens(answer.data?.items ?? [], filter, order),
    // oxlint-disable-next-line react/exhaustive-deps -- the order is read anew from the address at every drawing
    [answer.data, filter, order?.sort, order?.direction],
  );
  const [more, setMore] = useState({ of: '', count: 0 });
  const listKey = `${chosen.list} ${chosen.chain ?? ''} ${filter}`;
  const shown = rows.slice(0, shownTokens + (more.of === listKey ? more.count : 0));
  const to = (list: string, chain: string | undefined) =>
    `${href(locale, 'onChain')}?` +
    `${new URLSearchParams({ ...(list !== onchainLists[0] && { list }), ...(chain && { chain }), ...(filter && { q: filter }) })}`;
  const change = (next: URLSearchParams) => setSearch(next, { preventScrollReset: true });
  const chainName = (chain: string) => known.data?.items.find((row) => row.chain === chain)?.name ?? chain;
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
          <IconButton
            icon="download"
            label={t('lists.export')}
            onClick={() =>
              downloadText(fileNameOf(site, `onchain-${new Date().toISOString().slice(0, 10)}.csv`), csvOfTokens(rows, isSimulated))
            }
          />
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
            <Head order={order} onSort={(sort) => change(withTokenOrder(search, nextTokenOrder(order, sort)))} />
            <tbody role="rowgroup" className="mt-body">
              {shown.map((token) => (
                <TokenRow key={`${token.chain}${token.address}`} token={token} chainName={chainName(token.chain)} />
              ))}
            </tbody>
          </table>
        )}
        {answer.data && rows.length === 0 && (
          <Empty title={t('table.empty')} help={filter ? t('table.emptyFilter', { filter }) : t('lists.onchain.empty')} />
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

function Head({ order, onSort }: { order: TokenOrder | null; onSort(sort: TokenSort): void }) {
  const t = useText();
  const heads = [
    ['coin', t('lists.onchain.token')],
    ['price', t('table.price')],
    ['m5', t('lists.onchain.m5')],
    ['h1', t('lists.onchain.h1')],
    ['change', t('table.change')],
    ['volume', t('lists.onchain.volume24h')],
    ['liquidity', t('lists.onchain.liquidity')],
    ['fdv', t('lists.onchain.fdvCap')],
    ['holders', t('lists.onchain.holdersCount')],
    ['age', t('lists.onchain.age')],
    ['risk', t('lists.onchain.risks')],
  ] as const;
  return (
    <thead role="rowgroup" className="mt-head">
      <tr role="row">
        {heads.map(([id, name]) => (
          <th
            key={id}
            role="columnheader"
            scope="col"
            className={`c-${id}${wide.has(id) ? ' wide' : ''}${id === 'risk' ? ' unsortable' : ''}`}
            aria-sort={order?.sort === sortOf(id) ? (order.direction === 'asc' ? 'ascending' : 'descending') : undefined}
          >
            {id === 'risk' ? (
              <span>{name}</span>
            ) : (
              <button type="button" onClick={() => onSort(sortOf(id))}>
                {name}
                {order?.sort === sortOf(id) && <Icon name={order.direction === 'asc' ? 'up' : 'down'} size="small" />}
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const sortOf = (id: string): TokenSort => (isTokenSort(id) ? id : 'name');

const wide: ReadonlySet<string> = new Set(['m5', 'h1', 'liquidity', 'holders', 'age']);

function TokenRow({ token, chainName }: { token: OnchainToken; chainName: string }) {
  const t = useText();
  const { fiat, money, change, count, age } = useFormat();
  const { currency } = usePreferences();
  const { data } = useQuery(useApiQueries().rates());
  const now = useNow(60_000);
  const { currency: unit, rate: per } = chosenUnit(currency, data?.rates);
  const brief = (trades: number) => (trades < 1_000 ? count(trades) : money(trades));
  const inUnit = (amount: string | null) => (amount === null ? null : Number(amount) * per);
  return (
    <tr role="row" className="mr">
      <th role="rowheader" scope="row" className="c-coin">
        <span className="coin">
          <Avatar src={token.iconUrl} name={token.symbol} />
          <span>
            <bdi>
              <b>{token.symbol}</b>
            </bdi>{' '}
            <span className="tag">{chainName}</span>
            <span className="sub">
              <bdi className="name">{token.name}</bdi>
              <span className="turnover">{t('table.turnoverShort', { amount: money(inUnit(token.volume24h), unit) })}</span>
            </span>
          </span>
        </span>
      </th>
      <td role="cell" className="c-price">
        <Price text={fiat(inUnit(token.priceUsdt), unit)} />
      </td>
      <td role="cell" className="c-m5 wide">
        <Change {...change(token.change.m5)} />
      </td>
      <td role="cell" className="c-h1 wide">
        <Change {...change(token.change.h1)} />
      </td>
      <td role="cell" className="c-change">
        <Change {...change(token.change.h24)} />
      </td>
      <td role="cell" className="c-volume">
        <span className="hl">
          <Num text={money(inUnit(token.volume24h), unit)} />
        </span>
        <span className="sub">{t('lists.onchain.trades', { buys: brief(token.buys24h), sells: brief(token.sells24h) })}</span>
      </td>
      <td role="cell" className="c-liquidity wide">
        <Num text={money(inUnit(token.liquidity), unit)} />
      </td>
      <td role="cell" className="c-fdv">
        <span className="hl">
          <Num text={money(inUnit(token.fdv), unit)} />
        </span>
        <span className="sub">
          {token.marketCap === null ? t('lists.onchain.capUnknown') : <Num text={money(inUnit(token.marketCap), unit)} />}
        </span>
      </td>
      <td role="cell" className="c-holders wide">
        <Num text={count(token.holders)} />
      </td>
      <td role="cell" className="c-age wide">
        <Num text={now === null ? null : age(now - token.createdAt)} />
      </td>
      <td role="cell" className="c-risk">
        <RiskChips token={token} />
      </td>
    </tr>
  );
}
