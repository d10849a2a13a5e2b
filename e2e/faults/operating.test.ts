// A stand of split roles as an operator runs it: what each process says of itself when something it needs is gone, who takes over, and
// how a process goes without cutting anybody off.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { errors } from '@tidemark/contract/errors.ts';
import { isLong, longTest } from '@tidemark/testbed/long-test.ts';
import { openOutsideServers } from '@tidemark/testbed/outside-servers.ts';
import { openSilentProxy, type SilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import pg from 'pg';
import WebSocket from 'ws';
import { startApp, type App } from '../harness/app.ts';

const { skip, nats, postgres, close } = await openOutsideServers();

interface Ready {
  readonly ready: boolean;
  readonly missing: readonly string[];
}
const readyOf = async ({ url }: App, query = ''): Promise<Ready> => {
  try {
    return (await (await fetch(`${url}/readyz${query}`, { signal: AbortSignal.timeout(5_000) })).json()) as Ready;
  } catch {
    return { ready: false, missing: ['answer'] };
  }
};
const until = async (what: string, withinMs: number, look: () => Promise<boolean>): Promise<number> => {
  const begin = Date.now();
  for (; Date.now() - begin < withinMs; await delay(50)) if (await look()) return Date.now() - begin;
  throw new Error(`${what} did not happen within ${withinMs} ms`);
};
const redBy = (app: App, part: string) => async () => (await readyOf(app)).missing.includes(part);
const isGreen = (app: App) => async () => (await readyOf(app)).ready;
const figure = async ({ url }: App, name: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? NaN);
};
/** Ten seconds are the promise; where other tests take the processor meanwhile, twice that. */
const redWithinMs = isLong ? 10_000 : 20_000;
const greenWithinMs = isLong ? 20_000 : 40_000;
/** A database that is away so long leaves nobody in doubt. */
const cutOffMs = 70_000;
/** How long a process that was told to go still answers. */
const drainMs = 8_000;

const roles = { feed: 'feed', first: 'alerts', second: 'alerts', delivery: 'delivery', web: 'web' } as const;
type Name = keyof typeof roles;
type Part = 'database' | 'bus';
/** By these each process reaches its database and its bus, so that it can be cut off alone. */
const ways = {} as Record<Name, Record<Part, SilentProxy>>;
const stand = {} as Record<Name, App>;
const all = () => Object.values(stand);
before(async () => {
  if (skip) return;
  const databaseUrl = await postgres.createDatabase('operating');
  const env = { NATS_PREFIX: 'stand', DRAIN_MS: String(drainMs), TRUST_PROXY: '1' };
  // All at once on an empty database: one migrates, the others wait.
  await Promise.all(
    (Object.keys(roles) as Name[]).map(async (name) => {
      const way = (ways[name] = { database: await openSilentProxy(databaseUrl), bus: await openSilentProxy(nats.url) });
      stand[name] = await startApp({ env: { ...env, ROLES: roles[name], DATABASE_URL: way.database.url, NATS_URL: way.bus.url } });
    }),
  );
});
after(async () => {
  for (const app of all()) {
    try {
      process.kill(app.pid(), 'SIGCONT');
    } catch {
      // it has ended
    }
  }
  await Promise.all(all().map((app) => app.kill9()));
  for (const way of Object.values(ways).flatMap(Object.values<SilentProxy>)) way.close();
  await close();
});

test('every role answers on its port, and has figures of its own', { skip }, async () => {
  for (const app of all()) {
    assert.equal((await fetch(`${app.url}/healthz`)).status, 200);
    await until('green', greenWithinMs, isGreen(app));
    assert.equal(await figure(app, 'ready\\{part="all"\\}'), 1);
  }
  assert.equal((await fetch(`${stand.feed.url}/markets/spot`)).status, 404, 'pages are for the web');
  await until('all partitions judged', greenWithinMs, async () => (await figure(stand.web, 'alerts_unjudged_partitions')) === 0);
});

test('a frozen judge: its half is judged by the other within 5 s, and both are green afterwards', { skip }, async (t) => {
  await until(
    'a half for each',
    greenWithinMs,
    async () => (await figure(stand.first, 'alerts_partitions')) === 16 && (await figure(stand.second, 'alerts_partitions')) === 16,
  );
  process.kill(stand.first.pid(), 'SIGSTOP');
  const took = await until('the takeover', redWithinMs, async () => (await figure(stand.second, 'alerts_partitions')) === 32);
  t.diagnostic(`taken over after ${took} ms`);
  if (isLong) await delay(20_000);
  assert.ok(!isLong || took < 6_000, `${took} ms, with the second between two figures`);
  process.kill(stand.first.pid(), 'SIGCONT');
  await until('a half for each again', greenWithinMs, async () => (await figure(stand.first, 'alerts_partitions')) === 16);
  await until('green', greenWithinMs, isGreen(stand.first));
});

