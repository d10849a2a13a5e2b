// CoinGecko: the whole market, its categories, and pools on chains (GeckoTerminal's data under the same roof).
import * as v from 'valibot';
import type { OnchainChain, OnchainMarket, OnchainPool } from '@tidemark/source/onchain-market.ts';
import type { WorldCategory, WorldMarket } from '@tidemark/source/world-facts.ts';
import type { FetchText } from './fetch-text.ts';
import { amount, figure, maybe, parseJson } from './parse-json.ts';
import { BadAnswer } from './polled.ts';

export interface CoinGecko {
  globalMarket(): Promise<WorldMarket>;
  categories(): Promise<readonly WorldCategory[]>;
  onchain(): Promise<OnchainMarket>;
}

const globalShape = v.object({
  data: v.object({
    total_market_cap: v.object({ usd: amount }),
    total_volume: v.object({ usd: amount }),
    market_cap_percentage: v.object({ btc: amount, eth: amount }),
    market_cap_change_percentage_24h_usd: maybe(figure),
    active_cryptocurrencies: maybe(amount),
  }),
});
const categoryShape = v.object({
  id: v.pipe(v.string(), v.minLength(1)),
  name: v.pipe(v.string(), v.minLength(1)),
  market_cap: amount,
  market_cap_change_24h: maybe(figure),
  volume_24h: maybe(amount),
});
const poolShape = v.object({
  attributes: v.object({
    address: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    base_token_price_usd: v.pipe(figure, v.gtValue(0)),
    fdv_usd: maybe(amount),
    market_cap_usd: maybe(amount),
    pool_created_at: v.pipe(v.string(), v.transform(Date.parse), v.number(), v.integer(), v.minValue(0)),
    reserve_in_usd: amount,
    price_change_percentage: v.object({ m5: maybe(figure), h1: maybe(figure), h6: maybe(figure), h24: maybe(figure) }),
    volume_usd: v.object({ h24: amount }),
    transactions: v.object({ h24: v.object({ buys: amount, sells: amount }) }),
  }),
  relationships: v.object({
    base_token: v.object({ data: v.object({ id: v.string() }) }),
    dex: v.object({ data: v.object({ id: v.string() }) }),
  }),
});

/** Our name of a chain, its own coin, and what it is called there. */
const networks: readonly (OnchainChain & { readonly network: string })[] = [
  { chain: 'solana', name: 'Solana', coin: 'SOL', network: 'solana' },
  { chain: 'ethereum', name: 'Ethereum', coin: 'ETH', network: 'eth' },
  { chain: 'bsc', name: 'BNB Chain', coin: 'BNB', network: 'bsc' },
  { chain: 'base', name: 'Base', coin: 'ETH', network: 'base' },
  { chain: 'arbitrum', name: 'Arbitrum', coin: 'ETH', network: 'arbitrum' },
  { chain: 'polygon', name: 'Polygon', coin: 'POL', network: 'polygon_pos' },
];

const percent = (value: number | null | undefined): number | null => (value === null || value === undefined ? null : value / 100);

export interface CoinGeckoDeps {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly now: () => number;
  readonly fetchText: FetchText;
  /** Rows of a list that were not believed. */
  onRefused(count: number): void;
}

export function createCoinGecko({ baseUrl, apiKey, now, fetchText, onRefused }: CoinGeckoDeps): CoinGecko {
  const ask = async (path: string) =>
    (await fetchText(`${baseUrl}${path}`, { accept: 'application/json', ...(apiKey !== null && { 'x-cg-demo-api-key': apiKey }) })).text;
  /** Bad rows are left out and counted; a list of which nothing is left is a bad answer. */
  const rowsOf = <S extends v.GenericSchema>(rows: readonly unknown[], shape: S): v.InferOutput<S>[] => {
    const good = rows.flatMap((row) => {
      const parsed = v.safeParse(shape, row);
      return parsed.success ? [parsed.output] : [];
    });
    if (good.length < rows.length) onRefused(rows.length - good.length);
    if (rows.length > 0 && good.length === 0) throw new BadAnswer('no row could be read');
    return good;
  };

  return {
    async globalMarket() {
      const { data } = parseJson(await ask('/global'), globalShape);
      return {
        capUsd: data.total_market_cap.usd,
        volume24hUsd: data.total_volume.usd,
        btcShare: data.market_cap_percentage.btc / 100,
        ethShare: data.market_cap_percentage.eth / 100,
        capChange24h: percent(data.market_cap_change_percentage_24h_usd),
        coins: data.active_cryptocurrencies ?? null,
      };
    },
    async categories() {
      const rows = rowsOf(parseJson(await ask('/coins/categories'), v.array(v.unknown())), categoryShape);
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        capUsd: row.market_cap,
        volume24hUsd: row.volume_24h ?? null,
        capChange24h: percent(row.market_cap_change_24h),
      }));
    },
    async onchain() {
      const found = new Map<string, OnchainPool>();
      for (const { chain, network } of networks) {
        for (const list of ['pools', 'new_pools'] as const) {
          const { data } = parseJson(await ask(`/onchain/networks/${network}/${list}?page=1`), v.object({ data: v.array(v.unknown()) }));
          for (const pool of rowsOf(data, poolShape)) {
            const token = toPool(chain, pool);
            const key = `${chain} ${token.address}`;
            // A token has many pools; the deepest speaks for it.
            if ((found.get(key)?.liquidity ?? -1) < token.liquidity) found.set(key, token);
          }
        }
      }
      return { asOf: now(), chains: networks.map(({ chain, name, coin }) => ({ chain, name, coin })), pools: [...found.values()] };
    },
  };
}

function toPool(chain: string, { attributes, relationships }: v.InferOutput<typeof poolShape>): OnchainPool {
  const [symbol = '?', quoteSymbol = '?'] = attributes.name.split('/').map((part) => part.trim().split(' ')[0]!.slice(0, 64));
  const tokenId = relationships.base_token.data.id;
  const { m5, h1, h6, h24 } = attributes.price_change_percentage;
  return {
    chain,
    address: tokenId.slice(tokenId.indexOf('_') + 1).slice(0, 128) || attributes.address,
    symbol: symbol || '?',
    name: symbol || '?',
    dex: relationships.dex.data.id.slice(0, 64) || '?',
    quoteSymbol: quoteSymbol || '?',
    coin: null,
    priceUsdt: attributes.base_token_price_usd,
    change: { m5: percent(m5), h1: percent(h1), h6: percent(h6), h24: percent(h24) },
    volume24h: attributes.volume_usd.h24,
    liquidity: attributes.reserve_in_usd,
    fdv: attributes.fdv_usd ?? null,
    marketCap: attributes.market_cap_usd ?? null,
    holders: null,
    top10Share: null,
    buys24h: Math.round(attributes.transactions.h24.buys),
    sells24h: Math.round(attributes.transactions.h24.sells),
    createdAt: attributes.pool_created_at,
    isMintable: null,
    isFreezable: null,
    isHoneypot: null,
  };
}
