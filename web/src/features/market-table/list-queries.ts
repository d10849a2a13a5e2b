import { queryOptions } from '@tanstack/react-query';
import type { Calls } from '@tidemark/contract/calls.ts';
import { anyQuote, type ListLine } from '@tidemark/contract/market.ts';
import { maxPageSize, type InputToSend } from '@tidemark/contract/wire.ts';
import type { Api } from '#api/client.ts';
import type { ListOrder } from './list-url.ts';

/** Rows the server renders. */
export const firstRows = 60;

export interface ListChoice extends ListOrder {
  readonly line: ListLine;
  readonly quote: string;
  /** undefined: no category chosen. */
  readonly category: string | undefined;
}

const listOptions = (api: Api, input: InputToSend<Calls['getHomeQuotation']>) =>
  queryOptions({ queryKey: ['getHomeQuotation', input], queryFn: ({ signal }) => api.call('getHomeQuotation', input, { signal }) });

/** The top of a list as chosen, for the first paint. */
export const firstPage = (api: Api, { line, quote, category, sort, direction }: ListChoice) =>
  listOptions(api, { businessLine: line, quote, category, sort, direction, pageNum: 1, pageSize: firstRows });

/** A whole line, most traded first; choosing and ordering happen in the browser. */
export const wholeList = (api: Api, line: ListLine) =>
  listOptions(api, { businessLine: line, quote: anyQuote, pageNum: 1, pageSize: maxPageSize });
