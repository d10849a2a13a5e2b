// The change of pairs on the base that a user chose, as the lists show it.
import { last24h } from '@tidemark/contract/market.ts';
import { businessLine, businessLineOf, type BusinessLine } from '@tidemark/contract/business-lines.ts';
import type { Board } from '#market/board.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import type { FactReader } from '#market/fact-reader.ts';
import { plain } from '../pairs.ts';

export type DayChanges = (line: BusinessLine, timeZone: number) => Promise<ReadonlyMap<string, string>>;

export interface ChangeMarket extends Pick<FactReader, 'dayOpens'> {
  readonly catalog: Catalog;
  readonly board: Pick<Board, 'quote'>;
}

/** As fractions; pairs whose opening is not known are left out. */
export function createDayChanges(market: ChangeMarket): DayChanges {
  const changeOf = (last: number, open: number): string => plain(last / open - 1, 6);
  return async (line, timeZone) => {
    const changes = new Map<string, string>();
    if (timeZone === last24h) {
      for (const { symbolId } of market.catalog.data.symbols) {
        const quote = businessLineOf(symbolId) === line ? market.board.quote(symbolId) : undefined;
        if (quote) changes.set(symbolId, changeOf(quote.last, quote.open24h));
      }
      return changes;
    }
    // A figure that is missing is shown as missing; it keeps nobody from their alerts.
    const opens = await market.dayOpens({ market: line === businessLine.spot ? 'spot' : 'futures', base: timeZone }).catch(() => null);
    for (const { symbolId, openPrice } of opens ?? []) {
      const quote = market.board.quote(symbolId);
      if (quote) changes.set(symbolId, changeOf(quote.last, openPrice));
    }
    return changes;
  };
}
