// The feed role: source -> board -> bus, and answers to processes that need everything.
import type { Metric, SeriesPoint, SeriesQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock, Stopwatch } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import * as topics from '#topics/index.ts';
import { createCandleBook } from './candles/candle-book.ts';
import { createCandleStore } from './candles/store.ts';
import { createCatalog } from './catalog/catalog.ts';
import { createDayOpens } from './day-opens.ts';
import { orLacking, type FactReader } from './fact-reader.ts';
import { mostTraded, quotedSymbols, usdtPer, type Facts } from './facts.ts';
import type { FeedTerm } from './feed-row.ts';
import { createFence } from './history/fence.ts';
import { createLiveStreams } from './live-streams.ts';
import { createSeriesBook, typedBook } from './series/series-book.ts';
import { createSeriesStore } from './series/store.ts';
import { createLiquidationSeries, type LiquidationSeries } from './series/liquidation-series.ts';
import { createFlowThresholds } from './series/flow-thresholds.ts';
import { createTradeSeries, type TradeSeries } from './series/trade-series.ts';
import { createPastTicks } from './past-ticks.ts';
import type { TickRing } from './tick-ring.ts';
import { createVenues } from './venues/index.ts';

const fiatRatesEveryMs = 60_000;
/** No tick of any symbol for so long: the source was away. */
const silenceMs = 15_000;
/** This process itself stood still for so long: most sources tell only the last moments of what it slept through. */
const standstillMs = 2_000;
const beatMs = 500;

export interface FeedDeps {
  bus: Bus;
  clock: Clock;
  stopwatch: Stopwatch;
  log: Log;
  metrics: Metrics;
  db: Database;
  source: Source;
  facts: Facts;
  ring: TickRing;
}

export interface Feed {
  readonly reader: FactReader;
  /** What takes long and can be done before its turn comes. */
  prepare(): Promise<void>;
  start(term: FeedTerm): Promise<void>;
  stop(): void;
}

