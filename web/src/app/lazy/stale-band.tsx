import { staleAfterMs } from '@tidemark/contract/market.ts';
import 'virtual:words/settings';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useConnection } from '#live/use-quote.tsx';
import { Band } from '#ui/states.tsx';

/** A connection that comes back at once is not worth a line. */
const patienceMs = 5_000;

/** One line on every page while no prices come: they stay, and it says from when they are and how old that is. */
export function StaleBand() {
  const t = useText();
  const { time, age } = useFormat();
  const { phase, newestAt, ageMs, retryNow } = useConnection();
  const isLost = phase !== 'open';
  if (newestAt === null || ageMs === null || ageMs <= (isLost ? patienceMs : staleAfterMs)) return null;
  const said = t(isLost ? 'settings.pausedBand' : 'settings.staleBand', { time: time(newestAt, 'time') });
  return (
    <div className="stale-band" role="status">
      {/* A screen reader says it once, not every second. */}
      <Band
        kind="warn"
        text={
          <>
            {said}{' '}
            <bdi className="num" aria-hidden="true">
              {t('table.age', { age: age(Math.floor(ageMs / 1_000) * 1_000) })}
            </bdi>
          </>
        }
        {...(isLost && { action: { label: t('settings.reconnect'), onClick: retryNow } })}
      />
    </div>
  );
}
