// The websocket half: ticker, trade, candle and order book channels, one subscription per symbol and channel. Prices are sent at a beat,
// the newest of each; trades all of them. A client that does not read, or says nothing for two minutes, is disconnected.
import type { IncomingMessage, Server } from 'node:http';
import * as v from 'valibot';
import { WebSocketServer, type WebSocket } from 'ws';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Clock } from '#platform/clock.ts';
import { createTokenBucket } from '#platform/token-bucket.ts';
import { createAdmission } from '../socket/admission.ts';
import { refuseUpgrade, serveUpgrades } from '../upgrades.ts';
import { bookLevelsOf, createBookChannels } from './book-channels.ts';
import { createPacedQueue } from './paced-queue.ts';
import { tickerOf, type ApiMarket } from './rest.ts';
import {
  candleRow,
  fillRow,
  instIdOf,
  instTypes,
  intervalOf,
  isInstType,
  type ApiCandle,
  type ApiSymbol,
  type ApiTrade,
} from './shapes.ts';

type Unsubscribe = () => void;

export interface StreamMarket extends ApiMarket {
  /** Symbols whose quotes changed. */
  onChange(listener: (symbolIds: readonly string[]) => void): Unsubscribe;
  watchTrades(symbolId: string, listener: (trades: readonly ApiTrade[]) => void): Unsubscribe;
  watchCandle(symbolId: string, interval: CandleInterval, listener: (candles: readonly ApiCandle[]) => void): Unsubscribe;
}

const beatMs = 200;
const silentMs = 120_000;
const mostChannels = 1_000;
const admitted = { maxConnections: 2_000, maxConnectionsPerNetwork: 100, openingsPerSecond: 50, burstOpenings: 100 } as const;
/** As that exchange has it: ten messages a second, with room for what a program says when it opens. */
const frameRate = { burst: 60, perSecond: 10 } as const;
/** A channel of an argument costs as much as a small frame. */
const argRate = { burst: 1_000, perSecond: 100 } as const;
const mostFrameBytes = 64 * 1024;
const mostUnsentBytes = 4 * 1024 * 1024;
const tradesAtFirst = 50;
/** Reading trades that are not at hand costs a few milliseconds, or a request to an exchange. */
const firstTradesPace = { everyMs: beatMs, atOnce: 4, mostWaiting: 1_000 } as const;

const frameShape = v.object({
  op: v.picklist(['subscribe', 'unsubscribe']),
  args: v.pipe(
    v.array(
      v.object({
        instType: v.pipe(v.string(), v.maxLength(20)),
        channel: v.pipe(v.string(), v.maxLength(20)),
        instId: v.pipe(v.string(), v.maxLength(40)),
      }),
    ),
    v.maxLength(mostChannels),
  ),
});
type Arg = v.InferOutput<typeof frameShape>['args'][number];

const candleIntervalOf = (channel: string): CandleInterval | null =>
  channel.startsWith('candle') ? intervalOf(channel.slice('candle'.length)) : null;
const isChannel = (channel: string): boolean =>
  channel === 'ticker' || channel === 'trade' || candleIntervalOf(channel) !== null || bookLevelsOf(channel) !== undefined;

const keyOf = ({ instType, channel, instId }: Arg) => `${instType} ${channel} ${instId}`;

export interface StreamDeps {
  readonly market: StreamMarket;
  readonly clock: Clock;
  readonly path: string;
  /** Behind a proxy the address of the socket is not the client's. */
  readonly addressOf: (request: IncomingMessage) => string;
}

