import type { PickFactor } from '@tidemark/contract/picks.ts';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';

/** The value of a factor in its own unit. */
export function useFactorText(): (name: PickFactor, value: string) => string {
  const format = useFormat();
  const percent = usePercent();
  return (name, value) => {
    if (name === 'momentum' || name === 'flow') return format.price(value, { precision: 2 });
    if (name === 'volatility') return percent(value, 1);
    if (name === 'breadth') return percent(value);
    return percent(value, 1, 'always');
  };
}
