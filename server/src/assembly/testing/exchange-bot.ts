// For tests: ccxt as a bot of Bitget, asking the exchange API of a simulated market.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { Exchange } from 'ccxt';
import Fastify from 'fastify';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Metric, OrderBook, Source } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { addressReader } from '#edge/address.ts';
import { registerExchangeApi } from '#edge/exchange-api/index.ts';
import { exchangeMarket } from '../exchange-market.ts';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

export const clock = createHandClock(Date.UTC(2026, 10, 15, 13, 7, 20));
const log = createLog({ level: 'silent' });
export const simulator = createSimulator({ clock, seed: 1 });
/** Every order book that was asked for, by symbol and time. */
export const sentBooks = new Map<string, OrderBook>();
const feed: Source = {
  ...simulator,
  async orderBook(symbolId) {
    const book = await simulator.orderBook(symbolId);
    sentBooks.set(`${symbolId} ${book.ts}`, book);
    return book;
  },
};
export const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db: {} as Database, feed });
await market.start();
const app = Fastify({ forceCloseConnections: true });
const closeSockets = await registerExchangeApi(app, {
  market: exchangeMarket(market, clock),
  clock,
  log,
  addressOf: addressReader(0),
  requestsPerSecond: 1_000,
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

export type Raw = Record<string, (params?: object) => Promise<{ readonly code: string; readonly data: any }>>;
export const bot = await createBot(`http://127.0.0.1:${port}/exchange`);
export const raw = bot as unknown as Raw;
await bot.loadMarkets();

after(async () => {
  await bot.close();
  closeSockets();
  await market.stop();
  await app.close();
});

async function createBot(base: string): Promise<Exchange> {
  const { default: Bitget } = (await import(new URL('./src/pro/bitget.js', import.meta.resolve('ccxt')).href)) as {
    default: new (config: object) => Exchange;
  };
  const hosts = ['spot', 'mix', 'margin', 'common', 'uta', 'earn'];
  const api = { ...Object.fromEntries(hosts.map((host) => [host, base])), ws: { public: `${base.replace('http', 'ws')}/v2/ws/public` } };
  const exchange = new Bitget({ enableRateLimit: false, urls: { api } });
  exchange.milliseconds = () => clock.now();
  // Without its agent ccxt refuses sockets that are not encrypted.
  await exchange.loadHttpProxyAgent();
  return exchange;
}

export const quoteOf = (symbolId: string) => market.board.quote(symbolId)!;
export const near = (actual: unknown, expected: number, about: string, share = 1e-6) =>
  assert.ok(Math.abs(Number(actual) - expected) <= share * Math.abs(expected), `${about}: ${String(actual)} is not ${expected}`);
export const newestOf = async <M extends Metric>(metric: M, symbolId: string, period: CandleInterval, limit = 1) =>
  simulator.series({ metric, symbolId, period, limit });

/** One of each line: spot, spot in another coin, the three lines of contracts. */
export const lines = [
  ['BTC/USDT', 'BTCUSDT'],
  ['ETH/BTC', 'ETHBTC'],
  ['BTC/USDT:USDT', 'BTCUSDT_UMCBL'],
  ['BTC/USDC:USDC', 'BTCUSDC_CMCBL'],
  ['BTC/USD:BTC', 'BTCUSD_DMCBL'],
] as const;
export const contracts = lines.slice(2);

/** Waits for an answer of the socket while the market's time goes on. */
export async function heard<T>(asked: Promise<T>, what: string): Promise<T> {
  let isHeard = false;
  const answer = asked.finally(() => (isHeard = true));
  answer.catch(() => {});
  await until(what, () => isHeard, { between: () => clock.advance(100) });
  return answer;
}
