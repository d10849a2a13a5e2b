import { href } from '@tidemark/contract/pages.ts';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { Headline, NewsSource } from '#features/news/headline.tsx';
import { NewsCoins } from '#features/news/news-coins.tsx';
import { NewsTime } from '#features/news/news-time.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Empty, Skeleton } from '#ui/states.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { newsQuery, newsShown } from './overview-queries.ts';
import '#styles/news.css';

const refreshMs = 2 * 60_000;
const coinsShown = 3;

/** The newest headlines with what they did to the coins they name. */
export function News() {
  const t = useText();
  const locale = useLocale();
  const query = usePageQuery({ ...newsQuery(useApi(), locale), refetchInterval: refreshMs });
  const articles = query.data?.items;
  return (
    <ModuleFrame name="industryTrend" more={href(locale, 'trends')} moreText={t('overview.allNews')}>
      <AskedFor query={query}>
        {articles?.length === 0 ? (
          <Empty title={t('overview.noNews')} />
        ) : (
          <ul className="ov-news" aria-busy={!articles}>
            {articles
              ? articles.map((article) => (
                  <li key={article.id}>
                    <NewsTime at={article.publishedAt} />
                    <div>
                      <h3>
                        <Headline title={article.title} link={article.link} isOurs={article.kind === 'note'} />
                      </h3>
                      <div className="news-meta">
                        <NewsSource article={article} />
                        <NewsCoins coins={article.coins} most={coinsShown} />
                      </div>
                    </div>
                  </li>
                ))
              : Array.from({ length: newsShown }, (_, place) => (
                  <li key={place} aria-hidden="true">
                    <Skeleton width={36} />
                    <div>
                      <Skeleton width={240} />
                    </div>
                  </li>
                ))}
          </ul>
        )}
      </AskedFor>
    </ModuleFrame>
  );
}
