import type { Article } from '@tidemark/contract/content.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { Link } from 'react-router';
import { useReaderZone } from '#features/news/news-time.tsx';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale } from '#i18n/text.tsx';
import { ArticleRow } from './article-row.tsx';
import { trendsHref, type NewsChoice } from './choice.ts';
import { dayOf } from './day.ts';

/** A quarter of a day: it begins on the hour in every time zone, or nearly so. */
const partMs = dayMs / 4;

function groupBy(articles: readonly Article[], size: number): (readonly [start: number, articles: readonly Article[]])[] {
  const groups = Map.groupBy(articles, ({ publishedAt }) => Math.floor(publishedAt / size) * size);
  return [...groups].toSorted(([a], [b]) => b - a);
}

/**
 * The articles of one day, by its quarters. Which quarter is decided in UTC, so that nothing moves when the page learns the reader's clock.
 */
export function PartsOfDay({ articles, choice }: { articles: readonly Article[]; choice: NewsChoice }) {
  return groupBy(articles, partMs).map(([start, group]) => (
    <section key={start} aria-labelledby={`part-${start}`}>
      <PartHead start={start} />
      <ul className="news-list">
        {group.map((article) => (
          <ArticleRow key={article.id} article={article} choice={choice} />
        ))}
      </ul>
    </section>
  ));
}

function PartHead({ start }: { start: number }) {
  const { minute } = useDayFormat();
  const { time } = useFormat();
  const { zone } = useReaderZone();
  // The day of the page is one in UTC; where it is another day for the reader, that is said.
  const isOtherDay = time(start, 'date', zone) !== time(start, 'date', 'UTC');
  return (
    <h3 id={`part-${start}`} className="news-part">
      {isOtherDay && <bdi>{time(start, 'date', zone)}, </bdi>}
      <span className="num">
        {minute(start, zone)} – {minute(start + partMs, zone)}
      </span>
    </h3>
  );
}

/** Articles of days before, by day; each day leads to its own page. */
export function EarlierDays({ articles, choice }: { articles: readonly Article[]; choice: NewsChoice }) {
  const locale = useLocale();
  const { longDay } = useDayFormat();
  return groupBy(articles, dayMs).map(([start, group]) => (
    <section key={start} aria-labelledby={`day-${start}`}>
      <h3 id={`day-${start}`} className="news-part">
        <Link to={trendsHref(locale, { ...choice, day: dayOf(start) })}>{longDay(start)}</Link>
      </h3>
      <ul className="news-list">
        {group.map((article) => (
          <ArticleRow key={article.id} article={article} choice={choice} isUnderDay />
        ))}
      </ul>
    </section>
  ));
}
