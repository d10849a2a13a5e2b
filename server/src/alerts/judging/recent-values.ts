// The values of a series in the last moments, for alerts that are armed while ticks flow.
import { scaleOf, unitsOfQuote } from '../pairs.ts';
import type { Line } from './line.ts';
import type { RecentTick, RecentTicks } from './recent-ticks.ts';

interface Recent {
  readonly newest: number;
  readonly from: number;
  readonly values: readonly { readonly units: number; readonly at: number; readonly high: number; readonly low: number }[];
}

export const unitsOf = (line: Line, tick: Pick<RecentTick, 'last' | 'mark' | 'index' | 'open24h'>): number | null =>
  unitsOfQuote(line.kind, tick, scaleOf(line.tick));

/** The same of a tick in plain numbers, as the judge hears it: NaN is not known. */
export function unitsOfTick(line: Line, last: number, mark: number, index: number, open24h: number): number | null {
  if (line.kind === 'change24h') return unitsOf(line, { last, mark: undefined, index: undefined, open24h });
  const price = line.kind === 'last' ? last : line.kind === 'mark' ? mark : line.kind === 'index' ? index : NaN;
  return Number.isNaN(price) ? null : scaleOf(line.tick).units(price);
}

export function createRecentValues(recent: RecentTicks) {
  const recents = new Map<Line, Recent>();
  return {
    /** The last values of a series, oldest first, with the extremes from each on: read once for all alerts that are armed together. */
    of(line: Line, symbol: number, since: number): Recent {
      const newest = recent.newest(symbol);
      const known = recents.get(line);
      if (known && known.newest === newest && known.from <= since) return known;
      const values = recent.since(symbol, since).flatMap((tick) => {
        const units = unitsOf(line, tick);
        return units === null ? [] : [{ units, at: tick.at, high: units, low: units }];
      });
      for (let at = values.length - 2; at >= 0; at--) {
        values[at]!.high = Math.max(values[at]!.units, values[at + 1]!.high);
        values[at]!.low = Math.min(values[at]!.units, values[at + 1]!.low);
      }
      const made = { newest, from: since, values };
      recents.set(line, made);
      return made;
    },
    remove: (line: Line): void => void recents.delete(line),
  };
}
