// A catalog from what a recording holds. Names, sectors and chains are common knowledge about the coin; everything the
// file does not say stays unknown, when a pair was listed among it: its first row is only where the recording begins.
import { instTypeOf, suffixOf } from '@tidemark/contract/business-lines.ts';
import type { CatalogData, Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { stepOf } from '@tidemark/source/coins/precision.ts';
import { sectorsOf } from '@tidemark/source/coins/sectors.ts';
import { knownCoins } from '@tidemark/source/coins/universe.ts';
import type { RecordedSymbol } from './recording.ts';

/** Longest first: BTCFDUSD is priced in FDUSD, not in USD. */
const quotes = 'FDUSD USDT USDC TUSD USDE BTC ETH BNB DAI EUR USD GBP TRY BRL JPY KRW RUB UAH AUD INR VND IDR PLN SAR UZS'
  .split(' ')
  .sort((a, b) => b.length - a.length);

function splitSymbol(symbolId: string): { base: string; quote: string } | null {
  const suffix = suffixOf(symbolId);
  const pair = suffix ? symbolId.slice(0, symbolId.indexOf('_')) : symbolId;
  const quote = quotes.find((code) => pair.endsWith(code) && pair.length > code.length);
  return quote ? { base: pair.slice(0, -quote.length), quote } : null;
}

export function recordedCatalog(recorded: readonly RecordedSymbol[]): { catalog: CatalogData; unsplit: readonly string[] } {
  const known = new Map(knownCoins().map((coin, index) => [coin.ticker, { coin, rank: index + 1 }]));
  const coins = new Map<string, Coin>();
  const symbols: MarketSymbol[] = [];
  const unsplit: string[] = [];
  for (const { symbolId, decimals } of recorded) {
    const pair = splitSymbol(symbolId);
    if (!pair) {
      unsplit.push(symbolId);
      continue;
    }
    const { base, quote } = pair;
    const found = known.get(base);
    coins.set(base, {
      ticker: base,
      name: found?.coin.name ?? base,
      rank: found?.rank ?? known.size + 1 + coins.size,
      supply: null,
      sectors: found?.coin.sectors ?? sectorsOf(base),
      chains: found?.coin.chains ?? [{ chain: base, address: null }],
      listedAt: null,
    });
    symbols.push({
      symbolId,
      instType: instTypeOf(symbolId),
      baseSymbol: base,
      pricedSymbol: quote,
      pricePrecision: decimals,
      tickSize: stepOf(decimals),
      quantityPrecision: 8,
      status: 'online',
      maxLeverage: null,
      listedAt: null,
      tags: [],
    });
  }
  return { catalog: { coins: [...coins.values()].sort((a, b) => a.rank - b.rank), symbols }, unsplit };
}
