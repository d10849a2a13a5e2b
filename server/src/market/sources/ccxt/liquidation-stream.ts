// Liquidations of contracts by socket. ccxt tells one row of each message and forgets the others, so every row is read as ccxt parses it;
// the loops below keep the subscriptions alive and say when nothing can be heard.
import type { PositionSide, Liquidation, LiquidationHearing } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Exchange } from './exchange.ts';
import { longestWaitMs } from './guard.ts';
import type { Pace } from './pace.ts';
import type { Listing } from './parse-market.ts';
import { readNumber, fieldOf } from './read-number.ts';
import type { LiquidationTeller } from './venue.ts';

export interface LiquidationStreamDeps {
  readonly exchange: Exchange;
  readonly teller: LiquidationTeller;
  readonly clock: Clock;
  readonly log: Log;
  readonly pace: Pace;
  onRefused(fault: string): void;
}

const firstPauseMs = 500;
/** A subscription that was not refused within this is heard. */
const quietMs = 5_000;
/** Behind prices and trades. */
const liquidationsRank = 200;

const sideOf = (value: unknown, long: string, short: string): PositionSide | null =>
  value === long ? 'long' : value === short ? 'short' : null;

/** The order that closes a position sells it when it was long. */
export const sideOfOrder = (value: unknown): PositionSide | null =>
  typeof value === 'string' ? sideOf(value.toLowerCase(), 'sell', 'buy') : null;
export const sideOfPosition = (value: unknown): PositionSide | null =>
  typeof value === 'string' ? sideOf(value.toLowerCase(), 'buy', 'sell') : null;

/** Raw rows of contracts as liquidations of ours; a fault where one makes no sense. */
function parseLiquidations(
  row: unknown,
  { rows, contractSize: own }: LiquidationTeller,
  listingOf: (id: string) => Listing | undefined,
): readonly (Liquidation | 'malformed' | 'unknownSymbol')[] {
  return rows(row).map(({ id, ts, side, price, contracts }) => {
    if (typeof id !== 'string' || side === null || !Number.isFinite(ts + price + contracts)) return 'malformed';
    const listing = listingOf(id);
    if (!listing) return 'unknownSymbol';
    const { inverse, contractSize: usual = 1 } = listing.market!;
    const contractSize = own ?? usual;
    // Contracts of Coin-M are so many dollars each, the others so many coins.
    const value = inverse ? contracts * contractSize : contracts * contractSize * price;
    return { symbolId: listing.symbol.symbolId, ts, side, price, size: value / price, value };
  });
}

/** Until the returned function is called. */
export function streamLiquidations(
  listings: readonly Listing[],
  onLiquidations: (liquidations: readonly Liquidation[]) => void,
  onHearing: (symbolIds: readonly string[], hearing: LiquidationHearing) => void,
  { exchange, teller, clock, log, pace, onRefused }: LiquidationStreamDeps,
): () => void {
  const byId = new Map(listings.map((listing) => [listing.market!.id, listing]));
  const stops = new Set<() => void>();
  let isStopped = false;

  const forget = listenToRows(exchange, (row) => {
    const found = parseLiquidations(row, teller, (id) => byId.get(id));
    const sound = found.flatMap((one) => (typeof one === 'string' ? [] : [one]));
    // Those of other contracts are meant for another stream, or for none.
    for (const one of found) if (one === 'malformed') onRefused(one);
    if (sound.length > 0) onLiquidations(sound);
  });

  const follow = async (group: readonly Listing[]): Promise<void> => {
    const symbolIds = group.map(({ symbol }) => symbol.symbolId);
    const symbols = group.map(({ market }) => market!.symbol);
    const wait = (begin: (done: () => void) => () => void) =>
      new Promise<void>((resolve) => {
        const done = () => {
          stops.delete(stop);
          resolve();
        };
        const cancel = begin(done);
        const stop = () => {
          cancel();
          done();
        };
        stops.add(stop);
      });
    for (let failures = 0, isSubscribed = false; !isStopped;) {
      if (!isSubscribed) await wait((done) => pace.turn(done, () => liquidationsRank));
      if (isStopped) return;
      isSubscribed = true;
      const cancelQuiet = clock.after(quietMs, () => onHearing(symbolIds, 'heard'));
      stops.add(cancelQuiet);
      try {
        await (symbols.length === 1 && teller.oneByOne
          ? exchange.watchLiquidations(symbols[0]!)
          : exchange.watchLiquidationsForSymbols(symbols));
        failures = 0;
        if (!isStopped) onHearing(symbolIds, 'heard');
      } catch (error) {
        if (isStopped) return;
        cancelQuiet();
        log.debug({ err: error, contracts: symbolIds.length }, 'liquidations were cut off; subscribing again');
        onHearing(symbolIds, 'cut');
        isSubscribed = false;
        await wait((done) => clock.after(Math.min(longestWaitMs, firstPauseMs * 2 ** failures++), done));
      } finally {
        cancelQuiet();
        stops.delete(cancelQuiet);
      }
    }
  };
  const groups = Map.groupBy(listings, ({ market, symbol }) => (teller.oneByOne ? symbol.symbolId : teller.together(market!)));
  for (const group of groups.values()) void follow(group);

  return () => {
    isStopped = true;
    forget();
    for (const stop of [...stops]) stop();
  };
}

type Rows = Set<(row: unknown) => void>;
const listening = new WeakMap<Exchange, Rows>();

/** Every raw liquidation that the exchange's socket brings. */
function listenToRows(exchange: Exchange, listener: (row: unknown) => void): () => void {
  let rows = listening.get(exchange);
  if (!rows) {
    listening.set(exchange, (rows = new Set()));
    const methods = exchange as unknown as { parseWsLiquidation(row: object, market?: unknown): object };
    const own = methods.parseWsLiquidation.bind(exchange);
    const heard = rows;
    methods.parseWsLiquidation = (row, market) => {
      for (const tell of heard) tell(row);
      try {
        return own(row, market);
      } catch {
        return { info: {} };
      }
    };
  }
  rows.add(listener);
  return () => void rows.delete(listener);
}

/** One liquidation by the names its exchange has for its figures. */
export const namedRow =
  (names: { id: string; ts: string; side: string; price: string; contracts: string }, side: (value: unknown) => PositionSide | null) =>
  (row: unknown) => [
    {
      id: fieldOf(row, names.id),
      ts: readNumber(fieldOf(row, names.ts)),
      side: side(fieldOf(row, names.side)),
      price: readNumber(fieldOf(row, names.price)),
      contracts: readNumber(fieldOf(row, names.contracts)),
    },
  ];
