// What of an alert is a line on a chart of prices, and how a line is moved.
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { alertType, isChannelType, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { stepTarget, targetPlaces } from './target-steps.ts';

export interface AlertLine {
  readonly price: string;
  /** Of the form; null: the line follows from a percentage and stays where it is. */
  readonly field: 'value' | 'upper' | 'lower' | null;
}
type Drawn = Pick<AlertItem, 'alertType' | 'configurePrice' | 'configurePriceUp' | 'configurePriceDown' | 'anchor' | 'pricePrecision'>;

const pricedTypes: ReadonlySet<AlertType> = new Set([alertType.risesTo, alertType.fallsTo]);
const signs: Partial<Record<AlertType, number>> = { [alertType.risePercent]: 1, [alertType.fallPercent]: -1 };

/** The change of 24 hours is no price, so it has no line. */
export function linesOf(alert: Drawn): AlertLine[] {
  const { alertType: type, configurePrice, configurePriceUp, configurePriceDown, anchor, pricePrecision } = alert;
  if (isChannelType(type))
    return [
      { price: configurePriceUp!, field: 'upper' },
      { price: configurePriceDown!, field: 'lower' },
    ];
  if (pricedTypes.has(type)) return [{ price: configurePrice!, field: 'value' }];
  const sign = signs[type];
  if (sign === undefined || anchor === null) return [];
  return [{ price: (Number(anchor) * (1 + sign * Number(configurePrice))).toFixed(pricePrecision), field: null }];
}

const columns = { value: 'configurePrice', upper: 'configurePriceUp', lower: 'configurePriceDown' } as const;

/** The alert as it would be with that line at another price. */
export const changedBy = <A extends Drawn>(alert: A, { field }: AlertLine, price: string): A =>
  field === null ? alert : { ...alert, [columns[field]]: price };

const keys: Readonly<Record<string, number>> = {
  ArrowUp: 0.001,
  ArrowRight: 0.001,
  ArrowDown: -0.001,
  ArrowLeft: -0.001,
  PageUp: 0.01,
  PageDown: -0.01,
};

/** Shares of the price, as prices of coins are of every size; null: the key moves nothing. */
export const movedBy = (key: string, price: string, pricePrecision: number): string | null =>
  Object.hasOwn(keys, key) ? stepTarget(price, keys[key]!, targetPlaces({ pricePrecision })) : null;
