// Looks at the ads of the pairs that alerts wait for, again and again. An ad counts from the second look on: one that is
// gone before a user could take it up was none.
import { businessLine } from '@tidemark/contract/business-lines.ts';
import type { P2pAd } from '@tidemark/source/source.ts';
import { bestAd, plain, readP2pSymbol, type PairMarket } from '../pairs.ts';
import type { FiredAd } from '../texts.ts';

export interface BestAd {
  readonly symbolId: string;
  readonly kind: 'p2pBuy' | 'p2pSell';
  readonly price: number;
  readonly ad: FiredAd;
}

export interface P2pScan {
  setSymbols(symbols: readonly { readonly symbolId: string; readonly businessLine: number }[]): void;
  /** One look at all of them. */
  look(): Promise<BestAd[]>;
}

const tell = (ad: P2pAd): FiredAd => ({
  price: plain(ad.price, 12),
  minAmount: plain(ad.minAmount, 8),
  maxAmount: plain(ad.maxAmount, 8),
  paymentMethods: [...ad.paymentMethods],
});

export function createP2pScan(market: Pick<PairMarket, 'p2pAds'>): P2pScan {
  const seen = new Map<string, ReadonlySet<string>>();
  let symbols: readonly string[] = [];
  return {
    setSymbols(all) {
      symbols = all.filter((symbol) => symbol.businessLine === businessLine.p2p).map(({ symbolId }) => symbolId);
      for (const symbolId of seen.keys()) if (!symbols.includes(symbolId)) seen.delete(symbolId);
    },
    async look() {
      const found = await Promise.all(
        symbols.map(async (symbolId): Promise<BestAd[]> => {
          const pair = readP2pSymbol(symbolId);
          const ads = pair && (await market.p2pAds(pair).catch(() => null));
          if (!ads) return [];
          const before = seen.get(symbolId);
          seen.set(symbolId, new Set(ads.map(({ id }) => id)));
          const standing = ads.filter(({ id }) => before?.has(id));
          return (['p2pBuy', 'p2pSell'] as const).flatMap((kind) => {
            const best = bestAd(standing, kind);
            return best ? [{ symbolId, kind, price: best.price, ad: tell(best) }] : [];
          });
        }),
      );
      return found.flat();
    },
  };
}
