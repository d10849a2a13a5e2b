// Alerts are made and fire and people look on, audited against every tick that a feed told: while nothing happens, while every process of
// a split stand is replaced, one after another, and while web processes hang, are cut off or killed. One process of each role, and
// the next one is there before it goes; LONG=1 takes two of each, where the old one goes first, until 10,000 alerts are made.
import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { calls } from '@tidemark/contract/calls.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { isLong } from '@tidemark/testbed/long-test.ts';
import { openSilentProxy, type SilentProxy } from '@tidemark/testbed/silent-proxy.ts';
import { spyOnNats, type NatsSpy } from '@tidemark/testbed/nats-spy.ts';
import { openOutsideServers } from '@tidemark/testbed/outside-servers.ts';
import { until } from '@tidemark/testbed/until.ts';
import pg from 'pg';
import { startAlertLoad, type AlertLoad, type MadeAlert, type Pair } from '../harness/alert-load.ts';
import { startApp, type App } from '../harness/app.ts';
import { probePages } from '../harness/page-probe.ts';
import { createReadyWebs } from '../harness/ready-webs.ts';

const monitorPort = await freePort();
const { skip, nats, postgres, close } = await openOutsideServers(['-m', String(monitorPort)]);

/** Somebody makes about 150 alerts until all they may have wait for prices that have gone away. */
const [people, many] = isLong ? [100, 10_000] : [8, 60];
const each = isLong ? 2 : 1;
/** An alert of everybody so often: nearly the sixty writes that a person has in a minute. */
const briskMs = 1_100;
/** Beside processes that start, so that a pause is one of the program: two cores that are full without them would add their own. */
const besideStartsMs = isLong ? 8_000 : briskMs;
/** Alerts made before anything happens: eight times as many a second as in 25 minutes of the stand this was first seen on, and as many. */
const manyInPeace = isLong ? 10_000 : people;
/** How long a web process is away; nobody believes in its readers any more after six seconds. */
const awayMs = isLong ? 20_000 : 7_000;
/** Nobody waits longer than this for a price or for a notice that is due. */
const pauseMs = 5_000;
const simSeed = 7;
const roles = ['feed', 'alerts', 'delivery', 'web'] as const;

interface HeardTick {
  readonly ts: number;
  readonly last: number;
}
const ticks = new Map<string, HeardTick[]>();
/** Tells the same to everybody. */
const exchange = createSimulator({ clock: { now: () => Date.now(), every: () => () => {}, after: () => () => {} }, seed: simSeed });
/** Between one feed and the next, or where a feed says that it stood still: what the source tells of it nobody heard. */
const unheard: { from: number; to: number }[] = [];
let heard = { epoch: 0, seq: 0, ts: 0, at: 0, longestMs: 0 };
const hear = (subject: string, payload: Buffer): void => {
  if (subject !== 'market.quotes') return;
  const text = payload[0] === 0x1f ? gunzipSync(payload) : payload;
  const { epoch, quotes } = JSON.parse(text.toString()) as { epoch: number; quotes: (HeardTick & { symbolId: string; seq: number })[] };
  // As everybody who listens: what an older feed still says does not count.
  if (epoch < heard.epoch || quotes.length === 0) return;
  const stamps = quotes.map(({ ts }) => ts);
  const isNext = epoch === heard.epoch && quotes[0]!.seq === heard.seq + 1;
  if (!isNext && heard.epoch > 0) unheard.push({ from: heard.ts, to: Math.max(...stamps) });
  const now = performance.now();
  const longestMs = heard.at === 0 ? 0 : Math.max(heard.longestMs, now - heard.at);
  heard = { epoch, seq: quotes.at(-1)!.seq, ts: Math.max(heard.ts, ...stamps), at: now, longestMs };
  for (const { symbolId, ts, last } of quotes) {
    const symbolTicks = ticks.get(symbolId);
    if (symbolTicks) symbolTicks.push({ ts, last });
    else ticks.set(symbolId, [{ ts, last }]);
  }
};

