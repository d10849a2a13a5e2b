import { staleAfterMs } from '@tidemark/contract/market.ts';
import { useEffect } from 'react';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useConnection, useLive, type Connection } from '#live/use-quote.tsx';

/** The symbol that trades all the time: followed on every page, so that the age means something where no prices are. */
const pulseSymbol = 'BTCUSDT';

/** Whether prices flow, in words, and how old the newest one is. */
export function ConnectionBadge() {
  const t = useText();
  const { age } = useFormat();
  const { quotes } = useLive();
  const connection = useConnection();
  const state = stateOf(connection);
  useEffect(() => quotes.watch(pulseSymbol, () => {}), [quotes]);

  return (
    <span className={`connection ${state}`}>
      <span className="max-tablet:sr-only">{t(`connection.${state}`)}</span>
      {connection.ageMs !== null && <bdi className="age if-roomy max-tablet:sr-only">{age(connection.ageMs)}</bdi>}
    </span>
  );
}

/** The first connection is on its way; a later one was lost. */
function stateOf({ phase, attempt, ageMs }: Connection): 'connecting' | 'live' | 'slow' | 'lost' {
  if (phase === 'open') return ageMs !== null && ageMs > staleAfterMs ? 'slow' : 'live';
  return phase === 'connecting' && attempt <= 1 ? 'connecting' : 'lost';
}