test('all judges die: whoever looks sees 32 partitions without one, and none when they are back', { skip }, async () => {
  await Promise.all([stand.first.kill9(), stand.second.kill9()]);
  await until('the figure', redWithinMs, async () => (await figure(stand.web, 'alerts_unjudged_partitions')) === 32);
  await Promise.all([stand.first.restart(), stand.second.restart()]);
  await until('none', greenWithinMs, async () => (await figure(stand.web, 'alerts_unjudged_partitions')) === 0);
  await until('green', greenWithinMs, isGreen(stand.first));
});

test('the feed hangs: everybody says that prices are old, pages are served on; then all is well', { skip }, async () => {
  process.kill(stand.feed.pid(), 'SIGSTOP');
  await Promise.all([stand.web, stand.first, stand.delivery].map((app) => until('red for its prices', redWithinMs, redBy(app, 'prices'))));
  assert.equal((await readyOf(stand.web, '?pages')).ready, true);
  assert.equal((await fetch(`${stand.web.url}/markets/spot`)).status, 200);
  process.kill(stand.feed.pid(), 'SIGCONT');
  await Promise.all(all().map((app) => until('green', greenWithinMs, isGreen(app))));
});

longTest('the bus is gone: red for it everywhere, green when it is back', { skip }, async () => {
  await nats.kill();
  await Promise.all(all().map((app) => until('red for the bus', redWithinMs, redBy(app, 'bus'))));
  await nats.start();
  await Promise.all(all().map((app) => until('green', greenWithinMs, isGreen(app))));
});

test('the database is gone: red for it everywhere, and for its outbox in delivery; green when it is back', { skip }, async () => {
  await postgres.stop();
  await Promise.all([
    ...all().map((app) => until('red for the database', redWithinMs, redBy(app, 'database'))),
    until('red for the outbox', redWithinMs, redBy(stand.delivery, 'outbox')),
  ]);
  await postgres.start();
  await Promise.all(all().map((app) => until('green', greenWithinMs, isGreen(app))));
});

const allGreen = () => Promise.all(all().map((app) => until('green', greenWithinMs, isGreen(app))));

test('the bus goes silent, then the database, without a word: red for it everywhere, green when it speaks again', { skip }, async (t) => {
  for (const part of ['bus', 'database'] as const) {
    const cut = Object.values(ways).map((way) => way[part]);
    for (const way of cut) way.cut();
    const took = await Promise.all(all().map((app) => until(`red for the ${part}`, redWithinMs, redBy(app, part))));
    t.diagnostic(`silent ${part}: red after ${took.join(', ')} ms`);
    for (const way of cut) way.heal();
    await allGreen();
  }
});

longTest('the feed is dead: red for its prices in every other role, green when it is back', { skip }, async () => {
  await stand.feed.kill9();
  const others = all().filter((app) => app !== stand.feed);
  await Promise.all(others.map((app) => until('red for its prices', redWithinMs, redBy(app, 'prices'))));
  await stand.feed.restart();
  await allGreen();
});

longTest('a process that hangs does not answer, whatever its role, and is green when it wakes', { skip }, async () => {
  for (const app of all()) process.kill(app.pid(), 'SIGSTOP');
  await Promise.all(all().map((app) => until('no answer', redWithinMs, redBy(app, 'answer'))));
  for (const app of all()) process.kill(app.pid(), 'SIGCONT');
  await allGreen();
});