let [spy, db, databaseUrl]: [NatsSpy, pg.Pool, string] = [] as never;
/** By these web processes reach their bus and their database, so that they can be cut off from one of them. */
const webWays = {} as Record<'bus' | 'database', SilentProxy>;
const webs = createReadyWebs();
const stand: { role: (typeof roles)[number]; app: App }[] = [];
let load: AlertLoad | undefined;
const startOne = (role: (typeof roles)[number]): Promise<App> =>
  startApp({
    env: {
      DATABASE_URL: role === 'web' ? webWays.database.url : databaseUrl,
      NATS_URL: role === 'web' ? webWays.bus.url : nats.url,
      ROLES: role,
      TRUST_PROXY: '1',
      DRAIN_MS: isLong ? '4000' : '1500',
      SIM_SEED: String(simSeed),
      SIM_TICKS_PER_SECOND: '200',
    },
  });

before(async () => {
  if (skip) return;
  spy = await spyOnNats(nats.port, monitorPort, hear);
  databaseUrl = await postgres.createDatabase('rolling');
  webWays.bus = await openSilentProxy(nats.url);
  webWays.database = await openSilentProxy(databaseUrl);
  db = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  db.on('error', () => {});
  const wanted = roles.flatMap((role) => Array.from({ length: each }, () => role));
  stand.push(...(await Promise.all(wanted.map(async (role) => ({ role, app: await startOne(role) })))));
  for (const { role, app } of stand) if (role === 'web') webs.add(app.url);
});
after(async () => {
  load?.stop();
  webs.stop();
  await Promise.all(stand.map(({ app }) => app.kill9()));
  spy?.stop();
  for (const way of Object.values(webWays)) way.close();
  await db?.end();
  await close();
});

interface Firing {
  readonly alertId: string;
  readonly happenedAt: number;
  readonly price: number;
  readonly noticeKey: string;
  readonly status: string;
  readonly lateMs: number;
}
const readFirings = async (): Promise<Firing[]> =>
  (
    await db.query<Firing>(
      `select l.alert_id::text as "alertId", (extract(epoch from l.happened_at) * 1000)::float8 as "happenedAt",
         l.firing_price::float8 as price, coalesce(d.bundle, l.key) as "noticeKey", coalesce(d.status, 'none') as status,
         (extract(epoch from l.created_at - l.happened_at) * 1000)::float8 as "lateMs"
       from alert_log l left join alert_delivery d on d.log_id = l.id`,
    )
  ).rows;

const isBeyond = ({ isRise, target }: MadeAlert, { last }: HeardTick): boolean => (isRise ? last >= target : last <= target);
/** Of such a moment what the source tells counts, and not what the next feed begins with. */
const isUnheard = (ts: number): boolean => unheard.some(({ from, to }) => ts > from && ts <= to);
/** What nobody told is asked of the source, which knows every moment. */
const isAsked = (symbolId: string, ts: number, price: number): boolean => isUnheard(ts) && exchange.priceAt(symbolId, ts) === price;
/** The tick by which it must have fired at the latest. */
const dueTick = (alert: MadeAlert, upTo: number): HeardTick | undefined =>
  alert.isLatched
    ? undefined
    : ticks
        .get(alert.symbolId)!
        .find((tick) => tick.ts > alert.answeredAt && tick.ts <= upTo && isBeyond(alert, tick) && !isUnheard(tick.ts));

function compare(made: readonly MadeAlert[], firings: readonly Firing[], upTo: number) {
  const found = Map.groupBy(firings, ({ alertId }) => alertId);
  const due = made.map((alert) => ({ alert, tick: dueTick(alert, upTo), fired: found.get(alert.id) ?? [] }));
  const idsWhere = (isSo: (one: (typeof due)[number]) => boolean) => due.filter(isSo).map(({ alert }) => alert.id);
  const isOfATick = (alert: MadeAlert, { happenedAt, price }: Firing): boolean =>
    isAsked(alert.symbolId, happenedAt, price) || ticks.get(alert.symbolId)!.some(({ ts, last }) => ts === happenedAt && last === price);
  return {
    due: due.filter(({ tick }) => tick).length,
    missed: idsWhere(({ tick, fired }) => tick !== undefined && fired.length === 0),
    doubled: idsWhere(({ fired }) => fired.length > 1),
    unfounded: idsWhere(({ alert, fired }) =>
      fired.some((one) => one.happenedAt < alert.sentAt || !isBeyond(alert, { ts: 0, last: one.price }) || !isOfATick(alert, one)),
    ),
    late: idsWhere(({ tick, fired }) => tick !== undefined && fired.some(({ happenedAt }) => happenedAt > tick.ts)),
  };
}

