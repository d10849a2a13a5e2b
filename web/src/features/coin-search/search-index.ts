// Search over every listed symbol: by ticker, by pair and by name, with room for a slip of the finger. Symbols of one coin share
// their texts, so a keystroke looks at each coin once; which of a coin's markets come first is decided after that.
import { normalizeKey, slipsWithin } from './slips.ts';

/** What the search needs to know of a symbol; lists bring them most traded first. */
export interface Searchable {
  readonly symbolId: string;
  readonly baseSymbol: string;
  readonly pricedSymbol: string;
  readonly name: string;
}

export interface SearchIndex<T extends Searchable> {
  find(keyword: string, limit: number): readonly T[];
}

interface Coin<T> {
  readonly ticker: string;
  readonly name: string;
  readonly words: readonly string[];
  readonly symbols: { readonly item: T; readonly pair: string }[];
  /** Place of its most traded symbol. */
  readonly rank: number;
}

/** The closer, the higher; what is not found at all has 0. Slips come after everything spelt right. */
const closeness = { ticker: 100, name: 90, tickerStart: 80, pairStart: 75, nameStart: 70, wordStart: 60, inside: 40, slip: 20 } as const;

/** How many slips a keyword of this length may have: short ones mean what they say. */
const slipsFor = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

export function createSearchIndex<T extends Searchable>(items: readonly T[]): SearchIndex<T> {
  const coins = new Map<string, Coin<T>>();
  for (const [rank, item] of items.entries()) {
    const ticker = normalizeKey(item.baseSymbol);
    const name = normalizeKey(item.name);
    const key = `${ticker}\n${name}`;
    let coin = coins.get(key);
    if (!coin) coins.set(key, (coin = { ticker, name, words: name.split(/[^\p{L}\p{N}]+/u).filter(Boolean), symbols: [], rank }));
    coin.symbols.push({ item, pair: ticker + normalizeKey(item.pricedSymbol) });
  }
  const all = [...coins.values()];

  const coinCloseness = ({ ticker, name, words }: Coin<T>, wanted: string, slips: number): number => {
    if (ticker === wanted) return closeness.ticker;
    if (name === wanted) return closeness.name;
    if (ticker.startsWith(wanted)) return closeness.tickerStart;
    if (name.startsWith(wanted)) return closeness.nameStart;
    if (words.some((word) => word.startsWith(wanted))) return closeness.wordStart;
    if (wanted.length > 1 && (ticker.includes(wanted) || name.includes(wanted))) return closeness.inside;
    if (slips === 0) return 0;
    let fewest = slipsWithin(wanted, name, slips);
    for (const word of [ticker, ...words]) fewest = Math.min(fewest, slipsWithin(wanted, word, slips));
    return fewest <= slips ? closeness.slip - fewest : 0;
  };

  return {
    find(keyword, limit) {
      const wanted = normalizeKey(keyword);
      if (wanted === '') return items.slice(0, limit);
      // 'btc/usdt', 'btc-usdt' and 'btc usdt' are a pair; so is a ticker that goes on.
      const pair = wanted.replace(/[\s/\-_]/g, '');
      const slips = slipsFor(wanted.length);
      const found: { coin: Coin<T>; symbols: Coin<T>['symbols']; close: number }[] = [];
      for (const coin of all) {
        const close = coinCloseness(coin, wanted, slips);
        if (close > closeness.slip) found.push({ coin, symbols: coin.symbols, close });
        else if (pair.startsWith(coin.ticker) && pair.length > coin.ticker.length) {
          const symbols = coin.symbols.filter((symbol) => symbol.pair.startsWith(pair));
          if (symbols.length > 0) found.push({ coin, symbols, close: closeness.pairStart });
          else if (close > 0) found.push({ coin, symbols: coin.symbols, close });
        } else if (close > 0) found.push({ coin, symbols: coin.symbols, close });
      }
      found.sort((a, b) => b.close - a.close || a.coin.rank - b.coin.rank);
      const shown: T[] = [];
      for (const { symbols } of found) {
        for (const { item } of symbols) {
          if (shown.length === limit) return shown;
          shown.push(item);
        }
      }
      return shown;
    },
  };
}
