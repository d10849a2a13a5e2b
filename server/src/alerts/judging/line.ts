import type { SeriesKind } from '../engine/series.ts';
import type { FiredAd } from '../texts.ts';

/** A series of the engine, and what a tick of its symbol means for it. */
export interface Line {
  readonly name: string;
  readonly series: number;
  readonly kind: SeriesKind;
  readonly symbolId: string;
  readonly businessLine: number;
  readonly tick: string;
  readonly partition: number;
  /** Time of the last price that is kept. */
  savedAt: number;
  /** Time of the last price that was judged: a feed whose clock is behind does not turn time back. */
  at: number;
  /** Every quote up to this number was judged; larger than the last live one after a recovery. */
  judgedTo: number;
  /** While it has no price: when the first of its alerts began, which waits for one. */
  since: number;
  /** Its past has to be told before live ticks are its own. */
  isWaiting: boolean;
  ad: FiredAd | null;
}

/** No source keeps the past of ads. */
export const isOfAds = ({ kind }: Line): boolean => kind === 'p2pBuy' || kind === 'p2pSell';
