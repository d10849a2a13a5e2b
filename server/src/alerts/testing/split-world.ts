// For tests of faults: feeds and judges as processes of their own on NATS and Postgres, a market whose every tick is known, and people with
// alerts.
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LocalNats } from '@tidemark/testbed/nats.ts';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import type { Quote } from '#market/board.ts';
import { connectNats } from '#platform/bus/nats.ts';
import { openDatabase } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { alertsChanged, notice, noticeSeen, quotes as quotesTopic } from '#topics/index.ts';
import { scaleOf } from '../pairs.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { createStore } from '../store.ts';
import { auditAlerts, type Audit, type AuditedAlert, type AuditedFiring } from './audit.ts';
import { basePrice, reachOf, scriptedTicks, type Script } from './scripted-market.ts';

const feedProgram = fileURLToPath(new URL('../../assembly/testing/test-feed-child.ts', import.meta.url));
const alertsProgram = fileURLToPath(new URL('../../assembly/testing/test-alerts-child.ts', import.meta.url));
const tick = '0.0001';
const alertsPerUser = 15;

/** minuteIn: so many seconds before the next minute of the market begins. */
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
  let shiftMs = 60_000 - minuteIn * 1_000 - (Date.now() % 60_000);
  const now = () => Date.now() + shiftMs;
  const script: Script = { startMs: now(), symbols: Array.from({ length: 8 }, (_, at) => `S${at}USDT`) };
  const store = createStore(db.orm, alertLimits);
  const alerts: AuditedAlert[] = [];
  const heard: { epoch: number; at: number; quotes: readonly Quote[] }[] = [];
  const undo = [
    bus.subscribe(quotesTopic, ({ epoch, quotes }) => void heard.push({ epoch, at: performance.now(), quotes })),
    bus.subscribe(notice, ({ deliveryIds }) => bus.publish(noticeSeen, { deliveryIds })),
  ];
  const children = new Set<ChildProcess>();
  const start = (program: string, env: Record<string, string> = {}): ChildProcess => {
    const child = fork(program, [], {
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        DATABASE_URL: databaseUrl,
        NATS_URL: nats.url,
        NATS_PREFIX: prefix,
        CLOCK_SHIFT_MS: String(shiftMs),
        SCRIPT_START: String(script.startMs),
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
    child.once('exit', () => children.delete(child));
    return child;
  };
  let userId = '';
  let made = 0;

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
    startFeed: (env?: Record<string, string>) => start(feedProgram, env),
    startJudge: (env?: Record<string, string>) => start(alertsProgram, env),
    ready: (child: ChildProcess) =>
      new Promise<void>((resolve) => {
        child.once('message', () => resolve());
        child.once('exit', () => resolve());
      }),
    async kill(...those: ChildProcess[]) {
      const gone = those
        .filter((child) => child.exitCode === null && child.signalCode === null)
        .map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of those) child.kill('SIGKILL');
      await Promise.all(gone);
    },
    /** Once-only alerts, each met by a wick of its own within so many seconds from now. */
    async make(count: number, withinMs: number) {
      const behind = Math.ceil((now() - script.startMs) / 1_000) + 2;
      for (let at = 0; at < count; at++) {
        if (made % alertsPerUser === 0) {
          userId = newId();
          await db.pool.query(
            `insert into account (id, email, email_key, password_hash, locale, created_at, updated_at)
             values ($1, $2, $2, 'x', 'en', now(), now())`,
            [userId, `${userId}@people.example`],
          );
        }
        const symbolId = script.symbols[made % script.symbols.length]!;
        const isUp = Math.floor(made / script.symbols.length) % 2 === 0;
        const reach = reachOf(behind + Math.floor((at / count) * (withinMs / 1_000)));
        const [type, target] = [isUp ? 1 : 2, (isUp ? basePrice + reach - 0.003 : basePrice - reach + 0.003).toFixed(4)] as const;
        const begun = now();
        const levels = planLevels(
          { alertType: type, configurePrice: target, configurePriceUp: null, configurePriceDown: null },
          scaleOf(tick),
        );
        const standing = startStanding({ type, ...levels }, 1, scaleOf(tick).units(basePrice), begun);
        const { id } = await store.create(
          userId,
          {
            type,
            price: target,
            priceUp: null,
            priceDown: null,
            source: 0,
            frequency: 3,
            channels: [4, 5],
            clientKey: `k${made}`,
            businessLine: 1,
            contractLine: null,
            symbolId,
            tick,
            timeZone: -1,
            standing,
            born: null,
          },
          new Date(),
        );
        alerts.push({ id, symbolId, type, frequency: 3, tick, target, at: begun, price: basePrice });
        made++;
      }
      bus.publish(alertsChanged, null);
    },
    /** Until every crossing up to now is in the log and shown, or the time is up; then everything is gone over. */
    async audit(withinMs: number): Promise<Audit> {
      const until = now();
      const readFirings = async (): Promise<AuditedFiring[]> => {
        const { rows } = await db.pool
          .query<AuditedFiring>(
            `select l.alert_id::float8 as "alertId", (extract(epoch
             from l.happened_at) * 1000)::float8 as "happenedAt", l.firing_price::float8 as price,
             coalesce((select array_agg(d.id::text) from alert_delivery d where d.log_id = l.id
               and d.status in ('sent', 'acknowledged')), '{}') as sent
           from alert_log l where l.happened_at <= to_timestamp($1::float8 / 1000)`,
            [until],
          )
          .catch(() => ({ rows: [] }));
        return rows;
      };
      return auditAlerts({
        alerts,
        ticks: (symbolId) => scriptedTicks(script, symbolId, script.startMs - 1, until),
        readFirings,
        channels: 1,
        withinMs,
      });
    },
    /** Ends when a feed with this epoch, or a newer one, is heard; how long it took. */
    async heardFrom(epoch: number, withinMs: number): Promise<{ ms: number; epoch: number }> {
      const begun = performance.now();
      for (;;) {
        const found = heard.findLast((batch) => batch.at >= begun && batch.epoch >= epoch);
        if (found) return { ms: found.at - begun, epoch: found.epoch };
        if (performance.now() - begun > withinMs) throw new Error(`no price of epoch ${epoch} within ${withinMs} ms`);
        await delay(10);
      }
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
