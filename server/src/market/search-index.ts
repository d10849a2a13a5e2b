// Which coins a keyword means. Everything that can be prepared is, once per catalog, so that a keystroke costs one pass over
// short strings. What is typed is read generously: any case, full-width letters, 'BTC/USDT', 'btcusdc', a contract address, and
// a slip of the finger when nothing fits as it is written.
import type { Catalog, Coin, MarketSymbol } from './catalog/catalog.ts';

export interface Found {
  readonly coin: Coin;
  /** The pair that was named; null = the coin was. */
  readonly symbol: MarketSymbol | null;
}

export interface SearchIndex {
  /** The closest first; among equals the larger coin. */
  find(keyword: string): readonly Found[];
}

interface Entry {
  readonly coin: Coin;
  readonly ticker: string;
  readonly name: string;
  readonly words: readonly string[];
}

const plain = (text: string): string => text.normalize('NFKC').toUpperCase().trim();
const squeezed = (text: string): string => text.replace(/[\s/_-]+/g, '');
/** No address is shorter, no name longer. */
const addressLength = 20;
/** Slips are looked for only when what was typed leads to fewer than this. */
const enough = 5;

export function createSearchIndex(catalog: Catalog): SearchIndex {
  const entries = catalog.data.coins
    .map((coin): Entry => ({ coin, ticker: plain(coin.ticker), name: plain(coin.name), words: plain(coin.name).split(/[\s()-]+/).filter(Boolean) }))
    .sort((a, b) => a.coin.rank - b.coin.rank);
  const byAddress = new Map(catalog.data.coins.flatMap((coin) => coin.chains.flatMap(({ address }) => (address ? [[address.toUpperCase(), coin] as const] : []))));
  const pairs = new Map<string, MarketSymbol>();
  for (const symbol of catalog.data.symbols) {
    const written = [plain(symbol.symbolId), plain(symbol.baseSymbol + symbol.pricedSymbol) + (symbol.instType === 'sp' ? '' : 'PERP')];
    for (const name of written) if (!pairs.has(squeezed(name))) pairs.set(squeezed(name), symbol);
  }

  return {
    find(typed) {
      const keyword = plain(typed);
      if (keyword === '') return [];
      const address = keyword.length >= addressLength ? byAddress.get(keyword) : undefined;
      if (address) return [{ coin: address, symbol: null }];
      const ranked: { readonly found: Found; readonly closeness: number }[] = [];
      const seen = new Set<Coin>();
      const pair = pairs.get(squeezed(keyword));
      const pairCoin = pair && catalog.coin(pair.baseSymbol);
      const take = (coin: Coin, closeness: number | null, symbol: MarketSymbol | null = null) => {
        if (closeness === null || seen.has(coin)) return;
        seen.add(coin);
        ranked.push({ found: { coin, symbol }, closeness });
      };
      // A ticker that reads like a pair is still a ticker first.
      const exact = entries.find(({ ticker }) => ticker === keyword);
      if (exact) take(exact.coin, 0);
      if (pairCoin) take(pairCoin, 0, pair);
      for (const entry of entries) take(entry.coin, closenessOf(entry, keyword));
      if (ranked.length < enough) {
        const letters = squeezed(keyword);
        for (const entry of entries) take(entry.coin, slipOf(entry, letters));
      }
      return ranked.sort((a, b) => a.closeness - b.closeness).map(({ found }) => found);
    },
  };
}

/** 0 = the ticker itself; null = not found in it. */
function closenessOf({ ticker, name, words }: Entry, keyword: string): number | null {
  if (ticker === keyword) return 0;
  if (name === keyword) return 1;
  if (ticker.startsWith(keyword)) return 2;
  if (name.startsWith(keyword)) return 3;
  if (words.some((word) => word.startsWith(keyword))) return 4;
  // One letter is somewhere in nearly everything.
  if (keyword.length > 1 && (ticker.includes(keyword) || name.includes(keyword))) return 5;
  return null;
}

/** How far a slip of the finger is from the ticker or the beginning of a word of the name; null = too far to be one. */
function slipOf({ ticker, words }: Entry, keyword: string): number | null {
  if (keyword.length < 3) return null;
  const allowed = keyword.length < 6 ? 1 : 2;
  let least = ticker.length >= 3 ? editsBetween(keyword, ticker, allowed) : Infinity;
  for (const word of words) {
    if (word.length < 3) continue;
    least = Math.min(least, editsBetween(keyword, word, allowed));
    // Half a word with a slip in it.
    if (word.length > keyword.length) least = Math.min(least, editsBetween(keyword, word.slice(0, keyword.length), allowed) + 0.5);
  }
  return least <= allowed + 0.5 ? 10 + least : null;
}

// Working memory of editsBetween: three rows, because two letters that changed places are one slip.
const rows = [new Uint8Array(128), new Uint8Array(128), new Uint8Array(128)];

/** Letters to put in, take out, change or swap; Infinity as soon as it is more than allowed. */
function editsBetween(a: string, b: string, allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed || a.length > 120 || b.length > 120) return Infinity;
  let [before, last, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let j = 0; j <= b.length; j++) last[j] = j;
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let edits = Math.min(last[j]! + 1, next[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)) edits = Math.min(edits, before[j - 2]! + 1);
      next[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > allowed) return Infinity;
    [before, last, next] = [last, next, before];
  }
  const edits = last[b.length]!;
  return edits <= allowed ? edits : Infinity;
}