const firingsUpTo = async (upTo: number) => (await readFirings()).filter(({ happenedAt }) => happenedAt <= upTo);
/** When everything that was due up to now is on somebody's screen: gone over with every tick. What comes later is not audited. */
async function assertWhole(t: TestContext, { made: all, shown }: AlertLoad): Promise<readonly Firing[]> {
  const [upTo, made] = [heard.ts, [...all]];
  const own = new Set(made.map(({ id }) => id));
  const ownFirings = async () => (await firingsUpTo(upTo)).filter(({ alertId }) => own.has(alertId));
  const unsettled = (firings: readonly Firing[]) => ({
    missed: compare(made, firings, upTo).missed,
    waiting: firings.filter(({ status, noticeKey }) => status === 'pending' || !shown.has(noticeKey)),
  });
  const firings = await until(
    'every notice is shown',
    async () => {
      const found = await ownFirings();
      const { missed, waiting } = unsettled(found);
      return missed.length + waiting.length === 0 && found;
    },
    { everyMs: 200, why: async () => unsettled(await ownFirings()) },
  );
  const { due, ...faults } = compare(made, firings, upTo);
  t.diagnostic(
    `${made.length} alerts acknowledged, ${due} due, ${firings.length} fired; ` +
      Object.entries(faults)
        .map(([name, ids]) => `${ids.length} ${name}`)
        .join(', ') +
      `; ${unheard.length} stretches that no feed told`,
  );
  const explained = made
    .filter(({ id }) => faults.unfounded.includes(id))
    .map((alert) => {
      const own = firings.filter(({ alertId }) => alertId === alert.id);
      const around = ticks.get(alert.symbolId)!.filter(({ ts }) => own.some(({ happenedAt }) => Math.abs(ts - happenedAt) < 3_000));
      return JSON.stringify({ alert, own, around, unheard });
    });
  assert.ok(due > 0, 'some are due');
  assert.deepEqual({ ...faults, unfounded: explained }, { missed: [], doubled: [], unfounded: [], late: [] });
  assert.deepEqual([...new Set(firings.map(({ status }) => status))], ['acknowledged'], 'shown on an open page');
  return firings;
}

async function startLoad(count: number, paceMs: number): Promise<AlertLoad> {
  const quotation = await fetch(`${await webs.next()}${apiPrefix}${calls.getHomeQuotation.path}?businessLine=1&quote=USDT&pageSize=60`);
  const pairs = ((await quotation.json()) as { data: { items: Pair[] } }).data.items;
  await until('a price of every pair', () => pairs.every(({ symbolId }) => ticks.has(symbolId)));
  return startAlertLoad(webs, count, paceMs, pairs, (symbolId) => ticks.get(symbolId)?.at(-1)?.last);
}

test('nothing happens: nothing missed, nothing twice', { skip }, async (t) => {
  load = await startLoad(people, briskMs);
  const { made } = load;
  // Some fire while they are being made, which nothing can be said of.
  await until('alerts that are due', () => made.filter((alert) => dueTick(alert, heard.ts)).length > people / 2, { everyMs: 100 });
  while (made.length < manyInPeace) {
    const seen = made.length;
    await until('more alerts', () => made.length >= Math.min(manyInPeace, seen + 200));
    process.stdout.write(`${made.length} alerts made\n`);
  }
  const lateMs = (await assertWhole(t, load)).map((firing) => firing.lateMs).sort((a, b) => a - b);
  const share = (of: number) => Math.round(lateMs[Math.floor((lateMs.length - 1) * of)]!);
  t.diagnostic(`from a tick to its firing in the log: half within ${share(0.5)} ms, 99 of 100 within ${share(0.99)} ms`);
});

