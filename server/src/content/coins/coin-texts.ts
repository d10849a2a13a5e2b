// The text about a coin, made of facts in the reader's language: what kind of coin it is, since when it exists, how many there
// are and can be, where it stands. Nothing is said about what is not known.
import { minedSupply, type CoinText } from '@tidemark/contract/content.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import type { Coin } from '@tidemark/source/catalog-data.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import { maxSupplyOf, type Market } from '#market/index.ts';
import type { Words } from '#words/index.ts';
import { figuresIn } from '../figures.ts';
import { coinFacts } from './coin-facts-table.ts';
import { whoIs } from './who-is.ts';

export interface CoinTextsDeps {
  readonly words: Pick<Words, 'text'>;
  readonly market: Pick<Market, 'catalog' | 'blocks' | 'iconUrl'>;
}

export interface CoinTexts {
  /** null = no such coin. */
  of(ticker: string, locale: Locale): Promise<CoinText | null>;
}

const sectorsNamed = 3;

export function createCoinTexts({ words, market }: CoinTextsDeps): CoinTexts {
  /** Made once per language and catalog; of Bitcoin again with every block. */
  let kept = new Map<string, { readonly supply: number | null; readonly text: CoinText }>();
  let keptOf: Catalog | null = null;

  const minedNow = async (): Promise<number | null> => {
    const blocks = await market.blocks().catch(() => null);
    return blocks ? minedSupply(blocks.height) : null;
  };

  const write = (coin: Coin, supply: number | null, locale: Locale): CoinText => {
    const { ticker, sectors, rank, listedAt } = coin;
    const facts = coinFacts[ticker] ?? {};
    const launchedAt = facts.launched === undefined ? null : Date.parse(facts.launched);
    const max = maxSupplyOf(ticker);
    const figures = figuresIn(locale);
    const name = figures.name(coin.name);
    const code = figures.name(ticker);
    const year = (ms: number) => String(new Date(ms).getUTCFullYear());
    const known = sectors.filter((slug) => slug !== 'other').slice(0, sectorsNamed);
    const sentences =
      known.length === 0
        ? []
        : [
            words.text(locale, 'content', 'coin.sectors', {
              who: whoIs(words, ticker, coin.name, locale),
              sectors: figures.list(known.map((slug) => words.text(locale, 'content', `sector.${slug}.name`))),
            }),
            words.text(locale, 'messages', `sector.${known[0]}.about`),
          ];
    if (launchedAt !== null) sentences.push(words.text(locale, 'content', 'coin.launched', { name, year: year(launchedAt) }));
    if (max !== null)
      sentences.push(
        supply !== null
          ? words.text(locale, 'content', 'coin.supplyOfMax', {
              coin: code,
              max: figures.amount(max),
              supply: figures.amount(supply),
              share: figures.size(supply / max),
            })
          : words.text(locale, 'content', 'coin.max', { coin: code, max: figures.amount(max) }),
      );
    else if (supply !== null) sentences.push(words.text(locale, 'content', 'coin.supply', { coin: code, supply: figures.amount(supply) }));
    // Without a supply there is no cap, and no place by it.
    if (coin.supply !== null) sentences.push(words.text(locale, 'content', 'coin.rank', { rank, coins: market.catalog.data.coins.length }));
    if (listedAt !== null) sentences.push(words.text(locale, 'content', 'coin.since', { year: year(listedAt) }));
    return {
      symbol: ticker,
      name: coin.name.slice(0, 100),
      iconUrl: market.iconUrl(ticker),
      description: figures.text(sentences),
      website: facts.website ?? null,
      launchedAt,
      maxSupply: max === null ? null : decimalOf(max),
      circulatingSupply: supply === null ? null : decimalOf(supply),
    };
  };

  return {
    async of(ticker, locale) {
      const { catalog } = market;
      const coin = catalog.coin(ticker);
      if (!coin) return null;
      if (keptOf !== catalog) [kept, keptOf] = [new Map(), catalog];
      // Bitcoin's supply follows from its rules.
      const supply = ticker === 'BTC' ? ((await minedNow()) ?? coin.supply) : coin.supply;
      const key = `${locale} ${ticker}`;
      const known = kept.get(key);
      if (known?.supply === supply) return known.text;
      const text = write(coin, supply, locale);
      kept.set(key, { supply, text });
      return text;
    },
  };
}

/** Never with an exponent, never more digits than a number holds. */
const decimalOf = (value: number): string => (Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(8).replace(/\.?0+$/, ''));
