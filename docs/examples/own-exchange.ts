// An exchange's own engine as a source of prices: SOURCE=module:docs/examples/own-exchange.ts ENGINE_URL=http://localhost:9000
// This engine answers /markets, /tickers and /candles with JSON and has spot pairs only; what it does not know is null or left out.
import type { Coin, MarketSymbol } from '../../source/src/catalog-data.ts';
import type { CreateSource } from '../../source/src/source-module.ts';
import type { Tick } from '../../source/src/tick.ts';

/** As this engine tells them. */
type Pair = { base: string; quote: string; name: string; decimals: number; amountDecimals: number; isOpen: boolean };
type Ticker = Omit<Tick, 'symbolId' | 'ts'> & { pair: string; time: number };
type CandleRow = [ts: number, open: number, high: number, low: number, close: number, volume: number, turnover: number];

const createSource: CreateSource = ({ clock, log }) => {
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(`${process.env['ENGINE_URL']}${path}`, { signal: AbortSignal.timeout(5_000) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  let stop = () => {};

  return {
    name: 'own-exchange',
    simulated: false,
    candlesKeptAs: 'own-exchange',
    async catalog() {
      const pairs = await ask<Pair[]>('/markets');
      const coins = new Map(
        pairs.map(({ base, name }, i): [string, Coin] => [
          base,
          { ticker: base, name, rank: i + 1, supply: null, sectors: [], chains: [], listedAt: null },
        ]),
      );
      const symbols = pairs.map(({ base, quote, decimals, amountDecimals, isOpen }): MarketSymbol => ({
        symbolId: base + quote,
        instType: 'sp',
        baseSymbol: base,
        pricedSymbol: quote,
        pricePrecision: decimals,
        tickSize: 10 ** -decimals,
        quantityPrecision: amountDecimals,
        status: isOpen ? 'online' : 'halted',
        maxLeverage: null,
        listedAt: null,
        tags: [],
      }));
      return { coins: [...coins.values()], symbols };
    },
    start(onTicks) {
      const poll = () =>
        ask<Ticker[]>('/tickers').then(
          (tickers) => onTicks(tickers.map(({ pair, time, ...figures }) => ({ ...figures, symbolId: pair, ts: time }))),
          (error: unknown) => log.warn({ err: error }, 'the engine did not tell its prices; the last ones stay'),
        );
      stop = clock.every(1_000, () => void poll());
      void poll();
    },
    stop: () => stop(),
    async candles({ symbolId, interval, from = 0, to = clock.now(), limit }) {
      const rows = await ask<CandleRow[]>(`/candles?pair=${symbolId}&interval=${interval}&from=${from}&to=${to}&limit=${limit}`);
      return rows.map(([ts, open, high, low, close, volume, turnover]) => ({ ts, open, high, low, close, volume, turnover }));
    },
  };
};
export default createSource;
