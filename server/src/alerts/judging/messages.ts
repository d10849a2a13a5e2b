// What the thread of a process and the thread that judges tell each other.
import type { MissedMinute } from '../engine/missed.ts';
import type { FiredAd } from '../texts.ts';

/** Seven numbers a tick: number of the symbol, last, mark, index (NaN = not told), open 24 h ago, time, number of the quote. */
export const tickWidth = 7;
/**
 * Six numbers a tick that was missed, as the market tells it: number of the quote (NaN = no feed published it, and its time says whether
 * it is new), time, last, mark, index, open 24 h ago.
 */
export const pastWidth = 6;

/** A stretch of a series that no judge saw. */
export interface MissedAsk {
  readonly series: string;
  readonly kind: string;
  readonly symbolId: string;
  readonly tick: string;
  /** Time of the last price that was judged. */
  readonly from: number;
  /** Number of the last quote that was judged; null: not known. */
  readonly after: number | null;
  /** When the last live quote was heard; null: none yet. */
  readonly heardAt: number | null;
}

export type PastPiece =
  /** pastWidth numbers a tick. */
  | { readonly kind: 'ticks'; readonly data: Float64Array }
  /** Of which only candles are known, up to this time; null: not even those. */
  | { readonly kind: 'minutes'; readonly minutes: readonly MissedMinute[] | null; readonly until: number };

export interface SeriesPast {
  /** Part of it is known only to the source, which did not answer. */
  readonly isAway: boolean;
  /** Oldest first. */
  readonly pieces: readonly PastPiece[];
  /** Every quote up to this number is among them. */
  readonly upTo: number;
}

export type ToJudge =
  | { readonly type: 'ticks'; readonly data: Float64Array; readonly names: readonly (readonly [number, string])[]; readonly now: number }
  | {
      readonly type: 'best';
      readonly symbolId: string;
      readonly kind: 'p2pBuy' | 'p2pSell';
      readonly price: number;
      readonly ad: FiredAd;
      readonly now: number;
    }
  | { readonly type: 'missed'; readonly now: number }
  | { readonly type: 'changed' }
  /** Whether this process has the bus; it has as long as it was told nothing. */
  | { readonly type: 'bus'; readonly isConnected: boolean }
  /** The users with a page open on which notices are shown. */
  | { readonly type: 'online'; readonly userIds: readonly string[] }
  | { readonly type: 'past'; readonly ask: number; readonly pasts: readonly SeriesPast[]; readonly now: number }
  | { readonly type: 'stop' };

export type FromJudge =
  | { readonly type: 'askPast'; readonly ask: number; readonly asks: readonly MissedAsk[] }
  | { readonly type: 'askOnline' }
  | { readonly type: 'saved'; readonly deliveries: number }
  | { readonly type: 'symbols'; readonly symbols: readonly { readonly symbolId: string; readonly businessLine: number }[] }
  | {
      readonly type: 'figures';
      readonly ticks: number;
      readonly firings: number;
      readonly suppressed: number;
      readonly armed: number;
      readonly partitions: number;
      readonly unsaved: number;
      readonly lastTickAt: number;
    }
  | { readonly type: 'ready' }
  | { readonly type: 'trouble'; readonly text: string }
  | { readonly type: 'stopped' };
