// One exchange as it is compared with others: the one whose markets are listed looks the same as those beside it.
import type { InstType } from '@tidemark/contract/socket.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, SeriesPoint, SeriesQuery } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';

export interface Venue {
  readonly venue: string;
  /** null = by the name of the site. */
  readonly name: string | null;
  /** The contract of its own that is the same as this one of ours. */
  same(symbol: MarketSymbol): MarketSymbol | undefined;
  /** Its contracts that can be traded. */
  contracts(): readonly MarketSymbol[];
  /** What it tells of a contract now. */
  tick(symbolId: string): Tick | undefined;
  /** Since when nothing that could be believed was heard of a line, or of any of its lines; null = it is heard. */
  awaySince(line?: InstType): number | null;
  /** null = it tells none. */
  series<M extends Metric>(query: SeriesQuery<M>): Promise<readonly SeriesPoint<M>[] | null>;
  /** null = it tells none. */
  candles(query: CandleQuery): Promise<readonly Candle[] | null>;
}

/** A list that is asked for every half minute has failed three times. */
export const awayAfterMs = 90_000;

/** Some count coins by the thousand, and say so before or behind the name. */
const withoutThousands = (coin: string): string => coin.replace(/^(?:10{3,6}|1M)(?=[A-Z])/, '').replace(/(?<=[A-Z])10{3,6}$/, '');

/** What two contracts have in common that are the same on two exchanges. */
export const contractKey = ({ baseSymbol, pricedSymbol, instType, deliveryAt }: MarketSymbol): string =>
  [
    withoutThousands(baseSymbol),
    pricedSymbol,
    instType,
    deliveryAt === undefined ? '' : new Date(deliveryAt).toISOString().slice(0, 10),
  ].join(' ');
