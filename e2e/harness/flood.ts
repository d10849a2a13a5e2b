// One client that asks as fast as it is answered, over many connections, for pages and files that no cache holds. In a thread of its own,
// so that whoever watches the site meanwhile is not held up by it.
import { Agent, get } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface FloodOptions {
  readonly url: string;
  readonly connections: number;
  /** As a proxy in front would write it. */
  readonly address: string;
  readonly seed: number;
}

export interface FloodResult {
  readonly answers: number;
  /** By status; 0: the connection failed. */
  readonly statuses: Readonly<Record<string, number>>;
  /** A page that was refused for being asked too often. */
  readonly refusal: { readonly body: string; readonly retryAfter: string | undefined } | null;
}

export interface Flood {
  /** The first page has been refused. On a busy machine the thread and its connections take their time until then. */
  readonly whenRefused: Promise<void>;
  /** Ends it and tells what it met. */
  stop(): Promise<FloodResult>;
}

const refused = 'refused';

export function startFlood(options: FloodOptions): Flood {
  const worker = new Worker(new URL(import.meta.url), { workerData: options });
  const { promise: whenRefused, resolve: setRefused } = Promise.withResolvers<void>();
  const ended = new Promise<FloodResult>((resolve, reject) => {
    worker.on('message', (message: FloodResult | typeof refused) => (message === refused ? setRefused() : resolve(message)));
    worker.once('error', reject);
  });
  return {
    whenRefused,
    async stop() {
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
      worker.postMessage('stop');
      const result = await ended;
      await worker.terminate();
      return result;
    },
  };
}

/** Numbers that look like chance and come again with the seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function flood({ url, connections, address, seed }: FloodOptions): void {
  const random = createRandom(seed);
  const word = () => Math.floor(random() * 2 ** 40).toString(36);
  const kinds: readonly (() => string)[] = [
    () => `/markets/overview?x=${word()}`,
    () => `/markets/spot?q=${word()}`,
    () => `/markets/spot?sort=${word()}&utm=${word()}`,
    () => `/markets/trading-data?symbol=${word().toUpperCase()}`,
    () => `/${word()}/${word()}`,
    () => `/ar/markets/rank?tab=${word()}`,
    () => `/feeds/news.xml?${word()}`,
    () => `/v1/openapi.json?${word()}`,
    () => `/readyz?${word()}`,
    () => '/v1/mix/tradingData/series?symbolId=BTCUSDT_UMCBL&metric=openInterest&period=1h&limit=1000',
    () => `/v1/mix/market/getHomeQuotation?pageSize=5000&languageType=${Math.floor(random() * 20)}`,
  ];
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<string, number> = {};
  let refusal: FloodResult['refusal'] = null;
  let answers = 0;
  let isOver = false;
  let open = connections;
  const end = () => {
    if (--open > 0) return;
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
    parentPort!.postMessage({ answers, statuses, refusal } satisfies FloodResult);
  };
  const ask = (): void => {
    if (isOver) return end();
    const path = kinds[Math.floor(random() * kinds.length)]!();
    let isSettled = false;
    const settle = (status: number) => {
      if (isSettled) return;
      isSettled = true;
      if (!isOver) {
        answers += 1;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      setImmediate(ask);
    };
    get(url + path, { agent, headers: { 'x-forwarded-for': address } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.length < 4 && parts.push(part));
      answer.once('error', () => settle(0));
      answer.once('end', () => {
        if (answer.statusCode === 429 && path.startsWith('/markets') && refusal === null) {
          refusal = { body: Buffer.concat(parts).toString(), retryAfter: answer.headers['retry-after'] };
          // eslint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
          parentPort!.postMessage(refused);
        }
        settle(answer.statusCode!);
      });
    }).once('error', () => settle(0));
  };
  parentPort!.once('message', () => {
    isOver = true;
    // What is under way ends with its connection: nobody waits for it.
    agent.destroy();
  });
  for (let i = 0; i < connections; i++) ask();
}

if (!isMainThread && parentPort) flood(workerData as FloodOptions);
