// Every process of a split stand is replaced, one after another, while alerts are made and fire and people look on: audited against every
// tick that a feed told. One process of each role, and the next one is there before it goes; LONG=1 takes two of each, where the old one
// goes first, until 10,000 alerts are made.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { calls } from '@tidemark/contract/calls.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { spyOnNats, type NatsSpy } from '@tidemark/testbed/nats-spy.ts';
import { createLocalNats, findNatsServer, type LocalNats } from '@tidemark/testbed/nats.ts';
import { createOutsidePostgres, type OutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { until } from '@tidemark/testbed/until.ts';
import pg from 'pg';
import { startAlertLoad, type AlertLoad, type MadeAlert, type Pair } from '../harness/alert-load.ts';
import { startApp, type App } from '../harness/app.ts';
import { createReadyWebs } from '../harness/ready-webs.ts';

const natsServer = findNatsServer();
const postgres: OutsidePostgres | null = await createOutsidePostgres();
const missing = [!natsServer && 'nats-server', !postgres && 'a Postgres server'].filter(Boolean).join(' and ');
if (missing && process.env.CI === 'true') throw new Error(`${missing} must be installed in CI`);
const skip = missing ? `this system cannot: ${missing} is not installed` : false;

const isLong = process.env.LONG === '1';
const [people, many] = isLong ? [60, 10_000] : [8, 60];
const each = isLong ? 2 : 1;
/** Nobody waits longer than this for a price or for a notice that is due. */
const pauseMs = 5_000;
const roles = ['feed', 'alerts', 'delivery', 'web'] as const;

interface HeardTick {
  readonly ts: number;
  readonly last: number;
}
const ticks = new Map<string, HeardTick[]>();
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

let [nats, spy, db, databaseUrl]: [LocalNats, NatsSpy, pg.Pool, string] = [] as never;
const webs = createReadyWebs();
const stand: { role: (typeof roles)[number]; app: App }[] = [];
let load: AlertLoad | undefined;
const startOne = (role: (typeof roles)[number]): Promise<App> =>
  startApp({
    env: {
      DATABASE_URL: databaseUrl,
      NATS_URL: nats.url,
      ROLES: role,
      TRUST_PROXY: '1',
      DRAIN_MS: isLong ? '4000' : '1500',
      SIM_TICKS_PER_SECOND: '200',
    },
  });

before(async () => {
  if (skip) return;
  const monitorPort = await freePort();
  nats = await createLocalNats(natsServer!, ['-m', String(monitorPort)]);
  await nats.start();
  spy = await spyOnNats(nats.port, monitorPort, hear);
  databaseUrl = await postgres!.createDatabase('rolling');
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
  await db?.end();
  await nats?.kill();
  await postgres?.remove();
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
const isUnheard = (ts: number, beforeMs = 0): boolean => unheard.some(({ from, to }) => ts > from - beforeMs && ts <= to);
/** The next feed may have heard a little less of the last one than we did, and asks from there. */
const lessHeardMs = 1_000;
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
    isUnheard(happenedAt, lessHeardMs) || ticks.get(alert.symbolId)!.some(({ ts, last }) => ts === happenedAt && last === price);
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

test('every process is replaced under load: nothing missed, nothing twice, nothing lost that was acknowledged', { skip }, async (t) => {
  const quotation = await fetch(`${await webs.next()}${apiPrefix}${calls.getHomeQuotation.path}?businessLine=1&quote=USDT&pageSize=60`);
  const pairs = ((await quotation.json()) as { data: { items: Pair[] } }).data.items;
  await until('a price of every pair', () => pairs.every(({ symbolId }) => ticks.has(symbolId)));
  load = await startAlertLoad(webs, people, pairs, (symbolId) => ticks.get(symbolId)?.at(-1)?.last);
  const { made, shown, failed } = load;
  await until('alerts that fire', async () => (await readFirings()).length > people / 2, { everyMs: 100 });

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

  await load.calmDown();
  // What is told from now on is for those that are left over, and not audited.
  const upTo = heard.ts;
  const firingsUpTo = async () => (await readFirings()).filter(({ happenedAt }) => happenedAt <= upTo);
  const unsettled = (firings: readonly Firing[]) => ({
    missed: compare(made, firings, upTo).missed,
    waiting: firings.filter(({ status, noticeKey }) => status === 'pending' || !shown.has(noticeKey)),
  });
  const firings = await until(
    'every notice is shown',
    async () => {
      const found = await firingsUpTo();
      const { missed, waiting } = unsettled(found);
      return missed.length + waiting.length === 0 && found;
    },
    { everyMs: 200, why: async () => unsettled(await firingsUpTo()) },
  );
  const { due, ...faults } = compare(made, firings, upTo);
  const { rows: kept } = await db.query<{ id: string; key: string }>('select id::text, client_key as key from alert');
  const keyOf = new Map(kept.map(({ id, key }) => [id, key]));
  const latest = Math.max(...firings.map(({ lateMs }) => lateMs));
  t.diagnostic(
    `${stand.length} processes, ${rounds} rounds; ${made.length} alerts acknowledged, ${due} due, ${firings.length} fired; ` +
      Object.entries(faults)
        .map(([name, ids]) => `${ids.length} ${name}`)
        .join(', ') +
      `; ${unheard.length} stretches that no feed told`,
  );
  t.diagnostic(
    `longest pause: ${Math.round(heard.longestMs)} ms between prices on the bus, ${Math.round(load.longestSilenceMs())} ms on a socket, ` +
      `${Math.round(latest)} ms from a tick to its firing in the log; tried again: ${JSON.stringify(Object.fromEntries(failed))}`,
  );
  assert.ok(due > people, `${due} due`);
  assert.deepEqual(faults, { missed: [], doubled: [], unfounded: [], late: [] });
  assert.deepEqual(
    made.filter(({ id, clientKey }) => keyOf.get(id) !== clientKey).map(({ id }) => id),
    [],
    'acknowledged and lost',
  );
  assert.equal(kept.length, new Set(made.map(({ clientKey }) => clientKey)).size, 'what was sent twice is kept once');
  assert.deepEqual([...new Set(firings.map(({ status }) => status))], ['acknowledged'], 'shown on an open page');
  if (!isLong) return;
  for (const pause of [heard.longestMs, load.longestSilenceMs(), latest]) assert.ok(pause < pauseMs, `${pause} ms`);
  assert.deepEqual([...failed.keys()], [], 'no write has to be sent twice');
});
