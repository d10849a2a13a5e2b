// The feed role: source -> board -> bus, and answers to whoever needs everything.
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import * as topics from '#topics.ts';
import { createCandleBook } from './candles/candle-book.ts';
import { createCandleStore } from './candles/store.ts';
import { createCatalog } from './catalog/catalog.ts';
import { createDayOpens } from './day-opens.ts';
import { quotedSymbols, type Facts, type FactsKeeper } from './facts.ts';
import type { Source } from './sources/source.ts';
import type { Tick } from './tick.ts';

const fiatRatesEveryMs = 60_000;

export interface FeedDeps {
  bus: Bus;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  db: Database;
  source: Source;
  facts: Facts;
}

export function createFeed({ bus, clock, log, metrics, db, source, facts }: FeedDeps): FactsKeeper {
  const undo: Unsubscribe[] = [];
  let epoch = 0;
  const tellCandles = source.candles?.bind(source);
  const book = tellCandles && source.candlesKeptAs !== undefined ? createCandleBook({ clock, log, metrics, store: createCandleStore(db, source.candlesKeptAs), source: tellCandles }) : null;
  const readCandles = book?.read ?? tellCandles;

  const take = (ticks: readonly Tick[]) => {
    const quotes = facts.board.apply(ticks);
    if (quotes.length === 0) return;
    book?.take(quotes);
    // The board has it before anybody hears of it.
    bus.publish(topics.quotes, quotes);
    facts.changed(quotes.map((quote) => quote.symbolId));
  };

  const refreshFiatRates = async () => {
    try {
      facts.fiatRates = (await source.fiatRates?.()) ?? {};
      bus.publish(topics.fiatRates, facts.fiatRates);
    } catch (error) {
      log.warn({ err: error }, 'fiat rates could not be read; the last ones stay');
    }
  };

  const refreshCatalog = async () => {
    try {
      facts.catalog = createCatalog(await source.catalog());
      facts.board.setCatalog(facts.catalog);
      bus.publish(topics.feedStarted, { epoch });
    } catch (error) {
      log.warn({ err: error }, 'the catalog could not be read; the last one stays');
    }
  };

  const candles: FactsKeeper['candles'] = async (queries) => (readCandles ? Promise.all(queries.map((query) => readCandles(query))) : null);

  const series: FactsKeeper['series'] = async (queries) => (source.series ? Promise.all(queries.map((query) => source.series!(query))) : null);
  const trades: FactsKeeper['trades'] = async (queries) => (source.trades ? Promise.all(queries.map((query) => source.trades!.range(query))) : null);

  const openings = readCandles && createDayOpens({ clock, log, candles: readCandles });
  const dayOpens: FactsKeeper['dayOpens'] = async ({ market, base }) => (openings ? openings.of(quotedSymbols(facts, market).map(({ symbolId }) => symbolId), base) : null);

  return {
    candles,
    series,
    trades,
    dayOpens,
    async start() {
      epoch = clock.now();
      facts.catalog = createCatalog(await source.catalog());
      facts.board.setCatalog(facts.catalog);
      await refreshFiatRates();
      undo.push(
        clock.every(fiatRatesEveryMs, () => void refreshFiatRates()),
        source.onCatalogChange?.(() => void refreshCatalog()) ?? (() => {}),
        bus.answer(topics.boardSnapshot, () => ({ epoch, simulated: source.simulated, catalog: facts.catalog.data, quotes: facts.board.all(), fiatRates: facts.fiatRates })),
        bus.answer(topics.candles, candles),
        bus.answer(topics.series, series),
        bus.answer(topics.trades, trades),
        bus.answer(topics.dayOpens, dayOpens),
      );
      book?.start();
      source.start(take);
      bus.publish(topics.feedStarted, { epoch });
      log.info({ source: source.name, symbols: facts.catalog.data.symbols.length, coins: facts.catalog.data.coins.length }, 'feed started');
    },
    stop() {
      source.stop();
      book?.stop();
      for (const undoOne of undo.splice(0)) undoOne();
    },
  };
}
