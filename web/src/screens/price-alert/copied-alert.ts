// An alert for another pair: a percentage as it is, a price as it is where the same coin is priced in the same coin, and elsewhere as far
// from the price of now as the original is from its own.
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { fileChannels, fileConditions, fileFrequencies, fileMarkets, fileSources, fileWord } from '@tidemark/contract/alert-file.ts';
import { isPercentType, priceSource, toPercent } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { distanceOf, priceFor, type AlertPair } from '#features/alerts/alert-form.ts';
import { stepTarget, targetPlaces } from '#features/alerts/target-steps.ts';

/** Of the copy, what it is shown by. */
export type Copied = Pick<AlertItem, 'alertType' | 'priceSource' | 'configurePrice' | 'configurePriceUp' | 'configurePriceDown'> & {
  /** Its prices are others than those of the original. */
  readonly isRebased: boolean;
};
type Original = Pick<AlertItem, 'price' | 'markPrice' | 'indexPrice' | 'leftCoinName' | 'rightCoinName' | 'note' | 'switch'> &
  Omit<Copied, 'isRebased'> &
  Pick<AlertItem, 'frequency' | 'channels'>;

/** null: one of both has no price now, by which its targets could be moved. */
export function copyTo(original: Original, pair: AlertPair): Copied | null {
  const { alertType } = original;
  const source = pair.businessLine === businessLine.futures ? original.priceSource : priceSource.market;
  const isSamePair = pair.leftCoinName === original.leftCoinName && pair.rightCoinName === original.rightCoinName;
  const isRebased = !isSamePair && !isPercentType(alertType);
  const [from, to] = [priceFor(original, original), priceFor({ priceSource: source }, pair)];
  const prices = [original.configurePrice, original.configurePriceUp, original.configurePriceDown];
  const canMove = to !== null && prices.every((price) => price === null || distanceOf(price, from) !== null);
  if (isRebased && !canMove) return null;
  const move = (price: string | null): string | null =>
    price === null || !isRebased ? price : stepTarget(to!, distanceOf(price, from)!, targetPlaces(pair));
  return {
    alertType,
    priceSource: source,
    configurePrice: move(original.configurePrice),
    configurePriceUp: move(original.configurePriceUp),
    configurePriceDown: move(original.configurePriceDown),
    isRebased,
  };
}

/** As a line of a file of alerts. */
export const lineOf = (original: Original, pair: Pick<AlertPair, 'businessLine' | 'symbolId'>, copied: Copied) => ({
  market: fileWord(fileMarkets, pair.businessLine),
  symbol: pair.symbolId,
  condition: fileWord(fileConditions, copied.alertType),
  target: isPercentType(copied.alertType) ? `${toPercent(copied.configurePrice ?? '0')}%` : (copied.configurePrice ?? ''),
  lower: copied.configurePriceDown ?? '',
  upper: copied.configurePriceUp ?? '',
  source: fileWord(fileSources, copied.priceSource),
  frequency: fileWord(fileFrequencies, original.frequency),
  channels: original.channels.map((channel) => fileWord(fileChannels, channel)),
  on: original.switch === 1,
  note: original.note ?? '',
});
