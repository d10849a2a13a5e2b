// A small Bitget of our own making, in the exchange's shapes.
export const t0 = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;

const contract = (base: string, quote: string, margin: string) => ({
  symbol: `${base}${quote}`,
  baseCoin: base,
  quoteCoin: quote,
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
  feeRateUpRatio: '0.005',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  openCostUpRatio: '0.01',
  supportMarginCoins: [margin],
  minTradeNum: '0.001',
  priceEndStep: '5',
  volumePlace: '3',
  pricePlace: '1',
  sizeMultiplier: '0.001',
  symbolType: 'perpetual',
  minTradeUSDT: '5',
  maxSymbolOrderNum: '200',
  maxProductOrderNum: '400',
  maxPositionNum: '150',
  symbolStatus: 'normal',
  offTime: '-1',
  limitOpenTime: '-1',
  deliveryTime: '',
  deliveryStartTime: '',
  deliveryPeriod: '',
  launchTime: '',
  fundInterval: '8',
  minLever: '1',
  maxLever: '125',
  posLimit: '0.05',
  maintainTime: '',
});

const spotSymbol = (base: string, quote: string, status = 'online') => ({
  symbol: `${base}${quote}`,
  baseCoin: base,
  quoteCoin: quote,
  minTradeAmount: '0',
  maxTradeAmount: '1000000',
  takerFeeRate: '0.002',
  makerFeeRate: '0.002',
  pricePrecision: '2',
  quantityPrecision: '6',
  quotePrecision: '6',
  status,
  minTradeUSDT: '1',
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
});

export const spotTicker = (symbol: string, last: number, ts: number, more: object = {}) => ({
  symbol,
  lastPr: String(last),
  open: '40000',
  high24h: '45000',
  low24h: '39000',
  bidPr: String(last - 1),
  askPr: String(last + 1),
  bidSz: '1',
  askSz: '1',
  baseVolume: '12.5',
  quoteVolume: '500000',
  usdtVolume: '500000',
  openUtc: '40000',
  changeUtc24h: '0',
  change24h: '0.05',
  ts: String(ts),
  ...more,
});

export const mixTicker = (symbol: string, last: number, ts: number, more: object = {}) => ({
  symbol,
  lastPr: String(last),
  open24h: '40000',
  high24h: '45000',
  low24h: '39000',
  bidPr: String(last - 1),
  askPr: String(last + 1),
  bidSz: '1',
  askSz: '1',
  baseVolume: '250',
  quoteVolume: '10000000',
  usdtVolume: '10000000',
  openUtc: '40000',
  changeUtc24h: '0',
  change24h: '0.05',
  indexPrice: '42010.5',
  markPrice: '42005',
  fundingRate: '0.0001',
  holdingAmount: '5000',
  deliveryStartTime: null,
  deliveryTime: null,
  deliveryStatus: '',
  ts: String(ts),
  ...more,
});

export const socketTicker = (instId: string, last: number, ts: number, more: object = {}) => ({
  instId,
  lastPr: String(last),
  open24h: '40000',
  high24h: '45000',
  low24h: '39000',
  change24h: '0.05',
  bidPr: String(last - 1),
  askPr: String(last + 1),
  bidSz: '1',
  askSz: '1',
  baseVolume: '12.5',
  quoteVolume: '500000',
  openUtc: '40000',
  changeUtc24h: '0',
  ts: String(ts),
  ...more,
});

/** One-minute candles that end before t0; the price of minute i is 41000 + i. */
const minuteRows = (count: number, turnoverTwice: boolean): string[][] =>
  Array.from({ length: count }, (_, i) => {
    const open = 41_000 + i;
    const row = [t0 - (count - i) * minute, open, open + 5, open - 5, open + 1, 2, 2 * open].map(String);
    return turnoverTwice ? [...row, row[6]!] : row;
  });

export const bitgetRows = () => ({
  spotSymbols: [
    spotSymbol('BTC', 'USDT'),
    spotSymbol('ETH', 'USDT', 'halt'),
    spotSymbol('NEWCOIN', 'USDT', 'gray'),
    spotSymbol('ETH', 'BTC'),
  ],
  contracts: {
    'USDT-FUTURES': [contract('BTC', 'USDT', 'USDT')],
    'COIN-FUTURES': [contract('BTC', 'USD', 'BTC')],
    'USDC-FUTURES': [{ ...contract('BTC', 'USDC', 'USDC'), symbol: 'BTCPERP' }],
    'SUSDT-FUTURES': [contract('SBTC', 'SUSDT', 'SUSDT')],
  } as Record<string, Record<string, unknown>[]>,
  spotTickers: [spotTicker('BTCUSDT', 42_000, t0), spotTicker('ETHUSDT', 39_500, t0)] as Record<string, unknown>[],
  mixTickers: {
    'USDT-FUTURES': [mixTicker('BTCUSDT', 42_001, t0)],
    'COIN-FUTURES': [mixTicker('BTCUSD', 42_002, t0)],
    'USDC-FUTURES': [mixTicker('BTCPERP', 42_003, t0)],
  } as Record<string, Record<string, unknown>[]>,
  candles: { 'SPOT BTCUSDT': minuteRows(300, true), 'MIX BTCUSDT': minuteRows(300, false) } as Record<string, unknown[][]>,
  trades: {} as Record<string, Record<string, unknown>[]>,
  fundingHistory: {
    BTCUSDT: [
      { symbol: 'BTCUSDT', fundingRate: '0.0005', fundingTime: String(t0 - 4 * 3_600_000) },
      { symbol: 'BTCUSDT', fundingRate: '-0.0001', fundingTime: String(t0 - 12 * 3_600_000) },
    ],
  } as Record<string, Record<string, unknown>[]>,
  fundingNow: {
    BTCUSDT: [
      {
        symbol: 'BTCUSDT',
        fundingRate: '0.0001',
        fundingRateInterval: '8',
        nextUpdate: String(t0 + 4 * 3_600_000),
        minFundingRate: '-0.003',
        maxFundingRate: '0.003',
      },
    ],
  } as Record<string, Record<string, unknown>[]>,
  tradingData: {} as Record<string, unknown>,
});
