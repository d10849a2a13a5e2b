// The views over again, in the plainest way: everything from the board, with objects and sorts, nothing remembered. The
// fast ones must equal it, and are measured against it.
import { riseBinOf, riseBins } from '@tidemark/contract/rise-bins.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Market } from '#market/index.ts';

type Source = Pick<Market, 'catalog' | 'board' | 'usdtPer'>;

interface SlowRow {
  readonly symbolId: string;
  readonly ticker: string;
  readonly sectors: readonly string[];
  readonly isStable: boolean;
  readonly change: number;
  readonly turnover: number;
  readonly cap: number;
  readonly cap24h: number;
  readonly weight: number;
  readonly heat: number;
  readonly place: number;
}

const quoteOrder = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];
const rankOf = (symbol: MarketSymbol) =>
  (quoteOrder.includes(symbol.pricedSymbol) ? quoteOrder.indexOf(symbol.pricedSymbol) : quoteOrder.length) +
  (symbol.instType === 'dmcbl' ? 100 : 0);

function rowsOf({ catalog, board, usdtPer }: Source, line: 1 | 2): SlowRow[] {
  const tickers = [...new Set(catalog.data.symbols.map(({ baseSymbol }) => baseSymbol))];
  return tickers.flatMap((ticker): SlowRow[] => {
    const coin = catalog.coin(ticker)!;
    const pairs = catalog.data.symbols
      .filter(
        (one) =>
          one.baseSymbol === ticker &&
          (one.instType === 'sp') === (line === 1) &&
          (one.status === 'online' || one.status === 'halted') &&
          one.deliveryAt === undefined &&
          board.quote(one.symbolId),
      )
      .toSorted((a, b) => rankOf(a) - rankOf(b));
    const [symbol] = pairs;
    const quote = symbol && board.quote(symbol.symbolId);
    if (!symbol || !quote) return [];
    const turnover = sum(pairs.map((pair) => board.quote(pair.symbolId)!.turnover24h * (usdtPer(pair.pricedSymbol) ?? 0)));
    const rate = usdtPer(symbol.pricedSymbol) ?? 0;
    const [price, before] = ticker === 'USDT' ? [1, 1] : [quote.last * rate, quote.open24h * rate];
    const change = ticker === 'USDT' ? 0 : quote.last / quote.open24h - 1;
    const supply = coin.supply;
    return [
      {
        symbolId: symbol.symbolId,
        ticker,
        sectors: coin.sectors,
        isStable: coin.sectors.includes('stablecoin'),
        change,
        turnover,
        cap: supply === null ? 0 : supply * price,
        cap24h: supply === null ? 0 : supply * before,
        weight: supply === null ? turnover : supply * before,
        heat: Math.abs(change) * Math.log10(1 + turnover / liquidityFloorUsdt),
        place: catalog.data.symbols.indexOf(symbol),
      },
    ];
  });
}

const middle = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length === 0 ? 0 : sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function slowViews(source: Source) {
  const spot = rowsOf(source, 1);
  const futures = rowsOf(source, 2);
  const usdt = spot.some(({ ticker }) => ticker === 'USDT') ? 0 : (source.catalog.coin('USDT')?.supply ?? 0);
  const stable = spot.filter(({ isStable }) => isStable);
  const sectors = [...new Set(spot.flatMap((row) => row.sectors))].map((slug) => {
    const members = spot.filter((row) => row.sectors.includes(slug) && row.turnover >= liquidityFloorUsdt);
    const byChange = members.toSorted((a, b) => b.change - a.change);
    return {
      slug,
      coins: members.length,
      change:
        sum(members.map(({ weight }) => weight)) > 0
          ? sum(members.map(({ weight, change }) => weight * change)) / sum(members.map(({ weight }) => weight))
          : 0,
      median: middle(members.map(({ change }) => change)),
      rising: members.filter(({ change }) => riseBinOf(change) > 5).length,
      falling: members.filter(({ change }) => riseBinOf(change) < 5).length,
      turnover: sum(members.map(({ turnover }) => turnover)),
      cap: sum(members.map(({ cap }) => cap)),
      best: byChange[0]?.change ?? null,
      worst: byChange.at(-1)?.change ?? null,
    };
  });
  const order = (rows: readonly SlowRow[], key: 'change' | 'turnover' | 'heat') =>
    rows.toSorted((a, b) => b[key] - a[key]).map((row) => ({ symbolId: row.symbolId, value: row[key] }));
  const orders = (rows: readonly SlowRow[]) => ({
    change: order(rows, 'change'),
    turnover: order(rows, 'turnover'),
    heat: order(rows, 'heat'),
  });
  return {
    sums: {
      caps: {
        all: usdt + sum(spot.map(({ cap }) => cap)),
        all24h: usdt + sum(spot.map(({ cap24h }) => cap24h)),
        stable: usdt + sum(stable.map(({ cap }) => cap)),
      },
      turnover: sum(spot.map(({ turnover }) => turnover)),
      coins: spot.length,
      bins: riseBins.map((_, bin) => spot.filter(({ change }) => riseBinOf(change) === bin).length),
    },
    sectors,
    orders: { 1: orders(spot), 2: orders(futures) },
    rows: { 1: spot, 2: futures },
  };
}
