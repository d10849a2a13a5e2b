import { pickRecord, pickVerdict } from '@tidemark/contract/pick-record.ts';
import { isolated } from '#features/analytics/money.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useVerdictText } from './use-verdict-text.ts';

/** What the model did on days that had no say in choosing it. */
export function TestedPicks() {
  const t = useText();
  const format = useFormat();
  const percent = usePercent();
  const verdictText = useVerdictText();
  const { from, to, embargoDays, days, edge, overBtc, aheadOfMedian } = pickRecord;
  const date = (ms: number) => format.time(ms, 'date', 'UTC');
  return (
    <>
      <p className="picks-note">{t('picks.methodTest', { from: date(from), to: date(to), embargo: embargoDays })}</p>
      <p className="picks-note" data-verdict={pickVerdict(edge)}>
        {verdictText(edge, days)}{' '}
        {t('picks.methodFigures', {
          share: percent(aheadOfMedian.share, 1),
          low: percent(aheadOfMedian.low, 1),
          high: percent(aheadOfMedian.high, 1),
          btcLow: isolated(percent(overBtc.low, 2, 'always')),
          btcHigh: isolated(percent(overBtc.high, 2, 'always')),
        })}
      </p>
    </>
  );
}
