// The feed role: source -> board -> bus, and answers to whoever needs everything.
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import * as topics from '#topics.ts';
import { createCatalog } from './catalog/catalog.ts';
import type { Facts, FactsKeeper } from './facts.ts';
import type { Source } from './sources/source.ts';
import type { Tick } from './tick.ts';

const fiatRatesEveryMs = 60_000;

export function createFeed({ bus, clock, log, source, facts }: { bus: Bus; clock: Clock; log: Log; source: Source; facts: Facts }): FactsKeeper {
  const undo: Unsubscribe[] = [];
  let epoch = 0;

  const take = (ticks: readonly Tick[]) => {
    const quotes = facts.board.apply(ticks);
    if (quotes.length === 0) return;
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

  const candles: FactsKeeper['candles'] = async (queries) => (source.candles ? Promise.all(queries.map((query) => source.candles!(query))) : null);

  return {
    candles,
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
      );
      source.start(take);
      bus.publish(topics.feedStarted, { epoch });
      log.info({ source: source.name, symbols: facts.catalog.data.symbols.length, coins: facts.catalog.data.coins.length }, 'feed started');
    },
    stop() {
      source.stop();
      for (const undoOne of undo.splice(0)) undoOne();
    },
  };
}
