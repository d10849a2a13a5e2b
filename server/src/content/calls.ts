import type { contentCalls } from '@tidemark/contract/content.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { dayStart } from '@tidemark/contract/time.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Articles } from './articles.ts';
import { justPastMs, type Calendar } from './calendar/index.ts';
import type { CoinTexts } from './coins/coin-texts.ts';
import type { Papers } from './paper/papers.ts';

/** Policies are the business of the folder policy. */
export type ContentHandlers = Handlers<Omit<typeof contentCalls, 'getCurrentModel'>>;

export interface CallsDeps {
  readonly articles: Articles;
  readonly calendar: Calendar;
  readonly coinTexts: CoinTexts;
  readonly papers: Papers;
  readonly clock: Clock;
  /** Ends when there is something to show, or after a moment of patience. */
  readonly filled: () => Promise<void>;
}

export function createCalls({ articles, calendar, coinTexts, papers, clock, filled }: CallsDeps): ContentHandlers {
  return {
    async getLatestOneContent({ locale }) {
      await filled();
      const { items } = await articles.page({}, 0, 1, locale);
      return { content: items[0] ?? null };
    },
    async getWebInstitute({ locale }, { startTimeStamp }) {
      await filled();
      const day = await articles.day(startTimeStamp, locale);
      return { ...day, total: day.items.length };
    },
    async getCurrentMorningPaper({ locale }, { startTimeStamp }) {
      await filled();
      return { paper: await papers.read(startTimeStamp, locale) };
    },
    async getNewsList({ locale }, { pageNum, pageSize, params: { topic, baseSymbol, baseSymbols, kind, before } }) {
      await filled();
      const coins = baseSymbol === undefined ? baseSymbols : [baseSymbol, ...(baseSymbols ?? [])];
      return articles.page({ topic, coins: coins?.toSorted(), kind, before }, (pageNum - 1) * pageSize, pageSize, locale);
    },
    async calendarEvents({ locale }, { pageNum, pageSize, params: { from, to, baseSymbol, category } }) {
      if (from !== undefined && to !== undefined && from > to) return refuse('badRange');
      const since = from ?? dayStart(clock.now()) - justPastMs;
      const events = (await calendar.events()).filter(
        ({ at, coin, categories }) =>
          at >= since &&
          (to === undefined || at <= to) &&
          (baseSymbol === undefined || coin === baseSymbol) &&
          (category === undefined || categories.includes(category)),
      );
      const first = (pageNum - 1) * pageSize;
      return { items: events.slice(first, first + pageSize).map((event) => calendar.show(event, locale)), total: events.length };
    },
    async getCryptoListBySymbol({ locale }, { symbols }) {
      const found = await Promise.all([...new Set(symbols)].map((symbol) => coinTexts.of(symbol, locale)));
      const items = found.filter((text) => text !== null);
      return { items, total: items.length };
    },
    async getCryptoBySymbol({ locale }, { symbol }) {
      return (await coinTexts.of(symbol, locale)) ?? refuse('unknownSymbol');
    },
  };
}
