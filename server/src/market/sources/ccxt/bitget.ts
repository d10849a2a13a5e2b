// Bitget: everything is a string, lists carry funding and open interest, trading data come by the v3 calls (1 request a
// second). There is no history of open interest: the lists are sampled instead.
import { dayMs } from '@tidemark/contract/time.ts';
import { candleOf } from './parse-candle.ts';
import { fundFlowRow, growthRow, joinLargeAccounts, ratioRow, sharesRow, takerRow } from './parse-series.ts';
import { fieldOf, readNumber, readOptional } from './read-number.ts';
import type { SeriesAsk, SeriesReader, Venue } from './venue.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candleStart } from '@tidemark/source/candle.ts';

const futuresPeriods = new Set<CandleInterval>(['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d']);
const flowPeriods = new Set<CandleInterval>(['15m', '30m', '1h', '2h', '4h', '1d']);

/** Trading data of futures exist for USDT-M alone. */
const isUsdtM = ({ linear, settle }: SeriesAsk['market']): boolean => linear === true && settle === 'USDT';

const futures =
  (reader: SeriesReader): SeriesReader =>
  (ask) =>
    isUsdtM(ask.market) && futuresPeriods.has(ask.query.period) ? reader(ask) : refuse('sourceLacksData');

const spot =
  (reader: SeriesReader): SeriesReader =>
  (ask) =>
    ask.market.spot ? reader(ask) : refuse('sourceLacksData');

const data = async (ask: SeriesAsk, method: string, params: Record<string, unknown>): Promise<unknown> =>
  fieldOf(await ask.call(method, { symbol: ask.market.id, ...params }), 'data');

/** Margin data come in two lengths: hours of a day, days of a month. */
const marginParams = ({ query, now, market }: SeriesAsk) => ({
  period: (query.to ?? now) - (query.from ?? now - dayMs) <= dayMs ? '24h' : '30d',
  coin: market.baseId,
});

export const bitget: Venue = {
  lists: [
    { instTypes: ['sp'], params: { type: 'spot' } },
    { instTypes: ['umcbl'], params: { type: 'swap', productType: 'USDT-FUTURES' } },
    { instTypes: ['cmcbl'], params: { type: 'swap', productType: 'USDC-FUTURES' } },
    { instTypes: ['dmcbl'], params: { type: 'swap', productType: 'COIN-FUTURES' } },
  ],
  pollEveryMs: 2_000,
  tickersLackTime: false,
  idField: 'symbol',
  amounts: (ticker) => ({ base: readNumber(ticker.baseVolume), turnover: readNumber(ticker.quoteVolume) }),
  countsContracts: () => false,
  extras: (info) => ({
    fundingRate: readOptional(fieldOf(info, 'fundingRate')),
    openInterest: readOptional(fieldOf(info, 'holdingAmount')),
  }),
  // Spot rows repeat the turnover in a last column; futures rows end with it.
  candle: (row) => candleOf(row, 5, 6),
  intervals: new Set(['1m', '3m', '5m', '15m', '30m', '1h', '4h', '6h', '12h', '1d', '1w', '1M']),
  liquidations: null,
  tellsTakerVolume: isUsdtM,
  series: {
    longShortAccounts: futures(async (ask) =>
      ask.points(
        await data(ask, 'publicUtaGetV3MarketFuturesLongShort', { period: ask.query.period }),
        sharesRow('longRatio', 'shortRatio', 'ts'),
      ),
    ),
    largeAccountsPositions: futures(async (ask) => {
      const { period } = ask.query;
      const accounts = await data(ask, 'publicUtaGetV3MarketFuturesAccountLongShort', { period });
      const positions = await data(ask, 'publicUtaGetV3MarketFuturesPositionLongShort', { period });
      return joinLargeAccounts(
        ask.points(accounts, sharesRow('longAccountRatio', 'shortAccountRatio', 'ts')),
        ask.points(positions, sharesRow('longPositionRatio', 'shortPositionRatio', 'ts')),
      );
    }),
    takerVolume: futures(async (ask) =>
      ask.points(
        await data(ask, 'publicUtaGetV3MarketFuturesActiveBuySell', { period: ask.query.period }),
        takerRow('buyVolume', 'sellVolume', 'ts'),
      ),
    ),
    // The state of the running period only; its volumes are in base currency.
    fundFlow: spot(async (ask) => {
      const { period, symbolId } = ask.query;
      const price = ask.lastPrice(symbolId);
      if (!flowPeriods.has(period) || price === undefined) return refuse('sourceLacksData');
      const flow = await data(ask, 'publicUtaGetV3MarketSpotFundFlow', { period });
      return ask.points(Array.isArray(flow) ? flow : [flow], fundFlowRow(candleStart(period, ask.now), price));
    }),
    marginLongShort: spot(async (ask) =>
      ask.points(await data(ask, 'publicUtaGetV3MarketMarginLongShort', marginParams(ask)), ratioRow('longShortRatio', 'ts')),
    ),
    marginLoanGrowth: spot(async (ask) =>
      ask.points(await data(ask, 'publicUtaGetV3MarketMarginLoanGrowth', marginParams(ask)), growthRow('growthRate', 'ts')),
    ),
    isolatedBorrowRatio: spot(async (ask) =>
      ask.points(await data(ask, 'publicUtaGetV3MarketMarginIsolatedBorrow', marginParams(ask)), ratioRow('borrowRate', 'ts')),
    ),
  },
};
