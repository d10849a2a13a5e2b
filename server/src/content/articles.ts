// Articles as a reader sees them: rows of the store, notes put into words, and what each coin did since.
import type { Article } from '@tidemark/contract/content.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { dayMs, dayStart } from '@tidemark/contract/time.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { NoteText } from './notes/note-text.ts';
import type { NoteFacts } from './notes/note.ts';
import type { ArticleFilter, ArticleRow, ContentStore } from './store.ts';

export interface ArticlesDeps {
  readonly store: Pick<ContentStore, 'page' | 'between' | 'around'>;
  readonly market: Pick<Market, 'catalog' | 'board' | 'iconUrl'>;
  readonly clock: Clock;
  readonly noteText: (facts: NoteFacts, locale: Locale) => NoteText;
  readonly siteName: string;
}

export interface Articles {
  page(filter: ArticleFilter, from: number, size: number, locale: Locale): Promise<{ items: Article[]; total: number }>;
  /** dayStart: of the newest day with articles when none was asked for. */
  day(
    at: number | undefined,
    locale: Locale,
  ): Promise<{ items: Article[]; dayStart: number; previousDay: number | null; nextDay: number | null }>;
  /** What is in the store has changed. */
  forget(): void;
}

/** A reader goes back further by day. */
const mostOfDay = 500;
const mostKept = 200;
/** Also without a word that something changed: a message may be lost. */
const heldMs = 60_000;

export function createArticles({ store, market, clock, noteText, siteName }: ArticlesDeps): Articles {
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>();
  /** Words stay as long as their row is kept. */
  const texts = new WeakMap<ArticleRow, Map<Locale, NoteText>>();
  let pairs: { readonly catalog: Catalog; readonly of: ReadonlyMap<string, MarketSymbol> } | null = null;

  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = kept.get(key);
    if (known && Math.abs(clock.now() - known.at) < heldMs) return known.answer as Promise<T>;
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
    const asked = { at: clock.now(), answer: read() };
    kept.set(key, asked);
    asked.answer.catch(() => {
      if (kept.get(key) === asked) kept.delete(key);
    });
    return asked.answer;
  };

  const pairOf = (ticker: string): MarketSymbol | undefined => {
    if (pairs?.catalog !== market.catalog) pairs = { catalog: market.catalog, of: mainPairs(market.catalog) };
    return pairs.of.get(ticker);
  };

  const textOf = (row: ArticleRow, locale: Locale): NoteText => {
    if (row.facts === null) return { title: row.title, summary: row.summary, link: row.link };
    const byLocale = texts.get(row) ?? new Map<Locale, NoteText>();
    texts.set(row, byLocale);
    const known = byLocale.get(locale) ?? noteText(row.facts, locale);
    byLocale.set(locale, known);
    return known;
  };

  const show = (row: ArticleRow, locale: Locale): Article => {
    const { title, summary, link } = textOf(row, locale);
    return {
      id: row.id,
      kind: row.kind,
      title: title.slice(0, 300),
      summary,
      source: row.kind === 'note' ? siteName : row.source,
      link,
      imageUrl: null,
      topics: row.topics,
      coin: row.facts?.coin ?? null,
      coins: row.coins.map((baseSymbol) => {
        const pair = pairOf(baseSymbol);
        const [then, now] = [
          row.prices[baseSymbol],
          pair && pair.pricedSymbol === 'USDT' ? market.board.quote(pair.symbolId)?.last : undefined,
        ];
        const change = then !== undefined && then > 0 && now !== undefined ? now / then - 1 : null;
        return {
          baseSymbol,
          symbolId: pair?.symbolId ?? null,
          iconUrl: market.iconUrl(baseSymbol),
          changeSince: change === null || !Number.isFinite(change) ? null : change.toFixed(6),
        };
      }),
      publishedAt: row.at,
    };
  };

  return {
    async page(filter, from, size, locale) {
      const { rows, total } = await once(`page ${JSON.stringify([filter, from, size])}`, () => store.page(filter, from, size));
      return { items: rows.map((row) => show(row, locale)), total };
    },
    async day(at, locale) {
      const asked = dayStart(at ?? clock.now());
      const read = (day: number) =>
        once(`day ${day}`, async () => ({
          rows: await store.between(day, day + dayMs, mostOfDay),
          around: await store.around(day, day + dayMs),
        }));
      let found = { day: asked, ...(await read(asked)) };
      // No day was asked for: the newest that has something, so that a quiet morning is not an empty page.
      if (at === undefined && found.rows.length === 0 && found.around.before !== null)
        found = { day: dayStart(found.around.before), ...(await read(dayStart(found.around.before))) };
      const { day, rows, around } = found;
      const dayOrNull = (moment: number | null) => (moment === null ? null : dayStart(moment));
      return {
        items: rows.map((row) => show(row, locale)),
        dayStart: day,
        previousDay: dayOrNull(around.before),
        nextDay: dayOrNull(around.after),
      };
    },
    forget: () => kept.clear(),
  };
}

/** The pair a coin is shown by: for USDT where there is one. */
function mainPairs({ data }: Catalog): Map<string, MarketSymbol> {
  const found = new Map<string, MarketSymbol>();
  for (const symbol of data.symbols) {
    if (symbol.instType !== 'sp' || symbol.status === 'delisted') continue;
    if (!found.has(symbol.baseSymbol) || symbol.pricedSymbol === 'USDT') found.set(symbol.baseSymbol, symbol);
  }
  return found;
}
