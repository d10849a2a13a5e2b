import { useDayFormat } from '#i18n/day-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useNow } from '#live/use-quote.tsx';
import { Num } from '#ui/number.tsx';
import 'virtual:words/news';

const everyMs = 60_000;

/** The reader's clock once the page is alive; until then the server's, which is UTC. */
export function useReaderZone(): { readonly zone: string | undefined; readonly now: number | null } {
  const now = useNow(everyMs);
  return { zone: now === null ? 'UTC' : undefined, now };
}

/** The hour and minute, exactly, and below it how long ago that is. */
export function NewsTime({ at, hasAge }: { at: number; hasAge?: boolean }) {
  const t = useText();
  const { age, time } = useFormat();
  const { minute } = useDayFormat();
  const { zone, now } = useReaderZone();
  return (
    <time className="news-time" dateTime={new Date(at).toISOString()} title={`${time(at, 'dateTime', zone)}${zone ? ' UTC' : ''}`}>
      <Num text={minute(at, zone)} />
      {hasAge && <span className="ago">{now === null ? '' : t('news.ago', { age: age(Math.max(0, now - at)) })}</span>}
    </time>
  );
}
