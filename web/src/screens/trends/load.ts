import { redirect } from 'react-router';
import { dayQuery, earlierQuery, eventsQuery, paperQuery } from '#features/news/news-queries.ts';
import { notFound, type Load, type PageData } from '#page/page.ts';
import { readNewsChoice, trendsHref } from './choice.ts';
import { dayName, parseDay } from './day.ts';

export const loadTrends: Load = async ({ api, queryClient, locale, params, url }) => {
  const { time } = params;
  const choice = readNewsChoice(time, url.searchParams);
  const { day } = choice;
  if (time !== undefined && day === undefined) throw notFound();
  if (time !== undefined && day !== undefined && time !== dayName(day)) throw redirect(trendsHref(locale, choice));
  // The day chooser of a page without scripts.
  const chosen = parseDay(url.searchParams.get('day') ?? '');
  if (chosen !== null) throw redirect(trendsHref(locale, { ...choice, day: chosen }));

  const loadDay = async () => {
    const dayNews = await queryClient.ensureQueryData(dayQuery(api, locale, day)).catch(() => null);
    if (day !== undefined && day > Date.now() && !dayNews?.items.length) throw notFound();
    return dayNews;
  };
  const news = async () => {
    const dayNews = await loadDay();
    // A user who filters wants to see some articles, also when this day has few.
    const isFiltered = choice.topic !== undefined || choice.coin !== undefined;
    if (dayNews && isFiltered && !choice.isFavorites)
      await queryClient.prefetchQuery(
        earlierQuery(api, locale, dayNews.dayStart, { topic: choice.topic, coin: choice.coin, coins: undefined }),
      );
  };
  const all = Promise.all([
    news(),
    queryClient.prefetchQuery(paperQuery(api, locale, day)),
    queryClient.prefetchQuery(eventsQuery(api, locale)),
  ]);
  // The server's page waits for all of it; in the browser the page is there at once, and each part when its answer comes.
  if (typeof document === 'undefined') await all;
  else {
    all.catch(() => null);
    if (day !== undefined && day > Date.now()) await loadDay();
  }
};

/** Every day is a page of its own; its title begins with it. */
export const withDay =
  <Args extends { readonly request: Request }>(run: (args: Args) => Promise<PageData>) =>
  async (args: Args): Promise<PageData> => {
    const page = await run(args);
    const day = /\/markets\/trends\/(\d{4}-\d{2}-\d{2})/.exec(args.request.url)?.[1];
    return day === undefined ? page : { ...page, seo: { ...page.seo, title: `${day} · ${page.seo.title}` } };
  };
