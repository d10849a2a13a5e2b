// Which coins a keyword means, the same in the browser and on the server: by ticker, by pair and by name, with room for typing errors.
// Texts are normalized once, so a keystroke costs one pass over short strings.
import { otherCoinNames } from './coin-names.ts';
import { editsToPrefix } from './edit-distance.ts';
import { normalizeKeyword, withoutSeparators } from './keyword.ts';

export interface CoinTexts {
  readonly ticker: string;
  readonly name: string;
  readonly words: readonly string[];
  /** In other scripts, and from before. */
  readonly others: readonly string[];
}

export function coinTexts(ticker: string, name: string): CoinTexts {
  const normalized = normalizeKeyword(name);
  return {
    ticker: normalizeKeyword(ticker),
    name: normalized,
    words: normalized.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
    others: (otherCoinNames[ticker] ?? []).map(normalizeKeyword),
  };
}

/** The closer, the higher; what is not found at all has 0. Typing errors come after everything spelt right. */
export const closeness = {
  ticker: 100,
  name: 90,
  tickerStart: 80,
  pairStart: 75,
  nameStart: 70,
  wordStart: 60,
  inside: 40,
  misspelt: 20,
} as const;

/** Typing errors are looked for only when what was typed fits fewer coins than this as it is written. */
export const enoughMatches = 5;

export function closenessOf({ ticker, name, words, others }: CoinTexts, keyword: string): number {
  if (ticker === keyword) return closeness.ticker;
  if (name === keyword || others.includes(keyword)) return closeness.name;
  if (ticker.startsWith(keyword)) return closeness.tickerStart;
  if (name.startsWith(keyword) || others.some((other) => other.startsWith(keyword))) return closeness.nameStart;
  if (words.some((word) => word.startsWith(keyword))) return closeness.wordStart;
  // One letter is somewhere in nearly everything.
  return keyword.length > 1 && (ticker.includes(keyword) || name.includes(keyword)) ? closeness.inside : 0;
}

/** How many typing errors a keyword of this length may have: short ones mean what they say. */
const editsFor = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

export function misspeltClosenessOf({ ticker, name, words }: CoinTexts, keyword: string): number {
  const allowed = editsFor(keyword.length);
  if (allowed === 0) return 0;
  let fewest = editsToPrefix(keyword, name, allowed);
  for (const word of [ticker, ...words]) fewest = Math.min(fewest, editsToPrefix(keyword, word, allowed));
  return fewest <= allowed ? closeness.misspelt - fewest : 0;
}

/** What the search needs to know of a symbol; lists bring them most traded first. */
export interface Searchable {
  readonly symbolId: string;
  readonly baseSymbol: string;
  readonly pricedSymbol: string;
  readonly name: string;
}

export interface SymbolSearch<T extends Searchable> {
  find(keyword: string, limit: number): readonly T[];
}

interface CoinEntry<T> extends CoinTexts {
  readonly symbols: { readonly item: T; readonly pair: string }[];
  /** Place of its most traded symbol. */
  readonly rank: number;
}

/** Symbols of one coin share their texts, so a keystroke looks at each coin once. */
export function createSymbolSearch<T extends Searchable>(items: readonly T[]): SymbolSearch<T> {
  const coins = new Map<string, CoinEntry<T>>();
  for (const [rank, item] of items.entries()) {
    const texts = coinTexts(item.baseSymbol, item.name);
    const key = `${texts.ticker}\n${texts.name}`;
    let coin = coins.get(key);
    if (!coin) coins.set(key, (coin = { ...texts, symbols: [], rank }));
    coin.symbols.push({ item, pair: texts.ticker + normalizeKeyword(item.pricedSymbol) });
  }
  const all = [...coins.values()];

  return {
    find(keyword, limit) {
      const wanted = normalizeKeyword(keyword);
      if (wanted === '') return items.slice(0, limit);
      const pair = withoutSeparators(wanted);
      const found = new Map<CoinEntry<T>, { symbols: CoinEntry<T>['symbols']; close: number }>();
      for (const coin of all) {
        const close = closenessOf(coin, wanted);
        if (close > 0) found.set(coin, { symbols: coin.symbols, close });
        else if (pair.startsWith(coin.ticker) && pair.length > coin.ticker.length) {
          const symbols = coin.symbols
            .filter((symbol) => symbol.pair.startsWith(pair))
            .sort((a, b) => Number(b.pair === pair) - Number(a.pair === pair));
          if (symbols.length > 0) found.set(coin, { symbols, close: closeness.pairStart });
        }
      }
      if (found.size < enoughMatches) {
        for (const coin of all) {
          const close = found.has(coin) ? 0 : misspeltClosenessOf(coin, wanted);
          if (close > 0) found.set(coin, { symbols: coin.symbols, close });
        }
      }
      return [...found]
        .sort(([a, { close: aClose }], [b, { close: bClose }]) => bClose - aClose || a.rank - b.rank)
        .flatMap(([, { symbols }]) => symbols.map(({ item }) => item))
        .slice(0, limit);
    },
  };
}
