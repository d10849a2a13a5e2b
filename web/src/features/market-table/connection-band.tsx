import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useConnection } from '#live/use-quote.tsx';
import { Band } from '#ui/states.tsx';

/** A connection that comes back at once is not worth a line. */
const patienceMs = 5_000;

/** One line above the list while no prices come: they stay, and it says from when they are. */
export function ConnectionBand() {
  const t = useText();
  const { time } = useFormat();
  const { phase, newestAt, ageMs, retryNow } = useConnection();
  if (phase === 'open' || newestAt === null || ageMs === null || ageMs < patienceMs) return null;
  return <Band kind="warn" text={t('connection.lostBand', { time: time(newestAt, 'time') })} action={{ label: t('connection.retry'), onClick: retryNow }} />;
}
