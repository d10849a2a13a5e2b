// A market of any size and pace for a browser under test: it answers the list call with as many rows as wanted and speaks the
// protocol of /stream, at the beats of the real hub. What a storm of ticks becomes there, it becomes here: the newest value of
// each symbol at the next beat.
import type { Page, WebSocketRoute } from '@playwright/test';
import { quoteAt, type QuoteRow, type SymbolItem } from '@tidemark/contract/market.ts';
import { beatMs, channelKey, type ClientFrame, type SubscriptionArg } from '@tidemark/contract/socket.ts';

export interface StormOptions {
  readonly rows: number;
  readonly ticksPerSecond: number;
}

export interface Storm {
  readonly items: readonly SymbolItem[];
  /** Ticks made so far. */
  ticks(): number;
  stop(): void;
}

const stepMs = 50;

/** Seeded, so that two runs see the same prices. */
const createRandom = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

export async function startStorm(page: Page, listed: readonly SymbolItem[], { rows, ticksPerSecond }: StormOptions): Promise<Storm> {
  const items = multiply(listed, rows);
  const newest = new Map<string, QuoteRow>(items.map(({ symbolId, quote }) => [symbolId, quote]));
  const ids = items.map(({ symbolId }) => symbolId);
  const random = createRandom(7);
  const changedSince = { ticker: new Set<string>(), tickers: new Set<string>() };
  const sockets = new Set<{
    readonly socket: WebSocketRoute;
    readonly channels: Map<string, { readonly arg: SubscriptionArg; seq: number }>;
  }>();
  let made = 0;

  const tick = (symbolId: string) => {
    const row: QuoteRow = [...newest.get(symbolId)!];
    const precision = row[quoteAt.last].split('.')[1]?.length ?? 0;
    const last = Math.max(10 ** -precision, Number(row[quoteAt.last]) * (1 + (random() - 0.5) * 0.002));
    row[quoteAt.last] = last.toFixed(precision);
    row[quoteAt.high24h] = Math.max(last, Number(row[quoteAt.high24h])).toFixed(precision);
    row[quoteAt.low24h] = Math.min(last, Number(row[quoteAt.low24h])).toFixed(precision);
    row[quoteAt.turnover24h] = (Number(row[quoteAt.turnover24h]) * (1 + random() * 0.001)).toFixed(2);
    row[quoteAt.ts] = Date.now();
    row[quoteAt.seq]++;
    newest.set(symbolId, row);
    changedSince.ticker.add(symbolId);
    changedSince.tickers.add(symbolId);
    made++;
  };
  const flush = (topic: 'ticker' | 'tickers') => {
    const changed = [...changedSince[topic]];
    changedSince[topic].clear();
    for (const { socket, channels } of sockets) {
      const send = (key: string, data: readonly (QuoteRow | undefined)[]) => {
        const channel = channels.get(key);
        if (channel) socket.send(JSON.stringify({ action: 'update', arg: channel.arg, seq: ++channel.seq, ts: Date.now(), data }));
      };
      if (topic === 'tickers')
        send(
          'tickers|sp|default',
          changed.map((id) => newest.get(id)),
        );
      else for (const id of changed) send(`ticker|sp|${id}`, [newest.get(id)]);
    }
  };
  const timers = [
    setInterval(() => {
      for (let i = (ticksPerSecond * stepMs) / 1_000; i > 0; i--) tick(ids[Math.floor(random() * ids.length)]!);
    }, stepMs),
    setInterval(() => flush('ticker'), beatMs.ticker),
    setInterval(() => flush('tickers'), beatMs.tickers),
  ];

  await page.route(/getHomeQuotation\?.*pageSize=5000/, (route) =>
    route.fulfill({
      json: {
        code: '00000',
        msg: 'success',
        requestTime: Date.now(),
        data: {
          items: items.map((item) => ({ ...item, quote: newest.get(item.symbolId) })),
          total: items.length,
          coins: items.length,
          asOf: Date.now(),
        },
      },
    }),
  );
  await page.routeWebSocket(/\/stream(?:\?|$)/, (socket) => {
    const one = { socket, channels: new Map<string, { readonly arg: SubscriptionArg; seq: number }>() };
    sockets.add(one);
    socket.onClose(() => void sockets.delete(one));
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as ClientFrame;
      if (frame.action === 'ping') return socket.send(JSON.stringify({ event: 'pong', ts: Date.now() }));
      if (frame.action !== 'subscribe' && frame.action !== 'unsubscribe') return undefined;
      for (const arg of frame.args) {
        const key = channelKey(arg);
        if (frame.action === 'unsubscribe') {
          one.channels.delete(key);
          continue;
        }
        one.channels.set(key, { arg, seq: 1 });
        const data =
          arg.topic === 'ticker'
            ? [newest.get(arg.instId ?? '')].filter((row) => row !== undefined)
            : arg.topic === 'tickers'
              ? [...newest.values()]
              : [];
        socket.send(JSON.stringify({ action: 'snapshot', arg, seq: 1, ts: Date.now(), data }));
      }
    });
  });
  return { items, ticks: () => made, stop: () => timers.forEach(clearInterval) };
}

/** The listed rows and copies of them under other names. */
function multiply(listed: readonly SymbolItem[], count: number): SymbolItem[] {
  return Array.from({ length: count }, (_, i) => {
    const item = listed[i % listed.length]!;
    if (i < listed.length) return item;
    const baseSymbol = `${item.baseSymbol}${Math.floor(i / listed.length)}`;
    const symbolId = `${baseSymbol}${item.pricedSymbol}`;
    return { ...item, baseSymbol, symbolId, quote: item.quote.with(quoteAt.symbolId, symbolId) as QuoteRow };
  });
}
