// What is said about a coin and what is ahead of it.
import { useQuery } from '@tanstack/react-query';
import type { Article, CalendarEvent } from '@tidemark/contract/content.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { Headline, NewsSource } from '#features/news/headline.tsx';
import { useReaderZone } from '#features/news/news-time.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { Part } from './part.tsx';
import '#styles/news.css';
import 'virtual:words/news';

const shown = 5;

const about = (locale: Locale, coin: string) => ({
  languageType: languageOf(locale).languageType,
  pageNum: 1,
  pageSize: shown,
  params: { baseSymbol: coin },
});
const newsOf = (api: Api, locale: Locale, coin: string) => callQuery(api, 'getNewsList', about(locale, coin));
const eventsOf = (api: Api, locale: Locale, coin: string) => callQuery(api, 'calendarEvents', about(locale, coin));

export function CoinNews({ coin }: { coin: string }) {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  return (
    <div className="coin-two">
      <Part
        title={t('coin.news', { coin })}
        query={useQuery(newsOf(api, locale, coin))}
        empty={t('news.none')}
        isEmpty={({ items }) => items.length === 0}
      >
        {({ items }) => (
          <ul className="coin-said">
            {items.map((article) => (
              <Said key={article.id} article={article} />
            ))}
          </ul>
        )}
      </Part>
      <Part
        title={t('news.calendar')}
        query={useQuery(eventsOf(api, locale, coin))}
        empty={t('news.noEvents')}
        isEmpty={({ items }) => items.length === 0}
      >
        {({ items }) => (
          <ul className="coin-said">
            {items.map((event) => (
              <Ahead key={event.id} event={event} />
            ))}
          </ul>
        )}
      </Part>
    </div>
  );
}

function Said({ article }: { article: Article }) {
  const { title, link, kind, publishedAt } = article;
  return (
    <li>
      <p>
        <Headline title={title} link={link} isOurs={kind === 'note'} />
      </p>
      <p className="coin-said-of">
        <Moment at={publishedAt} />
        <NewsSource article={article} />
      </p>
    </li>
  );
}

function Ahead({ event: { title, link, source, startTime, isEstimated, categories } }: { event: CalendarEvent }) {
  const t = useText();
  const { name: site } = useBrand();
  return (
    <li>
      <p>
        <Headline title={title} link={link} isOurs={source === site} />
      </p>
      <p className="coin-said-of">
        <Moment at={startTime} isDayOnly={isEstimated} />
        {categories.slice(0, 2).map((category) => (
          <span key={category} className="tag">
            {t(`news.event.${category}`)}
          </span>
        ))}
        {isEstimated && <span className="tag">{t('news.estimated')}</span>}
      </p>
    </li>
  );
}

function Moment({ at, isDayOnly = false }: { at: number; isDayOnly?: boolean }) {
  const { time } = useFormat();
  const { zone } = useReaderZone();
  return <time dateTime={new Date(at).toISOString()}>{time(at, isDayOnly ? 'date' : 'dateTime', zone)}</time>;
}
