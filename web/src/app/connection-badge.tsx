import { staleAfterMs } from '@tidemark/contract/market.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useConnection } from '#live/use-quote.tsx';
import { Num } from '#ui/number.tsx';

/** Whether prices flow, in words, and how old the newest one is. */
export function ConnectionBadge() {
  const t = useText();
  const { age } = useFormat();
  const { phase, ageMs } = useConnection();
  const state = phase !== 'open' ? (phase === 'connecting' && ageMs === null ? 'connecting' : 'lost') : ageMs === null ? 'connecting' : ageMs > staleAfterMs ? 'slow' : 'live';

  return (
    <span className={`connection ${state}`}>
      <span className="max-tablet:sr-only">{t(`connection.${state}`)}</span>
      {ageMs !== null && <Num className="age max-tablet:sr-only" text={age(ageMs)} />}
    </span>
  );
}
