// A real exchange as a source, through ccxt and without keys. Lists are polled, followed symbols come by socket, history by
// REST; every row is judged at the rim and the refused ones are counted. It promises order per symbol and that a silence of
// a followed symbol is filled from the exchange's own history; what the exchange lacks is refused, never made up.
import { refuse } from '@tidemark/contract/errors.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { candleStart } from '@tidemark/source/candle.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { LiquidationSource, Metric, SeriesPoint, SeriesQuery, SeriesSample, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { expandCandle, type PricePoint } from '../expand-candle.ts';
import { SourceError } from '../source-error.ts';
import { binance } from './binance.ts';
import { bitget } from './bitget.ts';
import { bybit } from './bybit.ts';
import { failureOf, loadExchange, shareMarkets, type Exchange, type ExchangeName, type Ticker } from './exchange.ts';
import { createSockets, type Sockets } from './follow.ts';
import { createGuard, type Guard } from './guard.ts';
import { createHistory, type History } from './history.ts';
import { streamLiquidations } from './liquidation-stream.ts';
import { okx } from './okx.ts';
import { createPace, messageLimits, type Pace } from './pace.ts';
import { parseMarkets, type Listing } from './parse-market.ts';
import { parseTicker } from './parse-ticker.ts';
import { createListPoller, type ListPoller } from './poll-lists.ts';
import { readNumber } from './read-number.ts';
import { createTickGate, type TickGate } from './tick-gate.ts';
import { streamTrades } from './trade-stream.ts';
import { madeFromTrades, type Venue } from './venue.ts';

export interface CcxtSourceDeps {
  readonly name: ExchangeName;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** A proxy or test server in front of (or instead of) the exchange. */
  readonly baseUrl?: string | null;
  readonly isRateLimited?: boolean;
  /** How often its lists are asked for; left out: as often as a page of prices needs. */
  readonly pollEveryMs?: number;
  /** Every answer of the exchange as it came; for recording. */
  readonly onAnswer?: (url: string, body: string) => void;
}

export type CcxtSource = Source &
  Required<
    Pick<Source, 'candles' | 'trades' | 'madeFromTrades' | 'orderBook' | 'series' | 'funding' | 'follow' | 'onCatalogChange' | 'onSamples'>
  >;

export const venues: Readonly<Record<ExchangeName, Venue>> = { bitget, binance, okx, bybit };
const timeoutMs = 10_000;
const catalogEveryMs = 600_000;
const catalogTries = 5;
const sampleInterval = '5m';
/** As many trades as exchanges give at once. */
const tradesAtOnce = 500;

interface Parts {
  readonly exchange: Exchange;
  readonly archive: Exchange;
  readonly guard: Guard;
  readonly history: History;
  readonly poller: ListPoller;
  readonly sockets: Sockets;
  readonly gate: TickGate;
  readonly pace: Pace;
}

export function createCcxtSource({
  name,
  clock,
  log,
  metrics,
  baseUrl = null,
  isRateLimited = true,
  pollEveryMs = venues[name].pollEveryMs,
  onAnswer,
}: CcxtSourceDeps): CcxtSource {
  const venue = { ...venues[name], pollEveryMs };
  const refusedRows = metrics.counter(
    'market_source_rows_refused_total',
    'Rows of the exchange that were not believed, by what they are and reason',
    ['row', 'fault'],
  );
  const catalogListeners = new Set<() => void>();
  const sampleListeners = new Set<(samples: readonly SeriesSample[]) => void>();
  const sampledAt = new Map<string, number>();
  const socketStreams = new Set<() => void>();
  let listings = new Map<string, Listing>();
  let catalog: CatalogData | null = null;
  let wanted: readonly string[] = [];
  let loading: Promise<Parts> | null = null;
  let parts: Parts | null = null;
  let emit: ((ticks: readonly Tick[]) => void) | null = null;
  let cancelCatalog = () => {};

  const build = async (): Promise<Parts> => {
    const deps = {
      clock,
      baseUrl,
      isRateLimited,
      timeoutMs,
      onAnswer,
      onMalformed: (row: string) => refusedRows.inc({ row, fault: 'malformed' }),
    };
    const exchange = await loadExchange(name, deps);
    // A queue of its own: calls of history cost a second each on some exchanges, and the lists must not wait behind them.
    const archive = await loadExchange(name, deps);
    const guard = createGuard({ name, clock, metrics, retryAfterMs: () => retryAfterOf(exchange) ?? retryAfterOf(archive) });
    const onRefused = (row: string) => (fault: string) => refusedRows.inc({ row, fault });
    const history = createHistory({
      venue,
      exchange: archive,
      guard,
      clock,
      metrics,
      lastPrice: (symbolId) => gate.last(symbolId)?.last,
      onRefused: onRefused('history'),
    });
    const gate = createTickGate({
      clock,
      metrics,
      isFollowed: (symbolId) => sockets.isFollowed(symbolId),
      fill: (symbolId, after, before) => fillGap(history, listings.get(symbolId)!, after, before),
      emit: (ticks) => emit?.(ticks),
      onRefused: onRefused('socketTicker'),
    });
    const onTicker = (ticker: Ticker, listing: Listing) => {
      const tick = parseTicker(ticker, listing, venue, clock.now());
      if (typeof tick === 'string') onRefused('socketTicker')(tick);
      else gate.take([tick], 'socket');
    };
    const pace = createPace(clock, messageLimits[name]);
    const sockets = createSockets({ exchange, clock, log, metrics, pace, onTicker });
    const poller = createListPoller({
      venue,
      exchange,
      guard,
      clock,
      log,
      metrics,
      listings: () => [...listings.values()],
      onRefused: onRefused('ticker'),
    });
    return (parts = { exchange, archive, guard, history, poller, sockets, gate, pace });
  };
  const load = () => (loading ??= build());

  const readCatalog = async (): Promise<CatalogData> => {
    const { exchange, archive, guard } = await load();
    const markets = await guard.run('markets', () => exchange.loadMarkets(true));
    shareMarkets(exchange, archive);
    const fundingHours = await venue.fundingHours?.(exchange).catch((error: unknown) => {
      log.warn({ err: error, exchange: name }, 'how often funding is settled could not be read; it is asked for with the next catalog');
      return undefined;
    });
    const parsed = parseMarkets(Object.values(markets), { fundingHours, countsContracts: venue.countsContracts });
    for (const { fault } of parsed.refused) refusedRows.inc({ row: 'market', fault });
    listings = new Map(parsed.listings.map((listing) => [listing.symbol.symbolId, listing]));
    return (catalog = parsed.catalog);
  };

  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));

  const known = async (symbolId: string): Promise<(Parts & { readonly listing: Listing }) | null> => {
    const listing = listings.get(symbolId);
    return listing ? { listing, ...(await load()) } : null;
  };

  const readCatalogAgain = async (before: string): Promise<string> => {
    try {
      const now = JSON.stringify(await readCatalog());
      if (now !== before) for (const listener of catalogListeners) listener();
      return now;
    } catch (error) {
      log.warn({ err: error, exchange: name }, 'the catalog could not be read again; the last one stays');
      return before;
    }
  };

  const watchCatalog = (before: string) => {
    cancelCatalog = clock.after(catalogEveryMs, () => void readCatalogAgain(before).then((now) => (emit ? watchCatalog(now) : undefined)));
  };

  /** Exchanges without a history of open interest tell it with their lists: offered once per period and symbol. */
  const sample = (ticks: readonly Tick[]) => {
    if (sampleListeners.size === 0 || venue.series.openInterest) return;
    const ts = candleStart(sampleInterval, clock.now());
    const samples: SeriesSample<'openInterest'>[] = [];
    for (const { symbolId, openInterest, mark, last } of ticks) {
      if (openInterest === undefined || sampledAt.get(symbolId) === ts) continue;
      sampledAt.set(symbolId, ts);
      samples.push({ metric: 'openInterest', symbolId, ts, values: { base: openInterest, value: openInterest * (mark ?? last) } });
    }
    if (samples.length) for (const listener of sampleListeners) listener(samples);
  };

  const watchLiquidations: LiquidationSource['watch'] = (symbolIds, onLiquidations, onHearing) => {
    const wantedListings = symbolIds.flatMap((symbolId) => listings.get(symbolId) ?? []).filter(({ market }) => market?.contract);
    if (!parts || !venue.liquidations || wantedListings.length === 0) return () => {};
    const stop = streamLiquidations(wantedListings, onLiquidations, onHearing, {
      ...parts,
      teller: venue.liquidations,
      clock,
      log,
      onRefused: (fault) => refusedRows.inc({ row: 'liquidation', fault }),
    });
    socketStreams.add(stop);
    return () => {
      stop();
      socketStreams.delete(stop);
    };
  };

  return {
    name: `ccxt:${name}`,
    // A server in place of an exchange has another past than the exchange.
    candlesKeptAs: baseUrl === null ? name : `${name} at ${baseUrl}`,
    simulated: false,
    async catalog() {
      for (let tries = 1; ; tries++) {
        try {
          return catalog ?? (await readCatalog());
        } catch (error) {
          if (tries === catalogTries || failureOf(error) === 'lacking')
            throw new SourceError(
              `The exchange ${name} did not give its markets: ${error instanceof Error ? error.message : String(error)}`,
              { cause: error },
            );
          log.warn({ err: error, exchange: name, tries }, 'the markets could not be read; trying again');
          await pause(1_000 * 2 ** tries);
        }
      }
    },
    onCatalogChange(listener) {
      catalogListeners.add(listener);
      return () => void catalogListeners.delete(listener);
    },
    onSamples(listener) {
      sampleListeners.add(listener);
      return () => void sampleListeners.delete(listener);
    },
    start(onTicks) {
      emit = onTicks;
      void load().then(({ poller, sockets, gate }) => {
        if (!emit) return;
        poller.start((ticks) => {
          sample(ticks);
          gate.take(ticks, 'list');
        });
        sockets.follow(wanted.flatMap((symbolId) => listings.get(symbolId) ?? []));
        watchCatalog(JSON.stringify(catalog));
      });
    },
    stop() {
      emit = null;
      cancelCatalog();
      for (const stop of socketStreams) stop();
      parts?.poller.stop();
      parts?.sockets.stop();
      void parts?.exchange.close().catch((error: unknown) => log.debug({ err: error }, 'sockets of the exchange did not close cleanly'));
    },
    follow(symbolIds) {
      wanted = [...new Set(symbolIds)];
      if (emit) parts?.sockets.follow(wanted.flatMap((symbolId) => listings.get(symbolId) ?? []));
    },
    async candles(query) {
      const found = await known(query.symbolId);
      return found ? found.history.candles(found.listing, query) : [];
    },
    async series<M extends Metric>(query: SeriesQuery<M>) {
      const found = await known(query.symbolId);
      // The reader of a metric gives that metric's points.
      return found ? ((await found.history.series(found.listing, query)) as readonly SeriesPoint<M>[]) : [];
    },
    async orderBook(symbolId) {
      const found = await known(symbolId);
      return found ? found.history.orderBook(found.listing) : refuse('sourceLacksData');
    },
    async funding(symbolId) {
      const found = await known(symbolId);
      return found ? found.history.funding(found.listing) : refuse('sourceLacksData');
    },
    madeFromTrades(symbolId) {
      const market = listings.get(symbolId)?.market;
      return market ? madeFromTrades(market, venue) : [];
    },
    ...(venue.liquidations && { liquidations: { watch: watchLiquidations } }),
    trades: {
      async range(query) {
        const found = await known(query.symbolId);
        return found ? found.history.trades(found.listing, query) : [];
      },
      watch(symbolIds, onTrades, onCut = () => {}) {
        const stops = symbolIds.flatMap((symbolId) => {
          const listing = listings.get(symbolId);
          return listing && parts
            ? [
                streamTrades(listing, onTrades, {
                  ...parts,
                  clock,
                  log,
                  onRefused: (fault) => refusedRows.inc({ row: 'socketTrade', fault }),
                  onCut,
                }),
              ]
            : [];
        });
        const stop = () => {
          for (const stopOne of stops.splice(0)) stopOne();
          socketStreams.delete(stop);
        };
        socketStreams.add(stop);
        return stop;
      },
    },
  };
}

/** Trades where they reach back far enough; else the whole minutes of the gap, in the order candles are expanded in. */
async function fillGap(history: History, listing: Listing, after: number, before: number): Promise<readonly PricePoint[]> {
  const { symbolId } = listing.symbol;
  const trades = await history.trades(listing, { symbolId, limit: tradesAtOnce });
  if (trades[0] && trades[0].ts <= after) return trades;
  const candles = await history.candles(listing, { symbolId, interval: '1m', from: after, to: before, limit: 1_000 });
  return candles.flatMap((candle) => expandCandle(symbolId, candle, minuteMs));
}

function retryAfterOf(exchange: Exchange): number | null {
  const headers = exchange.last_response_headers as Record<string, unknown> | undefined;
  const seconds = readNumber(headers?.['Retry-After'] ?? headers?.['retry-after']);
  return seconds > 0 ? seconds * 1_000 : null;
}
