// The simulator: an exchange that needs no network. It owns a catalog, prices for every moment since 2021, candles of
// any interval, trades, trading data, P2P ads and a live stream, all read from one function of (seed, time). Two simulators
// with one seed agree to the last digit, in every process and after every restart, without storing anything. It never
// tells what lies after now.
import { currencyCodes } from '@tidemark/contract/money.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from './clock.ts';
import type { Loan } from './borrowers.ts';
import { createBlocks, createMined } from './blocks.ts';
import { createFiatDrift, fiatRateAt } from './fiat.ts';
import { createFlows } from './flows.ts';
import type { Account } from './holders.ts';
import { createHistory } from './history.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLiquidationSource } from './liquidation-source.ts';
import { createListing } from './listing.ts';
import { createMetricSeries } from './metric-series.ts';
import { createOnchain } from './onchain.ts';
import { orderBookAt } from './order-book.ts';
import { createP2p } from './p2p.ts';
import { pastTicks } from './past-ticks.ts';
import { createScenario, type ScenarioName } from './scenarios.ts';
import { createStream } from './stream.ts';
import { createTrades } from './trades.ts';
import { createSimulatedVenues } from './venues.ts';

type Offered =
  | 'prepare'
  | 'onCatalogChange'
  | 'candles'
  | 'trades'
  | 'liquidations'
  | 'orderBook'
  | 'series'
  | 'p2pAds'
  | 'blocks'
  | 'onchain'
  | 'fiatRates'
  | 'beside';

export interface Simulator extends Omit<Source, Offered>, Required<Pick<Source, Offered>> {
  /** The price authority: what the symbol costs at a moment not after now. */
  priceAt(symbolId: string, ms: number): number | undefined;
  /** The accounts that hold a contract at a moment not after now; none hold a pair. */
  accounts(symbolId: string, ms: number): readonly Account[];
  /** The loans for trading a pair at a moment not after now; none where it is not traded on margin. */
  loans(symbolId: string, ms: number): readonly Loan[];
}

export interface SimulatorParameters {
  readonly clock: Clock;
  readonly seed: number;
  /** By the clock on the wall. */
  readonly ticksPerSecond?: number;
  /** How many of the largest coins are listed; all of them when nothing is said. */
  readonly coins?: number;
  /** How many times faster than the one on the wall the given clock runs. */
  readonly speed?: number;
  readonly scenario?: ScenarioName | null;
}

const defaultTicksPerSecond = 400;

export function createSimulator({
  clock,
  seed,
  ticksPerSecond = defaultTicksPerSecond,
  coins = Infinity,
  speed = 1,
  scenario: scenarioName = null,
}: SimulatorParameters): Simulator {
  const scenario = scenarioName && createScenario(scenarioName, clock.now());
  const listing = createListing(seed, clock.now(), { scenario, maxCoins: coins });
  const bySymbol = new Map(listing.symbols.map((listed) => [listed.symbol.symbolId, listed]));
  const lifecycle = createLifecycle({ clock, listing, scenario, minedAt: createMined(seed) });
  const history = createHistory();
  const flows = createFlows(seed);
  const metrics = createMetricSeries({ seed, history, flows });
  const trades = createTrades({ clock, flows, bySymbol, endOf: lifecycle.endOf });
  const liquidations = createLiquidationSource({ clock, liquidations: metrics.liquidations, bySymbol, endOf: lifecycle.endOf });
  const isHeard = (listed: (typeof listing.symbols)[number], ms: number) =>
    lifecycle.isTraded(listed, ms) && !scenario?.isSilent(listed.coin, ms);
  const haltedSince = (listed: (typeof listing.symbols)[number], ms: number) =>
    lifecycle.isHalted(listed, ms) ? lifecycle.endOf(listed) : null;
  const stream = createStream({
    clock,
    symbols: listing.symbols,
    ticksPerSecond,
    speed,
    seed,
    isHeard,
    haltedSince,
    crowdOf: metrics.crowdOf,
  });
  const fiatDrifts = new Map(currencyCodes.map((code) => [code as string, createFiatDrift(seed, code)]));
  const blocksAt = createBlocks(seed);

  const priceAt = (symbolId: string, ms: number) => {
    const listed = bySymbol.get(symbolId);
    return listed && ms >= listed.listedAt && ms <= clock.now() && ms <= lifecycle.endOf(listed) ? history.priceAt(listed, ms) : undefined;
  };
  const p2pAds = createP2p(seed, (coin, fiat, ms) => {
    const drift = fiatDrifts.get(fiat);
    const inUsdt = coin === 'USDT' ? 1 : priceAt(`${coin}USDT`, ms);
    return drift && inUsdt !== undefined ? { inUsdt, inFiat: inUsdt * fiatRateAt(fiat, drift, ms) } : null;
  });

  const onchainAt = createOnchain({ seed, coins: listing.coins, priceAt: (ticker, ms) => priceAt(`${ticker}USDT`, ms) });

  /** The newest of each symbol, as they were told. */
  const ticks = new Map<string, Tick>();
  const exchange: Omit<Simulator, 'beside'> = {
    name: 'simulator',
    simulated: true,
    catalog: async () => lifecycle.catalog(),
    onCatalogChange: lifecycle.onChange,
    prepare: async () => stream.prepare(),
    start(onTicks) {
      lifecycle.start();
      liquidations.start();
      stream.start((told) => {
        for (const tick of told) ticks.set(tick.symbolId, tick);
        onTicks(told);
      });
    },
    stop() {
      metrics.stop();
      liquidations.stop();
      stream.stop();
      lifecycle.stop();
    },
    async candles(query) {
      const listed = bySymbol.get(query.symbolId);
      return listed ? history.candles(listed, query, Math.min(clock.now(), lifecycle.endOf(listed))) : [];
    },
    trades,
    liquidations,
    async ticks({ symbolId, from, to }) {
      const listed = bySymbol.get(symbolId);
      return listed
        ? pastTicks(listed, Math.max(from, listed.listedAt), Math.min(to, clock.now(), lifecycle.endOf(listed)), metrics.crowdOf)
        : [];
    },
    async orderBook(symbolId) {
      const now = clock.now();
      const last = priceAt(symbolId, now);
      return last === undefined ? { ts: now, bids: [], asks: [] } : orderBookAt(bySymbol.get(symbolId)!, last, now);
    },
    async series(query) {
      const listed = bySymbol.get(query.symbolId);
      return listed ? metrics.points(listed, query, Math.min(clock.now(), lifecycle.endOf(listed))) : [];
    },
    p2pAds: async ({ fiat, coin }) => p2pAds(fiat, coin, clock.now()),
    blocks: async () => blocksAt(clock.now()),
    onchain: async () => onchainAt(clock.now()),
    async fiatRates() {
      return Object.fromEntries([...fiatDrifts].map(([code, drift]) => [code, fiatRateAt(code, drift, clock.now())]));
    },
    priceAt,
    accounts(symbolId, ms) {
      const listed = bySymbol.get(symbolId);
      return listed?.contract && priceAt(symbolId, ms) !== undefined ? metrics.crowdOf(listed).accounts(ms) : [];
    },
    loans(symbolId, ms) {
      const listed = bySymbol.get(symbolId);
      const price = priceAt(symbolId, ms);
      return listed?.symbol.margin && price !== undefined ? metrics.crowdOf(listed).loans(ms, price) : [];
    },
  };
  return { ...exchange, beside: createSimulatedVenues({ clock, seed, exchange, ticks }) };
}
