import { usePercent } from '#i18n/use-percent.ts';
import { useText } from '#i18n/text.tsx';
import { twoShares } from './two-shares.ts';

/** Accounts that hold the coin's contract, long against short. */
export function LongShort({ longRate }: { longRate: string | null }) {
  const t = useText();
  const percent = usePercent();
  if (longRate === null) return <p className="pick-crowd none">{t('picks.noContract')}</p>;
  const [long, short] = twoShares(longRate);
  return (
    <div className="pick-crowd">
      <span className="long">{t('picks.long', { share: percent(long, 1) })}</span>
      <span className="short">{t('picks.short', { share: percent(short, 1) })}</span>
      <span className="bar" aria-hidden="true">
        <i style={{ inlineSize: `${Number(longRate) * 100}%` }} />
      </span>
    </div>
  );
}
