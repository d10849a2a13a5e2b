// The change of pairs on the base that a user chose, as the lists show it. The lists of alerts do not wait for it: what the day opened with
// is remembered, and what is not known soon is left out and comes with a later ask.
import { dayOffsetMinutes, last24h } from '@tidemark/contract/market.ts';
import { businessLine, businessLineOf, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import { dayStart, minuteMs } from '@tidemark/contract/time.ts';
import type { Board } from '#market/board.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import type { FactReader } from '#market/fact-reader.ts';
import type { Clock } from '#platform/clock.ts';
import { plain } from '../pairs.ts';

export type DayChanges = (line: BusinessLine, timeZone: number) => Promise<ReadonlyMap<string, string>>;

export interface ChangeMarket extends Pick<FactReader, 'dayOpens'> {
  readonly catalog: Catalog;
  readonly board: Pick<Board, 'quote'>;
}

interface Day {
  /** It is the same number for moments of the same day of its base. */
  readonly day: number;
  readonly opens: ReadonlyMap<string, number>;
}

/** A feed that has the openings at hand answers long before. */
const patienceMs = 200;

export interface DayChangesDeps {
  readonly market: ChangeMarket;
  readonly clock: Clock;
  readonly marketClock: Pick<Clock, 'now'>;
}

/** As fractions; pairs whose opening is not known are left out. */
export function createDayChanges({ market, clock, marketClock }: DayChangesDeps): DayChanges {
  const known = new Map<string, Day>();
  const changeOf = (last: number, open: number): string => plain(last / open - 1, 6);

  const opensOf = async (line: 'spot' | 'futures', base: number): Promise<Day['opens']> => {
    const key = `${line} ${base}`;
    const day = dayStart(marketClock.now() + dayOffsetMinutes(base) * minuteMs);
    const ofToday = () => (known.get(key)?.day === day ? known.get(key)!.opens : null);
    const told = market.dayOpens({ market: line, base }).then(
      (opens) => void known.set(key, { day, opens: new Map((opens ?? []).map(({ symbolId, openPrice }) => [symbolId, openPrice])) }),
      // A figure that is missing is shown as missing.
      () => {},
    );
    if (!ofToday()) {
      let cancel = () => {};
      await Promise.race([told, new Promise<void>((resolve) => (cancel = clock.after(patienceMs, resolve)))]);
      cancel();
    }
    return ofToday() ?? new Map();
  };

  return async (line, timeZone) => {
    const changes = new Map<string, string>();
    if (timeZone === last24h) {
      for (const { symbolId } of market.catalog.data.symbols) {
        const quote = businessLineOf(symbolId) === line ? market.board.quote(symbolId) : undefined;
        if (quote) changes.set(symbolId, changeOf(quote.last, quote.open24h));
      }
      return changes;
    }
    for (const [symbolId, open] of await opensOf(line === businessLine.spot ? 'spot' : 'futures', timeZone)) {
      const quote = market.board.quote(symbolId);
      if (quote) changes.set(symbolId, changeOf(quote.last, open));
    }
    return changes;
  };
}
