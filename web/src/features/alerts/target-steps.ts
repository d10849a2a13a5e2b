// Targets that are offered instead of typed: on the side of the present price that is meant, so that they can be sent as they are.
import { alertType, type AlertType } from '@tidemark/contract/alert-rules.ts';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { Output } from '@tidemark/contract/wire.ts';

export type Toward = 'up' | 'down';

/** Section 5: as many places as a target may have, and more where the pair's own prices have more. */
const usualPlaces = 8;
export const targetPlaces = (pair: { readonly pricePrecision: number } | null): number => Math.max(usualPlaces, pair?.pricePrecision ?? 0);
/** Nearer than this an alert would fire before its user has looked away. */
const leastShare = 0.005;
const stepShare = 0.01;

/**
 * The next round price beyond the present one, between half a percent and a little more than one and a half away; '' where none is left.
 */
export function roundTarget(price: string, toward: Toward, most = usualPlaces): string {
  const now = Number(price);
  if (!(now > 0) || !Number.isFinite(now)) return '';
  const power = Math.floor(Math.log10(now * stepShare));
  const leading = (now * stepShare) / 10 ** power;
  const isFinest = power < -most;
  const [size, places] = isFinest ? [1, most] : [leading >= 5 ? 5 : leading >= 2 ? 2 : 1, -power];
  const steps = (now / size) * 10 ** places;
  const count = toward === 'up' ? Math.ceil(steps * (1 + leastShare)) : Math.floor(steps * (1 - leastShare));
  return count > 0 ? plain((count * size) / 10 ** places, Math.max(0, places)) : '';
}

/**
 * A share away from the present price, with as many places as the price has, and as many more as that share needs. Where the last place
 * is more than that share, it is one of the last place, and never nothing.
 */
export function stepTarget(price: string, by: number, most = usualPlaces): string {
  const own = price.split('.')[1]?.length ?? 0;
  const needed = Math.ceil(-Math.log10(Number(price) * Math.abs(by))) + 1;
  const places = Math.min(most, Math.max(2, own, needed));
  const least = 10 ** -places;
  const moved = Math.sign(by) * Math.max(least, Number(price) * Math.abs(by));
  return plain(Math.max(least, Number(price) + moved), places);
}

const plain = (value: number, places: number): string => {
  const text = value.toFixed(places);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

const falls: ReadonlySet<AlertType> = new Set([alertType.fallsTo, alertType.fallPercent, alertType.fall24hPercent]);

/** What the operator offers for the way an alert looks, as signed shares (section 3, Public config); none before it is known. */
export const offeredSteps = (
  type: AlertType,
  config: Pick<Output<Calls['config']>, 'increasePricing' | 'downPricing'> | undefined,
): readonly number[] => {
  const isFall = falls.has(type);
  return (isFall ? config?.downPricing : config?.increasePricing)?.map((step) => (isFall ? -Number(step) : Number(step))) ?? [];
};
