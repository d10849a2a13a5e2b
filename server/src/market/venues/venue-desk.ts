// An exchange that is read beside the source, for trading data alone (record 028). What it tells is judged as the source's own word is, its
// past is kept in the same tables under its own name, and nothing of it reaches the board.
import type { InstType } from '@tidemark/contract/socket.ts';
import { venueNameOf } from '@tidemark/contract/venues.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, SeriesPoint, SeriesQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createCandleBook } from '../candles/candle-book.ts';
import { createCandleStore } from '../candles/store.ts';
import { orLacking } from '../fact-reader.ts';
import type { Fence } from '../history/fence.ts';
import { createLiquidationSeries } from '../series/liquidation-series.ts';
import { createSeriesBook, typedBook } from '../series/series-book.ts';
import { createSeriesStore } from '../series/store.ts';
import { faultOf } from '../tick.ts';
import { venueMetrics } from './venue-metrics.ts';
import { awayAfterMs, contractKey, type Venue } from './venue.ts';

export interface VenueDesk extends Venue {
  start(): void;
  stop(): void;
}

export interface VenueDeskDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly db: Database;
  readonly fence: Fence;
  readonly source: Source;
}

const catalogEveryMs = 60_000;
/** What was traded over a day is worth about what its prices say; other units are off by far more. */
const worthSlack = 2;
const oldestMs = 3_600_000;

export function createVenueDesk({ clock, log, metrics: all, db, fence, source }: VenueDeskDeps): VenueDesk {
  const venue = source.name.replace(/^ccxt:/, '');
  const metrics = venueMetrics(all, venue);
  const refused = metrics.counter('market_ticks_refused_total', 'Ticks of exchanges beside the source that were not believed', ['fault']);
  const away = metrics.gauge('market_away', '1 while nothing that can be believed is heard of an exchange beside the source');
  const jobs = createJobs({ clock, log, room: 'market' });
  const ticks = new Map<string, Tick>();
  const heardAt = new Map<InstType, number>();
  let contracts: readonly MarketSymbol[] = [];
  let byId: ReadonlyMap<string, MarketSymbol> = new Map();
  let listed: ReadonlySet<string> = new Set();
  let byKey: ReadonlyMap<string, MarketSymbol> = new Map();
  let beganAt = clock.now();
  let hasCatalog = false;
  let isOn = false;
  let undo = () => {};

  const { candlesKeptAs } = source;
  const store = candlesKeptAs === undefined ? null : createSeriesStore(db, candlesKeptAs, fence);
  const tellCandles = source.candles?.bind(source);
  const candleBook =
    tellCandles && candlesKeptAs !== undefined
      ? createCandleBook({ clock, log, metrics, store: createCandleStore(db, candlesKeptAs, fence), source: tellCandles })
      : null;
  const seriesBook =
    store && createSeriesBook({ clock, log, metrics, store, source: source.series ? (query) => source.series!(query) : null });
  const readKept = seriesBook ? typedBook(seriesBook) : <M extends Metric>(query: SeriesQuery<M>) => orLacking(source.series?.(query));
  const liquidations =
    source.liquidations &&
    createLiquidationSeries({
      clock,
      log,
      metrics,
      source: source.liquidations,
      store: source.liquidations.range ? null : store,
      isContract: (symbolId) => byId.has(symbolId),
      contracts: (count) =>
        [...ticks.values()]
          .sort((a, b) => b.turnover24h - a.turnover24h)
          .slice(0, count)
          .map(({ symbolId }) => symbolId),
      tell: () => {},
    });

  const take = (told: readonly Tick[]): void => {
    const now = clock.now();
    for (const tick of told) {
      const symbol = byId.get(tick.symbolId);
      if (!symbol) {
        // Pairs share some lists, and of contracts that are not traded now some still tell a price.
        if (!listed.has(tick.symbolId)) refused.inc({ fault: 'unknownSymbol' });
        continue;
      }
      const fault = faultOf(tick, now) ?? (tick.ts < now - oldestMs ? 'old' : hasOtherUnits(tick) ? 'worthDiffers' : null);
      if (fault) {
        refused.inc({ fault });
        continue;
      }
      ticks.set(tick.symbolId, tick);
      heardAt.set(symbol.instType, now);
    }
  };

  const readCatalog = async (): Promise<void> => {
    const { symbols } = await source.catalog();
    listed = new Set(symbols.map(({ symbolId }) => symbolId));
    contracts = symbols.filter(({ instType, status }) => instType !== 'sp' && status === 'online');
    byId = new Map(contracts.map((symbol) => [symbol.symbolId, symbol]));
    byKey = new Map(contracts.map((symbol) => [contractKey(symbol), symbol]));
    for (const symbolId of ticks.keys()) if (!byId.has(symbolId)) ticks.delete(symbolId);
    if (hasCatalog || !isOn) return;
    hasCatalog = true;
    source.start(take);
  };

  const lineAwaySince = (line: InstType): number | null => {
    const at = heardAt.get(line) ?? beganAt;
    // A line of which nothing was heard yet is not known either.
    return heardAt.has(line) && clock.now() - at <= awayAfterMs ? null : at;
  };
  const awaySince = (line?: InstType): number | null => {
    if (!hasCatalog) return beganAt;
    if (line !== undefined) return lineAwaySince(line);
    const since = [...new Set(contracts.map(({ instType }) => instType))].flatMap((one) => lineAwaySince(one) ?? []);
    return since.length > 0 ? Math.min(...since) : null;
  };

  return {
    venue,
    name: venueNameOf(venue),
    same: (symbol) => byKey.get(contractKey(symbol)),
    contracts: () => contracts,
    tick: (symbolId) => ticks.get(symbolId),
    awaySince,
    async series<M extends Metric>(query: SeriesQuery<M>) {
      const added = query.metric === 'liquidations' ? await liquidations?.read(query) : null;
      // Points of an answer are those of the metric that was asked for.
      return (added as readonly SeriesPoint<M>[] | null | undefined) ?? readKept(query);
    },
    candles: async (query) => (candleBook ? candleBook.read(query) : ((await tellCandles?.(query)) ?? null)),
    start() {
      isOn = true;
      beganAt = clock.now();
      void jobs.every(catalogEveryMs, `reading the markets of ${venue}`, async () => {
        away.set(awaySince() === null ? 0 : 1);
        await readCatalog();
      })();
      undo = source.onSamples?.((samples) => void seriesBook?.take(samples)) ?? undo;
      candleBook?.start();
      seriesBook?.start();
      liquidations?.start();
    },
    stop() {
      isOn = hasCatalog = false;
      undo();
      liquidations?.stop();
      seriesBook?.stop();
      candleBook?.stop();
      source.stop();
      heardAt.clear();
      ticks.clear();
      void jobs.stop();
    },
  };
}

function hasOtherUnits({ turnover24h, baseVolume24h, high24h, low24h }: Tick): boolean {
  if (baseVolume24h === 0 || turnover24h === 0) return false;
  const price = turnover24h / baseVolume24h;
  return price > high24h * worthSlack || price < low24h / worthSlack;
}
