// What a screen adds to a metric: how it is drawn, and the formula beside it.
import type { NetworkMetric, PairMetric } from '@tidemark/contract/trading-data.ts';
import type { ChartColour, ChartLine } from '#ui/chart/chart-line.ts';

export type AnyMetric = PairMetric | NetworkMetric;

export interface Drawing {
  /** Fields in the order they are drawn; the rest is in the table only. */
  readonly fields: Readonly<Record<string, Partial<ChartLine> & { readonly colour: ChartColour }>>;
  readonly guides?: readonly number[];
}

const line = (colour: ChartColour, more: Partial<ChartLine> = {}) => ({ colour, ...more });
const up = line('up-fill', { kind: 'bars' });
const down = line('down-fill', { kind: 'bars', isBelow: true });
/** Longs are closed when the price falls, shorts when it rises. */
const liquidations: Drawing = { fields: { short: up, long: down } };
/** Inflow less outflow. */
const net: Drawing = { fields: { net: line('up-fill', { kind: 'bars', belowColour: 'down-fill' }) }, guides: [0] };
const ratio: Drawing = { fields: { ratio: line('cat-1') }, guides: [1] };

export const pairDrawings: Readonly<Record<PairMetric, Drawing>> = {
  fundFlow: { fields: { buy: up, sell: down } },
  netInflow24h: net,
  whaleNetFlow5d: net,
  marginLongShort: ratio,
  marginLoanGrowth: { fields: { growth: line('cat-1') }, guides: [0] },
  isolatedBorrowRatio: ratio,
  openInterest: { fields: { usd: line('cat-1', { hasArea: true }) } },
  longShortAccounts: ratio,
  largeAccounts: ratio,
  largePositions: ratio,
  takerVolume: { fields: { buy: up, sell: down } },
  liquidations,
  basis: { fields: { rate: line('cat-1') }, guides: [0] },
  fundingRate: { fields: { rate: line('up-fill', { kind: 'bars', belowColour: 'down-fill', isThin: true }) }, guides: [0] },
};
export const networkDrawings: Readonly<Record<NetworkMetric, Drawing>> = {
  marketCap: { fields: { cap: line('cat-1', { hasArea: true }), capWithoutStablecoins: line('cat-2') } },
  dominance: {
    fields: {
      btc: line('cat-1'),
      eth: line('cat-2'),
      btcWithoutStablecoins: line('cat-3', { isDashed: true }),
      ethWithoutStablecoins: line('cat-4', { isDashed: true }),
    },
  },
  openInterest: { fields: { usd: line('cat-1', { hasArea: true }) } },
  fundingRate: { fields: { rate: line('cat-1') }, guides: [0] },
  longShortAccounts: ratio,
  takerVolume: { fields: { buy: up, sell: down } },
  liquidations,
  volumeByLine: { fields: { spot: line('cat-1'), usdtM: line('cat-2'), usdcM: line('cat-3'), coinM: line('cat-4') } },
};

/** Written the same in every language. */
export const formulae: Readonly<Record<AnyMetric, string>> = {
  fundFlow: 'whale ≥ clamp(0.0005 × V₇, 2000, 200000) USDT; dolphin ≥ whale ÷ 10',
  netInflow24h: 'net = Σ buy − Σ sell',
  whaleNetFlow5d: 'net = whale buy − whale sell',
  marginLongShort: 'ratio = borrowed quote ÷ (borrowed base × price)',
  marginLoanGrowth: 'growth = B(t) ÷ B(t − 24 h) − 1',
  isolatedBorrowRatio: 'ratio = (borrowed base × price) ÷ borrowed quote',
  openInterest: 'OI = open contracts × contract size × price',
  longShortAccounts: 'long = long accounts ÷ (long + short accounts); ratio = long ÷ short',
  largeAccounts: 'long = long accounts ÷ (long + short accounts), top 20%; ratio = long ÷ short',
  largePositions: 'long = long positions ÷ all positions, top 20%; ratio = long ÷ short',
  takerVolume: 'ratio = taker buy ÷ taker sell',
  liquidations: 'value = Σ size × liquidation price',
  basis: 'rate = (contract − index) ÷ index; annual = rate × 365 ÷ days left',
  fundingRate: 'F = clamp([P + clamp(I − P, ±0.05%)] ÷ (8 ÷ N), Fmin, Fmax); annual = F × 24 ÷ N × 365',
  marketCap: 'cap = Σ supply × price',
  dominance: 'share = cap(coin) ÷ cap(all)',
  volumeByLine: 'volume = Σ price × size',
};