test('a web process that is cut off alone serves pages, refuses calls in time and is well again by itself', { skip }, async () => {
  const statusOf = async (path: string): Promise<number> =>
    (await fetch(`${stand.web.url}${path}`, { signal: AbortSignal.timeout(30_000) })).status;
  const register = async (name: string): Promise<number> => {
    const response = await fetch(`${stand.web.url}/v1/user/public/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.6.0.1' },
      body: JSON.stringify({ email: `${name}@people.example`, password: 'nine green kettles on 4 hobs' }),
      signal: AbortSignal.timeout(60_000),
    });
    await response.text();
    return response.status;
  };
  assert.equal(await statusOf('/markets/spot'), 200);
  for (const part of ['bus', 'database'] as const) {
    const [way, since] = [ways.web[part], Date.now()];
    way.cut();
    await until(`red for the ${part}`, redWithinMs, redBy(stand.web, part));
    assert.equal((await readyOf(stand.web, '?pages')).ready, true);
    assert.equal(await statusOf('/markets/spot'), 200, `pages without ${part}`);
    const status = await register(`cut-${part}`);
    assert.ok(part === 'bus' ? status === 200 : [500, 503, 504].includes(status), `${status} without ${part}`);
    while (isLong && part === 'database' && Date.now() - since < cutOffMs) {
      assert.equal(await statusOf('/markets/spot'), 200, 'pages all the while');
      await delay(1_000);
    }
    assert.equal((await readyOf(stand.first)).ready, true, 'nobody else is touched');
    way.heal();
    await until('green', greenWithinMs, isGreen(stand.web));
    assert.equal(await register(`healed-${part}`), 200);
  }
});

test('feed, judge and delivery are each cut off alone: red for what is gone, nobody else for that, green again', { skip }, async (t) => {
  // Two at a time, of which none needs what the other one has lost.
  const rounds: readonly Partial<Record<Name, Part>>[] = [
    { first: 'bus', delivery: 'database' },
    { first: 'database', feed: 'bus' },
    { delivery: 'bus', feed: 'database' },
  ];
  // What a judge without its bus and a delivery without its database say stands for the others.
  for (const round of isLong ? rounds : rounds.slice(0, 1)) {
    const cut = Object.entries(round) as [Name, Part][];
    for (const [name, part] of cut) ways[name][part].cut();
    const took = await Promise.all(cut.map(([name, part]) => until(`${name} red for its ${part}`, redWithinMs, redBy(stand[name], part))));
    t.diagnostic(cut.map(([name, part], at) => `${name} without its ${part}: red after ${took[at]} ms`).join(', '));
    for (const name of (Object.keys(stand) as Name[]).filter((other) => !(other in round))) {
      const { missing } = await readyOf(stand[name]);
      assert.deepEqual(
        missing.filter((part) => part === 'bus' || part === 'database'),
        [],
        `${name} has lost nothing`,
      );
    }
    for (const [name, part] of cut) ways[name][part].heal();
    await allGreen();
  }
});

longTest(
  'partitions that a judge has and does not judge: the others are red for them, and green when it is given up',
  { skip },
  async () => {
    const client = new pg.Client({ connectionString: postgres.urlOf('operating') });
    await client.connect();
    try {
      // One that lives and never recovers.
      const { rows } = await client.query<{ id: string }>(
        `insert into alert_judge (backend, is_judging, seen_at) values (pg_backend_pid(), false, clock_timestamp() + interval '1 hour')
         returning id`,
      );
      await client.query('update alert_lease set judge = $1 where partition < 8', [rows[0]!.id]);
      await Promise.all([stand.first, stand.second].map((app) => until('red for what is judged', redWithinMs, redBy(app, 'judged'))));
      await until('the figure', redWithinMs, async () => (await figure(stand.web, 'alerts_unjudged_partitions')) >= 8);
      await client.query('delete from alert_judge where id = $1', [rows[0]!.id]);
      await allGreen();
    } finally {
      await client.end();
    }
  },
);

longTest('the clock of a host is a minute ahead: red for it there alone, green when it is right', { skip }, async () => {
  const ahead = `const now = Date.now; let by = 60000; Date.now = () => now() + by; process.on('SIGUSR2', () => (by = 0));`;
  const wrong = await startApp({
    readyPath: '/healthz',
    env: {
      ROLES: 'delivery',
      NATS_PREFIX: 'stand',
      DATABASE_URL: postgres.urlOf('operating'),
      NATS_URL: nats.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
    },
  });
  try {
    await until('red for its clock', redWithinMs, redBy(wrong, 'clock'));
    assert.ok(!(await readyOf(stand.delivery)).missing.includes('clock'), 'nobody else');
    process.kill(wrong.pid(), 'SIGUSR2');
    await until('green', greenWithinMs, isGreen(wrong));
  } finally {
    await wrong.kill9();
  }
});

longTest('the source is silent while the feed lives: both are red for its prices, and green when it speaks', { skip }, async () => {
  let isSilent = false;
  const engine = createServer((request, response) => {
    if (isSilent) return void response.writeHead(503).end();
    const figures = { bid: 100, ask: 100, open24h: 100, high24h: 110, low24h: 90, baseVolume24h: 5, turnover24h: 500 };
    const market = { base: 'BTC', quote: 'USDT', name: 'Bitcoin', decimals: 2, amountDecimals: 6, isOpen: true };
    const ticker = { pair: 'BTCUSDT', time: Date.now(), last: 100, ...figures };
    response.end(JSON.stringify(request.url === '/markets' ? [market] : request.url === '/tickers' ? [ticker] : []));
  });
  engine.listen(0, '127.0.0.1');
  await once(engine, 'listening');
  const env = {
    DATABASE_URL: await postgres.createDatabase('silent'),
    NATS_URL: nats.url,
    NATS_PREFIX: 'silent',
    SOURCE: 'module:docs/examples/own-exchange.ts',
    ENGINE_URL: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
  };
  const apps = await Promise.all(['feed', 'delivery'].map((role) => startApp({ env: { ...env, ROLES: role } })));
  try {
    isSilent = true;
    await Promise.all(apps.map((app) => until('red for its prices', redWithinMs, redBy(app, 'prices'))));
    isSilent = false;
    await Promise.all(apps.map((app) => until('green', greenWithinMs, isGreen(app))));
  } finally {
    await Promise.all(apps.map((app) => app.kill9()));
    engine.close();
  }
});

const isFullHouse = (text: string): boolean => text.includes('Many people are here at once') || text.includes(`"${errors.busy.code}"`);

test(
  'SIGTERM under thirty who read and write at once: none of them is reset, sockets are told to move, and it ends by itself',
  { skip },
  async (t) => {
    const { web } = stand;
    let asked = 0;
    const register = async (): Promise<string> => {
      const response = await fetch(`${web.url}/v1/user/public/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.8.${(++asked >> 8) & 255}.${asked & 255}` },
        body: JSON.stringify({ email: `drain-${asked}@people.example`, password: 'nine green kettles on 4 hobs' }),
      });
      assert.equal(response.status, 200);
      return response.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; ');
    };
    const cookies = await Promise.all(Array.from({ length: 5 }, register));
    const sockets = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = new WebSocket(`${web.url.replace('http', 'ws')}/stream`);
        const closed = new Promise<{ code: number; at: number }>((resolve) =>
          socket.on('close', (code) => resolve({ code, at: Date.now() })),
        );
        await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
        // Within an object, or it would be waited for here.
        return { closed };
      }),
    );
    let isDraining = false;
    const outcomes = new Map<string, number>();
    const note = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    // As a balancer sends them: to whoever says that it is ready.
    const worker = async (at: number): Promise<void> => {
      for (let turn = 0; !isDraining; turn++) {
        const from = { 'x-forwarded-for': `10.7.${at}.${(turn % 250) + 1}` };
        try {
          const response =
            at % 3 === 0
              ? await fetch(`${web.url}/v1/user/listView/save`, {
                  method: 'POST',
                  headers: { 'content-type': 'application/json', cookie: cookies[at % 5]!, ...from },
                  body: JSON.stringify({ name: `view ${at}`, address: `/markets/spot?n=${turn}` }),
                })
              : await fetch(`${web.url}/markets/spot`, { headers: from });
          const text = await response.text();
          // A full house says so, on a busy machine; nothing else is refused.
          note(response.status === 503 && isFullHouse(text) ? 'full house' : String(response.status));
        } catch (error) {
          note(`cut: ${((error as Error).cause as { code?: string } | undefined)?.code ?? (error as Error).message}`);
        }
      }
    };
    const workers = Array.from({ length: 30 }, (_, at) => worker(at));
    let begin = 0;
    let ended: Promise<number | null>;
    try {
      await until('a busy server', 60_000, async () => (outcomes.get('200') ?? 0) > 60);
      begin = Date.now();
      ended = web.stop();
      await until('not ready', drainMs, async () => (await readyOf(web, '?pages')).missing.includes('drain'));
    } finally {
      isDraining = true;
    }
    await Promise.all(workers);
    const closings = await Promise.all(sockets.map(({ closed }) => closed));
    assert.equal(await ended, 0);
    const cut = [...outcomes.keys()].filter((outcome) => !['200', '429', 'full house'].includes(outcome));
    t.diagnostic(
      `outcomes ${JSON.stringify(Object.fromEntries(outcomes))}; sockets told after ${closings
        .map(({ at }) => at - begin)
        .toSorted((a, b) => a - b)
        .join(', ')} ms; ended after ${Date.now() - begin} ms`,
    );
    assert.deepEqual(cut, []);
    assert.deepEqual([...new Set(closings.map(({ code }) => code))], [1012]);
    const times = closings.map(({ at }) => at);
    assert.ok(Math.max(...times) - Math.min(...times) > 1_000, 'spread over seconds');
  },
);
