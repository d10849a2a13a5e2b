// What the engine judges and what it remembers: plain numbers and words, so that the store can keep them as they are
// and a restart changes nothing. All prices are in units of the series' scale.
import type { AlertFrequency, AlertType } from '@tidemark/contract/alert-rules.ts';

/** The part of an alert that decides when it fires. */
export interface Alert {
  readonly id: number;
  /** Number of the series in the engine. */
  readonly series: number;
  readonly type: AlertType;
  readonly frequency: AlertFrequency;
  /** Offset in minutes, or -1 for UTC. */
  readonly timeZone: number;
  /** Types 1, 2: the price. 3-6: hundredths of a percent. 7, 8: the lower bound. */
  readonly target: number;
  /** Types 7, 8: the upper bound; else 0. */
  readonly upper: number;
}

export type Phase = 'armed' | 'latched' | 'off';

/** Where an alert stands. Starts anew with every version. */
export interface Standing {
  version: number;
  phase: Phase;
  /** When this was decided. Prices from before it say nothing about this alert. */
  judgedAt: number;
  /** Types 3, 4: what the percent is counted from. */
  anchor: number | null;
  /** Types 7, 8: the side of the channel the price was last known on (-1 below, 1 above), where that matters; else 0. */
  place: number;
  /** A rest of the price counts from here on; null: from judgedAt on. */
  restFrom: number | null;
  /** Crossings so far, delivered or held back. With id and version it is the key of a firing. */
  fireSeq: number;
  /** The last delivered firing, and the time zone its day was counted in. */
  firedAt: number | null;
  firedZone: number;
  /** Firings in the second, minute, hour and day of the last one. */
  inSecond: number;
  inMinute: number;
  inHour: number;
  inDay: number;
  /** Held back by a limit since the last delivery. */
  suppressedCount: number;
  suppressedSince: number | null;
}

export const newStanding = (version: number, at: number): Standing => ({
  version,
  phase: 'armed',
  judgedAt: at,
  anchor: null,
  place: 0,
  restFrom: null,
  fireSeq: 0,
  firedAt: null,
  firedZone: 0,
  inSecond: 0,
  inMinute: 0,
  inHour: 0,
  inDay: 0,
  suppressedCount: 0,
  suppressedSince: null,
});
