// How a page felt to a visitor, as browsers measure it.
import * as v from 'valibot';
import { pageNames } from './pages.ts';

/** Known without the table of all calls: a page that is being left has no time to load it. */
export const pageVitalsPath = '/mix/public/pageVitals';

/** One visit in ten is measured: enough for a percentile of a day. */
export const vitalsSampleRate = 0.1;

/** Longer than any visitor waits; a clock that was set meanwhile tells such times. */
const elapsedMs = v.pipe(v.number(), v.minValue(0), v.maxValue(600_000));

export const pageVitals = v.object({
  page: v.picklist(pageNames),
  device: v.picklist(['phone', 'desktop']),
  /** When the largest part was painted. */
  lcp: v.optional(elapsedMs),
  /** The slowest answer to a press. */
  inp: v.optional(elapsedMs),
  /** How far things moved by themselves. */
  cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
});
export type PageVitals = v.InferOutput<typeof pageVitals>;
