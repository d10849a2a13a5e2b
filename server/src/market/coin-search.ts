// Search over coins by ticker and name, and what people look at before they have typed anything.
import { liquidityFloorUsdt, type CoinHit, type marketCalls } from '@tidemark/contract/market.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Quote } from './board.ts';
import type { Coin, MarketSymbol } from './catalog/catalog.ts';
import type { Facts } from './facts.ts';

type Answer = Output<typeof marketCalls.searchCoin>;

const listLength = 10;

export function searchCoins(facts: Facts, keyword: string, limit: number, iconUrl: (ticker: string) => string): Answer {
  const hits = (coins: readonly Coin[]) => coins.flatMap((coin) => toHit(facts, coin, iconUrl));
  if (keyword === '') {
    const coins = facts.catalog.data.coins.filter((coin) => mainQuote(facts, coin) !== undefined);
    const liquid = coins.filter((coin) => turnoverOf(facts, coin) >= liquidityFloorUsdt && !coin.sectors.includes('stablecoin'));
    return {
      items: [],
      total: 0,
      hotSearchList: hits(coins.filter((coin) => mainSymbol(facts, coin)!.tags.includes('hot')).slice(0, listLength)),
      increaseList: hits(liquid.toSorted((a, b) => changeOf(facts, b) - changeOf(facts, a)).slice(0, listLength)),
      newCurrencyList: hits(coins.toSorted((a, b) => b.listedAt - a.listedAt).slice(0, listLength)),
      volList: hits(liquid.toSorted((a, b) => turnoverOf(facts, b) - turnoverOf(facts, a)).slice(0, listLength)),
    };
  }
  const found = facts.catalog.data.coins
    .flatMap((coin) => {
      const closeness = closenessOf(coin, keyword.toUpperCase());
      return closeness === null ? [] : [{ coin, closeness }];
    })
    .sort((a, b) => a.closeness - b.closeness || a.coin.rank - b.coin.rank);
  const all = hits(found.map(({ coin }) => coin));
  return { items: all.slice(0, limit), total: all.length, hotSearchList: [], increaseList: [], newCurrencyList: [], volList: [] };
}

/** 0 = the ticker itself; null = not found in it. 'BTC/USDT' and 'btcusdt' mean the coin, too. */
function closenessOf({ ticker, name }: Coin, keyword: string): number | null {
  const upperName = name.toUpperCase();
  if (ticker === keyword || `${ticker}USDT` === keyword.replace(/[/\-_ ]/, '')) return 0;
  if (upperName === keyword) return 1;
  if (ticker.startsWith(keyword)) return 2;
  if (upperName.startsWith(keyword)) return 3;
  if (ticker.includes(keyword) || upperName.includes(keyword)) return 4;
  return null;
}

/** The pair a coin is best known by: against USDT, or the first there is. */
const mainSymbol = ({ catalog }: Facts, { ticker }: Coin): MarketSymbol | undefined =>
  catalog.symbol(`${ticker}USDT`) ?? catalog.symbolsOf('sp').find((symbol) => symbol.baseSymbol === ticker);

function mainQuote(facts: Facts, coin: Coin): Quote | undefined {
  const symbol = mainSymbol(facts, coin);
  return symbol && facts.board.quote(symbol.symbolId);
}

const turnoverOf = (facts: Facts, coin: Coin): number => mainQuote(facts, coin)?.turnover24h ?? 0;

function changeOf(facts: Facts, coin: Coin): number {
  const quote = mainQuote(facts, coin);
  return quote ? quote.last / quote.open24h - 1 : -Infinity;
}

function toHit(facts: Facts, coin: Coin, iconUrl: (ticker: string) => string): CoinHit[] {
  const symbol = mainSymbol(facts, coin);
  const quote = mainQuote(facts, coin);
  if (!symbol || !quote) return [];
  return [
    {
      symbolId: symbol.symbolId,
      baseSymbol: coin.ticker,
      pricedSymbol: symbol.pricedSymbol,
      name: coin.name,
      iconUrl: iconUrl(coin.ticker),
      businessLine: 1,
      last: quote.last.toFixed(symbol.pricePrecision),
      change24h: (quote.last / quote.open24h - 1).toFixed(6),
    },
  ];
}
