// For tests of faults: feeds and judges as processes of their own on NATS and Postgres, a market whose every tick is known, and people with
// alerts.
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LocalNats } from '@tidemark/testbed/nats.ts';
import { until } from '@tidemark/testbed/until.ts';
import { sql } from 'drizzle-orm';
import type { Quote } from '#market/board.ts';
import { connectNats } from '#platform/bus/nats.ts';
import { openDatabase } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { alertsChanged, notice, noticeSeen, quotes as quotesTopic } from '#topics/index.ts';
import { scaleOf } from '../pairs.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { partitionOf } from '../partition.ts';
import { alert, alertState } from '../tables.ts';
import { auditAlerts, type Audit, type AuditedAlert, type AuditedFiring } from './audit.ts';
import { basePrice, reachOf, scriptedTicks, wickEveryMs, type Burst, type Script } from './scripted-market.ts';
import { shiftedClock } from './shifted-clock.ts';
import { openVisitor } from './visitor.ts';

const feedProgram = fileURLToPath(new URL('../../assembly/testing/test-feed-child.ts', import.meta.url));
const alertsProgram = fileURLToPath(new URL('../../assembly/testing/test-alerts-child.ts', import.meta.url));
const tick = '0.0001';
const alertsPerUser = 15;
const usersAtOnce = 6;
/** From when a burst is planned until it begins. */
const leadMs = 1_500;
const minuteMs = 60_000;

/** Where a feed whose clock is wrong has told the market at another time: the alerts that are judged by what these feeds told. */
export interface Told {
  readonly alerts: readonly AuditedAlert[];
  isBy(epoch: number): boolean;
}

interface BurstTime {
  /** A minute of the market begins so long after the first wick. */
  readonly minuteAfterMs?: number;
  /** The clock of the feed that tells it is ahead by so much. */
  readonly aheadMs?: number;
}

/** A stretch of the market's time. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Alerts whose wicks are not planned yet: the number of the first one, and how many seconds have one. */
interface Unplanned {
  readonly first: number;
  readonly seconds: number;
}

