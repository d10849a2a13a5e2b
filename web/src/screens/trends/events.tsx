import { useQuery } from '@tanstack/react-query';
import { contentFeedPath, type CalendarEvent } from '@tidemark/contract/content.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { Headline } from '#features/news/headline.tsx';
import { eventsQuery } from '#features/news/news-queries.ts';
import { everyMs, useReaderZone } from '#features/news/news-time.tsx';
import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { Button } from '#ui/button.tsx';
import { Num } from '#ui/number.tsx';
import { Band, Empty, Skeleton } from '#ui/states.tsx';

const shownAtFirst = 12;
/** Nearer than this, how long it takes is said beside the hour. */
const nearMs = 3 * 86_400_000;

export function Events() {
  const t = useText();
  const locale = useLocale();
  const { count } = useFormat();
  const [isWhole, setWhole] = useState(false);
  const { data, isError, refetch } = useQuery(eventsQuery(useApi(), locale));
  const events = data?.items.toSorted((a, b) => a.startTime - b.startTime);
  const shown = isWhole ? events : events?.slice(0, shownAtFirst);
  return (
    <section className="frame news-events" aria-labelledby="news-events" aria-busy={!data && !isError}>
      <div className="mod-head">
        <h2 id="news-events">{t('news.calendar')}</h2>
        <a className="news-feed" href={contentFeedPath(locale, 'calendar')}>
          {t('news.ics')}
        </a>
      </div>
      {isError && !data ? (
        <div role="status">
          <Band kind="error" text={t('news.calendarFailed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        </div>
      ) : shown?.length === 0 ? (
        <Empty title={t('news.noEvents')} />
      ) : (
        <ol>
          {shown
            ? shown.map((event, place) => <EventRow key={event.id} event={event} before={shown[place - 1]} />)
            : Array.from({ length: shownAtFirst }, (_, i) => (
                <li key={i}>
                  <span className="news-date">
                    <Skeleton width={24} />
                  </span>
                  <div>
                    <Skeleton width={160 - ((i * 37) % 60)} />
                  </div>
                </li>
              ))}
        </ol>
      )}
      {events && shown && events.length > shown.length && (
        <div className="news-more">
          <Button onClick={() => setWhole(true)}>{t('news.allEvents', { count: count(events.length) })}</Button>
        </div>
      )}
    </section>
  );
}

function EventRow({ event, before }: { event: CalendarEvent; before: CalendarEvent | undefined }) {
  const t = useText();
  const locale = useLocale();
  const { age, time } = useFormat();
  const { minute, dayParts } = useDayFormat();
  const { zone, now } = useReaderZone();
  const { name: site } = useBrand();
  const { title, categories, coin, startTime, isEstimated, link, source } = event;
  const { day, month, weekday } = dayParts(startTime, zone);
  const isSameDay = before !== undefined && time(before.startTime, 'date', zone) === time(startTime, 'date', zone);
  const left = now === null ? null : startTime - now;
  return (
    <li className={left !== null && left < 0 ? 'is-past' : undefined}>
      <time
        className={isSameDay ? 'news-date is-same' : 'news-date'}
        dateTime={new Date(startTime).toISOString()}
        title={`${time(startTime, 'dateTime', zone)}${zone ? ' UTC' : ''}`}
      >
        <b className="num">{day}</b> <span>{month}</span>
      </time>
      <div>
        <p className="news-event">
          <Headline title={title} link={link} isOurs={source === site} />
        </p>
        <p className="news-meta">
          {categories.slice(0, 2).map((category) => (
            <span key={category} className="tag">
              {t(`news.event.${category}`)}
            </span>
          ))}
          {isEstimated && <span className="tag">{t('news.estimated')}</span>}
          {coin && (
            <Link className="news-event-coin" to={href(locale, 'coin', { symbol: coin })}>
              <b>{coin}</b>
            </Link>
          )}
          {source !== site && <bdi className="small-note">{source}</bdi>}
        </p>
      </div>
      <p className="news-at">
        {isEstimated ? <span>{weekday}</span> : <Num text={minute(startTime, zone)} />}
        <span className="ago">
          {left !== null && Math.abs(left) < nearMs
            ? left > 0
              ? t('news.in', { time: age(left) })
              : left > -everyMs
                ? t('news.now')
                : t('news.ago', { age: age(-left) })
            : ''}
        </span>
      </p>
    </li>
  );
}
