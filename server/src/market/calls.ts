// One handler per call of the market: (caller, input) -> output.
import { refuse } from '@tidemark/contract/errors.ts';
import { last24h, sparklinePoints, type CandleRow, type marketCalls, type openPriceMarkets } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import { candleStart, intervalMs, type Candle } from '@tidemark/source/candle.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Clock } from '#platform/clock.ts';
import { amountText } from './board.ts';
import type { Catalog } from './catalog/catalog.ts';
import { createCoinSearch } from './coin-search.ts';
import { createDepthCalls, type DepthCalls } from './depth-calls.ts';
import type { FactReader } from './fact-reader.ts';
import { isListed, quotedSymbols, type Facts } from './facts.ts';
import { opensNeeded, selectPriceList } from './price-list.ts';
import { selectCoinChains, selectContracts, selectPartitions, selectSymbols } from './symbol-lists.ts';
import { selectTopMarkets } from './top-markets.ts';

type Answered =
  | 'getHomeQuotation'
  | 'getAllSymbol'
  | 'getAllPartitionV2'
  | 'contractSymbols'
  | 'getCoinChainList'
  | 'getMoreKlineData'
  | 'getMultiKlineDataNewV2'
  | 'searchCoin'
  | 'getOpenPrice'
  | 'topExchangeList';
export type MarketCalls = Handlers<Pick<typeof marketCalls, Answered>> & DepthCalls;

const sparklineInterval = '4h';

export interface MarketCallsDeps extends Pick<FactReader, 'candles' | 'dayOpens' | 'orderBook' | 'trades'> {
  facts: Facts;
  clock: Clock;
  iconUrl: (ticker: string) => string;
}

