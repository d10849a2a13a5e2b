// The articles of the shown day, then of the days before it, as far as the user wants to go.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { contentFeedPath } from '@tidemark/contract/content.ts';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { earlierPerPage, earlierQuery, mostEarlierPages } from '#features/news/news-queries.ts';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Button } from '#ui/button.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { EarlierDays, PartsOfDay } from './article-groups.tsx';
import { ArticleSkeletons } from './article-row.tsx';
import { isWanted, trendsHref, type NewsChoice } from './choice.ts';
import { ItemList } from './item-list.tsx';
import type { ShownDay } from './use-day.ts';
import { useFavoriteCoins } from './use-favorite-coins.ts';

/** Of a day; the rest on demand. */
const shownAtFirst = 40;

export function NewsFeed({ choice, shown }: { choice: NewsChoice; shown: ShownDay }) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const { longDay } = useDayFormat();
  const { count } = useFormat();
  const { day, articles, waiting } = shown;
  const { topic, coin, isFavorites } = choice;
  const head = useRef<HTMLHeadingElement>(null);
  const [most, setMost] = useState(shownAtFirst);
  const [pages, setPages] = useState(0);

  const coins = useFavoriteCoins(isFavorites);
  const favorites = useMemo(() => (isFavorites ? new Set(coins ?? []) : null), [isFavorites, coins]);
  const isFiltered = topic !== undefined || coin !== undefined || isFavorites;
  const wanted = isFiltered ? articles.filter((article) => isWanted(article, choice, favorites)) : articles;
  const isKnown = day !== undefined && !(isFavorites && coins === null);
  const isWhole = wanted.length <= most;

  const asksEarlier = isKnown && (pages > 0 || isFiltered) && !(isFavorites && coins?.length === 0);
  const earlier = useQuery({
    ...earlierQuery(api, locale, day?.dayStart ?? 0, { topic, coin, coins: coins ?? undefined }, Math.max(1, pages)),
    enabled: asksEarlier,
    placeholderData: keepPreviousData,
  });
  const known = new Set(articles.map(({ id }) => id));
  const before = asksEarlier
    ? (earlier.data?.items ?? []).filter(
        (article) => !known.has(article.id) && known.add(article.id) && isWanted(article, choice, favorites),
      )
    : [];

  const showWaiting = () => {
    shown.showWaiting();
    head.current?.focus();
  };
  const showMore = () => {
    if (!isWhole) setMost(Infinity);
    else setPages(asksEarlier ? Math.max(1, pages) + 1 : 1);
  };
  const feed = contentFeedPath(locale, 'news');
  const dayStart = day?.dayStart ?? choice.day;
  const nearest = day?.previousDay ?? day?.nextDay ?? null;
  const hasMore =
    isKnown &&
    (!isWhole ||
      (asksEarlier
        ? Math.max(1, pages) < mostEarlierPages && (earlier.data?.total ?? 0) > Math.max(1, pages) * earlierPerPage
        : day.previousDay !== null));

  return (
    <section className="frame news-frame" aria-labelledby="news-day">
      <div className="mod-head">
        <h2 id="news-day" ref={head} tabIndex={-1}>
          {dayStart === undefined ? t('news.newest') : longDay(dayStart)}
        </h2>
        {day && <span className="small-note">{t('news.count', { count: day.total })}</span>}
        <a className="news-feed" href={feed}>
          {t('news.rss')}
        </a>
        {/* Programs that read feeds find it in the head of the page, where this is put. */}
        <link rel="alternate" type="application/rss+xml" title={t('news.title')} href={feed} />
      </div>
      <div className="news-waiting" role="status">
        {waiting > 0 && (
          <button type="button" className="btn primary" onClick={showWaiting}>
            {t('news.waiting', { count: waiting })}
          </button>
        )}
      </div>
      {shown.hasFailed ? (
        <div role="status">
          <Band kind="error" text={t('news.failed')} action={{ label: t('action.retry'), onClick: shown.retry }} />
        </div>
      ) : !isKnown ? (
        <ArticleSkeletons rows={8} />
      ) : isFavorites && coins?.length === 0 ? (
        <Empty title={t('news.noFavorites')} help={t('news.noFavoritesHelp')}>
          <Link className="btn" to={trendsHref(locale, { ...choice, isFavorites: false })}>
            {t('news.showAll')}
          </Link>
        </Empty>
      ) : wanted.length > 0 ? (
        <PartsOfDay articles={isWhole ? wanted : wanted.slice(0, most)} choice={choice} />
      ) : isFiltered && articles.length > 0 ? (
        <p className="news-none">
          {t('news.noneWanted')}{' '}
          <Link to={trendsHref(locale, { ...choice, topic: undefined, coin: undefined, isFavorites: false })}>{t('news.showAll')}</Link>
        </p>
      ) : (
        <Empty title={t(nearest === null ? 'news.none' : 'news.noneThatDay')} help={nearest === null ? t('news.noneHelp') : undefined}>
          {day.previousDay !== null && (
            <Link className="btn" to={trendsHref(locale, { ...choice, day: day.previousDay })}>
              {longDay(day.previousDay)}
            </Link>
          )}
          {day.nextDay !== null && (
            <Link className="btn" to={trendsHref(locale, { ...choice, day: day.nextDay })}>
              {longDay(day.nextDay)}
            </Link>
          )}
        </Empty>
      )}
      {isWhole && <EarlierDays articles={before} choice={choice} />}
      {asksEarlier && earlier.isError && (
        <div role="status">
          <Band kind="error" text={t('news.failed')} action={{ label: t('action.retry'), onClick: () => void earlier.refetch() }} />
        </div>
      )}
      {asksEarlier && earlier.isPending && !earlier.isError && <ArticleSkeletons rows={3} />}
      {hasMore && !earlier.isError && !(asksEarlier && earlier.isPending) && (
        <div className="news-more">
          <Button onClick={showMore} disabled={earlier.isPlaceholderData}>
            {isWhole ? t('news.earlier') : t('news.restOfDay', { count: count(wanted.length - most) })}
          </Button>
        </div>
      )}
      {day && <ItemList name={t('news.title')} articles={articles} />}
    </section>
  );
}
