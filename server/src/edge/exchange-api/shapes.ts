// Our market in the words of Bitget's public API (v2; trading data v3): names of symbols, rows of lists, candles, trades. Pure.
// What the market does not know is left empty, as there.
import type { CandleInterval } from '@tidemark/contract/market.ts';

/** What this door needs of a symbol, a price, a candle, a trade; the market's own types fit. */
export interface ApiSymbol {
  readonly symbolId: string;
  readonly instType: 'sp' | 'umcbl' | 'cmcbl' | 'dmcbl' | 'p2p' | (string & {});
  readonly baseSymbol: string;
  readonly pricedSymbol: string;
  readonly pricePrecision: number;
  readonly tickSize: number;
  readonly quantityPrecision: number;
  readonly status: string;
  readonly maxLeverage: number | null;
  readonly listedAt: number | null;
  readonly deliveryAt?: number;
  readonly fundingIntervalHours?: number;
  readonly margin?: { readonly crossLeverage: number | null; readonly isolatedLeverage: number | null };
}
export interface ApiCoin {
  readonly ticker: string;
  readonly chains: readonly { readonly chain: string; readonly address: string | null }[];
}
export interface ApiQuote {
  readonly symbolId: string;
  readonly ts: number;
  readonly last: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidSize?: number;
  readonly askSize?: number;
  readonly open24h: number;
  readonly high24h: number;
  readonly low24h: number;
  readonly baseVolume24h: number;
  readonly turnover24h: number;
  readonly mark?: number;
  readonly index?: number;
  readonly fundingRate?: number;
  readonly nextFundingAt?: number;
  readonly openInterest?: number;
}
export interface ApiCandle {
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly turnover: number;
}
export interface ApiOrderBook {
  readonly ts: number;
  readonly bids: readonly (readonly [price: number, size: number])[];
  readonly asks: readonly (readonly [price: number, size: number])[];
}
export interface ApiTrade {
  readonly id: string;
  readonly ts: number;
  readonly price: number;
  readonly size: number;
  readonly side: 'buy' | 'sell';
}

export const instTypes = { SPOT: 'sp', 'USDT-FUTURES': 'umcbl', 'USDC-FUTURES': 'cmcbl', 'COIN-FUTURES': 'dmcbl' } as const;
export type ApiInstType = keyof typeof instTypes;
export const isInstType = (text: string): text is ApiInstType => Object.hasOwn(instTypes, text);

const quarterLetters: Readonly<Record<number, string>> = { 2: 'H', 5: 'M', 8: 'U', 11: 'Z' };

/** 'BTCUSDT', 'BTCPERP' (USDC-M), 'BTCUSDZ26' (delivered in December 2026). */
export function instIdOf({ symbolId, instType, baseSymbol, deliveryAt }: ApiSymbol): string {
  if (instType === 'sp') return symbolId;
  if (instType === 'cmcbl') return `${baseSymbol}PERP`;
  const plain = symbolId.slice(0, symbolId.indexOf('_'));
  if (deliveryAt === undefined) return plain;
  const day = new Date(deliveryAt);
  return `${plain}${quarterLetters[day.getUTCMonth()] ?? 'X'}${String(day.getUTCFullYear()).slice(2)}`;
}

const spotStatus: Readonly<Record<string, string>> = { online: 'online', halted: 'halt', prelaunch: 'gray', delisted: 'offline' };
const contractStatus: Readonly<Record<string, string>> = { online: 'normal', halted: 'maintain', prelaunch: 'listed', delisted: 'off' };

/** Without an exponent, however small. */
const plain = (value: number): string => {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '').replace(/\.$/, '') : text;
};

/** The usual fees of an exchange; no order is ever placed here. */
export const fees = {
  spot: { takerFeeRate: '0.001', makerFeeRate: '0.001' },
  contract: { takerFeeRate: '0.0006', makerFeeRate: '0.0002' },
} as const;

export const spotSymbolRow = (symbol: ApiSymbol) => ({
  symbol: instIdOf(symbol),
  baseCoin: symbol.baseSymbol,
  quoteCoin: symbol.pricedSymbol,
  minTradeAmount: '0',
  maxTradeAmount: '900000000000000000000',
  ...fees.spot,
  pricePrecision: String(symbol.pricePrecision),
  quantityPrecision: String(symbol.quantityPrecision),
  quotePrecision: String(Math.min(16, symbol.pricePrecision + symbol.quantityPrecision)),
  status: spotStatus[symbol.status] ?? 'halt',
  minTradeUSDT: '1',
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
  areaSymbol: 'no',
  orderQuantity: '200',
  openTime: String(symbol.listedAt ?? ''),
  offTime: '',
});

