// ccxt, pinned and loaded lazily: only the one exchange class that was asked for, by its path, because the package's front
// door loads all of them (a hundred megabytes).
import type { Exchange } from 'ccxt';
import type { Clock } from '#platform/clock.ts';

const exchangeNames = ['bitget', 'binance', 'okx', 'bybit'] as const;
export type ExchangeName = (typeof exchangeNames)[number];

export type { Exchange, Market, Ticker } from 'ccxt';

export interface ExchangeDeps {
  readonly clock: Clock;
  /** A proxy or test server that stands where the exchange's own hosts do, with the same paths; null = the exchange itself. */
  readonly baseUrl: string | null;
  /** Off only against a server of our own. */
  readonly isRateLimited: boolean;
  readonly timeoutMs: number;
  /** Every answer as it came; for recording. */
  readonly onAnswer?: ((url: string, body: string) => void) | undefined;
  /** A row that ccxt itself could not read. */
  onMalformed(row: 'ticker' | 'socketTicker' | 'market'): void;
}

/** Options are left out and delivery contracts let in; without this okx loads thousands of options. */
const marketTypes: Readonly<Record<ExchangeName, readonly string[]>> = {
  bitget: ['spot', 'swap'],
  binance: ['spot', 'linear', 'inverse'],
  okx: ['spot', 'swap', 'future'],
  bybit: ['spot', 'linear', 'inverse'],
};

export async function loadExchange(
  name: ExchangeName,
  { clock, baseUrl, isRateLimited, timeoutMs, onAnswer, onMalformed }: ExchangeDeps,
): Promise<Exchange> {
  const url = new URL(`./src/pro/${name}.js`, import.meta.resolve('ccxt')).href;
  const { default: ExchangeClass } = (await import(url)) as { default: new (config: object) => Exchange };
  const exchange = new ExchangeClass({
    enableRateLimit: isRateLimited,
    timeout: timeoutMs,
    enableLastResponseHeaders: true,
    // Currencies are not needed, and some exchanges want a key for them.
    has: { fetchCurrencies: false },
    options: { fetchMarkets: { types: marketTypes[name] } },
  });
  exchange.milliseconds = () => clock.now();
  noticeFailedSends(exchange);
  if (onAnswer)
    exchange.onRestResponse = (_status: number, _text: string, from: string, _method: string, _headers: object, body: string) => {
      onAnswer(from, body);
      return body.trim();
    };
  const empty = { info: {} };
  spareTheRest(exchange, 'parseTicker', () => (onMalformed('ticker'), empty));
  spareTheRest(exchange, 'parseWsTicker', () => (onMalformed('socketTicker'), empty));
  // Empty trades are met again, refused and counted where trades are judged.
  spareTheRest(exchange, 'parseTrade', () => empty);
  spareTheRest(exchange, 'parseWsTrade', () => empty);
  // A market must have a name to be kept; as an option it is left out of every line.
  spareTheRest(
    exchange,
    'parseMarket',
    () => (onMalformed('market'), { id: 'malformed', symbol: 'malformed', type: 'option', option: true, info: {} }),
  );
  if (baseUrl) {
    exchange.urls = { ...exchange.urls, api: moveTo(baseUrl, exchange.urls['api']) };
    // Without its agent ccxt refuses sockets that are not encrypted.
    if (new URL(baseUrl).protocol === 'http:') await exchange.loadHttpProxyAgent();
  }
  return exchange;
}

/** ccxt forgets a message that waits for its turn: if the socket is gone by then, the rejection is not handled and the process ends. */
function noticeFailedSends(exchange: Exchange): void {
  const clientOf = exchange.client.bind(exchange);
  const guarded = new WeakSet<object>();
  exchange.client = (url) => {
    const client = clientOf(url);
    if (guarded.has(client)) return client;
    guarded.add(client);
    const send = client.send.bind(client);
    client.send = (message) => {
      const sent = send(message);
      sent.catch((error: unknown) => client.onError(error));
      return sent;
    };
    return client;
  };
}

/** One malformed row makes ccxt's parsers throw away the whole list: the row comes out empty instead. */
function spareTheRest(exchange: Exchange, parser: string, onMalformed: () => object): void {
  const methods = exchange as unknown as Record<string, ((row: object, market?: unknown) => object) | undefined>;
  const own = methods[parser]?.bind(exchange);
  if (!own) return;
  methods[parser] = (row, market) => {
    try {
      return own(row, market);
    } catch {
      return onMalformed();
    }
  };
}

/** The same paths on another host. */
function moveTo(baseUrl: string, urls: unknown): any {
  if (typeof urls === 'string')
    return urls.replace(/^(https?|wss?):\/\/[^/]+/, (_, scheme: string) =>
      scheme.startsWith('ws') ? baseUrl.replace(/^http/, 'ws') : baseUrl,
    );
  if (typeof urls === 'object' && urls !== null)
    return Object.fromEntries(Object.entries(urls).map(([key, value]) => [key, moveTo(baseUrl, value)]));
  return urls;
}

/** Markets are large and loaded once for both. */
export function shareMarkets(from: Exchange, to: Exchange): void {
  for (const part of [
    'markets',
    'markets_by_id',
    'symbols',
    'ids',
    'currencies',
    'currencies_by_id',
    'codes',
    'baseCurrencies',
    'quoteCurrencies',
  ] as const)
    Object.assign(to, { [part]: from[part] });
}

/** What went wrong, by ccxt's own families of errors. They are told by name: their classes live behind the heavy door. */
export function failureOf(error: unknown): 'tooMany' | 'unreachable' | 'lacking' | 'other' {
  const names: string[] = [];
  for (
    let proto = error instanceof Error ? Object.getPrototypeOf(error) : null;
    proto && proto !== Error.prototype;
    proto = Object.getPrototypeOf(proto)
  )
    names.push(proto.constructor.name);
  if (names.includes('RateLimitExceeded') || names.includes('DDoSProtection')) return 'tooMany';
  if (names.includes('NetworkError')) return 'unreachable';
  if (names.some((name) => ['BadSymbol', 'NotSupported', 'BadRequest', 'ArgumentsRequired'].includes(name))) return 'lacking';
  return 'other';
}
