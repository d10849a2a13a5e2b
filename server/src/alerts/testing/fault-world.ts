// For tests of faults: a feed whose prices are known, people with one alert each, local servers in bad faults, and processes that
// judge and deliver. What ought to have fired follows from the prices alone.
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import { drawFaults } from '@tidemark/testbed/fault-injection.ts';
import type { LocalNats } from '@tidemark/testbed/nats.ts';
import { startPushEndpoint, type Browser } from '@tidemark/testbed/push-endpoint.ts';
import { startSmsGateway } from '@tidemark/testbed/sms-gateway.ts';
import { startSmtp } from '@tidemark/testbed/smtp.ts';
import { createMarket } from '#market/index.ts';
import { createTestSource, tickOf } from '#market/testing/test-source.ts';
import { connectNats } from '#platform/bus/nats.ts';
import { systemClock } from '#platform/clock.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { notice, noticeSeen } from '#topics/index.ts';
import { createLogStore } from '../log-store.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { scaleOf } from '../pairs.ts';
import { createStore } from '../store.ts';
import { alertLimits, type AlertType } from '@tidemark/contract/alert-rules.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import { createRandom } from './random.ts';

const childProgram = fileURLToPath(new URL('../../assembly/testing/test-alerts-child.ts', import.meta.url));
const tick = '0.00000001';
const begin = 100;
/** Shorter than the silence that ends a file. */
const settleMs = 240_000;

export interface Watcher {
  readonly alertId: number;
  readonly userId: string;
  readonly email: string;
  readonly phone: string;
  readonly browser: Browser;
  readonly symbolId: string;
  readonly type: AlertType;
  /** Types 1, 2: the price; 5, 6: the change; 8: half the width around 100. */
  readonly target: number;
}

/** Above or below what price it fires. */
const levelOf = ({ type, target }: Pick<Watcher, 'type' | 'target'>): { up?: number; down?: number } => {
  if (type === 1) return { up: target };
  if (type === 2) return { down: target };
  if (type === 5) return { up: begin * (1 + target) };
  if (type === 6) return { down: begin * (1 - target) };
  return { up: begin + target, down: begin - target };
};

