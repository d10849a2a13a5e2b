// Hidden coins (section 3): a coin that readers of some languages or in some countries are not shown. Held in one place for every
// room whose answers name coins: what a handler answers is pruned before it leaves, and a question about a hidden pair is answered
// as one about a pair that does not exist. Users still see their own alerts and favorites of it, and can delete them.
import { createHash } from 'node:crypto';
import { refuse } from '@tidemark/contract/errors.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { LiveRows } from '#edge/socket/channel.ts';
import type { Audience } from '#edge/socket/line.ts';

export interface HiddenCoin {
  readonly baseSymbol: string;
  readonly languageList: readonly string[];
  /** Two letters or the English name. */
  readonly ipCountryNameList: readonly string[];
}

export interface Visibility {
  /** The same handlers, their answers without what the caller must not see. */
  apply<H extends object>(handlers: H): H;
  /** What the live socket shows this reader, by the rules of the moment; null: everything. */
  audienceOf(reader: Reader): () => Audience | null;
  /** Nothing is hidden because of this country, so what its readers see may be shared with others. */
  isOrdinary(country: string | null): boolean;
  /** Nothing is hidden because of any country. */
  isSameEverywhere(): boolean;
}

type Reader = Pick<Caller, 'locale' | 'country'>;

export interface VisibilityDeps {
  readonly hiddenCoins: () => readonly HiddenCoin[];
  /** The coin of a pair; undefined = no such pair. */
  readonly coinOf: (symbolId: string) => string | undefined;
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const isIn = (country: string, list: readonly string[]): boolean => {
  if (list.length === 0) return false;
  const name = countryNames.of(country)?.toLowerCase();
  return list.some((entry) => entry.toUpperCase() === country || entry.toLowerCase() === name);
};

export function createVisibility({ hiddenCoins, coinOf }: VisibilityDeps): Visibility {
  const hiddenFrom = (caller: Reader, region: string | null): ReadonlySet<string> => {
    const countries = [caller.country ?? null, region].filter((country) => country !== null);
    return new Set(
      hiddenCoins()
        .filter(
          ({ languageList, ipCountryNameList }) =>
            languageList.includes(caller.locale) || countries.some((country) => isIn(country, ipCountryNameList)),
        )
        .map(({ baseSymbol }) => baseSymbol),
    );
  };

  const run = async (handler: (caller: Caller, input: unknown) => unknown, caller: Caller, input: unknown): Promise<unknown> => {
    const hidden = hiddenFrom(caller, regionOf(input));
    if (hidden.size === 0) return handler(caller, input);
    const asked = fieldOf(input, 'symbolId') ?? fieldOf(fieldOf(input, 'params'), 'symbolId');
    if (typeof asked === 'string' && hidden.has(coinOf(asked) ?? '')) refuse('unknownSymbol');
    const coin = fieldOf(input, 'symbol');
    if (typeof coin === 'string' && hidden.has(coin)) refuse('unknownSymbol');
    // The fingerprint of the whole answer must not be met with 'unchanged' when the caller gets only a part of it.
    const { md5: _, md5Value: __, ...rest } = (input ?? {}) as Record<string, unknown>;
    const page = pageOf(rest);
    if (!page) return prune(await handler(caller, rest), hidden, coinOf);
    return cut(prune(await wholeList(handler, caller, rest), hidden, coinOf), page);
  };

  return {
    apply: (handlers) =>
      Object.fromEntries(
        Object.entries(handlers).map(([name, handler]) => [
          name,
          (caller: Caller, input: unknown) => (hiddenCoins().length === 0 ? handler(caller, input) : run(handler, caller, input)),
        ]),
      ) as typeof handlers,
    audienceOf: (reader) => () => {
      const hidden = hiddenFrom(reader, null);
      return hidden.size === 0 ? null : audienceWithout(hidden, coinOf);
    },
    isSameEverywhere: () => hiddenCoins().every(({ ipCountryNameList }) => ipCountryNameList.length === 0),
    isOrdinary: (country) => country === null || !hiddenCoins().some(({ ipCountryNameList }) => isIn(country, ipCountryNameList)),
  };
}

/** Channels of many instruments; all others speak of the one they name. */
const manyAtOnce: readonly SubscriptionArg['topic'][] = ['tickers', 'movers', 'views'];

function audienceWithout(hidden: ReadonlySet<string>, coinOf: VisibilityDeps['coinOf']): Audience {
  const isHidden = (symbolId: string) => hidden.has(coinOf(symbolId) ?? '');
  /** Views are objects and orders of symbols; a row of quotes or an event is one instrument's. */
  const pruneText = (text: string | null): string | null => {
    const [row] = text === null ? [] : (prune([JSON.parse(text)], hidden, coinOf) as unknown[]);
    return row === undefined ? null : JSON.stringify(row);
  };
  return {
    name: [...hidden].sort().join(),
    sees: ({ topic, instId = '' }) => manyAtOnce.includes(topic) || !isHidden(instId),
    select({ topic }, rows): LiveRows | null {
      if (!manyAtOnce.includes(topic)) return null;
      if (topic === 'tickers') return { ...rows, keys: (arg) => [...rows.keys(arg)].filter((symbolId) => !isHidden(symbolId)) };
      return { ...rows, encode: (key) => pruneText(rows.encode(key)) };
    },
  };
}

interface Page {
  readonly pageNum: number;
  readonly pageSize: number;
}
const pageOf = (input: Record<string, unknown>): Page | null => {
  const { pageNum, pageSize } = input;
  return typeof pageNum === 'number' && typeof pageSize === 'number' ? { pageNum, pageSize } : null;
};

const rowsAtOnce = 1_000;
/** Beyond it a total counts what was left out as far as it was looked at. */
const mostRows = 10_000;

/** All pages as one: how many rows a reader may see, and which stand on a page, is known only when all were judged. */
async function wholeList(
  handler: (caller: Caller, input: unknown) => unknown,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<unknown> {
  const rows: unknown[] = [];
  let pageSize = rowsAtOnce;
  for (let pageNum = 1; ; pageNum++) {
    const answer = await handler(caller, { ...input, pageNum, pageSize });
    const items = fieldOf(answer, 'items');
    const total = fieldOf(answer, 'total');
    if (!Array.isArray(items) || typeof total !== 'number') return answer;
    rows.push(...(items as unknown[]));
    if (items.length === 0 || rows.length >= total || rows.length >= mostRows) return { ...(answer as object), items: rows };
    // A list that gives fewer at once has pages of its own size.
    if (pageNum === 1) pageSize = items.length;
  }
}

function cut(answer: unknown, { pageNum, pageSize }: Page): unknown {
  const items = fieldOf(answer, 'items');
  return Array.isArray(items) ? { ...(answer as object), items: items.slice((pageNum - 1) * pageSize, pageNum * pageSize) } : answer;
}

const fieldOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null && Object.hasOwn(from, name) ? (from as Record<string, unknown>)[name] : undefined;

const regionOf = (input: unknown): string | null => {
  const region = fieldOf(input, 'region');
  return typeof region === 'string' ? region : null;
};

/** Fields whose text is the ticker of a coin. */
const coinFields = ['baseSymbol', 'coinName', 'coin', 'coinId', 'symbol'] as const;

function prune(value: unknown, hidden: ReadonlySet<string>, coinOf: VisibilityDeps['coinOf']): unknown {
  const isHidden = (row: unknown): boolean => {
    // Quotes travel as rows that begin with their pair.
    const symbolId = Array.isArray(row) ? row[0] : fieldOf(row, 'symbolId');
    if (typeof symbolId === 'string' && hidden.has(coinOf(symbolId) ?? '')) return true;
    // A sentence of ours names its coins; a headline of others may stay without the mark.
    const named = fieldOf(row, 'kind') === 'note' ? fieldOf(row, 'coins') : undefined;
    if (Array.isArray(named) && named.some(isHidden)) return true;
    return coinFields.some((name) => {
      const ticker = fieldOf(row, name);
      return typeof ticker === 'string' && hidden.has(ticker);
    });
  };
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) {
      // A quote row is a leaf; its first field was judged with it. A list of nothing but texts may be an order of symbols.
      if (part.every((row) => typeof row === 'string')) return part.filter((row) => !hidden.has(coinOf(row) ?? ''));
      return part.some((row) => typeof row === 'object' && row !== null) ? part.filter((row) => !isHidden(row)).map(walk) : part;
    }
    if (typeof part !== 'object' || part === null) return part;
    const walked: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(part))
      walked[name] = typeof field === 'object' && field !== null && !Array.isArray(field) && isHidden(field) ? null : walk(field);
    const items = fieldOf(part, 'items');
    const total = fieldOf(part, 'total');
    if (Array.isArray(items) && typeof total === 'number') walked.total = total - (items.length - (walked.items as unknown[]).length);
    // Two audiences have two answers, and so two fingerprints.
    for (const mark of ['md5', 'md5Value'])
      if (typeof walked[mark] === 'string')
        walked[mark] = createHash('md5')
          .update(`${walked[mark]} ${[...hidden].sort().join()}`)
          .digest('hex');
    return walked;
  };
  return walk(value);
}
