// Binance: futures lists have no book (it comes by a call of its own) and no funding; trading data reach 30 days back.
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { namedRow, sideOfOrder } from './liquidation-stream.ts';
import { candleOf } from './parse-candle.ts';
import { joinLargeAccounts, openInterestRow, sharesRow, takerRow } from './parse-series.ts';
import { fieldOf, readNumber } from './read-number.ts';
import type { Exchange } from './exchange.ts';
import type { SeriesAsk, SeriesReader, Venue } from './venue.ts';

const periods = new Set<CandleInterval>(['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d']);

/** The data calls of Coin-M are by pair and count contracts: they are not offered rather than mixed up. */
const linear =
  (reader: SeriesReader): SeriesReader =>
  (ask) =>
    ask.market.linear && ask.market.swap && periods.has(ask.query.period) ? reader(ask) : refuse('sourceLacksData');

const data = ({ call, market, query: { period, from, to, limit } }: SeriesAsk, method: string): Promise<unknown> =>
  call(method, {
    symbol: market.id,
    period,
    limit: Math.min(500, limit),
    ...(from === undefined ? {} : { startTime: from }),
    ...(to === undefined ? {} : { endTime: to }),
  });

/** It names those contracts only whose interval was changed. */
const usualFundingHours = 8;

/** Raw calls are not among the types. */
type RawCalls = Exchange & Record<'fapiPublicGetFundingInfo' | 'dapiPublicGetFundingInfo', () => Promise<unknown>>;

async function fundingHours(exchange: Exchange): ReturnType<NonNullable<Venue['fundingHours']>> {
  const raw = exchange as RawCalls;
  const rows = (await Promise.all([raw.fapiPublicGetFundingInfo(), raw.dapiPublicGetFundingInfo()])).flatMap((answer) =>
    Array.isArray(answer) ? (answer as unknown[]) : [],
  );
  const byId = new Map(rows.map((row) => [fieldOf(row, 'symbol'), readNumber(fieldOf(row, 'fundingIntervalHours'))]));
  return ({ id }) => byId.get(id) ?? usualFundingHours;
}

const accounts = sharesRow('longAccount', 'shortAccount', 'timestamp');

export const binance: Venue = {
  lists: [
    { instTypes: ['sp'], params: { type: 'spot' } },
    { instTypes: ['umcbl', 'cmcbl'], params: { type: 'swap', subType: 'linear' }, lacksBook: true, lacksFunding: true },
    { instTypes: ['dmcbl'], params: { type: 'swap', subType: 'inverse' }, lacksBook: true, lacksFunding: true },
  ],
  pollEveryMs: 3_000,
  tickersLackTime: false,
  idField: 'symbol',
  amounts: (ticker) => ({ base: readNumber(ticker.baseVolume), turnover: readNumber(ticker.quoteVolume) }),
  countsContracts: ({ inverse }) => inverse === true,
  extras: () => ({}),
  fundingHours,
  // Coin-M counts contracts of so many dollars where the others count base currency.
  candle(row, { inverse, contractSize = 1 }) {
    if (!inverse) return candleOf(row, 5, 7);
    const candle = candleOf(row, 7, 5);
    return { ...candle, turnover: candle.turnover * contractSize };
  },
  intervals: new Set(['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w', '1M']),
  // At the mean price of what was filled of the order.
  liquidations: {
    rows: namedRow({ id: 's', ts: 'T', side: 'S', price: 'ap', contracts: 'z' }, sideOfOrder),
    oneByOne: false,
    together: ({ inverse }) => (inverse ? 'inverse' : 'linear'),
    tellsAll: false,
  },
  tellsTakerVolume: ({ linear, swap }) => linear === true && swap === true,
  series: {
    openInterest: linear(async (ask) =>
      ask.points(await data(ask, 'fapiDataGetOpenInterestHist'), openInterestRow('sumOpenInterest', 'sumOpenInterestValue', 'timestamp')),
    ),
    longShortAccounts: linear(async (ask) => ask.points(await data(ask, 'fapiDataGetGlobalLongShortAccountRatio'), accounts)),
    largeAccountsPositions: linear(async (ask) =>
      joinLargeAccounts(
        ask.points(await data(ask, 'fapiDataGetTopLongShortAccountRatio'), accounts),
        ask.points(await data(ask, 'fapiDataGetTopLongShortPositionRatio'), accounts),
      ),
    ),
    takerVolume: linear(async (ask) =>
      ask.points(await data(ask, 'fapiDataGetTakerlongshortRatio'), takerRow('buyVol', 'sellVol', 'timestamp')),
    ),
  },
};
