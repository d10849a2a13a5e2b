// Events of top movers that are one thing to a reader: of one coin, in one direction, within minutes, on spot and futures alike.
import { isUpMove, type MoverEvent, type MoverType } from '@tidemark/contract/movers.ts';
import { minuteMs } from '@tidemark/contract/time.ts';

export interface Burst {
  /** The strongest of its events, and of those the newest. */
  readonly lead: MoverEvent;
  /** When the newest of them happened. */
  readonly at: number;
  readonly types: readonly MoverType[];
  readonly lines: readonly MoverEvent['businessLine'][];
}

const burstMs = 10 * minuteMs;

/** Newest first, as they came. */
export function groupBursts(events: readonly MoverEvent[]): readonly Burst[] {
  const bursts: (readonly MoverEvent[])[] = [];
  const newestOf = new Map<string, number>();
  for (const event of events) {
    const key = `${event.baseSymbol} ${isUpMove(event.type)}`;
    const at = newestOf.get(key);
    const burst = at === undefined ? undefined : bursts[at];
    if (at !== undefined && burst && burst[0]!.at - event.at <= burstMs) {
      bursts[at] = [...burst, event];
    } else {
      newestOf.set(key, bursts.length);
      bursts.push([event]);
    }
  }
  return bursts.map((of) => ({
    lead: of.reduce((lead, event) => (event.tier > lead.tier ? event : lead)),
    at: of[0]!.at,
    types: [...new Set(of.map(({ type }) => type))],
    lines: [...new Set(of.map(({ businessLine }) => businessLine))].toSorted((a, b) => a - b),
  }));
}
