// OKX: one list for all swaps, without mark, index and open interest, which come by calls of their own; volumes of contracts in contracts,
// trading data ('rubik') as bare columns, newest first.
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { hourMs } from '@tidemark/contract/time.ts';
import { sideOfOrder } from './liquidation-stream.ts';
import { candleOf } from './parse-candle.ts';
import { joinLargeAccounts, openInterestRow, ratioRow, ratioSharesRow, takerRow } from './parse-series.ts';
import { dropAbsent, fieldOf, readNumber } from './read-number.ts';
import type { Exchange } from './exchange.ts';
import type { FigureReader, SeriesAsk, SeriesReader, Venue } from './venue.ts';

/** From six hours up the plain names mean Hong Kong days. */
const barNames: Partial<Record<CandleInterval, string>> = {
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1H',
  '2h': '2H',
  '4h': '4H',
  '6h': '6Hutc',
  '12h': '12Hutc',
  '1d': '1Dutc',
};
const marginBarNames: Partial<Record<CandleInterval, string>> = { '5m': '5m', '1h': '1H', '1d': '1D' };

const contracts =
  (reader: SeriesReader): SeriesReader =>
  (ask) =>
    ask.market.contract && barNames[ask.query.period] ? reader(ask) : refuse('sourceLacksData');

const data = async (
  { call, market, query: { period, from, to, limit } }: SeriesAsk,
  method: string,
  params: Record<string, unknown> = {},
): Promise<unknown> =>
  fieldOf(
    await call(method, {
      instId: market.id,
      period: barNames[period],
      limit: Math.min(100, limit),
      ...(from === undefined ? {} : { begin: from }),
      ...(to === undefined ? {} : { end: to }),
      ...params,
    }),
    'data',
  );

const ratios = ratioSharesRow(1, 0);

const dayHours = 24;

/** Raw calls are not among the types. */
type RawCalls = Exchange &
  Record<
    'publicGetPublicFundingRate' | 'publicGetPublicMarkPrice' | 'publicGetPublicOpenInterest' | 'publicGetMarketIndexTickers',
    (params: Readonly<Record<string, string>>) => Promise<unknown>
  >;

const rowsOf = (answer: unknown): readonly unknown[] => {
  const rows = fieldOf(answer, 'data');
  return Array.isArray(rows) ? rows : [];
};

/** What is not above zero is not told. */
const byInstrument = (rows: readonly unknown[], field: string): ReadonlyMap<unknown, number> =>
  new Map(rows.map((row): [unknown, number] => [fieldOf(row, 'instId'), readNumber(fieldOf(row, field))]).filter(([, value]) => value > 0));

/** An index goes by the pair: its contracts name it as their underlying. */
const indexQuotes = ['USDT', 'USDC', 'USD'];
const indexPrices: FigureReader = async (exchange) => {
  const answers = await Promise.all(indexQuotes.map((quoteCcy) => (exchange as RawCalls).publicGetMarketIndexTickers({ quoteCcy })));
  const byPair = byInstrument(answers.flatMap(rowsOf), 'idxPx');
  return ({ info }) => dropAbsent({ index: byPair.get(fieldOf(info, 'uly')) });
};

/** Its tickers are of trades alone. */
const lacks = (instType: 'SWAP' | 'FUTURES'): Readonly<Record<string, FigureReader>> => ({
  async markPrices(exchange) {
    const byId = byInstrument(rowsOf(await (exchange as RawCalls).publicGetPublicMarkPrice({ instType })), 'markPx');
    return ({ id }) => dropAbsent({ mark: byId.get(id) });
  },
  indexPrices,
  async openInterest(exchange) {
    const byId = byInstrument(rowsOf(await (exchange as RawCalls).publicGetPublicOpenInterest({ instType })), 'oiCcy');
    return ({ id }) => dropAbsent({ openInterest: byId.get(id) });
  },
});

