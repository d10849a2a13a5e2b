import type { Article } from '@tidemark/contract/content.ts';
import { memo } from 'react';
import { Link } from 'react-router';
import { Headline, NewsSource } from '#features/news/headline.tsx';
import { NewsCoins } from '#features/news/news-coins.tsx';
import { NewsTime } from '#features/news/news-time.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Skeleton } from '#ui/states.tsx';
import { trendsHref, type NewsChoice } from './choice.ts';

const topicsShown = 2;
const coinsShown = 5;

/** The place of an article in its page, to be linked to. */
const anchorOf = (id: string): string => `n-${id.replace(/[^\w-]/g, '_')}`;

export const ArticleRow = memo(function ArticleRow({
  article,
  choice,
  isUnderDay,
}: {
  article: Article;
  choice: NewsChoice;
  isUnderDay?: boolean;
}) {
  const t = useText();
  const locale = useLocale();
  const { id, kind, title, summary, link, topics, coins, publishedAt } = article;
  const isOurs = kind === 'note';
  return (
    <li id={anchorOf(id)} className="news-item">
      <a className="news-when" href={`#${anchorOf(id)}`}>
        <NewsTime at={publishedAt} isUnderDay={isUnderDay} />
        <span className="sr-only">{t('news.here', { title })}</span>
      </a>
      <article>
        <h4>
          <Headline title={title} link={link} isOurs={isOurs} />
        </h4>
        {summary && <p dir={isOurs ? undefined : 'auto'}>{summary}</p>}
        <div className="news-meta">
          <NewsSource article={article} />
          {topics.slice(0, topicsShown).map((topic) => (
            <Link key={topic} className="tag" to={trendsHref(locale, { ...choice, topic })} preventScrollReset>
              {t(`news.topic.${topic}`)}
            </Link>
          ))}
          <NewsCoins coins={coins} most={coinsShown} />
        </div>
      </article>
    </li>
  );
});

export function ArticleSkeletons({ rows }: { rows: number }) {
  return (
    <ul className="news-list" aria-busy="true">
      {Array.from({ length: rows }, (_, row) => (
        <li key={row} className="news-item" aria-hidden="true">
          <span className="news-when">
            <Skeleton width={36} />
          </span>
          <div className="news-wait">
            <Skeleton width={220 + ((row * 67) % 90)} />
            <Skeleton width={260 - ((row * 41) % 80)} />
            <Skeleton width={120} />
          </div>
        </li>
      ))}
    </ul>
  );
}
