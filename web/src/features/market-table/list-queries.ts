import { anyQuote } from '@tidemark/contract/market.ts';
import { type ListLine } from '@tidemark/contract/business-lines.ts';
import type { MarginMode } from '@tidemark/contract/pages.ts';
import { maxPageSize } from '@tidemark/contract/wire.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import type { ListOrder } from './list-url.ts';

/** Rows the server renders. */
export const firstRows = 50;

/** Which list: one line of the market, or the pairs of spot that can be traded on margin. */
export interface ListOf {
  readonly line: ListLine;
  readonly margin?: 'all';
}

export interface ListChoice extends ListOrder {
  readonly quote: string;
  /** undefined: no category chosen. */
  readonly category: string | undefined;
  readonly margin?: MarginMode;
  readonly changeBase: number;
}

/** The top of a list as chosen, for the first paint. */
export const firstPage = (api: Api, { line }: ListOf, { quote, category, margin, sort, direction, changeBase }: ListChoice) =>
  callQuery(api, 'getHomeQuotation', {
    businessLine: line,
    quote,
    category,
    margin,
    sort,
    direction,
    ...(sort === 'change' && { timezone: changeBase }),
    pageNum: 1,
    pageSize: firstRows,
  });

/** A whole list, most traded first; choosing and ordering happen in the browser. */
export const wholeList = (api: Api, { line, margin }: ListOf) =>
  callQuery(api, 'getHomeQuotation', { businessLine: line, quote: anyQuote, margin, pageNum: 1, pageSize: maxPageSize });

/** The pairs that tell what quote currencies are worth: they need not be among the rows. */
export const worthQuery = (api: Api) => callQuery(api, 'getHomeQuotation', { symbolIds: 'USDCUSDT,BTCUSDT,ETHUSDT,USDTUSD,USDTEUR' });