/** Nowhere is it said; the next two settlements lie one interval apart. What is no number of whole hours within a day is not known. */
async function fundingHours(exchange: Exchange): ReturnType<NonNullable<Venue['fundingHours']>> {
  const rows = rowsOf(await (exchange as RawCalls).publicGetPublicFundingRate({ instId: 'ANY' }));
  const byId = new Map(
    rows.map((row) => [
      fieldOf(row, 'instId'),
      (readNumber(fieldOf(row, 'nextFundingTime')) - readNumber(fieldOf(row, 'fundingTime'))) / hourMs,
    ]),
  );
  return ({ id }) => {
    const hours = byId.get(id) ?? NaN;
    return Number.isInteger(hours) && hours >= 1 && hours <= dayHours ? hours : NaN;
  };
}

export const okx: Venue = {
  lists: [
    { instTypes: ['sp'], params: { type: 'spot' } },
    { instTypes: ['umcbl', 'cmcbl', 'dmcbl'], params: { type: 'swap' }, lacksFunding: true, lacks: lacks('SWAP') },
    { instTypes: ['umcbl', 'cmcbl', 'dmcbl'], params: { type: 'future' }, lacks: lacks('FUTURES') },
  ],
  pollEveryMs: 2_000,
  tickersLackTime: false,
  idField: 'instId',
  amounts(ticker, { spot, inverse, contractSize = 1 }) {
    const quoted = readNumber(ticker.quoteVolume);
    if (spot) return { base: readNumber(ticker.baseVolume), turnover: quoted };
    const base = readNumber(fieldOf(ticker.info, 'volCcy24h'));
    // Contracts of Coin-M are so many dollars each; for the others the turnover is not published and is the volume at the last price.
    return { base, turnover: inverse ? readNumber(fieldOf(ticker.info, 'vol24h')) * contractSize : base * readNumber(ticker.last) };
  },
  countsContracts: ({ contract }) => contract === true,
  extras: () => ({}),
  fundingHours,
  candle: (row, { spot }) => (spot ? candleOf(row, 5, 7) : candleOf(row, 6, 7)),
  intervals: new Set(['1m', '3m', '5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d', '1w', '1M']),
  // Several of a contract in one row; their price is the one at which the margin was used up.
  liquidations: {
    rows(row) {
      const details = fieldOf(row, 'details');
      return (Array.isArray(details) ? (details as unknown[]) : [undefined]).map((detail) => ({
        id: fieldOf(row, 'instId'),
        ts: readNumber(fieldOf(detail, 'ts')),
        side: sideOfOrder(fieldOf(detail, 'side')),
        price: readNumber(fieldOf(detail, 'bkPx')),
        contracts: readNumber(fieldOf(detail, 'sz')),
      }));
    },
    oneByOne: false,
    together: ({ swap }) => (swap ? 'swap' : 'future'),
    tellsAll: false,
  },
  tellsTakerVolume: ({ contract }) => contract === true,
  series: {
    openInterest: contracts(async (ask) =>
      ask.points(await data(ask, 'publicGetRubikStatContractsOpenInterestHistory'), openInterestRow(2, 3, 0)),
    ),
    longShortAccounts: contracts(async (ask) =>
      ask.points(await data(ask, 'publicGetRubikStatContractsLongShortAccountRatioContract'), ratios),
    ),
    largeAccountsPositions: contracts(async (ask) =>
      joinLargeAccounts(
        ask.points(await data(ask, 'publicGetRubikStatContractsLongShortAccountRatioContractTopTrader'), ratios),
        ask.points(await data(ask, 'publicGetRubikStatContractsLongShortPositionRatioContractTopTrader'), ratios),
      ),
    ),
    // Unit 0 is base currency; sells come before buys.
    takerVolume: contracts(async (ask) =>
      ask.points(await data(ask, 'publicGetRubikStatTakerVolumeContract', { unit: '0' }), takerRow(2, 1, 0)),
    ),
    async marginLongShort(ask) {
      const period = marginBarNames[ask.query.period];
      if (!ask.market.spot || !period) return refuse('sourceLacksData');
      return ask.points(
        fieldOf(await ask.call('publicGetRubikStatMarginLoanRatio', { ccy: ask.market.baseId, period }), 'data'),
        ratioRow(1, 0),
      );
    },
  },
};
