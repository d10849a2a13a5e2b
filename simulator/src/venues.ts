// Three further exchanges, to compare with: the simulator's own prices and crowd with other shares, other funding and other sides, and
// fewer contracts. Every figure is one of the simulator's times a number that stays the same, so that it can be worked out by hand.
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Liquidation, Metric, MetricValues, SeriesPoint, SeriesQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from './clock.ts';
import { drawUniform, keyOf } from './draw.ts';

interface Character {
  readonly name: string;
  /** Of what the simulator's own exchange trades and holds, for a usual contract. */
  readonly share: number;
  /** Of its contracts, those that are listed here. */
  readonly lists: number;
  readonly lines: readonly MarketSymbol['instType'][];
  /** Funding as a multiple, and what is added to each settlement. */
  readonly funding: readonly [factor: number, more: number];
  /** What is added to the share of accounts that are long. */
  readonly longer: number;
  /** Of the smaller side of takers, what was bought instead of sold. */
  readonly bought: number;
}

const characters: readonly Character[] = [
  { name: 'Sim 1', share: 1.6, lists: 0.95, lines: ['umcbl', 'cmcbl', 'dmcbl'], funding: [1.1, 0.00001], longer: 0.03, bought: 0.02 },
  { name: 'Sim 2', share: 0.7, lists: 0.8, lines: ['umcbl', 'dmcbl'], funding: [0.9, -0.00001], longer: -0.02, bought: -0.03 },
  { name: 'Sim 3', share: 0.4, lists: 0.6, lines: ['umcbl'], funding: [1, 0.00003], longer: 0.01, bought: 0.05 },
];
const tellEveryMs = 30_000;
/** These are listed everywhere. */
const everywhere = new Set(['BTC', 'ETH', 'SOL', 'XRP']);

export interface SimulatedVenuesParameters {
  readonly clock: Clock;
  readonly seed: number;
  readonly exchange: Pick<Source, 'catalog' | 'onCatalogChange'> & Required<Pick<Source, 'candles' | 'series' | 'liquidations'>>;
  /** What the exchange told last of each symbol. */
  readonly ticks: ReadonlyMap<string, Tick>;
}

export function createSimulatedVenues(parameters: SimulatedVenuesParameters): readonly Source[] {
  return characters.map((character) => createSimulatedVenue(character, parameters));
}

function createSimulatedVenue(
  { name, share, lists, lines, funding, longer, bought }: Character,
  { clock, seed, exchange, ticks }: SimulatedVenuesParameters,
): Source {
  const key = keyOf(seed, `venue ${name}`);
  /** Between 0 and 1, by what the contract is. */
  const drawn = (symbolId: string, of: string): number => drawUniform(keyOf(key, `${of} ${symbolId}`), 0);
  const shares = new Map<string, number>();
  const shareOf = (symbolId: string): number => {
    let known = shares.get(symbolId);
    if (known === undefined) shares.set(symbolId, (known = share * (0.7 + 0.6 * drawn(symbolId, 'share'))));
    return known;
  };
  const isListed = ({ baseSymbol, instType }: MarketSymbol): boolean =>
    lines.includes(instType) && (everywhere.has(baseSymbol) || drawn(baseSymbol, 'listed') < lists);
  const settled = (rate: number): number => rate * funding[0] + funding[1];

  const ours: { readonly [M in Metric]?: (values: MetricValues[M], ofAll: number) => MetricValues[M] } = {
    openInterest: ({ base, value }, ofAll) => ({ base: base * ofAll, value: value * ofAll }),
    longShortAccounts: ({ long }) => {
      const ourLong = Math.min(0.98, Math.max(0.02, long + longer));
      return { long: ourLong, short: 1 - ourLong };
    },
    takerVolume({ buy, sell }, ofAll) {
      const more = bought * Math.min(buy, sell);
      return { buy: (buy + more) * ofAll, sell: (sell - more) * ofAll };
    },
    liquidations: ({ long, short }, ofAll) => ({ long: long * ofAll, short: short * ofAll }),
    fundingRate: ({ rate }) => ({ rate: settled(rate) }),
  };
  const candleOf = (candle: Candle, ofAll: number): Candle => ({
    ...candle,
    volume: candle.volume * ofAll,
    turnover: candle.turnover * ofAll,
  });
  const tickOf = (tick: Tick): Tick => {
    const ofAll = shareOf(tick.symbolId);
    return {
      ...tick,
      ts: clock.now(),
      baseVolume24h: tick.baseVolume24h * ofAll,
      turnover24h: tick.turnover24h * ofAll,
      ...(tick.openInterest !== undefined && { openInterest: tick.openInterest * ofAll }),
      ...(tick.fundingRate !== undefined && { fundingRate: settled(tick.fundingRate) }),
    };
  };
  const liquidationOf = (told: Liquidation): Liquidation => {
    const ofAll = shareOf(told.symbolId);
    return { ...told, size: told.size * ofAll, value: told.value * ofAll };
  };

  let listed: ReadonlySet<string> = new Set();
  let stop = () => {};
  return {
    name,
    simulated: true,
    async catalog() {
      const symbols = (await exchange.catalog()).symbols.filter(isListed);
      listed = new Set(symbols.map(({ symbolId }) => symbolId));
      return { coins: [], symbols };
    },
    ...(exchange.onCatalogChange && { onCatalogChange: exchange.onCatalogChange }),
    start(onTicks) {
      const tell = () =>
        onTicks(
          [...listed].flatMap((symbolId) => {
            const tick = ticks.get(symbolId);
            return tick ? [tickOf(tick)] : [];
          }),
        );
      tell();
      stop = clock.every(tellEveryMs, tell);
    },
    stop: () => stop(),
    async candles(query) {
      const ofAll = shareOf(query.symbolId);
      return (await exchange.candles(query)).map((candle) => candleOf(candle, ofAll));
    },
    async series<M extends Metric>(query: SeriesQuery<M>) {
      const of = ours[query.metric];
      if (!of) return [];
      const ofAll = shareOf(query.symbolId);
      return (await exchange.series(query)).map(({ ts, values }): SeriesPoint<M> => ({ ts, values: of(values, ofAll) }));
    },
    liquidations: {
      range: async (query) => (await exchange.liquidations.range!(query)).map(liquidationOf),
      watch: (symbolIds, onLiquidations, onHearing) =>
        exchange.liquidations.watch(symbolIds, (told) => onLiquidations(told.map(liquidationOf)), onHearing),
    },
  };
}
