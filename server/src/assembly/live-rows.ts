// What the live socket tells of the market: quotes by symbol and by line, the forming candle, the tape of trades. A row is
// encoded once for all subscribers; a row without a subscriber is not asked of the market.
import { candleIntervals, liveTrades, type CandleInterval, type TradeRow } from '@tidemark/contract/market.ts';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Trade } from '@tidemark/source/source.ts';
import type { LiveRows } from '#edge/socket/channel.ts';
import type { RowTopic } from '#edge/socket/hub.ts';
import { candleRowOf, type Market } from '#market/index.ts';
import type { Log } from '#platform/log.ts';

export interface LiveRowsDeps {
  readonly log: Log;
  /** A row of these topics has something new. */
  onNews(topic: 'candle' | 'trades', key: string): void;
}

type LiveMarket = Pick<Market, 'board' | 'catalog' | 'follow' | 'trades' | 'watchTrades' | 'watchCandle'>;

/** Rows that are appended: the newest of them for a new subscriber, and those that were not sent yet. */
interface Tape {
  readonly recent: Map<string | number, string>;
  readonly news: Map<string | number, string>;
}

/** A subscriber sees the running candle and the one before it. */
const liveCandles = 2;

export function createLiveRows(
  market: LiveMarket,
  { log, onNews }: LiveRowsDeps,
): Readonly<Record<Exclude<RowTopic, 'movers' | 'views' | 'series'>, LiveRows>> {
  const { board } = market;
  const isQuoted = ({ instId, instType }: SubscriptionArg) =>
    instId !== undefined && board.quote(instId) !== undefined && instTypeOf(instId) === instType;
  const candles = createTapes(liveCandles, (key) => onNews('candle', key));
  const trades = createTapes(liveTrades, (key) => onNews('trades', key));
  const candleKeyOf = ({ instId, channel }: SubscriptionArg) => `${instId} ${channel}`;

  return {
    ticker: {
      has: isQuoted,
      keys: ({ instId }) => [instId!],
      encode: board.encodedRow,
      opened: ({ instId }) => market.follow(instId!),
    },
    tickers: {
      has: ({ instType }) => instType !== undefined && board.ids(instType).length > 0,
      keys: ({ instType }) => board.ids(instType!),
      encode: board.encodedRow,
    },
    candle: {
      ...candles.rows,
      has: (arg) => isQuoted(arg) && (candleIntervals as readonly string[]).includes(arg.channel ?? ''),
      keys: (arg) => [candleKeyOf(arg)],
      opened(arg) {
        const { instId: symbolId, channel } = arg as { instId: string; channel: CandleInterval };
        const key = candleKeyOf(arg);
        const unfollow = market.follow(symbolId);
        const unwatch = market.watchCandle(symbolId, channel, (incoming) =>
          candles.add(
            key,
            incoming.flatMap((candle) => encodeCandle(symbolId, candle)),
          ),
        );
        return () => {
          unwatch();
          unfollow();
          candles.forget(key);
        };
      },
    },
    trades: {
      ...trades.rows,
      has: isQuoted,
      keys: ({ instId }) => [instId!],
      opened(arg) {
        const symbolId = arg.instId!;
        let isOpen = true;
        /** What happens before the recent ones are there comes after them. */
        let early: Trade[] | null = [];
        const tell = (incoming: readonly Trade[]) => {
          if (isOpen) trades.add(symbolId, incoming.slice(-liveTrades).flatMap(encodeTrade));
        };
        const unwatch = market.watchTrades(symbolId, (incoming) => (early ? void early.push(...incoming) : tell(incoming)));
        const begin = (recent: readonly Trade[]) => {
          const waited = early ?? [];
          early = null;
          tell([...recent, ...waited]);
        };
        market.trades([{ symbolId, limit: liveTrades }]).then(
          (found) => begin(found?.[0] ?? []),
          (error: unknown) => {
            log.warn({ err: error, symbolId }, 'recent trades could not be had; the tape begins with the next one');
            begin([]);
          },
        );
        return () => {
          isOpen = false;
          unwatch();
          trades.forget(symbolId);
        };
      },
    },
  };

  function encodeCandle(symbolId: string, candle: Candle): [number, string][] {
    const symbol = market.catalog.symbol(symbolId);
    return symbol ? [[candle.ts, JSON.stringify(candleRowOf(candle, symbol))]] : [];
  }

  function encodeTrade({ id, symbolId, ts, price, size, side }: Trade): [string, string][] {
    const symbol = market.catalog.symbol(symbolId);
    return symbol
      ? [
          [
            id,
            JSON.stringify([id, ts, price.toFixed(symbol.pricePrecision), size.toFixed(symbol.quantityPrecision), side] satisfies TradeRow),
          ],
        ]
      : [];
  }
}

/** By key: a row with a known name takes the place of the one it had, any other comes after the last. */
function createTapes(limit: number, onAdded: (key: string) => void) {
  const tapes = new Map<string, Tape>();
  const put = (rows: Map<string | number, string>, name: string | number, row: string) => {
    rows.set(name, row);
    if (rows.size > limit) rows.delete(rows.keys().next().value!);
  };
  const textOf = (rows: Map<string | number, string> | undefined) => (rows?.size ? [...rows.values()].join() : null);
  return {
    add(key: string, rows: readonly (readonly [string | number, string])[]) {
      if (rows.length === 0) return;
      const tape = tapes.get(key) ?? { recent: new Map(), news: new Map() };
      tapes.set(key, tape);
      for (const [name, row] of rows) {
        put(tape.recent, name, row);
        put(tape.news, name, row);
      }
      onAdded(key);
    },
    forget: (key: string) => void tapes.delete(key),
    rows: {
      encode: (key: string) => textOf(tapes.get(key)?.recent),
      news(key: string) {
        const tape = tapes.get(key);
        const text = textOf(tape?.news);
        tape?.news.clear();
        return text;
      },
    },
  };
}
