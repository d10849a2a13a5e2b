// Which coins a headline is about. A name counts as a whole word; a code counts behind a dollar sign, as a pair, or bare where it
// can mean nothing else. When in doubt the coin is left out: a missing tag is missed by few, a wrong one is seen by all.
import type { Coin } from '@tidemark/source/catalog-data.ts';
import { ambiguousCodes, ambiguousNames, bareCodeRank, foreignNames, otherNames, projectWord } from './ambiguous.ts';

export type CoinTagger = (text: string) => string[];

const mostTags = 8;
/** From this length on a name in small letters is no accident. */
const longName = 7;
/** A rare coin with a short name is more often a word. */
const rareRank = 250;
const shortName = 6;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const apart = (pattern: string): string => `(?<![\\p{L}\\p{N}$])(?:${pattern})(?![\\p{L}\\p{N}])`;
const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

/** Every word that has a capital in the name has one in the text. */
const hasItsCapitals = (found: string, name: string): boolean => {
  const words = found.split(/\s+/);
  return name.split(/\s+/).every((word, i) => !/^\p{Lu}/u.test(word) || /^[\p{Lu}\p{N}]/u.test(words[i] ?? ''));
};

const isShouting = (text: string): boolean => {
  const letters = [...text.matchAll(/\p{L}/gu)].length;
  return letters >= 12 && [...text.matchAll(/\p{Lu}/gu)].length / letters > 0.6;
};

export function createCoinTagger(coins: readonly Coin[]): CoinTagger {
  const byCode = new Map(coins.map((coin) => [coin.ticker, coin]));
  const byName = new Map<string, { readonly coin: Coin; readonly name: string }>();
  for (const coin of coins.toSorted((a, b) => b.rank - a.rank)) {
    // 'SATS (Ordinals)' is called SATS.
    const name = coin.name.replace(/\s*\(.*\)$/, '').trim();
    if (name.length >= 3 && name.toUpperCase() !== coin.ticker) byName.set(fold(name), { coin, name });
  }
  for (const [name, ticker] of Object.entries(otherNames)) {
    const coin = byCode.get(ticker);
    if (coin) byName.set(name, { coin, name: name[0]!.toUpperCase() + name.slice(1) });
  }
  // The longest first: Ethereum Classic is not Ethereum.
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const namePattern = names.length > 0 ? new RegExp(apart(names.map((name) => escape(name).replace(/ /g, '\\s+')).join('|')), 'giu') : null;
  const dollar = /(?<![\p{L}\p{N}$])\$([A-Za-z0-9]{1,12})(?![\p{L}\p{N}])/gu;
  const pair = /(?<![\p{L}\p{N}$])([A-Z0-9]{1,10})[/-]?(?:USDT|USDC|USD|EUR|BTC)(?![\p{L}\p{N}])/gu;
  const bare = /(?<![\p{L}\p{N}$@#&.])#?([A-Z0-9]{2,12})(?![\p{L}\p{N}&]|\.\p{L})/gu;
  const isAmbiguousName = (name: string, coin: Coin) =>
    ambiguousNames.has(name) || (coin.rank > rareRank && !name.includes(' ') && name.length < shortName);
  const isAmbiguousCode = ({ ticker, rank }: Coin) => rank > bareCodeRank || ticker.length < 3 || ambiguousCodes.has(ticker);

  return (text) => {
    const found = new Map<string, number>();
    const add = (coin: Coin, at: number) => found.set(coin.ticker, Math.min(at, found.get(coin.ticker) ?? Infinity));
    const shouting = isShouting(text);
    const codes = new Map<string, number>();
    if (!shouting)
      for (const match of text.matchAll(bare)) if (byCode.has(match[1]!) && !codes.has(match[1]!)) codes.set(match[1]!, match.index);

    for (const match of text.matchAll(dollar)) {
      const code = match[1]!;
      const coin = byCode.get(code.toUpperCase());
      // $5M is money, and $s is a variable.
      if (coin && !/^\d+(?:[kmbt]n?)?$/i.test(code) && (code.length > 1 || code === coin.ticker)) add(coin, match.index);
    }
    for (const match of text.matchAll(pair)) {
      const coin = byCode.get(match[1]!);
      if (coin && (match[1]!.length > 1 || /[/-]/.test(match[0]))) add(coin, match.index);
    }
    for (const match of namePattern ? text.matchAll(namePattern) : []) {
      const key = fold(match[0]);
      const { coin, name } = byName.get(key)!;
      const isCertain = key.includes(' ') || key.length < longName ? hasItsCapitals(match[0], name) : true;
      const isNamed = isAmbiguousName(key, coin)
        ? codes.has(coin.ticker) || (projectWord.test(text.slice(match.index + match[0].length)) && hasItsCapitals(match[0], name))
        : isCertain;
      if (isNamed) add(coin, match.index);
    }
    for (const [code, at] of codes) {
      const coin = byCode.get(code)!;
      if (!isAmbiguousCode(coin)) add(coin, at);
    }
    for (const [name, ticker] of Object.entries(foreignNames)) {
      const at = text.toLowerCase().indexOf(name);
      const coin = byCode.get(ticker);
      if (at !== -1 && coin) add(coin, at);
    }
    return [...found]
      .sort(([, a], [, b]) => a - b)
      .slice(0, mostTags)
      .map(([ticker]) => ticker);
  };
}
