import { usePercent } from '#features/figures/use-percent.ts';
import { useText } from '#i18n/text.tsx';

/** Accounts that hold the coin's contract, long against short. */
export function LongShort({ longRate, shortRate }: { longRate: string | null; shortRate: string | null }) {
  const t = useText();
  const percent = usePercent();
  if (longRate === null || shortRate === null) return <p className="pick-crowd none">{t('picks.noContract')}</p>;
  return (
    <div className="pick-crowd">
      <span className="long">{t('picks.long', { share: percent(longRate, 1) })}</span>
      <span className="short">{t('picks.short', { share: percent(shortRate, 1) })}</span>
      <span className="bar" aria-hidden="true">
        <i style={{ inlineSize: `${Number(longRate) * 100}%` }} />
      </span>
    </div>
  );
}
