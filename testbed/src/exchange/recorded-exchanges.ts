// Four exchanges as they were recorded: what each path answers. Where no recording has a row, one is written in the exchange's shape.
import { readRecorded } from './recorded.ts';

/** Of the clock that stands beside them. */
export const recordedNow = Date.UTC(2026, 8, 1);

type Payloads = Readonly<Record<string, unknown>>;

export const infos = (name: string, keep: (market: any) => boolean): unknown[] =>
  Object.values(readRecorded(`ccxt-static-2024-11/markets/${name}.json`))
    .filter((market: any) => keep(market) && (market.info?.symbol ?? market.info?.instId) !== undefined)
    .map((market: any) => market.info);
export const peer = (path: string): any => readRecorded(`jkorf/${path}.json`).response;
const recordedAnswer = (name: string, method: string, description: RegExp): any =>
  readRecorded(`ccxt-static-2024-11/response/${name}.json`).methods[method].find((entry: any) => description.test(entry.description))
    .httpResponse;
const example = (name: string, method: string, has: (text: string) => boolean): any =>
  readRecorded(`ccxt-doc-examples-4.5.84/rest/${name}.json`).examples.find(
    (entry: any) => entry.method === method && has(JSON.stringify(entry.example)),
  ).example;

function bitget(): Payloads {
  const contracts = (params: URLSearchParams) => {
    const line = params.get('productType');
    return {
      code: '00000',
      data: line === 'USDT-FUTURES' ? infos('bitget', (m) => m.linear) : line === 'COIN-FUTURES' ? infos('bitget', (m) => m.inverse) : [],
    };
  };
  return {
    '/api/v2/spot/public/symbols': { code: '00000', data: infos('bitget', (m) => m.spot) },
    '/api/v2/margin/currencies': peer('bitget/rest/Spot.Margin.GetMarginSymbols'),
    '/api/v2/mix/market/contracts': contracts,
    '/api/v2/spot/market/tickers': example('bitget', 'fetchTickers', (text) => text.includes('LINKUSDT') || text.includes('37583.69')),
    '/api/v2/mix/market/tickers': (params: URLSearchParams) =>
      params.get('productType') === 'USDT-FUTURES'
        ? example('bitget', 'fetchTicker', (text) => text.includes('104823.8'))
        : peer('bitget/rest/Futures.ExchangeData.GetTickers'),
    '/api/v2/mix/market/candles': recordedAnswer('bitget', 'fetchOHLCV', /linear/),
    '/api/v2/mix/market/history-candles': recordedAnswer('bitget', 'fetchOHLCV', /linear/),
    '/api/v2/mix/market/history-fund-rate': peer('bitget/rest/Futures.ExchangeData.GetHistoricalFundingRate'),
  };
}

function binance(): Payloads {
  const fapi = (name: string) => peer(`binance/rest/UsdFutures.ExchangeData.${name}`);
  return {
    '/api/v3/exchangeInfo': { symbols: infos('binance', (m) => m.spot) },
    '/fapi/v1/exchangeInfo': { symbols: infos('binance', (m) => m.linear && !m.option) },
    '/dapi/v1/exchangeInfo': { symbols: infos('binance', (m) => m.inverse) },
    '/api/v3/ticker/24hr': [recordedAnswer('binance', 'fetchTicker', /./)],
    '/fapi/v1/ticker/24hr': [fapi('GetTicker')],
    '/fapi/v1/ticker/bookTicker': [fapi('GetBookPrice')],
    '/fapi/v1/premiumIndex': [].concat(fapi('GetMarkPrice')),
    '/fapi/v1/fundingInfo': fapi('GetFundingInfo'),
    '/dapi/v1/fundingInfo': peer('binance/rest/CoinFutures.ExchangeData.GetFundingInfo'),
    '/dapi/v1/ticker/24hr': peer('binance/rest/CoinFutures.ExchangeData.GetTickers'),
    '/dapi/v1/ticker/bookTicker': [],
    '/dapi/v1/premiumIndex': [],
    '/api/v3/klines': recordedAnswer('binance', 'fetchOHLCV', /Spot/),
    '/futures/data/openInterestHist': fapi('GetOpenInterestHistory'),
    '/futures/data/globalLongShortAccountRatio': fapi('GetGlobalLongShortAccountRatio'),
    '/futures/data/takerlongshortRatio': fapi('GetTakerBuySellVolumeRatio'),
    '/futures/data/topLongShortAccountRatio': fapi('GetTopLongShortAccountRatio'),
    '/futures/data/topLongShortPositionRatio': fapi('GetTopLongShortPositionRatio'),
  };
}

