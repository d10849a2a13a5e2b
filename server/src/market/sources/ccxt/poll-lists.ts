// The lists: every line's tickers asked for in a steady beat. A beat that fails waits longer for the next one; what was last
// known stays and its age is in the metrics.
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Exchange, Ticker } from './exchange.ts';
import { longestWaitMs, SourceUnavailable, type Guard } from './guard.ts';
import { byExchangeId, type Listing } from './parse-market.ts';
import { parseTicker } from './parse-ticker.ts';
import { dropAbsent, fieldOf, readOptional, readPositive } from './read-number.ts';
import type { FigureReader, FiguresOf, ListCall, Venue } from './venue.ts';

export interface ListPoller {
  start(onTicks: (ticks: readonly Tick[]) => void): void;
  stop(): void;
}

export interface ListPollerDeps {
  readonly venue: Venue;
  readonly exchange: Exchange;
  readonly guard: Guard;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  listings(): readonly Listing[];
  onRefused(fault: string): void;
}

/** What lists lack changes slowly; a call for it is as dear as a list. */
const lackingEvery = 5;

/** By the call that told it. */
type Lacking = ReadonlyMap<string, FiguresOf>;

export function createListPoller({ venue, exchange, guard, clock, log, metrics, listings, onRefused }: ListPollerDeps): ListPoller {
  const listAt = metrics.gauge('market_source_list_time_seconds', 'When a list was last had from the exchange, seconds since 1970', [
    'list',
  ]);
  const cancels = new Map<ListCall, () => void>();
  let emit: ((ticks: readonly Tick[]) => void) | null = null;

  const withBook = async (list: ListCall, tickers: readonly Ticker[]): Promise<readonly Ticker[]> => {
    if (!list.lacksBook) return tickers;
    const book = await guard.run('bidsAsks', () => exchange.fetchBidsAsks(undefined, list.params));
    const byId = new Map(Object.values(book).map((row) => [fieldOf(row.info, venue.idField), row]));
    return tickers.map((ticker) => {
      const row = byId.get(fieldOf(ticker.info, venue.idField));
      return row ? { ...ticker, bid: row.bid, ask: row.ask } : ticker;
    });
  };

  const fundingOf =
    ({ params: { subType } }: ListCall): FigureReader =>
    async () => {
      const rates = await exchange.fetchFundingRates(undefined, subType === undefined ? {} : { subType });
      const byId = new Map(
        Object.values(rates).map((row) => [
          fieldOf(row.info, venue.idField),
          {
            prices: dropAbsent({ mark: readPositive(row.markPrice), index: readPositive(row.indexPrice) }),
            funding: dropAbsent({ fundingRate: readOptional(row.fundingRate), nextFundingAt: readPositive(row.fundingTimestamp) }),
          },
        ]),
      );
      return ({ id, swap }) => {
        const told = byId.get(id);
        // Of a contract that ends some write a rate of zero, due in 1970.
        return told && (swap ? { ...told.prices, ...told.funding } : told.prices);
      };
    };

  /** Prices do not wait for it: what cannot be had now stays as it was. */
  const readLacking = async (list: ListCall, before: Lacking): Promise<Lacking> => {
    const readers = Object.entries({ ...(list.lacksFunding && { fundingRates: fundingOf(list) }), ...list.lacks });
    const read = await Promise.all(
      readers.map(async ([call, reader]): Promise<[string, FiguresOf]> => {
        try {
          return [call, await guard.run(call, () => reader(exchange))];
        } catch (error) {
          if (!(error instanceof SourceUnavailable)) log.warn({ err: error, call }, 'figures of contracts could not be had; the last stay');
          return [call, before.get(call) ?? (() => undefined)];
        }
      }),
    );
    return new Map(read);
  };

  const poll = async (list: ListCall, beat: number, failures: number, before: Lacking) => {
    const name = list.instTypes.join('+') + (list.params['type'] === 'future' ? ':delivery' : '');
    let lacking = before;
    let failed = failures;
    try {
      const tickers = await guard.run('tickers', () => exchange.fetchTickers(undefined, { ...list.params }));
      const full = await withBook(list, Object.values(tickers));
      if (beat % lackingEvery === 0) lacking = await readLacking(list, lacking);
      if (!emit) return;
      emit(parse(list, full, lacking));
      listAt.set({ list: name }, clock.now() / 1_000);
      failed = 0;
    } catch (error) {
      failed++;
      if (!(error instanceof SourceUnavailable)) log.warn({ err: error, list: name }, 'a list could not be had; the last one stays');
    }
    if (!emit) return;
    const delay = Math.max(venue.pollEveryMs, Math.min(longestWaitMs, venue.pollEveryMs * 2 ** Math.min(failed, 6)));
    cancels.set(
      list,
      clock.after(Math.max(delay, guard.waitMs()), () => void poll(list, beat + 1, failed, lacking)),
    );
  };

  const parse = (list: ListCall, tickers: readonly Ticker[], lacking: Lacking): Tick[] => {
    const byId = byExchangeId(listings(), list.instTypes);
    const now = clock.now();
    const ticks: Tick[] = [];
    for (const ticker of tickers) {
      const id = fieldOf(ticker.info, venue.idField);
      const listing = byId.get(String(id));
      // Options, demo lines and the like share some lists.
      if (!listing) continue;
      const tick = parseTicker(ticker, listing, venue, now);
      if (typeof tick === 'string') onRefused(tick);
      else ticks.push(Object.assign({ ...tick }, ...[...lacking.values()].map((figuresOf) => figuresOf(listing.market!))) as Tick);
    }
    return ticks;
  };

  return {
    start(onTicks) {
      emit = onTicks;
      for (const list of venue.lists) void poll(list, 0, 0, new Map());
    },
    stop() {
      emit = null;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
  };
}