export function createStream({ market, clock, path, addressOf }: StreamDeps): { attach(http: Server): void; stop(): void } {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostFrameBytes });
  const admission = createAdmission(admitted, clock);
  const symbolOf = createSymbolIndex(market);
  const tickers = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  const books = createBookChannels(market, clock);
  const firstTrades = createPacedQueue(clock, firstTradesPace);
  const undo: Unsubscribe[] = [];

  undo.push(
    books.stop,
    firstTrades.stop,
    market.onChange((symbolIds) => {
      for (const symbolId of symbolIds) if (tickers.has(symbolId)) changed.add(symbolId);
      books.touch(symbolIds);
    }),
    clock.every(beatMs, () => {
      for (const symbolId of changed) for (const send of tickers.get(symbolId) ?? []) send();
      changed.clear();
    }),
  );

  const watchTicker = (symbolId: string, send: () => void): Unsubscribe => {
    const all = tickers.get(symbolId) ?? new Set();
    tickers.set(symbolId, all.add(send));
    return () => {
      all.delete(send);
      if (all.size === 0) tickers.delete(symbolId);
    };
  };

  const serve = (ws: WebSocket) => {
    const frames = createTokenBucket(clock, frameRate);
    const args = createTokenBucket(clock, argRate);
    const channels = new Map<string, Unsubscribe>();
    let heardAt = clock.now();

    const send = (frame: unknown) => {
      if (ws.bufferedAmount > mostUnsentBytes) return ws.terminate();
      if (ws.readyState === ws.OPEN) ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    };
    const push = (action: 'snapshot' | 'update', arg: Arg, data: readonly unknown[]) => send({ action, arg, data, ts: clock.now() });

    const open = (arg: Arg, symbol: ApiSymbol): Unsubscribe | null => {
      const { symbolId } = symbol;
      if (arg.channel === 'ticker') {
        const tell = () => {
          const quote = market.quote(symbolId);
          if (quote) push('snapshot', arg, [tickerOf(market, symbol, quote, 'instId')]);
        };
        tell();
        return watchTicker(symbolId, tell);
      }
      if (arg.channel === 'trade') {
        const tell = (action: 'snapshot' | 'update', trades: readonly ApiTrade[]) =>
          push(
            action,
            arg,
            trades.toReversed().map((trade) => fillRow(symbol, trade)),
          );
        const giveUp = firstTrades.add(
          () =>
            void market.trades({ symbolId, limit: tradesAtFirst }).then(
              (trades) => trades?.length && tell('snapshot', trades),
              () => {},
            ),
        );
        const close = market.watchTrades(symbolId, (trades) => tell('update', trades));
        return () => {
          giveUp();
          close();
        };
      }
      const levels = bookLevelsOf(arg.channel);
      if (levels !== undefined)
        return books.watch(symbol, levels, (action, { ts, bids, asks }, seq) => push(action, arg, [{ asks, bids, seq, ts: String(ts) }]));
      const interval = candleIntervalOf(arg.channel);
      return (
        interval &&
        market.watchCandle(symbolId, interval, (candles) =>
          push(
            'update',
            arg,
            candles.map((candle) => candleRow(symbol, candle)),
          ),
        )
      );
    };

    const subscribe = (arg: Arg) => {
      const key = keyOf(arg);
      const instType = arg.instType.toUpperCase();
      const symbol = isInstType(instType) ? symbolOf(instTypes[instType], arg.instId) : undefined;
      if (channels.has(key)) return send({ event: 'subscribe', arg });
      if (channels.size >= mostChannels) return send({ event: 'error', code: 30006, msg: 'too many channels', arg });
      if (!symbol || !isChannel(arg.channel)) {
        return send({
          event: 'error',
          code: 30001,
          msg: `instType:${arg.instType},channel:${arg.channel},instId:${arg.instId} doesn't exist`,
          arg,
          op: 'subscribe',
        });
      }
      // The answer goes out before the first row.
      send({ event: 'subscribe', arg });
      const close = open(arg, symbol);
      if (close) channels.set(key, close);
    };

    const unsubscribe = (arg: Arg) => {
      channels.get(keyOf(arg))?.();
      channels.delete(keyOf(arg));
      send({ event: 'unsubscribe', arg });
    };

    const tooFast = () => {
      send({ event: 'error', code: 30007, msg: 'request over limit' });
      ws.close(1008, 'too many frames');
    };
    ws.on('message', (data) => {
      if (ws.readyState !== ws.OPEN) return;
      heardAt = clock.now();
      if (!frames.take()) return tooFast();
      // eslint-disable-next-line typescript/no-base-to-string -- text frames arrive as one buffer
      const text = data.toString();
      if (text === 'ping') return send('pong');
      const frame = parseFrame(text);
      if (!frame) return send({ event: 'error', code: 30002, msg: 'Illegal request' });
      if (!args.take(frame.args.length)) return tooFast();
      for (const arg of frame.args) (frame.op === 'subscribe' ? subscribe : unsubscribe)(arg);
    });
    const stopWatch = clock.every(silentMs / 4, () => {
      if (clock.now() - heardAt > silentMs) ws.close(1000, 'nothing heard');
    });
    ws.on('error', () => {});
    ws.on('close', () => {
      stopWatch();
      for (const close of channels.values()) close();
      channels.clear();
    });
  };

  return {
    attach(http) {
      undo.push(
        serveUpgrades(http, path, (request, socket, head) => {
          const entered = admission.enter(addressOf(request));
          if ('status' in entered) return refuseUpgrade(socket, entered.status, entered.retryAfterSeconds);
          socket.once('close', entered.leave);
          server.handleUpgrade(request, socket, head, serve);
        }),
      );
    },
    stop() {
      for (const undoOne of undo.splice(0)) undoOne();
      for (const ws of server.clients) ws.terminate();
      server.close();
    },
  };
}

/** By kind and name. Made anew when the market has another list, which is a rare thing. */
function createSymbolIndex(market: ApiMarket): (instType: ApiSymbol['instType'], instId: string) => ApiSymbol | undefined {
  let list: readonly ApiSymbol[] | null = null;
  let byName = new Map<string, ApiSymbol>();
  const nameOf = (instType: string, instId: string) => `${instType} ${instId}`;
  return (instType, instId) => {
    const symbols = market.symbols();
    if (symbols !== list) {
      list = symbols;
      byName = new Map(symbols.map((symbol) => [nameOf(symbol.instType, instIdOf(symbol)), symbol]));
    }
    return byName.get(nameOf(instType, instId));
  };
}

function parseFrame(text: string): v.InferOutput<typeof frameShape> | null {
  try {
    const parsed = v.safeParse(frameShape, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