function okx(): Payloads {
  const rest = (name: string) => peer(`okx/rest/UnifiedApi.ExchangeData.${name}`);
  const answered = (data: unknown[]) => ({ code: '0', data, msg: '' });
  return {
    '/api/v5/public/instruments': (params: URLSearchParams) => ({
      code: '0',
      data: infos('okx', (m) => m.info.instType === params.get('instType')),
      msg: '',
    }),
    '/api/v5/market/tickers': (params: URLSearchParams) =>
      params.get('instType') === 'SPOT'
        ? recordedAnswer('okx', 'fetchTicker', /./)
        : params.get('instType') === 'SWAP'
          ? rest('GetTickers')
          : { code: '0', data: [], msg: '' },
    '/api/v5/public/funding-rate': {
      ...rest('GetFundingRates'),
      // The same row for the contract whose price was recorded.
      data: rest('GetFundingRates').data.flatMap((row: object) => [row, { ...row, instId: 'BTC-USD-SWAP' }]),
    },
    '/api/v5/public/mark-price': (params: URLSearchParams) =>
      answered(
        params.get('instType') === 'SWAP' ? [{ instType: 'SWAP', instId: 'BTC-USD-SWAP', markPx: '9998.5', ts: '1597026383085' }] : [],
      ),
    '/api/v5/market/index-tickers': (params: URLSearchParams) =>
      answered(params.get('quoteCcy') === 'USD' ? [{ instId: 'BTC-USD', idxPx: '9997.25', ts: '1597026383085' }] : []),
    '/api/v5/public/open-interest': (params: URLSearchParams) =>
      answered(
        params.get('instType') === 'SWAP'
          ? [{ instType: 'SWAP', instId: 'BTC-USD-SWAP', oi: '5000', oiCcy: '555.55', ts: '1597026383085' }]
          : [],
      ),
    '/api/v5/market/candles': recordedAnswer('okx', 'fetchOHLCV', /./),
    '/api/v5/market/history-candles': recordedAnswer('okx', 'fetchOHLCV', /./),
    '/api/v5/rubik/stat/taker-volume-contract': rest('GetRubikTakerVolume'),
    '/api/v5/rubik/stat/contracts/long-short-account-ratio-contract': rest('GetRubikLongShortRatio'),
    '/api/v5/rubik/stat/margin/loan-ratio': rest('GetRubikMarginLendingRatio'),
    '/api/v5/public/funding-rate-history': rest('GetFundingRateHistory'),
  };
}

function bybit(): Payloads {
  const doc = (method: string, word: string) => example('bybit', method, (text) => text.includes(word));
  const inverse = {
    ...doc('fetchFutureMarkets', 'LinearPerpetual').result.list[0],
    symbol: 'BTCUSD',
    contractType: 'InversePerpetual',
    quoteCoin: 'USD',
    settleCoin: 'BTC',
  };
  const listOf = (category: string, list: unknown[]) => ({
    retCode: 0,
    retMsg: 'OK',
    result: { category, list, nextPageCursor: '' },
    retExtInfo: {},
    time: recordedNow,
  });
  return {
    '/v5/market/instruments-info': (params: URLSearchParams) => {
      const category = params.get('category');
      return category === 'spot'
        ? doc('fetchSpotMarkets', 'spot')
        : category === 'linear'
          ? doc('fetchFutureMarkets', 'LinearPerpetual')
          : listOf('inverse', [inverse]);
    },
    '/v5/market/tickers': (params: URLSearchParams) =>
      params.get('category') === 'inverse'
        ? doc('fetchTickers', 'BTCUSD')
        : params.get('category') === 'spot'
          ? listOf('spot', [doc('parseTicker', 'usdIndexPrice')])
          : listOf('linear', []),
    '/v5/market/kline': doc('fetchOHLCV', 'BTCUSD'),
    '/v5/market/account-ratio': doc('fetchLongShortRatioHistory', 'buyRatio'),
  };
}

export const recordedExchanges: Readonly<Record<'bitget' | 'binance' | 'okx' | 'bybit', () => Payloads>> = { bitget, binance, okx, bybit };
