// Formulae are written the same in every language.
import type { AnyMetric } from './picture.ts';

export const formulae: Readonly<Record<AnyMetric, string>> = {
  fundFlow: 'whale ≥ clamp(0.0005 × V₇, 2000, 200000) USDT; dolphin ≥ whale ÷ 10',
  netInflow24h: 'net = Σ buy − Σ sell',
  whaleNetFlow5d: 'net = whale buy − whale sell',
  marginLongShort: 'ratio = borrowed quote ÷ (borrowed base × price)',
  marginLoanGrowth: 'growth = B(t) ÷ B(t − 24 h) − 1',
  isolatedBorrowRatio: 'ratio = (borrowed base × price) ÷ borrowed quote',
  openInterest: 'OI = open contracts × contract size × price',
  longShortAccounts: 'long = long accounts ÷ (long + short accounts)',
  largeAccounts: 'long = long accounts ÷ (long + short accounts), top 20%',
  largePositions: 'long = long positions ÷ all positions, top 20%',
  takerVolume: 'ratio = taker buy ÷ taker sell',
  basis: 'rate = (contract − index) ÷ index; annual = rate × 365 ÷ days left',
  fundingRate: 'F = clamp([P + clamp(I − P, ±0.05%)] ÷ (8 ÷ N), Fmin, Fmax); annual = F × 24 ÷ N × 365',
  marketCap: 'cap = Σ supply × price',
  dominance: 'share = cap(coin) ÷ cap(all)',
  volumeByLine: 'volume = Σ price × size',
};
