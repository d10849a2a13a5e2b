// The form of an alert as a person fills it in: texts as typed, percents as percents. What is sent is made from it here, and what
// is wrong with it is found by the rules both sides share.
import { type AlertItem } from '@tidemark/contract/alerts.ts';
import {
  alertFrequency,
  alertType,
  checkAlertForm,
  checkBounds,
  checkNote,
  checkP2pPrice,
  checkPercent,
  checkTarget,
  isChannelType,
  isPercentType,
  noticeChannel,
  p2pSides,
  priceSource,
  toFraction,
  toPercent,
  type AlertFrequency,
  type AlertType,
  type NoticeChannel,
  type PriceSource,
} from '@tidemark/contract/alert-rules.ts';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import { businessLine, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { roundTarget, targetPlaces, type Toward } from './target-steps.ts';

export type Parameters = Output<Calls['alertParameters']>;
export type AlertPair = NonNullable<Parameters['pair']>;

export interface AlertForm {
  readonly businessLine: BusinessLine;
  readonly symbolId: string;
  readonly alertType: AlertType;
  readonly priceSource: PriceSource;
  /** Price, or percent for types 3 to 6. */
  readonly value: string;
  readonly upper: string;
  readonly lower: string;
  readonly frequency: AlertFrequency;
  readonly channels: readonly NoticeChannel[];
  readonly note: string;
}
export type FormField = 'value' | 'upper' | 'lower' | 'channels' | 'note';

export const newForm = (line: BusinessLine, symbolId: string): AlertForm => ({
  businessLine: line,
  symbolId,
  alertType: line === businessLine.p2p ? p2pSides.buy : alertType.risesTo,
  priceSource: priceSource.market,
  value: '',
  upper: '',
  lower: '',
  frequency: line === businessLine.p2p ? alertFrequency.onceOnly : alertFrequency.every,
  channels: [noticeChannel.station, noticeChannel.pop],
  note: '',
});

/** Filled in for a user who comes from a rise or a fall: a target that waits for more of it. One that still holds stays as it is. */
export function aimedFrom(form: AlertForm, pair: AlertPair | null, toward: Toward): AlertForm {
  const price = priceFor(form, pair);
  if (price === null) return form;
  const type = toward === 'up' ? alertType.risesTo : alertType.fallsTo;
  const value = checkTarget(type, form.value, price) === null ? form.value : roundTarget(price, toward, targetPlaces(pair));
  return type === form.alertType && value === form.value ? form : { ...form, alertType: type, value };
}

export const formOf = (alert: AlertItem): AlertForm => ({
  businessLine: alert.businessLine,
  symbolId: alert.exchangeId,
  alertType: alert.alertType,
  priceSource: alert.priceSource,
  value: alert.configurePrice === null ? '' : isPercentType(alert.alertType) ? toPercent(alert.configurePrice) : alert.configurePrice,
  upper: alert.configurePriceUp ?? '',
  lower: alert.configurePriceDown ?? '',
  frequency: alert.frequency,
  channels: alert.channels,
  // While a release goes on, a process of the one before does not tell it.
  note: (alert.note as string | null | undefined) ?? '',
});

export function inputOf(form: AlertForm) {
  const isChannel = isChannelType(form.alertType);
  return {
    businessLine: form.businessLine,
    symbolId: form.symbolId,
    alertType: form.alertType,
    priceSource: form.priceSource,
    frequency: form.frequency,
    channels: [...form.channels],
    note: form.note.trim() || null,
    configurePrice: isChannel ? null : isPercentType(form.alertType) ? toFraction(form.value) : tidy(form.value),
    configurePriceUp: isChannel ? tidy(form.upper) : null,
    configurePriceDown: isChannel ? tidy(form.lower) : null,
  };
}
/** The pair of an alert never changes; another pair is another alert. */
export function editOf(form: AlertForm) {
  const { businessLine: _line, symbolId: _pair, ...values } = inputOf(form);
  return values;
}
const tidy = (typed: string): string => typed.replace(/\.$/, '');

export const priceFor = (
  { priceSource: source }: Pick<AlertForm, 'priceSource'>,
  pair: Pick<AlertPair, 'price' | 'markPrice' | 'indexPrice'> | null,
): string | null =>
  pair === null ? null : source === priceSource.mark ? pair.markPrice : source === priceSource.index ? pair.indexPrice : pair.price;

export interface Problem {
  readonly field: FormField;
  readonly error: ErrorName;
}

/**
 * The first thing wrong and where it is; null: it can be sent. While the parameters (null) are on their way the price is not known,
 * which is not the same as that there is none: 'priceLoading' where nothing else is wrong and only the price can tell.
 */
export function problemOf(
  form: AlertForm,
  parameters: Pick<Parameters, 'pair' | 'ads'> | null,
  touched: 'upper' | 'lower' = 'upper',
): Problem | 'priceLoading' | null {
  if (form.channels.length === 0) return { field: 'channels', error: 'alertChannelMissing' };
  const note = checkNote(form.note.trim());
  if (note) return { field: 'note', error: note };
  if (isChannelType(form.alertType)) {
    const error = checkBounds(tidy(form.upper), tidy(form.lower), touched);
    return error && { field: touched, error };
  }
  const error = isPercentType(form.alertType) ? checkPercent(form.alertType, toFractionOrNull(form.value)) : checkValue(form, parameters);
  if (error === 'alertNoFreshPrice' && parameters === null) return 'priceLoading';
  const whole = error ?? checkAlertForm(inputOf(form));
  return whole && { field: 'value', error: whole };
}

const toFractionOrNull = (typed: string): string | null => (/^\d+(\.\d*)?$/.test(typed) ? toFraction(tidy(typed)) : null);

function checkValue(form: AlertForm, parameters: Pick<Parameters, 'pair' | 'ads'> | null): ErrorName | null {
  const value = tidy(form.value);
  if (form.businessLine === businessLine.p2p)
    return checkP2pPrice(form.alertType === p2pSides.buy ? 'buy' : 'sell', value, parameters?.ads ?? { lowest: null, highest: null });
  return checkTarget(form.alertType, value, priceFor(form, parameters?.pair ?? null));
}

/** Beyond it a percentage says nothing any more. */
const farthest = 1_000;

/** How far a target price lies from the present one, as a fraction of it. */
export function distanceOf(target: string, price: string | null): number | null {
  const [to, from] = [Number(target), Number(price)];
  const ratio = price !== null && target !== '' && from > 0 && to > 0 ? to / from : Infinity;
  return ratio <= farthest ? ratio - 1 : null;
}
