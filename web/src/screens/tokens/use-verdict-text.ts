import { pickVerdict } from '@tidemark/contract/pick-record.ts';
import { isolated } from '#features/analytics/money.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useText } from '#i18n/text.tsx';

/** A result in words that go no further than its interval. */
export function useVerdictText(): (edge: { readonly low: string | number; readonly high: string | number } | null, days: number) => string {
  const t = useText();
  const percent = usePercent();
  return (edge, days) => {
    const verdict = pickVerdict(edge && { low: Number(edge.low), high: Number(edge.high) });
    const figure = (value: string | number) => isolated(percent(value, 2, 'always'));
    return edge === null || verdict === 'early'
      ? t('picks.verdict.early')
      : t(`picks.verdict.${verdict}`, { days, low: figure(edge.low), high: figure(edge.high) });
  };
}
