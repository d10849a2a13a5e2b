// Bybit: tickers without a time, inverse contracts counted in dollars, open interest without a value.
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { namedRow, sideOfPosition } from './liquidation-stream.ts';
import { candleOf } from './parse-candle.ts';
import { openInterestRow, sharesRow } from './parse-series.ts';
import { fieldOf, readNumber, readOptional, readPositive } from './read-number.ts';
import type { SeriesAsk, SeriesReader, Venue } from './venue.ts';

const periodNames: Partial<Record<CandleInterval, string>> = {
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '1h',
  '4h': '4h',
  '1d': '1d',
};

const linear =
  (reader: SeriesReader): SeriesReader =>
  (ask) =>
    ask.market.linear && periodNames[ask.query.period] ? reader(ask) : refuse('sourceLacksData');

const data = async (
  { call, market, query: { period, from, to, limit } }: SeriesAsk,
  method: string,
  most: number,
  periodField: string,
): Promise<unknown> => {
  const answer = await call(method, {
    category: 'linear',
    symbol: market.id,
    [periodField]: periodNames[period],
    limit: Math.min(most, limit),
    ...(from === undefined ? {} : { startTime: from }),
    ...(to === undefined ? {} : { endTime: to }),
  });
  return fieldOf(fieldOf(answer, 'result'), 'list');
};

export const bybit: Venue = {
  lists: [
    { instTypes: ['sp'], params: { type: 'spot' } },
    { instTypes: ['umcbl', 'cmcbl'], params: { type: 'swap', subType: 'linear' } },
    { instTypes: ['dmcbl'], params: { type: 'swap', subType: 'inverse' } },
  ],
  pollEveryMs: 2_000,
  tickersLackTime: true,
  idField: 'symbol',
  amounts(ticker, { inverse }) {
    const [base, turnover] = [readNumber(ticker.baseVolume), readNumber(ticker.quoteVolume)];
    return inverse ? { base: turnover, turnover: base } : { base, turnover };
  },
  countsContracts: ({ inverse }) => inverse === true,
  // Of inverse contracts the 'value' is the base currency.
  extras: (info, { inverse }) => ({
    fundingRate: readOptional(fieldOf(info, 'fundingRate')),
    nextFundingAt: readPositive(fieldOf(info, 'nextFundingTime')),
    openInterest: readOptional(fieldOf(info, inverse ? 'openInterestValue' : 'openInterest')),
  }),
  candle: (row, { inverse }) => (inverse ? candleOf(row, 6, 5) : candleOf(row, 5, 6)),
  intervals: new Set(['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w', '1M']),
  // Its side is that of the position, not of the order that closed it.
  liquidations: {
    rows: namedRow({ id: 's', ts: 'T', side: 'S', price: 'p', contracts: 'v' }, sideOfPosition),
    oneByOne: true,
    together: () => 'each',
    contractSize: 1,
    tellsAll: true,
  },
  tellsTakerVolume: () => false,
  series: {
    longShortAccounts: linear(async (ask) =>
      ask.points(await data(ask, 'publicGetV5MarketAccountRatio', 500, 'period'), sharesRow('buyRatio', 'sellRatio', 'timestamp')),
    ),
    // Its worth is what it was at the opening price of its moment; a moment without a candle is left out.
    openInterest: linear(async (ask) => {
      const rows = await data(ask, 'publicGetV5MarketOpenInterest', 200, 'intervalTime');
      const opens = await ask.opens('mark');
      const worth = (row: unknown) => readNumber(fieldOf(row, 'openInterest')) * (opens.get(readNumber(fieldOf(row, 'timestamp'))) ?? NaN);
      return ask.points(
        Array.isArray(rows) ? rows.map((row: object) => ({ ...row, worth: worth(row) })) : rows,
        openInterestRow('openInterest', 'worth', 'timestamp'),
      );
    }),
  },
};
