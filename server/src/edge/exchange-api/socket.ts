// The websocket half: ticker, trade and candle channels, one subscription per symbol and channel. Prices are sent at a beat, the
// newest of each; trades all of them. Whoever does not read, or says nothing for two minutes, is let go.
import type { Server } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import * as v from 'valibot';
import { WebSocketServer, type WebSocket } from 'ws';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Clock } from '#platform/clock.ts';
import type { ApiMarket } from './rest.ts';
import { candleRow, fillRow, instIdOf, instTypes, intervalOf, isInstType, tickerRow, type ApiCandle, type ApiSymbol, type ApiTrade } from './shapes.ts';

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
const mostPerAddress = 100;
const mostFrameBytes = 64 * 1024;
const mostUnsentBytes = 4 * 1024 * 1024;
const tradesAtFirst = 50;

const frameShape = v.object({
  op: v.picklist(['subscribe', 'unsubscribe']),
  args: v.pipe(v.array(v.object({ instType: v.pipe(v.string(), v.maxLength(20)), channel: v.pipe(v.string(), v.maxLength(20)), instId: v.pipe(v.string(), v.maxLength(40)) })), v.maxLength(mostChannels)),
});
type Arg = v.InferOutput<typeof frameShape>['args'][number];

const keyOf = ({ instType, channel, instId }: Arg) => `${instType} ${channel} ${instId}`;

export function createStream(market: StreamMarket, clock: Clock, path: string): { attach(http: Server): void; stop(): void } {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostFrameBytes });
  const perAddress = new Map<string, number>();
  const tickers = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  const undo: Unsubscribe[] = [];

  undo.push(
    market.onChange((symbolIds) => {
      for (const symbolId of symbolIds) if (tickers.has(symbolId)) changed.add(symbolId);
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

  const serve = (ws: WebSocket, address: string) => {
    const channels = new Map<string, Unsubscribe>();
    let heardAt = clock.now();
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);

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
          if (quote) push('snapshot', arg, [tickerRow(symbol, quote, 'instId')]);
        };
        tell();
        return watchTicker(symbolId, tell);
      }
      if (arg.channel === 'trade') {
        void market.trades({ symbolId, limit: tradesAtFirst }).then((trades) => trades?.length && push('snapshot', arg, trades.toReversed().map((trade) => fillRow(symbol, trade))), () => {});
        return market.watchTrades(symbolId, (trades) => push('update', arg, trades.toReversed().map((trade) => fillRow(symbol, trade))));
      }
      const interval = arg.channel.startsWith('candle') ? intervalOf(arg.channel.slice('candle'.length)) : null;
      return interval && market.watchCandle(symbolId, interval, (candles) => push('update', arg, candles.map((candle) => candleRow(symbol, candle))));
    };

    const subscribe = (arg: Arg) => {
      const key = keyOf(arg);
      const instType = arg.instType.toUpperCase();
      const symbol = isInstType(instType) ? market.symbols().find((each) => each.instType === instTypes[instType] && instIdOf(each) === arg.instId) : undefined;
      if (channels.has(key)) return send({ event: 'subscribe', arg });
      if (channels.size >= mostChannels) return send({ event: 'error', code: 30006, msg: 'too many channels', arg });
      if (!symbol || !/^(?:ticker|trade|candle.+)$/.test(arg.channel) || (arg.channel.startsWith('candle') && !intervalOf(arg.channel.slice(6)))) {
        return send({ event: 'error', code: 30001, msg: `instType:${arg.instType},channel:${arg.channel},instId:${arg.instId} doesn't exist`, arg, op: 'subscribe' });
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

    ws.on('message', (data) => {
      heardAt = clock.now();
      // eslint-disable-next-line typescript/no-base-to-string -- text frames arrive as one buffer
      const text = data.toString();
      if (text === 'ping') return send('pong');
      const frame = parseFrame(text);
      if (!frame) return send({ event: 'error', code: 30002, msg: 'Illegal request' });
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
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  };

  return {
    attach(http) {
      const listener = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        if ((request.url ?? '').split('?')[0] !== path) return;
        const address = request.socket.remoteAddress ?? '';
        if ((perAddress.get(address) ?? 0) >= mostPerAddress) return void socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n');
        server.handleUpgrade(request, socket, head, (ws) => serve(ws, address));
      };
      http.on('upgrade', listener);
      undo.push(() => http.off('upgrade', listener));
    },
    stop() {
      for (const undoOne of undo.splice(0)) undoOne();
      for (const ws of server.clients) ws.terminate();
      server.close();
    },
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