export function createFeed({ bus, clock, stopwatch, log, metrics, db, source, facts, ring }: FeedDeps): Feed {
  const undo: Unsubscribe[] = [];
  const jobs = createJobs({ clock, log, room: 'market' });
  let epoch = 0;
  let isSole = false;
  const fence = createFence(metrics, () => (isSole ? null : epoch));
  const tellCandles = source.candles?.bind(source);
  const book =
    tellCandles && source.candlesKeptAs !== undefined
      ? createCandleBook({ clock, log, metrics, store: createCandleStore(db, source.candlesKeptAs, fence), source: tellCandles })
      : null;
  const readCandles = book?.read ?? tellCandles;
  const seriesStore = source.candlesKeptAs === undefined ? null : createSeriesStore(db, source.candlesKeptAs, fence);
  const seriesBook =
    seriesStore &&
    createSeriesBook({
      clock,
      log,
      metrics,
      store: seriesStore,
      source: source.series ? (query) => source.series!(query) : null,
    });
  const made = createMadeSeries();
  const liquidations = createLiquidations();
  const hasSeries = source.series !== undefined || source.onSamples !== undefined || made !== null || liquidations !== null;
  const readKept = seriesBook ? typedBook(seriesBook) : <M extends Metric>(query: SeriesQuery<M>) => orLacking(source.series?.(query));
  // Points of an answer are those of the metric that was asked for.
  const readSeries = hasSeries
    ? async <M extends Metric>(query: SeriesQuery<M>) =>
        ((await (query.metric === 'liquidations' ? liquidations?.read(query) : made?.read(query))) as
          | readonly SeriesPoint<M>[]
          | null
          | undefined) ?? readKept(query)
    : null;
  const self = newId();
  const streams = createLiveStreams({
    clock,
    log,
    source,
    self,
    candles: readCandles ?? null,
    quote: facts.board.quote,
    tell(fact) {
      bus.publish(topics.liveFact, { ...fact, epoch });
      facts.watches.tell(fact);
    },
  });

  function createMadeSeries(): TradeSeries | null {
    const { trades } = source;
    if (!source.madeFromTrades || !trades || !seriesStore || !readCandles) return null;
    const madeFromTrades = (symbolId: string) => source.madeFromTrades!(symbolId);
    return createTradeSeries({
      clock,
      log,
      metrics,
      trades,
      madeFromTrades,
      store: seriesStore,
      thresholds: createFlowThresholds({
        candles: readCandles,
        usdtPer: (symbolId) => usdtPer(facts, facts.catalog.symbol(symbolId)?.pricedSymbol ?? ''),
      }),
      popular: (count) => mostTraded(facts, (symbolId) => madeFromTrades(symbolId).length > 0, count),
    });
  }

  function createLiquidations(): LiquidationSeries | null {
    const { liquidations: told } = source;
    if (!told) return null;
    const isContract = (symbolId: string) => (facts.catalog.symbol(symbolId)?.instType ?? 'sp') !== 'sp';
    return createLiquidationSeries({
      clock,
      log,
      metrics,
      source: told,
      store: told.range ? null : seriesStore,
      isContract,
      contracts: (count) => mostTraded(facts, isContract, count),
      tell(fresh) {
        bus.publish(topics.liquidations, { epoch, liquidations: fresh });
        facts.liquidated(fresh);
      },
    });
  }

  let tookAt: number | null = null;
  /** By both of its clocks: one is set now and then, the other one may stand while the machine sleeps. */
  const moment = () => ({ clock: clock.now(), watch: stopwatch.elapsed() });
  const since = (before: ReturnType<typeof moment>): number => Math.max(clock.now() - before.clock, stopwatch.elapsed() - before.watch);
  let [beatAt, tookLast, hasStood] = [moment(), moment(), false];
  /** Whichever runs first after a standstill, a timer or the source. */
  const beat = (): void => {
    hasStood ||= since(beatAt) > standstillMs;
    beatAt = moment();
  };
  const applyTicks = (ticks: readonly Tick[]) => {
    const now = clock.now();
    beat();
    if (tookAt !== null && ((hasStood && !source.tellsAllTicks) || since(tookLast) > silenceMs)) {
      // The source was away, or was not heard: a gap in the numbers tells every replica.
      facts.board.skip();
      facts.missed();
    }
    hasStood = false;
    const quotes = facts.board.apply(ticks);
    if (quotes.length === 0) return;
    tookAt = now;
    tookLast = moment();
    ring.add(quotes);
    book?.take(quotes);
    streams.take(quotes);
    // The board has it before any replica hears of it.
    bus.publish(topics.quotes, { epoch, quotes });
    facts.changed(quotes);
  };

  const refreshFiatRates = async () => {
    try {
      facts.fiatRates = (await source.fiatRates?.()) ?? {};
      bus.publish(topics.fiatRates, { epoch, rates: facts.fiatRates });
      bus.publish(topics.bareFiatRates, facts.fiatRates);
    } catch (error) {
      log.warn({ err: error }, 'fiat rates could not be read; the last ones stay');
    }
  };

  const refreshWorld = () => {
    if (!source.world) return;
    facts.world = source.world.facts();
    bus.publish(topics.worldFacts, { ...facts.world, epoch });
  };

  const refreshCatalog = async () => {
    try {
      facts.catalog = createCatalog(await source.catalog());
      facts.board.setCatalog(facts.catalog);
      bus.publish(topics.feedStarted, { epoch });
      facts.catalogChanged();
    } catch (error) {
      log.warn({ err: error }, 'the catalog could not be read; the last one stays');
    }
  };

  const openings = readCandles && createDayOpens({ clock, log, candles: readCandles });
  const readPast = createPastTicks({ ring, source, log, now: () => clock.now(), stopwatch });
  const own: Pick<FactReader, 'candles' | 'series'> = {
    candles: async (queries) => (readCandles ? Promise.all(queries.map((query) => readCandles(query))) : null),
    series: async (queries) => (readSeries ? Promise.all(queries.map(async (query) => (await readSeries(query)) ?? [])) : null),
  };
  const venues = createVenues({ clock, log, metrics, db, fence, source, facts, own, tookAt: () => tookAt });
  const reader: FactReader = {
    ...own,
    ...venues.reader,
    dayOpens: async ({ market, base }) =>
      openings
        ? openings.of(
            quotedSymbols(facts, market).map(({ symbolId }) => symbolId),
            base,
          )
        : null,
    trades: async (queries) => (source.trades ? Promise.all(queries.map((query) => source.trades!.range(query))) : null),
    largestLiquidations: async (query) => (liquidations ? liquidations.largest(query) : null),
    orderBook: (symbolId) => orLacking(source.orderBook?.(symbolId)),
    p2pAds: (pair) => orLacking(source.p2pAds?.(pair)),
    blocks: () => orLacking(source.blocks?.()),
    pastTicks: async (asks) => ({ epoch, ...(await readPast(asks)) }),
  };

  return {
    reader,
    async prepare() {
      await source.catalog();
      await source.prepare?.();
    },
    async start(term) {
      epoch = term.epoch;
      isSole = term.isSole === true;
      tookAt = null;
      beatAt = moment();
      const told = facts.board.all();
      const newestTs = told.length > 0 ? told.reduce((newest, { ts }) => Math.max(newest, ts), 0) : undefined;
      facts.board.begin(term);
      facts.catalog = createCatalog(await source.catalog());
      facts.board.setCatalog(facts.catalog);
      facts.simulated = source.simulated;
      // Those of the feed before are good for the first minute.
      const rates = jobs.every(fiatRatesEveryMs, 'reading fiat rates', refreshFiatRates)();
      if (Object.keys(facts.fiatRates).length === 0) await rates;
      refreshWorld();
      undo.push(
        clock.every(beatMs, beat),
        source.world?.onChange(refreshWorld) ?? (() => {}),
        source.onCatalogChange?.(() => void refreshCatalog()) ?? (() => {}),
        bus.answer(
          topics.boardSnapshot,
          () => ({
            epoch,
            seq: facts.board.seq(),
            simulated: source.simulated,
            catalog: facts.catalog.data,
            quotes: facts.board.all(),
            fiatRates: facts.fiatRates,
            world: facts.world,
          }),
          epoch,
        ),
        bus.answer(topics.candles, reader.candles, epoch),
        bus.answer(topics.dayOpens, reader.dayOpens, epoch),
        bus.answer(topics.series, reader.series, epoch),
        bus.answer(topics.trades, reader.trades, epoch),
        bus.answer(topics.orderBook, reader.orderBook, epoch),
        bus.answer(topics.largestLiquidations, reader.largestLiquidations, epoch),
        bus.answer(topics.venueSeries, reader.venueSeries, epoch),
        bus.answer(topics.venueFigures, reader.venueFigures, epoch),
        bus.answer(topics.p2pAds, reader.p2pAds, epoch),
        bus.answer(topics.blocks, reader.blocks, epoch),
        bus.answer(topics.pastTicks, reader.pastTicks, epoch),
        bus.answer(topics.keptTicks, ring.before, epoch),
        bus.subscribe(topics.interest, ({ from, interest }) => streams.want(from, interest)),
        facts.watches.onInterest(() => streams.want(self, facts.watches.interest())),
      );
      streams.want(self, facts.watches.interest());
      streams.start();
      book?.start();
      made?.start();
      liquidations?.start();
      venues.start();
      if (seriesBook) {
        seriesBook.start();
        undo.push(source.onSamples?.((samples) => void seriesBook.take(samples)) ?? (() => {}));
      }
      source.start(applyTicks, newestTs);
      bus.publish(topics.feedStarted, { epoch });
      log.info({ source: source.name, symbols: facts.catalog.data.symbols.length, coins: facts.catalog.data.coins.length }, 'feed started');
    },
    stop() {
      streams.stop();
      made?.stop();
      liquidations?.stop();
      venues.stop();
      source.stop();
      book?.stop();
      seriesBook?.stop();
      void jobs.stop();
      for (const undoOne of undo.splice(0)) undoOne();
    },
  };
}
