// An exchange whose price the test decides, in place of the simulator: what waits for the market waits for the test, and a program
// that reads two pairs starts in a third of the time of one that makes up two thousand.
import { createBitgetServer, type BitgetServer } from '@tidemark/testbed/exchange/bitget.ts';

export interface ScriptedExchange extends BitgetServer {
  /** Settings of a program that reads it. */
  readonly env: Readonly<Record<string, string>>;
}

const pair = {
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  minTradeAmount: '0',
  maxTradeAmount: '1000000',
  takerFeeRate: '0.001',
  makerFeeRate: '0.001',
  pricePrecision: '2',
  quantityPrecision: '6',
  quotePrecision: '8',
  status: 'online',
  minTradeUSDT: '1',
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
};
const contract = {
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  buyLimitPriceRatio: '0.05',
  sellLimitPriceRatio: '0.05',
  feeRateUpRatio: '0.005',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0006',
  openCostUpRatio: '0.01',
  supportMarginCoins: ['USDT'],
  minTradeNum: '0.001',
  priceEndStep: '1',
  volumePlace: '3',
  pricePlace: '2',
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
};
const contractExtras = {
  indexPrice: '40000',
  markPrice: '40000',
  fundingRate: '0.0001',
  holdingAmount: '5000',
  deliveryStartTime: null,
  deliveryTime: null,
  deliveryStatus: '',
};

/** BTC/USDT and ETH/USDT on spot, BTC/USDT perpetual, all at the price that the test tells whenever somebody asks. */
export const startScriptedExchange = async (tellPrice: () => number): Promise<ScriptedExchange> => {
  const ticker = (open: 'open' | 'open24h') => {
    const price = tellPrice();
    return {
      symbol: 'BTCUSDT',
      lastPr: price.toFixed(2),
      [open]: '39000',
      high24h: '90000',
      low24h: '30000',
      bidPr: price.toFixed(2),
      askPr: (price + 1).toFixed(2),
      bidSz: '1',
      askSz: '1',
      baseVolume: '1200',
      quoteVolume: '48000000',
      usdtVolume: '48000000',
      openUtc: '39000',
      changeUtc24h: '0',
      change24h: '0.02',
      ts: String(Date.now()),
    };
  };
  const server = await createBitgetServer({
    spotSymbols: [pair, { ...pair, symbol: 'ETHUSDT', baseCoin: 'ETH' }],
    contracts: { 'USDT-FUTURES': [contract] },
    get spotTickers() {
      return [ticker('open'), { ...ticker('open'), symbol: 'ETHUSDT' }];
    },
    get mixTickers() {
      return { 'USDT-FUTURES': [{ ...ticker('open24h'), ...contractExtras }] };
    },
    candles: {},
    trades: {},
    fundingHistory: {},
    fundingNow: {},
    tradingData: {},
  });
  return Object.assign(server, { env: { SOURCE: 'ccxt:bitget', CCXT_BASE_URL: server.url } });
};
