// markets/trends/{time?}: the news of a day, what it did to the coins it names, the morning paper and what is to come.
import { matchPage } from '@tidemark/contract/pages.ts';
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { PageHead } from '#features/analytics/page-head.tsx';
import { useReaderZone } from '#features/news/news-time.tsx';
import { useDayFormat } from '#i18n/day-format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Segments } from '#ui/choices.tsx';
import { readNewsChoice, trendsHref, type NewsChoice } from './choice.ts';
import { DayBar } from './day-bar.tsx';
import { Events } from './events.tsx';
import { Filters } from './filters.tsx';
import { loadTrends, withDay } from './load.ts';
import { MorningPaper } from './morning-paper.tsx';
import { NewsFeed } from './news-feed.tsx';
import { useDay } from './use-day.ts';
import '#styles/news.css';
import 'virtual:words/news';

export const loader = withDay(pageLoader(loadTrends));
export const clientLoader = withDay(pageClientLoader(loadTrends));

export default function TrendsScreen() {
  const { pathname, search } = useLocation();
  const time = matchPage(pathname)?.params.time;
  const choice = useMemo(() => readNewsChoice(time, new URLSearchParams(search)), [time, search]);
  return <Trends key={choice.day ?? 'newest'} choice={choice} />;
}

function Trends({ choice }: { choice: NewsChoice }) {
  const t = useText();
  const locale = useLocale();
  const { zone: clock } = useDayFormat();
  const { now } = useReaderZone();
  const isSimulated = useIsSimulated();
  const shown = useDay(choice.day);
  const { day, articles } = shown;
  return (
    <div className="news" data-view={choice.isCalendar ? 'calendar' : 'news'}>
      <div>
        <PageHead
          title={t('news.title')}
          about={t('news.about')}
          rule={
            <>
              {t('news.zone', { zone: now === null ? 'UTC' : clock(now) })}{' '}
              {isSimulated && <span className="tag warn">{t('news.simulated')}</span>}
            </>
          }
        />
      </div>
      <div className="news-views">
        <Segments
          label={t('news.views')}
          choices={[false, true].map((isCalendar) => ({
            to: trendsHref(locale, { ...choice, isCalendar }),
            label: t(isCalendar ? 'news.calendar' : 'nav.news'),
            isCurrent: isCalendar === choice.isCalendar,
          }))}
        />
      </div>
      <div className="news-main">
        <DayBar
          choice={choice}
          dayStart={day?.dayStart ?? choice.day}
          previousDay={day?.previousDay ?? null}
          nextDay={day?.nextDay ?? null}
        />
        <MorningPaper day={choice.day} />
        <Filters choice={choice} articles={articles} isPending={day === undefined} />
        <NewsFeed choice={choice} shown={shown} />
      </div>
      <aside className="news-aside">
        <Events />
      </aside>
    </div>
  );
}