test('every process is replaced under load: nothing missed, nothing twice, nothing lost that was acknowledged', { skip }, async (t) => {
  await load?.calmDown();
  load?.stop();
  const readKept = async () => (await db.query<{ id: string; key: string }>('select id::text, client_key as key from alert')).rows;
  const keptBefore = (await readKept()).length;
  load = await startLoad(people, besideStartsMs);
  const { made, failed, longestSilence } = load;
  const probe = probePages(webs);
  const replace = async (at: number): Promise<void> => {
    const { role, app: old } = stand[at]!;
    const hasRoom = each === 1;
    const fresh = hasRoom ? await startOne(role) : null;
    if (fresh && role === 'web') webs.add(fresh.url);
    const code = await old.stop();
    webs.remove(old.url);
    assert.equal(code, 0, `${role} ends as it should`);
    stand[at] = { role, app: fresh ?? (await startOne(role)) };
    if (!fresh && role === 'web') webs.add(stand[at].app.url);
    // Whoever waits for this file hears that it lives.
    process.stdout.write(`replaced ${role}; ${made.length} alerts made\n`);
  };
  let rounds = 0;
  do {
    for (const at of stand.keys()) await replace(at);
    rounds++;
  } while (made.length < many);

  const pages = await probe.stop();
  await load.calmDown();
  const firings = await assertWhole(t, load);
  const kept = await readKept();
  const keyOf = new Map(kept.map(({ id, key }) => [id, key]));
  const latest = Math.max(...firings.map(({ lateMs }) => lateMs));
  t.diagnostic(`${stand.length} processes, ${rounds} rounds; ${pages.asked} pages, the slowest ${Math.round(pages.slowestMs)} ms`);
  const silence = longestSilence();
  t.diagnostic(
    `longest pause: ${Math.round(heard.longestMs)} ms between prices on the bus, ` +
      `${Math.round(silence.ms)} ms on a socket (${silence.steps}), ` +
      `${Math.round(latest)} ms from a tick to its firing in the log; tried again: ${JSON.stringify(Object.fromEntries(failed))}`,
  );
  assert.deepEqual(
    made.filter(({ id, clientKey }) => keyOf.get(id) !== clientKey).map(({ id }) => id),
    [],
    'acknowledged and lost',
  );
  assert.equal(kept.length - keptBefore, new Set(made.map(({ clientKey }) => clientKey)).size, 'what was sent twice is kept once');
  assert.ok(pages.asked > stand.length, 'pages were asked all the while');
  assert.deepEqual(pages.failed, [], 'no page fails');
  assert.deepEqual([...failed.keys()], [], 'no write has to be sent twice');
  if (!isLong) return;
  for (const pause of [heard.longestMs, longestSilence().ms, latest]) assert.ok(pause < pauseMs, `${pause} ms`);
});

test('web processes hang, are killed and are cut off from what they need: every notice is shown on their sockets', { skip }, async (t) => {
  load!.stop();
  load = await startLoad(8, briskMs);
  const { made, shown } = load;
  const own = async () => {
    const ids = new Set(made.map(({ id }) => id));
    return (await readFirings()).filter(({ alertId }) => ids.has(alertId));
  };
  const web = stand.find(({ role }) => role === 'web')!.app;
  const { bus, database } = webWays;
  // Without its bus nobody on such a socket can be told, without its database everybody can.
  const faults = {
    hangs: { begin: () => process.kill(web.pid(), 'SIGSTOP'), end: () => process.kill(web.pid(), 'SIGCONT'), isTold: false },
    'cut off from the bus': { begin: bus.cut, end: bus.heal, isTold: false },
    'cut off from the database': { begin: database.cut, end: database.heal, isTold: true },
    killed: { begin: web.kill9, end: web.restart, isTold: false },
  } as const;
  // On each change one that they themselves have to notice, and one that nobody who looks on may.
  for (const name of isLong ? (Object.keys(faults) as (keyof typeof faults)[]) : (['hangs', 'cut off from the database'] as const)) {
    const { begin, end, isTold } = faults[name];
    const awake = made.length;
    await until('alerts that wait for their price', () => made.length > awake + 12);
    const [since, at] = [performance.now(), Date.now()];
    const meanwhile = async () => (await own()).filter(({ happenedAt }) => happenedAt > at);
    await begin();
    try {
      // Longer than a name is kept of who looks on, where it may be forgotten.
      const enoughMs = isTold ? awayMs / 2 : awayMs;
      await until('firings meanwhile', async () => performance.now() - since > enoughMs && (await meanwhile()).length > 2, {
        everyMs: 100,
      });
      if (isTold) {
        const keys = (await meanwhile()).map(({ noticeKey }) => noticeKey);
        await until('every notice meanwhile', () => keys.every((key) => shown.has(key)));
      }
    } finally {
      await end();
    }
    t.diagnostic(`${name} for ${Math.round(performance.now() - since)} ms, ${(await meanwhile()).length} fired meanwhile`);
    const moment = made.length;
    await until('alerts made again', () => made.length > moment);
    await assertWhole(t, load);
  }
});
