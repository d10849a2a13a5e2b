// Bitget's public REST (v2, v3 trading data) and websocket (v2) shapes over rows that a test may change while it runs.
import { createExchangeServer, type ExchangeServer } from './exchange-server.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface BitgetRows {
  spotSymbols: Row[];
  contracts: Record<string, Row[]>;
  spotTickers: Row[];
  mixTickers: Record<string, Row[]>;
  /** By 'SPOT BTCUSDT' or 'MIX BTCUSDT'; [ts, open, high, low, close, base, usdt, quote] as strings, oldest first. */
  candles: Record<string, unknown[][]>;
  trades: Record<string, Row[]>;
  fundingHistory: Record<string, Row[]>;
  fundingNow: Record<string, Row[]>;
  /** Trading data by the last part of the v3 path. */
  tradingData: Record<string, unknown>;
}

export interface BitgetServer extends ExchangeServer {
  readonly rows: BitgetRows;
  /** Frames to the subscribers, and to no other client. */
  push(arg: { instType: string; channel: string; instId: string }, data: readonly unknown[], ts: number): void;
  isSubscribed(instType: string, channel: string, instId: string): boolean;
}

const ok = (data: unknown) => ({ code: '00000', msg: 'success', requestTime: 1_700_000_000_000, data });

export async function createBitgetServer(rows: BitgetRows): Promise<BitgetServer> {
  const subscribed = new Set<string>();
  const keyOf = (arg: { instType: string; channel: string; instId: string }) => `${arg.instType} ${arg.channel} ${arg.instId}`;

  const candles = (key: string, params: URLSearchParams) => {
    const [start, end, limit] = [params.get('startTime'), params.get('endTime'), params.get('limit')].map((text) =>
      text === null ? null : Number(text),
    );
    return (rows.candles[key] ?? []).filter(([ts]) => Number(ts) >= (start ?? 0) && Number(ts) <= (end ?? Infinity)).slice(-(limit ?? 100));
  };

  const answer = (path: string, params: URLSearchParams): unknown => {
    const symbol = params.get('symbol') ?? '';
    const productType = (params.get('productType') ?? '').toUpperCase();
    const insight = /^\/api\/v3\/market\/([\w-]+)$/.exec(path)?.[1];
    if (insight) return ok(rows.tradingData[insight] ?? []);
    switch (path) {
      case '/api/v2/spot/public/symbols':
        return ok(rows.spotSymbols);
      case '/api/v2/spot/public/coins':
      case '/api/v2/margin/currencies':
        return ok([]);
      case '/api/v2/mix/market/contracts':
        return ok(rows.contracts[productType] ?? []);
      case '/api/v2/spot/market/tickers':
        return ok(rows.spotTickers);
      case '/api/v2/mix/market/tickers':
        return ok(rows.mixTickers[productType] ?? []);
      case '/api/v2/spot/market/candles':
      case '/api/v2/spot/market/history-candles':
        return ok(candles(`SPOT ${symbol}`, params));
      case '/api/v2/mix/market/candles':
      case '/api/v2/mix/market/history-candles':
        return ok(candles(`MIX ${symbol}`, params));
      case '/api/v2/mix/market/history-mark-candles':
      case '/api/v2/mix/market/history-index-candles':
        return ok(candles(`${path.includes('mark') ? 'MARK' : 'INDEX'} ${symbol}`, params));
      case '/api/v2/spot/market/fills':
      case '/api/v2/mix/market/fills':
      case '/api/v2/spot/market/fills-history':
      case '/api/v2/mix/market/fills-history':
        return ok(rows.trades[symbol] ?? []);
      case '/api/v2/mix/market/history-fund-rate':
        return ok(rows.fundingHistory[symbol] ?? []);
      case '/api/v2/mix/market/current-fund-rate':
      case '/api/v2/mix/market/funding-time':
        return ok(rows.fundingNow[symbol] ?? []);
      default:
        return undefined;
    }
  };

  const onFrame = (frame: string): string[] => {
    if (frame === 'ping') return ['pong'];
    const { op, args = [] } = JSON.parse(frame) as { op: string; args?: { instType: string; channel: string; instId: string }[] };
    return args.map((arg) => {
      if (op === 'subscribe') subscribed.add(keyOf(arg));
      else subscribed.delete(keyOf(arg));
      return JSON.stringify({ event: op, arg });
    });
  };

  const server = await createExchangeServer({ answer, onFrame, onSocketClose: () => subscribed.clear() });
  return Object.assign(server, {
    rows,
    push(arg: { instType: string; channel: string; instId: string }, data: readonly unknown[], ts: number) {
      if (subscribed.has(keyOf(arg))) server.send(JSON.stringify({ action: 'snapshot', arg, data, ts }));
    },
    isSubscribed: (instType: string, channel: string, instId: string) => subscribed.has(keyOf({ instType, channel, instId })),
  });
}
