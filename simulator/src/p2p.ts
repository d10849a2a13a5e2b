// Ads of people who trade coins for money. A merchant keeps a place in the queue of prices for some minutes, then changes
// it; what is left of an ad shrinks until it is filled up again. All of it follows from the place and the time.
import { minuteMs } from '@tidemark/contract/time.ts';
import type { P2pMarket } from '@tidemark/source/catalog-data.ts';
import type { P2pAd, P2pMerchant } from '@tidemark/source/source.ts';
import { draw, drawNormal, drawUniform, keyOf } from './draw.ts';
import { cellOf, cellsPerDay } from './grid.ts';
import { createNoise } from './noise.ts';
import { merchantWords, p2pCoins, p2pRows, type P2pRow } from './p2p-table.ts';

export const p2pMarkets: readonly P2pMarket[] = p2pRows.map(({ fiat, paymentMethods }) => ({
  fiat,
  coins: p2pCoins.map(([coin]) => coin),
  paymentMethods,
}));

/** What one coin is worth at the exchange rate; null = not known. */
type WorthAt = (coin: string, fiat: string, ms: number) => { readonly inFiat: number; readonly inUsdt: number } | null;

const premiumSpacing = 2 * cellsPerDay;
/** Merchants come and go over hours, and the room they leave with them. */
const widthSpacing = cellsPerDay / 4;
/** What a currency of twice the usual spread adds to the width of any coin. */
const widthPerSpread = 0.003;
const leastWidth = 0.0012;

export function createP2p(seed: number, worthAt: WorthAt): (fiat: string, coin: string, ms: number) => P2pAd[] {
  const premiums = new Map(p2pRows.map(({ fiat }) => [fiat, createNoise(keyOf(seed, `p2p/${fiat}/premium`), premiumSpacing)]));
  const widths = new Map(
    p2pRows.flatMap(({ fiat }) =>
      p2pCoins.map(([coin]) => [`${fiat} ${coin}`, createNoise(keyOf(seed, `p2p/${fiat}/${coin}/width`), widthSpacing)] as const),
    ),
  );
  return (fiat, coin, ms) => {
    const row = p2pRows.find((each) => each.fiat === fiat);
    const coinRow = p2pCoins.find(([each]) => each === coin);
    const worth = row && coinRow ? worthAt(coin, fiat, ms) : null;
    if (!row || !coinRow || worth === null) return [];
    const [, share, usualWidth] = coinRow;
    const width = Math.max(
      leastWidth,
      (usualWidth + (row.spread - 1) * widthPerSpread) * Math.exp(0.12 * widths.get(`${fiat} ${coin}`)!.at(cellOf(ms))),
    );
    const middle = worth.inFiat * (1 + row.premium * (1 + 0.4 * premiums.get(fiat)!.at(cellOf(ms))));
    return (['sell', 'buy'] as const).flatMap((side) =>
      adsOf(seed, row, coin, side, ms, {
        usdtPerCoin: worth.inUsdt,
        middle,
        width,
        count: Math.max(4, Math.round(28 * row.depth * Math.sqrt(share))),
      }),
    );
  };
}

interface Queue {
  readonly usdtPerCoin: number;
  readonly middle: number;
  readonly width: number;
  readonly count: number;
}

function adsOf(
  seed: number,
  row: P2pRow,
  coin: string,
  side: P2pAd['side'],
  ms: number,
  { usdtPerCoin, middle, width, count }: Queue,
): P2pAd[] {
  const sign = side === 'sell' ? 1 : -1;
  const decimals = Math.max(0, Math.min(8, 4 - Math.floor(Math.log10(middle))));
  const ads: P2pAd[] = [];
  let away = width / 2;
  for (let place = 0; place < count; place++) {
    const key = keyOf(seed, `p2p/${row.fiat}/${coin}/${side}/${place}`);
    const heldMs = (3 + (draw(key, 0) % 12)) * minuteMs;
    const slot = Math.floor((ms + (draw(key, 1) % heldMs)) / heldMs);
    away += place === 0 ? 0 : 0.0004 + 0.0022 * drawUniform(key, 4 * slot) ** 2;
    const price = Number((middle * (1 + sign * away)).toFixed(decimals));
    const isLarge = drawUniform(key, 2) < 0.3;
    const filled = (isLarge ? 25_000 : 4_000) * Math.exp(0.8 * drawNormal(key, 4 * slot + 1));
    const available = Number(((filled * (0.25 + 0.75 * drawUniform(key, 4 * slot + 2))) / usdtPerCoin).toFixed(usdtPerCoin < 10 ? 2 : 6));
    const maxAmount = roundMoney(available * price * (0.5 + 0.5 * drawUniform(key, 4 * slot + 3)));
    ads.push({
      id: `${row.fiat}${coin}${side === 'sell' ? 'S' : 'B'}${String(place + 1).padStart(2, '0')}`,
      side,
      price,
      available,
      minAmount: Math.min(maxAmount, roundMoney(maxAmount * (0.01 + 0.15 * drawUniform(key, 5)))),
      maxAmount,
      paymentMethods: row.paymentMethods.filter((_, i) => i === draw(key, 6) % row.paymentMethods.length || drawUniform(key, 7 + i) < 0.35),
      merchant: merchantOf(keyOf(seed, `merchant/${row.fiat}/${draw(key, 3) % 60}`)),
      updatedAt: Math.max(0, slot * heldMs - (draw(key, 1) % heldMs)),
    });
  }
  return ads;
}

const roundMoney = (amount: number): number => (amount >= 1_000 ? Math.floor(amount / 10) * 10 : Math.max(1, Math.floor(amount)));

function merchantOf(key: number): P2pMerchant {
  const { first, second } = merchantWords;
  const orders30d = Math.round(30 * Math.exp(1.3 + 1.1 * drawNormal(key, 0)));
  return {
    name: `${first[draw(key, 1) % first.length]}${second[draw(key, 2) % second.length]}${10 + (draw(key, 3) % 90)}`,
    isVerified: orders30d > 120 && drawUniform(key, 4) < 0.8,
    orders30d,
    completion: Math.round(10_000 * (1 - 0.12 * drawUniform(key, 5) ** 3)) / 10_000,
    releaseMinutes: Math.round(10 * (1 + 9 * drawUniform(key, 6) ** 2)) / 10,
  };
}
