// What the address says about a list: order, filter and columns in the query string, category and quote currency in the path.
import { directions, listSorts, type Direction, type ListSort } from '@tidemark/contract/market.ts';

export interface ListOrder {
  readonly sort: ListSort;
  readonly direction: Direction;
}

export const usualOrder: ListOrder = { sort: 'turnover', direction: 'desc' };

const oneOf = <T extends string>(allowed: readonly T[], text: string | null, otherwise: T): T =>
  (allowed as readonly (string | null)[]).includes(text) ? (text as T) : otherwise;

/** A usable order comes out of any address. */
export const readOrder = (search: URLSearchParams): ListOrder => ({
  sort: oneOf(listSorts, search.get('sort'), usualOrder.sort),
  direction: oneOf(directions, search.get('dir'), usualOrder.direction),
});

const maxFilterLength = 64;
export const readFilter = (search: URLSearchParams): string => (search.get('q') ?? '').slice(0, maxFilterLength);

export const withOrder = (search: URLSearchParams, { sort, direction }: ListOrder): URLSearchParams => {
  const next = new URLSearchParams(search);
  const isUsual = sort === usualOrder.sort && direction === usualOrder.direction;
  if (isUsual) {
    next.delete('sort');
    next.delete('dir');
  } else {
    next.set('sort', sort);
    next.set('dir', direction);
  }
  return next;
};

/**
 * Where typing a filter leads from an address. Its beginning and its end are steps to go back to; what is typed in between is not. Taken
 * from the address itself: typing is faster than a page that is drawn.
 */
export const filterStep = (address: string, filter: string) => {
  const next = new URLSearchParams(address);
  const had = next.has('q');
  if (filter.trim()) next.set('q', filter);
  else next.delete('q');
  return [next, { replace: next.has('q') === had, preventScrollReset: true }] as const;
};

/** A first click sorts numbers from the top and names from A; the next click turns it round. */
export const nextOrder = (order: ListOrder, sort: ListSort): ListOrder =>
  order.sort === sort
    ? { sort, direction: order.direction === 'desc' ? 'asc' : 'desc' }
    : { sort, direction: sort === 'name' ? 'asc' : 'desc' };

/** The columns named in the address, in its order; the usual ones when it names none. */
export const readColumns = <C extends { readonly id: string }>(
  cols: string | null,
  usual: readonly C[],
  all: readonly C[],
): readonly C[] => {
  const chosen = [...new Set(cols?.split(','))].flatMap((wanted) => all.find(({ id }) => id === wanted) ?? []);
  return chosen.length > 0 ? chosen : usual;
};

/** The coin whose panel is open over the list. */
export const readCoin = (search: URLSearchParams): string | null => search.get('coin');

export const withCoin = (search: URLSearchParams, symbolId: string | null): URLSearchParams => {
  const next = new URLSearchParams(search);
  if (symbolId) next.set('coin', symbolId);
  else next.delete('coin');
  return next;
};