export function createMarketCalls(deps: MarketCallsDeps): MarketCalls {
  const { facts, clock, iconUrl, candles, dayOpens } = deps;
  const partitionsOf = oncePerCatalog((catalog) => {
    let made: { readonly counted: number; readonly partitions: ReturnType<typeof selectPartitions> } | null = null;
    return () => {
      const spot = catalog.symbolsOf('sp').filter((symbol) => isListed(facts, symbol));
      // As long as the catalog stays, pairs get their first price and lose none.
      if (made?.counted !== spot.length) made = { counted: spot.length, partitions: selectPartitions(catalog, spot) };
      return made.partitions;
    };
  });
  const contractsOf = oncePerCatalog((catalog) => {
    const known = new Map<number, ReturnType<typeof selectContracts>>();
    return (line: Parameters<typeof selectContracts>[1]) => {
      const made = known.get(line) ?? selectContracts(catalog, line);
      known.set(line, made);
      return made;
    };
  });
  const sparklines = createSparklines();
  const coinSearch = createCoinSearch({ facts, clock, iconUrl });

  return {
    ...createDepthCalls(deps),
    async getHomeQuotation(_caller, input) {
      const base = opensNeeded(input);
      const opens = base === null ? null : await opensOf(input.businessLine === 1 ? 'spot' : 'futures', base);
      return selectPriceList(facts, input, { nowMs: clock.now(), opens }, iconUrl);
    },
    getAllSymbol: (_caller, { businessLine }) => selectSymbols(facts.catalog, businessLine, iconUrl),
    getAllPartitionV2(_caller, { md5Value }) {
      const partitions = partitionsOf(facts.catalog)();
      return partitions.md5Value === md5Value ? { md5Value, unchanged: true, quotes: [], categories: [], watchGroups: null } : partitions;
    },
    contractSymbols(_caller, { businessLine, md5 }) {
      const contracts = contractsOf(facts.catalog)(businessLine);
      return contracts.md5 === md5 ? { md5, unchanged: true, listDTOS: [] } : { ...contracts, unchanged: false };
    },
    getCoinChainList: () => selectCoinChains(facts.catalog, iconUrl),
    async getMoreKlineData(_caller, { symbolId, interval, from, to, limit }) {
      const symbol = facts.catalog.symbol(symbolId) ?? refuse('unknownSymbol');
      if (from !== undefined && to !== undefined && from > to) refuse('badRange');
      const [found] = (await candles([{ symbolId, interval, from, to, limit }])) ?? refuse('sourceLacksData');
      return { symbolId, interval, candles: found!.map((candle) => toCandleRow(candle, symbol)) };
    },
    async getMultiKlineDataNewV2(_caller, { symbolIds }) {
      const known = [...new Set(symbolIds)].flatMap((symbolId) => facts.catalog.symbol(symbolId) ?? []);
      return { items: await sparklines(known), intervalMs: intervalMs[sparklineInterval], asOf: clock.now() };
    },
    async getOpenPrice(_caller, { bussiness, timezone: base }) {
      const market = bussiness === 'sp' ? 'spot' : 'futures';
      // The last 24 hours are on the board: changes made from it agree with every list.
      const quoted = quotedSymbols(facts, market);
      if (base === last24h) {
        return {
          symbolKlines: quoted.map(({ symbolId, pricePrecision }) => {
            const { open24h, ts } = facts.board.quote(symbolId)!;
            return { symbolId, openPrice: open24h.toFixed(pricePrecision), openTime: ts - dayMs };
          }),
          isWhole: true,
        };
      }
      const opens = (await dayOpens({ market, base })) ?? refuse('sourceLacksData');
      const found = new Set(opens.map(({ symbolId }) => symbolId));
      return {
        symbolKlines: opens.flatMap(({ symbolId, openPrice, openTime }) => {
          const symbol = facts.catalog.symbol(symbolId);
          return symbol ? [{ symbolId, openPrice: openPrice.toFixed(symbol.pricePrecision), openTime }] : [];
        }),
        isWhole: quoted.every(({ symbolId, status }) => status !== 'online' || found.has(symbolId)),
      };
    },
    topExchangeList: () => selectTopMarkets(facts, iconUrl),
    searchCoin: (caller, input) => coinSearch.search(input, caller.userId ?? caller.ip),
  };

  async function opensOf(market: keyof typeof openPriceMarkets, base: number): Promise<ReadonlyMap<string, number> | null> {
    const opens = await dayOpens({ market, base });
    return opens && new Map(opens.map(({ symbolId, openPrice }) => [symbolId, openPrice]));
  }

  /** Past closes stand still until the next candle begins; the last point is the newest price. */
  function createSparklines() {
    const known = new Map<string, { start: number; closes: readonly string[] }>();
    return async (symbols: readonly MarketSymbol[]) => {
      const start = candleStart(sparklineInterval, clock.now());
      const missing = symbols.filter(({ symbolId }) => known.get(symbolId)?.start !== start);
      if (missing.length > 0) {
        const found = await candles(
          missing.map(({ symbolId }) => ({ symbolId, interval: sparklineInterval, to: start - 1, limit: sparklinePoints - 1 })),
        );
        if (found === null) return [];
        missing.forEach(({ symbolId, pricePrecision }, i) =>
          known.set(symbolId, { start, closes: found[i]!.map((candle) => candle.close.toFixed(pricePrecision)) }),
        );
      }
      return symbols.flatMap(({ symbolId, pricePrecision }) => {
        const quote = facts.board.quote(symbolId);
        return quote ? [{ symbolId, closes: [...known.get(symbolId)!.closes, quote.last.toFixed(pricePrecision)] }] : [];
      });
    };
  }
}

/** As it travels to browsers. */
export function toCandleRow(
  { ts, open, high, low, close, volume, turnover }: Candle,
  { pricePrecision, quantityPrecision }: MarketSymbol,
): CandleRow {
  const price = (value: number) => value.toFixed(pricePrecision);
  return [ts, price(open), price(high), price(low), price(close), volume.toFixed(quantityPrecision), amountText(turnover)];
}

function oncePerCatalog<T>(make: (catalog: Catalog) => T): (catalog: Catalog) => T {
  let of: Catalog | null = null;
  let made: T;
  return (catalog) => {
    if (of !== catalog) {
      made = make(catalog);
      of = catalog;
    }
    return made;
  };
}
