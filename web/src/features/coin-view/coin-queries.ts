import { queryOptions } from '@tanstack/react-query';
import type { Calls } from '@tidemark/contract/calls.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { maxCandles, type CandleInterval, type SymbolItem } from '@tidemark/contract/market.ts';
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';
import { ApiError, type Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import { historyOf, type CoinHistory } from './coin-history.ts';

/** Candles that are fetched at once; more come as the user looks further back. */
export const candlesAtOnce = 300;

export interface CoinMarkets {
  /** The market that was asked for; of a coin the one with the most turnover, spot before contracts. */
  readonly main: SymbolItem;
  /** Every pair and contract of the coin, most traded first. */
  readonly markets: readonly SymbolItem[];
}

/** symbol: of a market ('BTCUSDT', 'BTCUSDT_UMCBL') or of a coin ('BTC'). null: there is no such thing. */
export const coinMarkets = (api: Api, symbol: string) =>
  queryOptions({
    queryKey: ['coinMarkets', symbol],
    async queryFn({ signal }): Promise<CoinMarkets | null> {
      const [named] = await rows(api, { symbolIds: symbol }, signal);
      const markets = await rows(api, { baseSymbol: named?.baseSymbol ?? symbol, pageSize: 200 }, signal);
      const main =
        markets.find(({ symbolId }) => symbolId === symbol) ?? markets.find(({ symbolId }) => suffixOf(symbolId) === null) ?? markets[0];
      return main ? { main, markets } : null;
    },
  });

/** What cannot be a symbol is none. */
const rows = (api: Api, input: InputToSend<Calls['getHomeQuotation']>, signal: AbortSignal): Promise<readonly SymbolItem[]> =>
  api.call('getHomeQuotation', input, { signal }).then(
    ({ items }) => items,
    (error: unknown) => {
      if (error instanceof ApiError && error.error === 'badInput') return [];
      throw error;
    },
  );

export const candles = (api: Api, symbolId: string, interval: CandleInterval) =>
  queryOptions({
    queryKey: ['getMoreKlineData', symbolId, interval],
    queryFn: async ({ signal }) => (await api.call('getMoreKlineData', { symbolId, interval, limit: candlesAtOnce }, { signal })).candles,
  });

/** Only what was made of the candles travels with the page, not the thousand of them. */
export const coinHistory = (api: Api, { symbolId, listedAt }: SymbolItem) =>
  queryOptions({
    queryKey: ['coinHistory', symbolId],
    async queryFn({ signal }): Promise<CoinHistory> {
      const of = async (interval: CandleInterval, limit: number) =>
        (await api.call('getMoreKlineData', { symbolId, interval, limit }, { signal })).candles;
      const [minutes, days, months] = await Promise.all([of('5m', 15), of('1d', 368), of('1M', maxCandles)]);
      return historyOf({ minutes, days, months }, Date.now(), listedAt);
    },
  });

/** The most traded pairs of its first sector. */
export const relatedCoins = (api: Api, { baseSymbol, pricedSymbol, sectors }: SymbolItem) =>
  queryOptions({
    queryKey: ['relatedCoins', baseSymbol],
    async queryFn({ signal }): Promise<readonly SymbolItem[]> {
      const [category] = sectors;
      if (category === undefined) return [];
      const quote = ['USDT', 'USDC', 'BTC', 'EUR'].includes(pricedSymbol) ? pricedSymbol : 'USDT';
      const { items } = await api.call('getHomeQuotation', { category, quote, pageSize: relatedShown + 1 }, { signal });
      return items.filter((item) => item.baseSymbol !== baseSymbol).slice(0, relatedShown);
    },
  });
const relatedShown = 6;

export const coinText = (api: Api, locale: Locale, ticker: string) =>
  callQuery(api, 'getCryptoBySymbol', { languageType: languageOf(locale).languageType, symbol: ticker });
