// Rows of the store as the calls answer them.
import type { AlertItem, AlertLogItem, DeliveryReason, DeliveryStatus } from '@tidemark/contract/alerts.ts';
import type { AlertLimits, AlertType, NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { isChannelType } from '@tidemark/contract/alert-rules.ts';
import { businessLine, contractLineNames, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import type { DeliveryRow, LogRow } from '../log-store.ts';
import { distanceOf, plain, pricePrecisionOf, scaleOf, type Pair, type Reading } from '../pairs.ts';
import { shownState } from '../engine/shown-state.ts';
import { planLevels } from '../engine/start.ts';
import { normal } from '../normal.ts';
import type { AlertRow } from '../store-parts.ts';
import type { FiredAd, Message, Named } from '../texts.ts';

/** The prices of a pair that a form shows. */
export interface PairPrices {
  readonly price: string | null;
  readonly markPrice: string | null;
  readonly indexPrice: string | null;
  readonly chgUTC: string | null;
  readonly isFavorite: boolean;
}

/** The market a pair is traded on, as traders call it in every language. */
const marketNameOf = ({ businessLine: line, contractLine }: Pair): string =>
  line === businessLine.p2p ? 'P2P' : contractLine === null ? 'Spot' : contractLineNames[contractLine];

export const showPair = (pair: Pair, prices: PairPrices) => ({
  symbolId: pair.symbolId,
  symbolCode: pair.symbolId,
  symbolCodeDisplayName: pair.name,
  businessLine: pair.businessLine,
  contractLine: pair.contractLine,
  leftCoinName: pair.base,
  rightCoinName: pair.quote,
  exchangeName: marketNameOf(pair),
  tabCoin: pair.quote,
  pricePrecision: pricePrecisionOf(pair),
  ...prices,
});

/** A pair that the market has dropped is still shown, under the name it had. */
export const gonePair = (row: Pick<AlertRow, 'symbolId' | 'businessLine' | 'contractLine' | 'tick'>): Pair => {
  const [base = row.symbolId, quote = ''] = row.symbolId.split('_');
  return {
    symbolId: row.symbolId,
    businessLine: row.businessLine as BusinessLine,
    contractLine: row.contractLine as Pair['contractLine'],
    base,
    quote: quote || base,
    name: row.symbolId,
    tick: row.tick,
    isSuspended: true,
    supportsUta: false,
  };
};

export interface Shown {
  readonly pair: Pair;
  readonly prices: PairPrices;
  readonly reading: Reading | null;
  readonly now: number;
  readonly limits: AlertLimits;
}

export function showAlert(row: AlertRow, { pair, prices, reading, now, limits }: Shown): AlertItem {
  const type = row.type as AlertType;
  const standing = row.isOpen ? row.standing : { ...row.standing, phase: 'off' as const };
  const scale = scaleOf(row.tick);
  const levels = planLevels(
    { alertType: type, configurePrice: row.price, configurePriceUp: row.priceUp, configurePriceDown: row.priceDown },
    scale,
  );
  const lastTickAt = reading === null ? null : Math.min(reading.at, now);
  return {
    id: String(row.id),
    version: row.version,
    exchangeId: row.symbolId,
    ...showPair(pair, prices),
    alertType: type,
    priceSource: row.source as AlertItem['priceSource'],
    configurePrice: normal(row.price),
    configurePriceUp: normal(row.priceUp),
    configurePriceDown: normal(row.priceDown),
    frequency: row.frequency as AlertItem['frequency'],
    channels: row.channels as NoticeChannel[],
    note: row.note,
    switch: row.isOpen ? 1 : 0,
    state: shownState({ timeZone: row.timeZone }, standing, { now, lastTickAt, isSuspended: pair.isSuspended }, limits),
    distance: reading === null ? null : plain(distanceOf({ type, ...levels }, standing, reading.units), 8),
    anchor: standing.anchor === null ? null : scale.decimal(standing.anchor),
    firedCount: row.firedCount,
    lastFiredAt: row.firedAt?.getTime() ?? null,
    createdDate: row.createdAt.getTime(),
    updatedDate: row.updatedAt.getTime(),
  };
}

const showDelivery = ({ channel, status, reason, sentAt, acknowledgedAt }: DeliveryRow): AlertLogItem['deliveries'][number] => ({
  channel: channel as NoticeChannel,
  status: status as DeliveryStatus,
  at: (acknowledgedAt ?? sentAt)?.getTime() ?? null,
  reason: reason as DeliveryReason | null,
});

export function showLog(
  row: LogRow & { readonly deliveries: readonly DeliveryRow[] },
  pair: Named,
  { title, text }: Message,
): AlertLogItem {
  const target = isChannelType(row.type as AlertType) ? `${normal(row.priceDown)} - ${normal(row.priceUp)}` : (normal(row.price) ?? '');
  return {
    id: String(row.id),
    alertId: String(row.alertId),
    businessLine: row.businessLine as BusinessLine,
    symbolId: row.symbolId,
    symbolCodeDisplayName: pair.name,
    pricePrecision: pair.pricePrecision,
    alertType: row.type as AlertType,
    priceSource: row.source as AlertLogItem['priceSource'],
    target,
    firingPrice: row.firingPrice,
    priceBefore: row.priceBefore,
    happenedAt: row.happenedAt.getTime(),
    detectedAt: row.detectedAt.getTime(),
    late: row.lateness !== null,
    fromCandles: row.isFromCandles,
    suppressedBy: row.suppressedBy as AlertLogItem['suppressedBy'],
    more: row.moreCount !== null && row.moreSince !== null ? { count: row.moreCount, since: row.moreSince.getTime() } : null,
    anchor: row.anchor,
    ad: row.ad === null ? null : { ...(row.ad as FiredAd), paymentMethods: [...(row.ad as FiredAd).paymentMethods] },
    frequency: row.frequency as AlertLogItem['frequency'],
    status: row.isRead ? 1 : 0,
    note: row.note,
    title: title.slice(0, 200),
    content: text.slice(0, 1000),
    deliveries: row.deliveries.map(showDelivery),
  };
}
