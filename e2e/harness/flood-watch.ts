// What other people meet while somebody floods the site: prices on a socket, pages that are kept, an alert of their own.
import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

const post = async (url: string, path: string, body: object, address: string, cookie = '') => {
  const response = await fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  });
  const { code, data } = (await response.json()) as { code: string; data: any };
  return {
    code,
    data,
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
  };
};

/** The longest time without a price on a socket that watches the liveliest pairs. */
export async function watchPrices(url: string): Promise<{ longestGapMs(): number; reset(): void; stop(): void }> {
  const { data } = (await (await fetch(`${url}/v1/mix/market/getHomeQuotation?pageSize=50`)).json()) as {
    data: { items: { symbolId: string }[] };
  };
  const ws = new WebSocket(`${url.replace('http', 'ws')}/stream`);
  let heardAt = performance.now();
  let longest = 0;
  const first = Promise.withResolvers<void>();
  ws.on('message', (frame: Buffer) => {
    if (!frame.includes('"update"')) return;
    const now = performance.now();
    longest = Math.max(longest, now - heardAt);
    heardAt = now;
    first.resolve();
  });
  ws.once('error', first.reject);
  ws.once('open', () =>
    ws.send(
      JSON.stringify({
        action: 'subscribe',
        args: data.items.map(({ symbolId }) => ({ topic: 'ticker', instType: 'sp', instId: symbolId })),
      }),
    ),
  );
  await first.promise;
  return {
    longestGapMs: () => Math.max(longest, performance.now() - heardAt),
    reset() {
      longest = 0;
      heardAt = performance.now();
    },
    stop: () => ws.terminate(),
  };
}

export interface VisitorSeen {
  readonly times: readonly number[];
  readonly statuses: ReadonlySet<number>;
}

/** Somebody who opens pages that many open, a few a second, until the returned function is called. */
export function visit(url: string, paths: readonly string[], address: string): () => Promise<VisitorSeen> {
  const times: number[] = [];
  const statuses = new Set<number>();
  let isOver = false;
  const open = (path: string) =>
    new Promise<void>((resolve) => {
      const startedAt = performance.now();
      get(url + path, { headers: { 'x-forwarded-for': address, 'accept-encoding': 'br' } }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          times.push(performance.now() - startedAt);
          statuses.add(answer.statusCode!);
          resolve();
        });
      }).once('error', () => {
        statuses.add(0);
        resolve();
      });
    });
  const running = (async () => {
    for (let n = 0; !isOver; n++) {
      await open(paths[n % paths.length]!);
      await delay(50);
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return { times, statuses };
  };
}

export interface Owner {
  readonly cookie: string;
  readonly address: string;
}

export async function register(url: string, email: string, address: string): Promise<Owner> {
  const { code, cookie } = await post(url, '/user/public/register', { email, password: 'nine green kettles on 4 hobs' }, address);
  if (code !== '00000') throw new Error(`could not register: ${code}`);
  return { cookie, address };
}

/** Alerts close around the price; resolves with how long after its moment the first of them was in the log. */
export async function firedAfterMs(url: string, { cookie, address }: Owner, patienceMs: number): Promise<number> {
  const pair = { businessLine: 1, symbolId: 'BTCUSDT' };
  const since = Date.now();
  const set = async (alertType: number, away: number, n: number): Promise<boolean> => {
    const { data } = await post(url, '/send/priceremindconfig/select/parameter/config', pair, address, cookie);
    const configurePrice = (Number(data.pair.price) * away).toFixed(2);
    const alert = { ...pair, clientKey: `flood-${since}-${alertType}-${n}`, alertType, frequency: 3, channels: [1], configurePrice };
    return (await post(url, '/send/priceremindconfig/inster', alert, address, cookie)).code === '00000';
  };
  // The market does not wait: where it has run past one of them before it was set, the price is read anew.
  for (const [alertType, away] of [
    [1, 1.00003],
    [2, 0.99997],
  ] as const)
    for (let n = 0; n < 10 && !(await set(alertType, away, n)); n++);
  while (Date.now() - since < patienceMs) {
    const { data } = await post(url, '/send/alert/log/select', {}, address, cookie);
    const fired = (data?.items ?? []).find((item: { happenedAt: number }) => item.happenedAt >= since);
    if (fired) return Date.now() - (fired.happenedAt as number);
    await delay(150);
  }
  throw new Error('no alert fired in time');
}
