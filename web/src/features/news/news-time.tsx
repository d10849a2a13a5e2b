import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useNow } from '#live/use-quote.tsx';
import { Num } from '#ui/number.tsx';
import 'virtual:words/news';

/** The clock of the page goes by minutes; what is younger has just happened. */
export const everyMs = 60_000;

/** The reader's clock once the page is alive; until then the server's, which is UTC. */
export function useReaderZone(): { readonly zone: string | undefined; readonly now: number | null } {
  const now = useNow(everyMs);
  return { zone: now === null ? 'UTC' : undefined, now };
}

/**
 * The hour and minute, exactly, and below it how long ago that is; under the name of a day in UTC that is another for the reader, which day
 * it is.
 */
export function NewsTime({ at, isUnderDay }: { at: number; isUnderDay?: boolean }) {
  const t = useText();
  const { age, time } = useFormat();
  const { minute, shortDay } = useDayFormat();
  const { zone, now } = useReaderZone();
  const isOtherDay = isUnderDay && shortDay(at, zone) !== shortDay(at, 'UTC');
  return (
    <time className="news-time" dateTime={new Date(at).toISOString()} title={`${time(at, 'dateTime', zone)}${zone ? ' UTC' : ''}`}>
      <Num text={minute(at, zone)} />
      <span className="ago">
        {now === null ? '' : isOtherDay ? shortDay(at, zone) : now - at < everyMs ? t('news.now') : t('news.ago', { age: age(now - at) })}
      </span>
    </time>
  );
}
