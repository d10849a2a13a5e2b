// The simulator: an exchange that needs no network. It owns a catalog, prices for every moment since 2021, candles of
// any interval and a live stream, all read from one function of (seed, time). Two simulators with one seed agree to the
// last digit, in every process and after every restart, without storing anything. It never tells what lies after now.
import { currencyCodes } from '@tidemark/contract/money.ts';
import type { Clock } from '#platform/clock.ts';
import type { Source } from '../source.ts';
import { createFiatDrift, fiatRateAt } from './fiat.ts';
import { createHistory } from './history.ts';
import { createListing } from './listing.ts';
import { createStream } from './stream.ts';

export interface Simulator extends Source {
  readonly candles: NonNullable<Source['candles']>;
  readonly fiatRates: NonNullable<Source['fiatRates']>;
  /** The price authority: what the symbol costs at a moment not after now. */
  priceAt(symbolId: string, ms: number): number | undefined;
}

export const defaultTicksPerSecond = 400;

export function createSimulator({ clock, seed, ticksPerSecond = defaultTicksPerSecond }: { clock: Clock; seed: number; ticksPerSecond?: number }): Simulator {
  const listing = createListing(seed, clock.now());
  const history = createHistory();
  const bySymbol = new Map(listing.symbols.map((listed) => [listed.symbol.symbolId, listed]));
  const stream = createStream({ clock, symbols: listing.symbols, ticksPerSecond, seed });
  const fiat = currencyCodes.map((code) => ({ code, drift: createFiatDrift(seed, code) }));
  return {
    name: 'simulator',
    simulated: true,
    catalog: async () => listing.catalog,
    start: stream.start,
    stop: stream.stop,
    async candles(query) {
      const listed = bySymbol.get(query.symbolId);
      return listed ? history.candles(listed, query, clock.now()) : [];
    },
    async fiatRates() {
      return Object.fromEntries(fiat.map(({ code, drift }) => [code, fiatRateAt(code, drift, clock.now())]));
    },
    priceAt(symbolId, ms) {
      const listed = bySymbol.get(symbolId);
      return listed && ms >= listed.listedAt && ms <= clock.now() ? history.priceAt(listed, ms) : undefined;
    },
  };
}
