// The tokens of a list as the user wants to see them: found, in their order, and as a file for programs.
import { directions, type Direction } from '@tidemark/contract/market.ts';
import type { OnchainToken } from '@tidemark/contract/onchain.ts';
import type { CsvColumns } from '@tidemark/contract/csv.ts';

const numberOf = (value: string | number | null): number | null => (value === null ? null : Number(value));
const figures = {
  price: ({ priceUsdt }: OnchainToken) => numberOf(priceUsdt),
  m5: ({ change }: OnchainToken) => numberOf(change.m5),
  h1: ({ change }: OnchainToken) => numberOf(change.h1),
  h6: ({ change }: OnchainToken) => numberOf(change.h6),
  change: ({ change }: OnchainToken) => numberOf(change.h24),
  volume: ({ volume24h }: OnchainToken) => numberOf(volume24h),
  liquidity: ({ liquidity }: OnchainToken) => numberOf(liquidity),
  fdv: ({ fdv }: OnchainToken) => numberOf(fdv),
  holders: ({ holders }: OnchainToken) => holders,
  top10: ({ top10Share }: OnchainToken) => numberOf(top10Share),
  /** The oldest is the largest. */
  age: ({ createdAt }: OnchainToken) => -createdAt,
} as const;
export type TokenSort = keyof typeof figures | 'name';
const isTokenSort = (id: string | null): id is TokenSort => id === 'name' || (id !== null && Object.hasOwn(figures, id));

export interface TokenOrder {
  readonly sort: TokenSort;
  readonly direction: Direction;
}

/** null: in the order that makes the list what it is. */
export function readTokenOrder(search: URLSearchParams): TokenOrder | null {
  const sort = search.get('sort');
  const direction = directions.find((option) => option === search.get('dir')) ?? 'desc';
  return isTokenSort(sort) ? { sort, direction } : null;
}

/** The first press sorts numbers from the top and names from A, the second turns it round, the third gives the list its own order back. */
export function nextTokenOrder(now: TokenOrder | null, sort: TokenSort): TokenOrder | null {
  const first: Direction = sort === 'name' ? 'asc' : 'desc';
  if (now?.sort !== sort) return { sort, direction: first };
  return now.direction === first ? { sort, direction: first === 'asc' ? 'desc' : 'asc' } : null;
}

export function withTokenOrder(search: URLSearchParams, order: TokenOrder | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('sort');
  next.delete('dir');
  if (order) {
    next.set('sort', order.sort);
    next.set('dir', order.direction);
  }
  return next;
}

export function selectTokens(items: readonly OnchainToken[], filter: string, order: TokenOrder | null): readonly OnchainToken[] {
  const wanted = filter.trim().toLowerCase();
  const found =
    wanted === ''
      ? items
      : items.filter(
          ({ symbol, name, address }) =>
            symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted) || address.toLowerCase() === wanted,
        );
  if (order === null) return found;
  const turn = order.direction === 'asc' ? 1 : -1;
  if (order.sort === 'name') return found.toSorted((a, b) => turn * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0));
  const figure = figures[order.sort];
  // What is not known stands at the end, whichever way the rest is turned.
  return found.toSorted((a, b) => {
    const [one, other] = [figure(a), figure(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return turn * (one - other);
  });
}

export const csvColumns: CsvColumns<OnchainToken> = {
  chain: ({ chain }) => chain,
  address: ({ address }) => address,
  symbol: ({ symbol }) => symbol,
  name: ({ name }) => name,
  dex: ({ dex }) => dex,
  priceUsdt: ({ priceUsdt }) => priceUsdt,
  change5m: ({ change }) => change.m5,
  change1h: ({ change }) => change.h1,
  change6h: ({ change }) => change.h6,
  change24h: ({ change }) => change.h24,
  volume24hUsdt: ({ volume24h }) => volume24h,
  buys24h: ({ buys24h }) => buys24h,
  sells24h: ({ sells24h }) => sells24h,
  liquidityUsdt: ({ liquidity }) => liquidity,
  fdvUsdt: ({ fdv }) => fdv,
  marketCapUsdt: ({ marketCap }) => marketCap,
  holders: ({ holders }) => holders,
  top10Share: ({ top10Share }) => top10Share,
  createdAt: ({ createdAt }) => new Date(createdAt).toISOString(),
  risks: ({ risks }) => risks.join(' '),
};