export const contractRow = (symbol: ApiSymbol) => ({
  symbol: instIdOf(symbol),
  baseCoin: symbol.baseSymbol,
  quoteCoin: symbol.pricedSymbol,
  supportMarginCoins: [symbol.instType === 'dmcbl' ? symbol.baseSymbol : symbol.pricedSymbol],
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
  feeRateUpRatio: '0.005',
  ...fees.contract,
  openCostUpRatio: '0.01',
  minTradeNum: (10 ** -symbol.quantityPrecision).toFixed(symbol.quantityPrecision),
  priceEndStep: String(Math.max(1, Math.round(symbol.tickSize * 10 ** symbol.pricePrecision))),
  volumePlace: String(symbol.quantityPrecision),
  pricePlace: String(symbol.pricePrecision),
  sizeMultiplier: (10 ** -symbol.quantityPrecision).toFixed(symbol.quantityPrecision),
  symbolType: symbol.deliveryAt === undefined ? 'perpetual' : 'delivery',
  minTradeUSDT: '5',
  maxSymbolOrderNum: '200',
  maxProductOrderNum: '400',
  maxPositionNum: '150',
  symbolStatus: contractStatus[symbol.status] ?? 'maintain',
  offTime: '-1',
  limitOpenTime: '-1',
  deliveryTime: symbol.deliveryAt === undefined ? '' : String(symbol.deliveryAt),
  deliveryStartTime: '',
  deliveryPeriod: symbol.deliveryAt === undefined ? '' : 'this_quarter',
  launchTime: String(symbol.listedAt ?? ''),
  fundInterval: String(symbol.fundingIntervalHours ?? ''),
  minLever: '1',
  maxLever: String(symbol.maxLeverage ?? ''),
  posLimit: '0.05',
  maintainTime: '',
});

/** What a quote alone does not tell; unknown is left empty. */
export interface TickerFacts {
  /** What the day opened with at midnight UTC. */
  readonly openUtc: number | undefined;
  /** What one unit of the quote currency is worth. */
  readonly usdtPerQuote: number | null;
}

export function tickerRow(symbol: ApiSymbol, quote: ApiQuote, idField: 'symbol' | 'instId', { openUtc, usdtPerQuote }: TickerFacts) {
  const price = (value: number) => value.toFixed(symbol.pricePrecision);
  const isSpot = symbol.instType === 'sp';
  return {
    [idField]: instIdOf(symbol),
    lastPr: price(quote.last),
    bidPr: price(quote.bid),
    askPr: price(quote.ask),
    bidSz: quote.bidSize === undefined ? '' : plain(quote.bidSize),
    askSz: quote.askSize === undefined ? '' : plain(quote.askSize),
    ...(isSpot && idField === 'symbol' ? { open: price(quote.open24h) } : { open24h: price(quote.open24h) }),
    high24h: price(quote.high24h),
    low24h: price(quote.low24h),
    change24h: (quote.last / quote.open24h - 1).toFixed(5),
    openUtc: openUtc === undefined ? '' : price(openUtc),
    changeUtc24h: openUtc === undefined ? '' : (quote.last / openUtc - 1).toFixed(5),
    baseVolume: plain(quote.baseVolume24h),
    quoteVolume: plain(quote.turnover24h),
    usdtVolume: usdtPerQuote === null ? '' : plain(quote.turnover24h * usdtPerQuote),
    ...(!isSpot && {
      indexPrice: quote.index === undefined ? '' : price(quote.index),
      markPrice: quote.mark === undefined ? '' : price(quote.mark),
      fundingRate: quote.fundingRate === undefined ? '' : plain(quote.fundingRate),
      nextFundingTime: quote.nextFundingAt === undefined ? '' : String(quote.nextFundingAt),
      holdingAmount: quote.openInterest === undefined ? '' : plain(quote.openInterest),
      deliveryStartTime: null,
      deliveryTime: symbol.deliveryAt === undefined ? null : String(symbol.deliveryAt),
      deliveryStatus: symbol.deliveryAt === undefined ? '' : 'delivery_normal',
    }),
    ts: String(quote.ts),
  };
}

export function candleRow(symbol: ApiSymbol, { ts, open, high, low, close, volume, turnover }: ApiCandle): string[] {
  const row = [
    String(ts),
    ...[open, high, low, close].map((value) => value.toFixed(symbol.pricePrecision)),
    plain(volume),
    plain(turnover),
  ];
  // Spot rows tell the turnover twice: in USDT, and in the quote currency.
  return symbol.instType === 'sp' ? [...row, row[6]!] : row;
}

export const fillRow = (symbol: ApiSymbol, { id, ts, price, size, side }: ApiTrade) => ({
  symbol: instIdOf(symbol),
  tradeId: id,
  side,
  price: price.toFixed(symbol.pricePrecision),
  size: plain(size),
  ts: String(ts),
});

/** '1min', '1m', '4H', '1day', '1Dutc', '1W', '1M': a month is the only one whose letter's case counts. */
export function intervalOf(granularity: string): CandleInterval | null {
  const [, count, unit] = /^(\d+)(min|m|M|h|H|hour|day|d|D|week|w|W)(?:utc)?$/.exec(granularity) ?? [];
  if (count === undefined || unit === undefined) return null;
  const letter = unit === 'M' ? 'M' : unit[0]!.toLowerCase();
  const known: Readonly<Record<string, CandleInterval>> = {
    '1m': '1m',
    '3m': '3m',
    '5m': '5m',
    '15m': '15m',
    '30m': '30m',
    '1h': '1h',
    '2h': '2h',
    '4h': '4h',
    '6h': '6h',
    '12h': '12h',
    '1d': '1d',
    '3d': '3d',
    '1w': '1w',
    '1M': '1M',
  };
  return known[`${count}${letter}`] ?? null;
}
