// An exchange as its socket tells it, a frame for each price, made up from a seed: every third market is a contract.
import { bitget } from '../../server/src/market/sources/ccxt/bitget.ts';
import type { Ticker } from '../../server/src/market/sources/ccxt/exchange.ts';
import type { Listing } from '../../server/src/market/sources/ccxt/parse-market.ts';
import { parseTicker } from '../../server/src/market/sources/ccxt/parse-ticker.ts';
import type { CatalogData } from '../../source/src/catalog-data.ts';
import type { Tick } from '../../source/src/tick.ts';

export interface Frames {
  readonly catalog: CatalogData;
  readonly ids: readonly string[];
  /** From 0 to 1. */
  draw(): number;
  /** The next price of market number i, as a socket of an exchange says it: numbers as text. */
  frameOf(i: number, now: number): string;
  parseFrame(frame: string, now: number): Tick;
}

export function createFrames(symbolCount: number, seed = 1): Frames {
  let random = seed;
  const draw = () => (random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const isContract = (i: number) => i % 3 === 2;
  const ids = Array.from({ length: symbolCount }, (_, i) => `COIN${i}USDT${isContract(i) ? '_UMCBL' : ''}`);
  const catalog: CatalogData = {
    coins: ids.map((_, i) => ({ ticker: `COIN${i}`, name: `Coin ${i}`, rank: i + 1, supply: null, sectors: [], chains: [], listedAt: 0 })),
    symbols: ids.map((symbolId, i) => ({
      symbolId,
      instType: isContract(i) ? 'umcbl' : 'sp',
      baseSymbol: `COIN${i}`,
      pricedSymbol: 'USDT',
      pricePrecision: 4,
      tickSize: 0.0001,
      quantityPrecision: 2,
      status: 'online',
      maxLeverage: isContract(i) ? 50 : null,
      listedAt: 0,
      tags: [],
    })),
  };
  const listings = catalog.symbols.map((symbol): Listing => ({ symbol, market: {} as Listing['market'] }));
  const prices = Float64Array.from(ids, () => 10 ** (3 * draw()));
  return {
    catalog,
    ids,
    draw,
    frameOf(i, now) {
      const price = (prices[i] = prices[i]! * (1 + (draw() - 0.5) * 0.0004));
      const text = price.toFixed(4);
      return (
        `{"i":${i},"ticker":{"symbol":"COIN${i}/USDT","timestamp":${now},"last":${text},"bid":${text},"ask":${text},"open":${text}` +
        `,"high":${(price * 1.1).toFixed(4)},"low":${(price * 0.9).toFixed(4)}` +
        `,"baseVolume":12345.5,"quoteVolume":99887766.25,"info":{"instId":"COIN${i}USDT","lastPr":"${text}","open24h":"${text}` +
        `","change24h":"0.01","fundingRate":"${isContract(i) ? '0.0001' : ''}","holdingAmount":"${isContract(i) ? '55555.5' : ''}"}}}`
      );
    },
    parseFrame(frame, now) {
      const { i, ticker } = JSON.parse(frame) as { i: number; ticker: Ticker };
      const tick = parseTicker(ticker, listings[i]!, bitget, now);
      if (typeof tick === 'string') throw new Error(`a good frame was refused: ${tick}`);
      return tick;
    },
  };
}
