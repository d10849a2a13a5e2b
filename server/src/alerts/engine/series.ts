// Which scalar series an alert is judged on. A series has one value at a time: a price by its source, a 24 h change, or
// the best P2P ad of one side.
import { alertType, p2pSides, priceSource, type AlertForm, type PriceSource } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';

const sourceNames = { [priceSource.market]: 'last', [priceSource.mark]: 'mark', [priceSource.index]: 'index' } as const satisfies Record<
  PriceSource,
  string
>;

export type SeriesKind = (typeof sourceNames)[PriceSource] | 'change24h' | 'p2pBuy' | 'p2pSell';

export const seriesName = (kind: SeriesKind, symbolId: string): string => `${kind}:${symbolId}`;

/** The 24 h change is the one that screens show, from the last trade; it has no other source. */
export function seriesKindOf({
  businessLine: line,
  alertType: type,
  priceSource: source,
}: Pick<AlertForm, 'businessLine' | 'alertType' | 'priceSource'>): SeriesKind {
  if (line === businessLine.p2p) return type === p2pSides.buy ? 'p2pBuy' : 'p2pSell';
  if (type === alertType.rise24hPercent || type === alertType.fall24hPercent) return 'change24h';
  return sourceNames[source];
}
