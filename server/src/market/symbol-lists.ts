// Lists that only change with the catalog: symbols, contracts, categories, chains. Those with a fingerprint are made once
// per catalog; a caller who has it already gets a short answer.
import { createHash } from 'node:crypto';
import { type CatalogSymbol, type ContractSymbol, type marketCalls } from '@tidemark/contract/market.ts';
import { contractLineBySuffix, contractLineOf, suffixOf, type ContractLine } from '@tidemark/contract/business-lines.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { isInCategory, sectors, tagCategories } from '@tidemark/source/coins/sectors.ts';
import type { Catalog } from './catalog/catalog.ts';

type IconUrl = (ticker: string) => string;
type Partition = Output<typeof marketCalls.getAllPartitionV2>;

const displayName = ({ symbolId, baseSymbol, pricedSymbol, deliveryAt }: MarketSymbol): string => {
  if (!suffixOf(symbolId)) return `${baseSymbol}/${pricedSymbol}`;
  // 'BTCUSD 261225': a contract with an end is told from the one without by its day.
  return deliveryAt === undefined ? `${baseSymbol}${pricedSymbol}` : `${baseSymbol}${pricedSymbol} ${symbolId.slice(-6)}`;
};
const tickText = (symbol: MarketSymbol): string => symbol.tickSize.toFixed(symbol.pricePrecision);
const fingerprint = (content: unknown): string => createHash('md5').update(JSON.stringify(content)).digest('hex');

export function selectSymbols(
  catalog: Catalog,
  businessLine: number | undefined,
  iconUrl: IconUrl,
): Output<typeof marketCalls.getAllSymbol> {
  const items = catalog.data.symbols.flatMap((symbol): CatalogSymbol[] => {
    const contractLine = contractLineOf(symbol.symbolId);
    const line = contractLine === null ? 1 : 2;
    if (businessLine !== undefined && businessLine !== line) return [];
    return [
      {
        symbolId: symbol.symbolId,
        symbolCodeDisplayName: displayName(symbol),
        baseSymbol: symbol.baseSymbol,
        pricedSymbol: symbol.pricedSymbol,
        name: catalog.coin(symbol.baseSymbol)!.name,
        iconUrl: iconUrl(symbol.baseSymbol),
        businessLine: line,
        contractLine,
        pricePrecision: symbol.pricePrecision,
        tickSize: tickText(symbol),
        status: symbol.status,
        tags: [...symbol.tags],
        listedAt: symbol.listedAt,
      },
    ];
  });
  return { items, total: items.length };
}

/** spot: the pairs that are counted. */
export function selectPartitions(catalog: Catalog, spot: readonly MarketSymbol[]): Partition {
  const countByQuote = (symbols: readonly MarketSymbol[]) => {
    const counts: Record<string, number> = {};
    for (const { pricedSymbol } of symbols) counts[pricedSymbol] = (counts[pricedSymbol] ?? 0) + 1;
    return counts;
  };
  const quotes = Object.entries(countByQuote(spot))
    .map(([quote, count]) => ({ quote, count }))
    .sort((a, b) => b.count - a.count);
  const categories = [...tagCategories, ...sectors].flatMap(({ slug, name }) => {
    const members = spot.filter((symbol) => isInCategory(slug, symbol.tags, catalog.coin(symbol.baseSymbol)!.sectors));
    return members.length ? [{ slug, nameKey: `sector.${slug}`, name, count: members.length, countByQuote: countByQuote(members) }] : [];
  });
  return { md5Value: fingerprint([quotes, categories]), unchanged: false, quotes, categories, watchGroups: null };
}

export function selectContracts(catalog: Catalog, line: ContractLine): { md5: string; listDTOS: ContractSymbol[] } {
  const suffix = Object.entries(contractLineBySuffix).find(([, number]) => number === line)![0];
  const listDTOS = catalog.data.symbols.flatMap((symbol): ContractSymbol[] =>
    suffixOf(symbol.symbolId) === suffix && symbol.maxLeverage !== null
      ? [
          {
            symbolId: symbol.symbolId,
            symbolCode: symbol.symbolId,
            symbolCodeDisplayName: displayName(symbol),
            supportUtaFlag: symbol.instType === 'umcbl',
            baseSymbol: symbol.baseSymbol,
            pricedSymbol: symbol.pricedSymbol,
            businessLine: line,
            pricePrecision: symbol.pricePrecision,
            tickSize: tickText(symbol),
            maxLeverage: symbol.maxLeverage,
            status: symbol.status,
            deliveryAt: symbol.deliveryAt ?? null,
          },
        ]
      : [],
  );
  return { md5: fingerprint(listDTOS), listDTOS };
}

export function selectCoinChains(catalog: Catalog, iconUrl: IconUrl): Output<typeof marketCalls.getCoinChainList> {
  const trading = new Set(
    catalog.symbolsOf('sp').flatMap(({ baseSymbol, pricedSymbol, status }) => (status === 'online' ? [baseSymbol, pricedSymbol] : [])),
  );
  const items = catalog.data.coins.map(({ ticker, name, chains }) => ({
    coinId: ticker,
    coinName: ticker,
    fullName: name,
    imgUrl: iconUrl(ticker),
    // A coin that does not trade is neither taken nor given.
    chains: chains.map(({ chain, address }) => ({
      chain,
      contractAddress: address,
      depositable: trading.has(ticker),
      withdrawable: trading.has(ticker),
    })),
  }));
  return { items, total: items.length };
}
