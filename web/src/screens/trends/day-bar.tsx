import { useRef, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { href } from '@tidemark/contract/pages.ts';
import { useReaderZone } from '#features/news/news-time.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { trendsHref, type NewsChoice } from './choice.ts';
import { dayName, dayOf, parseDay } from './day.ts';

interface DayBarProps {
  readonly choice: NewsChoice;
  readonly dayStart: number | undefined;
  readonly previousDay: number | null;
  readonly nextDay: number | null;
}

/** From day to day, or to any. */
export function DayBar({ choice, dayStart, previousDay, nextDay }: DayBarProps) {
  const t = useText();
  const locale = useLocale();
  const to = (day: number | undefined) => trendsHref(locale, { ...choice, day });
  return (
    <nav className="news-days" aria-label={t('news.days')}>
      <Step to={previousDay === null ? null : to(previousDay)} rel="prev" icon="back" label={t('news.previousDay')} />
      <Step to={nextDay === null ? null : to(nextDay)} rel="next" icon="right" label={t('news.nextDay')} />
      {choice.day !== undefined && (
        <Link className="btn" to={to(undefined)}>
          {t('news.newest')}
        </Link>
      )}
      <DayChooser key={dayStart ?? 0} dayStart={dayStart} choice={choice} />
    </nav>
  );
}

function Step({ to, rel, icon, label }: { to: string | null; rel: 'prev' | 'next'; icon: 'back' | 'right'; label: string }) {
  const face = (
    <>
      {rel === 'prev' && <Icon name={icon} isDirectional />}
      <span>{label}</span>
      {rel === 'next' && <Icon name={icon} isDirectional />}
    </>
  );
  if (to === null)
    return (
      <span className="btn is-off" aria-disabled="true" role="link">
        {face}
      </span>
    );
  return (
    <Link className="btn" to={to} rel={rel} preventScrollReset>
      {face}
    </Link>
  );
}

/** The browser's own field for a day; without a script its button asks the server. */
function DayChooser({ dayStart, choice }: { dayStart: number | undefined; choice: NewsChoice }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const { now } = useReaderZone();
  const isTyping = useRef(false);
  const go = (input: HTMLInputElement) => {
    const day = parseDay(input.value);
    if (day !== null && day !== dayStart && input.validity.valid)
      void navigate(trendsHref(locale, { ...choice, day }), { preventScrollReset: true });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    go(event.currentTarget.elements.namedItem('day') as HTMLInputElement);
  };
  return (
    <form className="news-day" action={href(locale, 'trends')} onSubmit={submit}>
      {choice.topic && <input type="hidden" name="topic" value={choice.topic} />}
      {choice.coin && <input type="hidden" name="coin" value={choice.coin} />}
      <label>
        <span className="sr-only">{t('news.chooseDay')}</span>
        <input
          className="select"
          type="date"
          name="day"
          required
          min="2009-01-03"
          // A year of four digits from the beginning: without an end the field is wider.
          max={now === null ? '9999-12-31' : dayName(dayOf(now))}
          defaultValue={dayStart === undefined ? undefined : dayName(dayStart)}
          // Picked with a pointer, a day is chosen; typed, it is so only when it is finished.
          onPointerDown={() => {
            isTyping.current = false;
          }}
          onKeyDown={() => {
            isTyping.current = true;
          }}
          onChange={({ currentTarget }) => {
            if (!isTyping.current) go(currentTarget);
          }}
          onBlur={({ currentTarget }) => go(currentTarget)}
        />
      </label>
      <noscript>
        <button className="btn">{t('news.go')}</button>
      </noscript>
    </form>
  );
}
