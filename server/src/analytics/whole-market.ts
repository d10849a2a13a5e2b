// The whole market in a few figures: caps and dominance from spot, open interest and funding from all contracts.
import { type analyticsCalls, type HeatSize, type HeatTile } from '@tidemark/contract/analytics.ts';
import { riseBins } from '@tidemark/contract/rise-bins.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { BoardView } from './board-view.ts';
import { openContracts, sumOpenInterest, sumTurnover, weightedFunding, type OpenContract } from './contract-totals.ts';
import { marketOfWorld } from './world.ts';

type Figures = Output<typeof analyticsCalls.getMetrics>;
type FundingRow = Figures['fundingHighest'][number];

export interface WholeMarket {
  figures(): Figures;
  tiles(size: HeatSize, limit: number): { readonly items: HeatTile[]; readonly total: number; readonly sizedBy: HeatSize };
  start(): void;
  stop(): Promise<void>;
}

const crowdEveryMs = 300_000;
/** The largest contracts stand for all: they hold most of what is open. */
const crowdContracts = 20;
const extremes = 5;

/** A base chain is looked for among the base chains, even if it is in a narrower sector, too. */
const heatSector = (sectors: readonly string[]): string | null => (sectors.includes('layer-1') ? 'layer-1' : (sectors[0] ?? null));

export interface WholeMarketDeps {
  readonly view: BoardView;
  readonly market: Pick<Market, 'board' | 'catalog' | 'usdtPer' | 'series' | 'iconUrl' | 'world'>;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly log: Log;
}

export function createWholeMarket({ view, market, clock, wallClock, log }: WholeMarketDeps): WholeMarket {
  let longShare: number | null = null;
  const jobs = createJobs({ clock, log, room: 'analytics' });

  const readCrowd = async () => {
    const largest = openContracts(market)
      .toSorted((a, b) => (b.openInterestUsdt ?? 0) - (a.openInterestUsdt ?? 0))
      .slice(0, crowdContracts);
    const answers = await market.series(
      largest.map(({ symbol: { symbolId } }) => ({ metric: 'longShortAccounts' as const, symbolId, period: '5m' as const, limit: 1 })),
    );
    let [long, weight] = [0, 0];
    largest.forEach(({ openInterestUsdt }, i) => {
      const share = answers?.[i]?.at(-1)?.values.long;
      if (share === undefined || openInterestUsdt === null) return;
      long += share * openInterestUsdt;
      weight += openInterestUsdt;
    });
    longShare = weight > 0 ? long / weight : null;
  };

  const toFundingRow = ({ symbol, quote }: OpenContract): FundingRow => ({
    symbolId: symbol.symbolId,
    baseSymbol: symbol.baseSymbol,
    pricedSymbol: symbol.pricedSymbol,
    name: market.catalog.coin(symbol.baseSymbol)!.name,
    iconUrl: market.iconUrl(symbol.baseSymbol),
    fundingRate: quote.fundingRate!.toFixed(8),
    fundingIntervalHours: symbol.fundingIntervalHours!,
    nextFundingAt: quote.nextFundingAt ?? null,
    last: quote.last.toFixed(symbol.pricePrecision),
    change24h: (quote.last / quote.open24h - 1).toFixed(6),
  });

  /** Of a coin whose cap is not known the share is not known either. */
  const share = (part: number, whole: number) => (part > 0 && whole > 0 ? (part / whole).toFixed(6) : null);
  const capOf = (ticker: string, column: 'cap' | 'cap24h'): number => {
    const row = view.universe.rows.find(({ line, coin }) => line === 1 && coin.ticker === ticker);
    return row ? view.columns[column][row.index]! : 0;
  };

  return {
    figures() {
      const { sums } = view;
      const { caps } = sums;
      const all = openContracts(market);
      const openInterest = sumOpenInterest(all);
      const fundingRate = weightedFunding(all);
      const liquid = all
        .filter(
          ({ turnoverUsdt, fundingOfEightHours }) =>
            fundingOfEightHours !== null && turnoverUsdt !== null && turnoverUsdt >= liquidityFloorUsdt,
        )
        .toSorted((a, b) => b.fundingOfEightHours! - a.fundingOfEightHours!);
      const highest = liquid.slice(0, Math.min(extremes, Math.ceil(liquid.length / 2)));
      const lowest = liquid.slice(highest.length).slice(-extremes).toReversed();
      const [btc, eth] = [capOf('BTC', 'cap'), capOf('ETH', 'cap')];
      return {
        cap: caps && caps.all.toFixed(0),
        capChange24h: caps && (caps.all / caps.all24h - 1).toFixed(6),
        turnover24h: sums.turnover?.toFixed(2) ?? null,
        btcDominance: caps && share(btc, caps.all),
        btcDominanceWithoutStablecoins: caps?.stable ? share(btc, caps.all - caps.stable) : null,
        btcDominanceYesterday: caps && share(capOf('BTC', 'cap24h'), caps.all24h),
        ethDominance: caps && share(eth, caps.all),
        stablecoinCap: caps?.stable?.toFixed(0) ?? null,
        activeCoins: sums.coins,
        rising: sums.rising,
        falling: sums.falling,
        openInterest: openInterest?.toFixed(0) ?? null,
        fundingRate: fundingRate?.toFixed(8) ?? null,
        longShortRatio: longShare === null || longShare >= 1 ? null : (longShare / (1 - longShare)).toFixed(4),
        contractTurnover24h: sumTurnover(all)?.toFixed(2) ?? null,
        fundingHighest: highest.map(toFundingRow),
        fundingLowest: lowest.map(toFundingRow),
        riseDistribution: riseBins.map(({ from, to }, bin) => ({
          from: from === null ? null : String(from),
          to: to === null ? null : String(to),
          count: sums.bins[bin]!,
        })),
        world: marketOfWorld(market.world().market, wallClock.now()),
        asOf: clock.now(),
      };
    },
    tiles(asked, limit) {
      const { rows } = view.universe;
      const size = view.sums.caps ? asked : 'turnover';
      const sizes = view.columns[size];
      const all = view.order(1, 'turnover').filter((index) => !rows[index]!.isStable && sizes[index]! > 0);
      const ordered = size === 'turnover' ? all : all.toSorted((a, b) => sizes[b]! - sizes[a]! || a - b);
      const items = ordered.slice(0, limit).map((index): HeatTile => {
        const { symbol, coin } = rows[index]!;
        const row = market.board.row(symbol.symbolId)!;
        return {
          symbolId: symbol.symbolId,
          baseSymbol: symbol.baseSymbol,
          pricedSymbol: symbol.pricedSymbol,
          name: coin.name,
          iconUrl: market.iconUrl(coin.ticker),
          sector: heatSector(coin.sectors),
          size: sizes[index]!.toFixed(0),
          last: row[1],
          change24h: view.columns.change[index]!.toFixed(6),
          quote: row,
        };
      });
      return { items, total: all.length, sizedBy: size };
    },
    start() {
      void jobs.every(crowdEveryMs, 'reading long and short accounts', () =>
        readCrowd().catch((error: unknown) => log.warn({ err: error }, 'long and short accounts could not be read; the last figure stays')),
      )();
    },
    stop: jobs.stop,
  };
}
