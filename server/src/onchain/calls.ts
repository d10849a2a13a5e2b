import { refuse } from '@tidemark/contract/errors.ts';
import type { onchainCalls, OnchainList, OnchainToken } from '@tidemark/contract/onchain.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { OnchainMarket, OnchainPool } from '@tidemark/source/onchain-market.ts';
import type { Words } from '#words/index.ts';
import { explorerOf } from './explorers.ts';
import { letterPicture } from './picture.ts';
import { risksOf, selectList, topGainer } from './rules.ts';

export interface CallsDeps {
  readonly market: () => Promise<OnchainMarket>;
  readonly words: Words;
  readonly iconUrl: (ticker: string) => string;
}

export function createCalls({ market, words, iconUrl }: CallsDeps): Handlers<typeof onchainCalls> {
  type ListCall = Handlers<typeof onchainCalls>['onchainVolume'];
  const list =
    (name: OnchainList): ListCall =>
    async (_caller, { chain, pageNum, pageSize }) => {
      const { asOf, chains, pools } = await market();
      if (chain !== undefined && !chains.some((row) => row.chain === chain)) refuse('notFound');
      const rows = selectList(chain === undefined ? pools : pools.filter((pool) => pool.chain === chain), name, asOf);
      const from = (pageNum - 1) * pageSize;
      return { items: rows.slice(from, from + pageSize).map((pool) => toToken(pool, asOf, iconUrl)), total: rows.length, asOf };
    };
  return {
    onchainHotPicks: list('hotPicks'),
    onchainNewPicks: list('newPicks'),
    onchainVolume: list('volume'),
    onchainFdv: list('fdv'),
    onchainHolders: list('holders'),
    async onchainChains() {
      const { chains, pools } = await market();
      const items = chains.map(({ chain, name, coin }) => ({
        chain,
        name,
        tokenUrl: explorerOf(chain),
        iconUrl: iconUrl(coin),
        tokens: pools.filter((pool) => pool.chain === chain).length,
      }));
      return { items, total: items.length };
    },
    async onchainPositions(caller, { locale: asked }) {
      const locale = asked ?? caller.locale;
      const { asOf, chains, pools } = await market();
      const place = (id: string, pool: OnchainPool | null | undefined, title: string, body: string) => {
        if (!pool) return [];
        const values = { symbol: pool.symbol, name: pool.name, chain: chains.find(({ chain }) => chain === pool.chain)!.name };
        return [
          {
            id,
            title: words.text(locale, 'messages', title, values),
            text: words.text(locale, 'messages', body, values),
            imageUrl: pictureOf(pool, iconUrl),
            link: `${href(locale, 'onChain')}?chain=${pool.chain}`,
          },
        ];
      };
      const items = [
        ...place('mostTraded', selectList(pools, 'volume', asOf)[0], 'onchain.mostTraded', 'onchain.mostTraded.text'),
        ...place('topGainer', topGainer(pools), 'onchain.topGainer', 'onchain.topGainer.text'),
        ...place('newest', selectList(pools, 'newPicks', asOf)[0], 'onchain.newest', 'onchain.newest.text'),
      ];
      return { items, total: items.length };
    },
  };
}

const pictureOf = (pool: OnchainPool, iconUrl: (ticker: string) => string): string =>
  pool.coin === null ? letterPicture(pool.symbol, pool.address) : iconUrl(pool.coin);

function toToken(pool: OnchainPool, nowMs: number, iconUrl: (ticker: string) => string): OnchainToken {
  const { chain, address, symbol, name, dex, quoteSymbol, change, holders, buys24h, sells24h, createdAt } = pool;
  const maybe = (value: number | null, write: (value: number) => string) => (value === null ? null : write(value));
  return {
    chain,
    address,
    symbol,
    name,
    iconUrl: pictureOf(pool, iconUrl),
    dex,
    quoteSymbol,
    priceUsdt: writePrice(pool.priceUsdt),
    change: {
      m5: maybe(change.m5, writeShare),
      h1: maybe(change.h1, writeShare),
      h6: maybe(change.h6, writeShare),
      h24: maybe(change.h24, writeShare),
    },
    volume24h: pool.volume24h.toFixed(2),
    liquidity: pool.liquidity.toFixed(2),
    fdv: maybe(pool.fdv, writeMoney),
    marketCap: maybe(pool.marketCap, writeMoney),
    holders,
    top10Share: maybe(pool.top10Share, writeShare),
    buys24h,
    sells24h,
    createdAt,
    risks: risksOf(pool, nowMs),
  };
}

const writeShare = (value: number) => value.toFixed(6);
const writeMoney = (value: number) => value.toFixed(2);
/** Six digits that count, however small the price. */
const writePrice = (value: number) => value.toFixed(Math.max(2, Math.min(24, 5 - Math.floor(Math.log10(value)))));