export async function openFaultWorld({
  databaseUrl,
  nats,
  seed,
  people,
  reach,
}: {
  databaseUrl: string;
  nats: LocalNats;
  seed: number;
  people: number;
  reach: number;
}) {
  const random = createRandom(seed);
  const log = createLog({ level: 'silent' });
  const clock = systemClock;
  const symbols = Array.from({ length: 6 }, (_, at) => `S${at}USDT`);
  const [smtp, sms, push] = await Promise.all([startSmtp(), startSmsGateway(), startPushEndpoint()]);
  smtp.setFaults(drawFaults(seed, 0.15));
  sms.setFaults(drawFaults(seed + 1, 0.15));
  push.setFaults(drawFaults(seed + 2, 0.15));
  let db: Database = await openDatabase({ databaseUrl, dataDir: '/nowhere', log });
  const bus = await connectNats(nats.url, { log, name: 'fault world' });

  const ticksBySymbol = new Map(symbols.map((symbolId) => [symbolId, [] as { ts: number; last: number }[]]));
  const candles = ({ symbolId, from = 0, to = Infinity, limit }: CandleQuery): Candle[] => {
    const minutes = new Map<number, Candle>();
    const add = (ts: number, price: number) => {
      const start = Math.floor(ts / 60_000) * 60_000;
      const { open = price, high = price, low = price } = minutes.get(start) ?? {};
      minutes.set(start, { ts: start, open, high: Math.max(high, price), low: Math.min(low, price), close: price, volume: 1, turnover: 1 });
    };
    const ticks = ticksBySymbol.get(symbolId) ?? [];
    // A day ago it stood where it began.
    if (to < (ticks[0]?.ts ?? Infinity)) for (let at = from; at <= to; at += 60_000) add(at, begin);
    for (const { ts, last } of ticks) add(ts, last);
    return [...minutes.values()].filter(({ ts }) => ts >= Math.floor(from / 60_000) * 60_000 && ts <= to).slice(-limit);
  };
  const source = createTestSource(symbols, candles);
  const market = createMarket({ bus, clock, log, metrics: createMetrics(), db, feed: source });
  await market.start();

  const tell = (symbolId: string, last: number) => {
    const ts = Date.now();
    ticksBySymbol.get(symbolId)!.push({ ts, last });
    source.tell([{ ...tickOf(symbolId, last, ts), open24h: begin, high24h: 1_000, low24h: 0.001 }]);
  };
  for (const symbolId of symbols) tell(symbolId, begin);

  // Every notice that is published counts as seen on an open page of its user.
  const popped: PriceNotice[] = [];
  const stopNotices = bus.subscribe(notice, ({ payload, deliveryIds }) => {
    popped.push(payload);
    bus.publish(noticeSeen, { deliveryIds });
  });

  const store = createStore(db.orm, alertLimits);
  const logs = createLogStore(db.orm);
  const watchers: Watcher[] = [];
  for (let at = 0; at < people; at++) {
    const type = random.pick([1, 1, 2, 2, 5, 6, 8] as AlertType[]);
    const symbolId = symbols[at % symbols.length]!;
    // The first one is never met: a notice that must not come has a user it could come to.
    const away = at === 0 ? 2 * reach : 0.2 + random.next() * reach;
    const target = Number(
      (type === 1 ? begin + away : type === 2 ? begin - away : type === 8 ? away : Math.ceil(away * 100) / 10_000).toFixed(4),
    );
    const [userId, email, phone, browser] = [newId(), `p${at}@people.example`, `+49170${String(at).padStart(7, '0')}`, push.newBrowser()];
    await db.pool.query(
      `insert into account (id, email, email_key, email_verified_at, password_hash, area_code, phone, phone_verified_at, locale,
       created_at, updated_at) values ($1, $2, $2, now(), 'x', '49', $3, now(), 'en', now(), now())`,
      [userId, email, phone.slice(3)],
    );
    await logs.subscribe(userId, newId(), browser, new Date());
    const values =
      type === 8
        ? { price: null, priceUp: String(begin + target), priceDown: String(begin - target) }
        : { price: String(target), priceUp: null, priceDown: null };
    const levels = planLevels(
      { alertType: type, configurePrice: values.price, configurePriceUp: values.priceUp, configurePriceDown: values.priceDown },
      scaleOf(tick),
    );
    const standing = startStanding({ type, ...levels }, 1, type === 5 || type === 6 ? 0 : scaleOf(tick).units(begin), Date.now());
    const { id } = await store.create(
      userId,
      {
        ...values,
        type,
        source: 0,
        frequency: 3,
        channels: [1, 2, 3, 5],
        clientKey: 'k',
        businessLine: 1,
        contractLine: null,
        symbolId,
        tick,
        note: null,
        timeZone: -1,
        standing,
        born: type === 5 || type === 6 ? { high: 0, low: 0 } : { high: scaleOf(tick).units(begin), low: scaleOf(tick).units(begin) },
      },
      new Date(),
    );
    watchers.push({ alertId: id, userId, email, phone, browser, symbolId, type, target });
  }

  const children = new Set<ChildProcess>();
  /** partSize: so many firings are one commit, of more it writes parts. */
  const startChild = (partSize = 1_500): ChildProcess => {
    const child = fork(childProgram, [], {
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        DATABASE_URL: databaseUrl,
        NATS_URL: nats.url,
        SMTP_URL: smtp.url,
        SMS_URL: sms.url,
        SMS_TOKEN: sms.token,
        PART_SIZE: String(partSize),
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'json',
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const kill = async (child: ChildProcess) => {
    const gone = child.exitCode === null && child.signalCode === null ? new Promise((resolve) => child.once('exit', resolve)) : null;
    child.kill('SIGKILL');
    await gone;
  };
  const ready = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      child.once('message', () => resolve());
      child.once('exit', () => resolve());
    });

  /** Wanders outwards both ways with wicks of one tick, so that more and more alerts are met. share: of the way. */
  const wander = (share: number) => {
    for (const symbolId of symbols) {
      const wick = random.chance(0.5) ? 1 : -1;
      tell(symbolId, Number((begin + wick * share * reach * (0.9 + 0.1 * random.next())).toFixed(4)));
      tell(symbolId, Number((begin + (random.next() - 0.5) * 0.1).toFixed(4)));
    }
  };

  const shouldFire = (watcher: Watcher): boolean => {
    const { up = Infinity, down = -Infinity } = levelOf(watcher);
    const isExit = watcher.type === 8;
    return ticksBySymbol
      .get(watcher.symbolId)!
      .some(({ last }) => (isExit ? last > up || last < down : last >= up - 1e-9 || last <= down + 1e-9));
  };

  /** By person: firings in the log and messages by key on each channel. */
  const account = async () => {
    const { rows } = await db.pool.query<{ alert_id: string; fired: number; late: number }>(
      `select alert_id, count(*)::int as fired, count(lateness)::int as late from alert_log group by alert_id`,
    );
    const fired = new Map(rows.map((row) => [Number(row.alert_id), row]));
    const different = (keys: readonly (string | undefined)[]) => new Set(keys).size;
    return watchers.map((watcher) => ({
      alertId: watcher.alertId,
      expected: shouldFire(watcher) ? 1 : 0,
      log: fired.get(watcher.alertId)?.fired ?? 0,
      mail: different(smtp.mails.filter(({ to }) => to.includes(watcher.email)).map(({ headers }) => headers.get('message-id'))),
      sms: sms.messages.filter(({ to }) => to === watcher.phone).length,
      push: different(
        push.pushes
          .filter(({ endpoint }) => endpoint === watcher.browser.endpoint)
          .map(({ payload }) => (JSON.parse(payload) as { key: string }).key),
      ),
      pop: different(popped.filter(({ alertId }) => alertId === String(watcher.alertId)).map(({ key }) => key)),
    }));
  };

  return {
    watchers,
    market,
    startChild,
    ready,
    kill,
    wander,
    account,
    children: (): readonly ChildProcess[] => [...children],
    random,
    allWell() {
      for (const server of [smtp, sms, push]) server.setFaults(() => 'none');
    },
    /** Until nothing waits in the outbox and everything that should have is in the log. */
    async settled(): Promise<boolean> {
      const expected = watchers.filter(shouldFire).length;
      for (const end = Date.now() + settleMs; Date.now() < end; await delay(100)) {
        try {
          const { rows } = await db.pool.query<{ logged: number; waiting: number }>(
            `select (select count(*)::int from alert_log) as logged, (select count(*)::int from alert_delivery
             where status = 'pending') as waiting`,
          );
          if (rows[0]!.logged >= expected && rows[0]!.waiting === 0) return true;
        } catch {
          // The database may be away for a moment.
        }
      }
      return false;
    },
    async query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
      return (await db.pool.query<T>(text)).rows;
    },
    repeats: () => ({ sms: sms.repeats(), mail: smtp.mails.length, push: push.pushes.length, pop: popped.length }),
    async close() {
      for (const child of children) await kill(child);
      stopNotices();
      await market.stop();
      await bus.close();
      await db.close();
      await Promise.all([smtp.stop(), sms.stop(), push.stop()]);
    },
  };
}