/** minuteIn: so many seconds before the next minute of the market begins, from when the first process is there. */
export async function openSplitWorld({
  databaseUrl,
  nats,
  minuteIn,
  hasPast = true,
  prefix = '',
}: {
  databaseUrl: string;
  nats: LocalNats;
  minuteIn: number;
  hasPast?: boolean;
  /** Parts it from other worlds on the same NATS. */
  prefix?: string;
}) {
  const log = createLog({ level: 'silent' });
  const db = await openDatabase({ databaseUrl, dataDir: '/nowhere', log });
  const bus = await connectNats(nats.url, { log, name: 'split world', prefix });
  let [shiftMs, openedAt] = [0, 0];
  const now = () => Date.now() + shiftMs;
  const script: Script = { bursts: [], symbols: Array.from({ length: 8 }, (_, at) => `S${at}USDT`) };
  const alerts: AuditedAlert[] = [];
  const heard: { epoch: number; at: number; quotes: readonly Quote[] }[] = [];
  const undo = [
    bus.subscribe(quotesTopic, ({ epoch, quotes }) => void heard.push({ epoch, at: performance.now(), quotes })),
    bus.subscribe(notice, ({ deliveryIds }) => bus.publish(noticeSeen, { deliveryIds })),
  ];
  const feeds = new Set<ChildProcess>();
  const children = new Set<ChildProcess>();
  const start = (program: string, env: Record<string, string> = {}): ChildProcess => {
    const child = fork(program, [], {
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        DATABASE_URL: databaseUrl,
        NATS_URL: nats.url,
        NATS_PREFIX: prefix,
        ASK_SHIFT: '1',
        SCRIPT_BURSTS: JSON.stringify(script.bursts),
        SCRIPT_SYMBOLS: script.symbols.join(),
        HAS_PAST: hasPast ? '1' : '0',
        SMTP_URL: 'smtp://127.0.0.1:9',
        SMS_URL: 'http://127.0.0.1:9',
        SMS_TOKEN: 'none',
        PART_SIZE: '1500',
        ...env,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.add(child);
    child.on('message', (message) => {
      if (message !== 'shift') return;
      // Never back: alerts may have been made before.
      if (openedAt === 0) shiftMs = (2 * minuteMs - minuteIn * 1_000 - (Date.now() % minuteMs)) % minuteMs;
      openedAt ||= now();
      child.send({ shiftMs });
    });
    child.once('exit', () => children.delete(child));
    return child;
  };
  const asked = (child: ChildProcess, question: object | string): Promise<boolean> =>
    new Promise((resolve) => {
      const hear = (answer: unknown): void => {
        if (typeof answer !== 'boolean') return;
        child.off('message', hear);
        resolve(answer);
      };
      child.on('message', hear);
      child.send(question);
    });
  /** Told to every feed before it begins, however busy the machine is: one that has gone past it already refuses. */
  const plan = async (first: number, count: number, { minuteAfterMs, aheadMs = 0 }: BurstTime): Promise<Burst> => {
    for (let lead = leadMs; ; lead *= 2) {
      const earliest = now() + aheadMs + lead;
      const untilMinute = minuteAfterMs === undefined ? 0 : minuteMs - ((earliest + minuteAfterMs) % minuteMs);
      const burst = { fromMs: earliest + untilMinute, first, count };
      const bursts = [...script.bursts, burst];
      const answers = await Promise.all([...feeds].map((feed) => asked(feed, { bursts })));
      if (answers.includes(false)) continue;
      script.bursts = bursts;
      return burst;
    }
  };
  let made = 0;
  let wicks = 0;
  /** All of one person at once, as the store keeps them: of 10,000, each by itself would take minutes. */
  const makeFor = async (userId: string, wanted: readonly { readonly number: number; readonly reach: number }[]): Promise<void> => {
    const begun = now();
    const planned = wanted.map(({ number, reach }) => {
      const symbolId = script.symbols[number % script.symbols.length]!;
      const isUp = Math.floor(number / script.symbols.length) % 2 === 0;
      const [type, target] = [isUp ? 1 : 2, (isUp ? basePrice + reach - 0.003 : basePrice - reach + 0.003).toFixed(4)] as const;
      const form = { alertType: type, configurePrice: target, configurePriceUp: null, configurePriceDown: null };
      const standing = startStanding({ type, ...planLevels(form, scaleOf(tick)) }, 1, scaleOf(tick).units(basePrice), begun);
      return { number, symbolId, type, target, standing };
    });
    const made = await db.orm.transaction(async (tx) => {
      const common = { userId, source: 0, frequency: 3, channels: [4, 5], businessLine: 1, contractLine: null, tick, timeZone: -1 };
      const rows = await tx
        .insert(alert)
        .values(
          planned.map(({ number, symbolId, type, target }) => ({
            ...common,
            symbolId,
            type,
            price: target,
            priceUp: null,
            priceDown: null,
            clientKey: `k${number}`,
            isOpen: true,
            version: 1,
            partition: partitionOf(symbolId),
            createdAt: new Date(),
            updatedAt: new Date(),
            changedAt: sql`clock_timestamp()`,
          })),
        )
        .returning({ id: alert.id });
      await tx.insert(alertState).values(
        rows.map(({ id }, at) => {
          const { standing } = planned[at]!;
          return { alertId: id, version: 1, fireSeq: standing.fireSeq, judgedAt: standing.judgedAt, standing, born: null };
        }),
      );
      return rows;
    });
    for (const [at, { id }] of made.entries()) {
      const { symbolId, type, target } = planned[at]!;
      alerts.push({ id, symbolId, type, frequency: 3, tick, target, at: begun, price: basePrice });
    }
  };
  const makeAlerts = async (count: number, withinMs: number): Promise<Unplanned> => {
    const [first, seconds, madeBefore] = [wicks, withinMs / wickEveryMs, made];
    wicks += seconds;
    made += count;
    const users = Array.from({ length: Math.ceil(count / alertsPerUser) }, (_, at) => at * alertsPerUser);
    const work = async (): Promise<void> => {
      for (let from = users.shift(); from !== undefined; from = users.shift()) {
        const userId = newId();
        await db.pool.query(
          `insert into account (id, email, email_key, password_hash, locale, created_at, updated_at)
           values ($1, $2, $2, 'x', 'en', now(), now())`,
          [userId, `${userId}@people.example`],
        );
        const own = Array.from({ length: Math.min(alertsPerUser, count - from) }, (_, at) => from + at);
        await makeFor(
          userId,
          own.map((at) => ({ number: madeBefore + at, reach: reachOf(first + Math.floor((at / count) * seconds)) })),
        );
      }
    };
    await Promise.all(Array.from({ length: usersAtOnce }, work));
    bus.publish(alertsChanged, null);
    return { first, seconds };
  };
  const planned = async ({ first, seconds }: Unplanned, time: BurstTime = {}): Promise<Stretch> => {
    const { fromMs } = await plan(first, seconds, time);
    return { fromMs, toMs: fromMs + seconds * wickEveryMs };
  };

  return {
    heard,
    now,
    alerts,
    databaseUrl,
    /** So much time of the market passes at once; for moments when no feed is alive. */
    skip(ms: number) {
      shiftMs += ms;
      for (const child of children) child.send({ shiftMs });
    },
    startFeed(env?: Record<string, string>) {
      const feed = start(feedProgram, env);
      feeds.add(feed);
      feed.once('exit', () => feeds.delete(feed));
      return feed;
    },
    isFeed: (feed: ChildProcess) => asked(feed, 'isFeed'),
    /** Follows the feeds as a web process does, in this one. */
    openVisitor: () => openVisitor(script.symbols, { bus, db, clock: shiftedClock(() => shiftMs) }),
    startJudge: (env?: Record<string, string>) => start(alertsProgram, env),
    ready: (child: ChildProcess) =>
      new Promise<void>((resolve) => {
        child.on('message', (message) => message === 'ready' && resolve());
        child.once('exit', () => resolve());
      }),
    async kill(...those: ChildProcess[]) {
      const gone = those
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of those) child.kill('SIGKILL');
      await Promise.all(gone);
    },
    /**
     * Once-only alerts, each met by a wick of its own. The wicks are planned when all of them are made, however long that takes, and come
     * within so many milliseconds.
     */
    async make(count: number, withinMs: number, time?: BurstTime): Promise<Stretch> {
      return planned(await makeAlerts(count, withinMs), time);
    },
    /** The same in two steps, so that no test waits for a minute to begin: the alerts are there before the market is. */
    makeAlerts,
    planned,
    /**
     * Until every crossing up to now is in the log and shown, or the time is up; then everything is gone over. latestMs: the longest time
     * from a tick to its firing in the log.
     */
    async audit(withinMs: number, told?: Told): Promise<Audit & { readonly latestMs: number }> {
      let latestMs = 0;
      const upTo = told ? Infinity : now();
      // As a judge takes it: a feed whose clock is behind the last one's does not turn time back.
      const toldTicks = (symbolId: string) => {
        let ts = -Infinity;
        return heard.flatMap(({ epoch, quotes }) =>
          quotes
            .filter((quote) => quote.symbolId === symbolId)
            .map((quote) => ({ ts: (ts = Math.max(ts, quote.ts)), last: quote.last }))
            .filter(() => told!.isBy(epoch)),
        );
      };
      const readFirings = async (): Promise<AuditedFiring[]> => {
        const { rows } = await db.pool
          .query<AuditedFiring & { readonly lateMs: number }>(
            `select l.alert_id::float8 as "alertId", (extract(epoch
             from l.happened_at) * 1000)::float8 as "happenedAt", l.firing_price::float8 as price,
             (extract(epoch from l.created_at - l.happened_at) * 1000)::float8 as "lateMs",
             coalesce((select array_agg(d.id::text) from alert_delivery d where d.log_id = l.id
               and d.status in ('sent', 'acknowledged')), '{}') as sent
           from alert_log l where l.happened_at <= to_timestamp($1::float8 / 1000)`,
            [upTo],
          )
          .catch(() => ({ rows: [] }));
        // The database has the time of its machine, and not that of the market.
        latestMs = rows.reduce((latest, { lateMs }) => Math.max(latest, lateMs + shiftMs), 0);
        return rows;
      };
      const audit = await auditAlerts({
        alerts: told?.alerts ?? alerts,
        ticks: (symbolId) => (told ? toldTicks(symbolId) : scriptedTicks(script, symbolId, openedAt - 1, upTo)),
        readFirings,
        channels: 1,
        withinMs,
      });
      return { ...audit, latestMs };
    },
    /** Ends when a feed with this epoch, or a newer one, is heard; how long it took. */
    async heardFrom(epoch: number): Promise<{ ms: number; epoch: number }> {
      const begun = performance.now();
      const found = await until(`a price of epoch ${epoch}`, () => heard.findLast((batch) => batch.at >= begun && batch.epoch >= epoch));
      return { ms: found.at - begun, epoch: found.epoch };
    },
    async close() {
      for (const child of children) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
      }
      for (const undoOne of undo) undoOne();
      await bus.close();
      await db.close();
    },
  };
}
