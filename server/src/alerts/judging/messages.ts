// What the thread of a process and the thread that judges tell each other.
import type { MissedMinute } from '../missed.ts';
import type { FiredAd } from '../texts.ts';

/** Six numbers a tick: number of the symbol, last, mark, index (NaN = not told), open 24 h ago, time. */
export const tickWidth = 6;

/** A stretch of a series that nobody judged. */
export interface MissedAsk {
  readonly series: string;
  readonly kind: string;
  readonly symbolId: string;
  readonly tick: string;
  readonly from: number;
}

export type ToJudge =
  | { readonly type: 'ticks'; readonly data: Float64Array; readonly names: readonly (readonly [number, string])[]; readonly now: number }
  | { readonly type: 'best'; readonly symbolId: string; readonly kind: 'p2pBuy' | 'p2pSell'; readonly price: number; readonly ad: FiredAd; readonly now: number }
  | { readonly type: 'missed'; readonly now: number }
  | { readonly type: 'changed' }
  /** Who has a page open that is shown notices. */
  | { readonly type: 'there'; readonly userIds: readonly string[] }
  | { readonly type: 'minutes'; readonly ask: number; readonly minutes: readonly (readonly MissedMinute[])[]; readonly now: number }
  | { readonly type: 'stop' };

export type FromJudge =
  | { readonly type: 'askMinutes'; readonly ask: number; readonly asks: readonly MissedAsk[] }
  | { readonly type: 'askThere' }
  | { readonly type: 'saved'; readonly deliveries: number }
  | { readonly type: 'symbols'; readonly symbols: readonly { readonly symbolId: string; readonly businessLine: number }[] }
  | { readonly type: 'figures'; readonly ticks: number; readonly firings: number; readonly suppressed: number; readonly armed: number; readonly partitions: number; readonly unsaved: number; readonly lastTickAt: number }
  | { readonly type: 'ready' }
  | { readonly type: 'trouble'; readonly text: string }
  | { readonly type: 'stopped' };
