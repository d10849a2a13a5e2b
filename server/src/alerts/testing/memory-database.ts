// The tables of alerts in memory, for the simulation: every statement of the judge and of the outbox as one step that nothing comes
// between. memory-database.test.ts holds it equal to Postgres.
import { noticeChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { summaryFrom, type DeliveryReason, type DeliveryStatus } from '@tidemark/contract/alerts.ts';
import { parcelsOf, type DueRow, type OutboxStore } from '../delivery/outbox-store.ts';
import type { Checkpoint, Lateness } from '../engine/missed.ts';
import type { Standing } from '../engine/standing.ts';
import { JudgeGivenUp, allPartitions, leaseMs, type Leases } from '../judging/leases.ts';
import type { Batch, JudgedAlert, JudgeStore, KeptFiring } from '../judging/judge-store.ts';

const secondMs = 1_000;
const expiresAfterMs: ReadonlyMap<number, number> = new Map([
  [noticeChannel.push, 600_000],
  [noticeChannel.sms, 300_000],
  [noticeChannel.email, 1_800_000],
  [noticeChannel.pop, 120_000],
]);

export interface MemoryAlert extends Omit<JudgedAlert, 'isArmed' | 'standing'> {
  readonly userId: string;
  readonly channels: readonly number[];
  readonly changedAt: number;
  readonly isOpen: boolean;
  readonly isDeleted: boolean;
}
interface State {
  version: number;
  fireSeq: number;
  judgedAt: number;
  firedCount: number;
  standing: Readonly<Standing>;
}
export interface MemoryFiring extends KeptFiring {
  readonly id: number;
  readonly key: string;
  readonly userId: string;
  readonly createdAt: number;
}
export interface MemoryDelivery {
  readonly id: number;
  readonly logId: number;
  readonly userId: string;
  readonly channel: number;
  status: DeliveryStatus;
  reason: DeliveryReason | null;
  bundle: string | null;
  tries: number;
  readonly createdAt: number;
  dueAt: number;
  readonly expiresAt: number;
}

const floorSecond = (at: number): number => Math.floor(at / secondMs) * secondMs;
const copy = <T>(value: T): T => structuredClone(value);

/** now: its clock. isAlive: whether a connection is still there. */
export function createMemoryDatabase({ now, isAlive }: { now(): number; isAlive(backend: number): boolean }) {
  const alerts = new Map<number, MemoryAlert>();
  const states = new Map<number, State>();
  const judges = new Map<number, { backend: number; seenAt: number; isJudging: boolean }>();
  const leases = new Map<number, number | null>();
  const series = new Map<string, { partition: number; checkpoint: Checkpoint }>();
  const parts = new Map<
    number,
    { firings: readonly KeptFiring[]; standings: Batch['standings']; decidedAt: number; partitions: number[] }
  >();
  const log = new Map<string, MemoryFiring>();
  const byId = new Map<number, MemoryFiring>();
  const deliveries = new Map<number, MemoryDelivery>();
  const pending = new Set<MemoryDelivery>();
  let [judgeIds, alertIds, partIds, logIds, deliveryIds] = [0, 0, 0, 0, 0];

  const judgedOf = (row: MemoryAlert): JudgedAlert => ({
    id: row.id,
    symbolId: row.symbolId,
    businessLine: row.businessLine,
    type: row.type,
    source: row.source,
    frequency: row.frequency,
    price: row.price,
    priceUp: row.priceUp,
    priceDown: row.priceDown,
    tick: row.tick,
    timeZone: row.timeZone,
    partition: row.partition,
    version: row.version,
    isArmed: row.isOpen && !row.isDeleted,
    standing: copy(states.get(row.id)!.standing),
    born: row.born,
  });

  const stand = (alertId: number, standing: Readonly<Standing>): State | null => {
    const state = states.get(alertId);
    if (!state || state.version !== standing.version || state.fireSeq > standing.fireSeq || state.judgedAt > standing.judgedAt) return null;
    return Object.assign(state, { fireSeq: standing.fireSeq, judgedAt: standing.judgedAt, standing: copy(standing) });
  };

  /** What write-statements.ts does in one statement. */
  const write = (firings: readonly KeptFiring[], standings: Batch['standings'], lateness: Lateness | null, popAfterMs: number): number => {
    const at = now();
    const fired = firings.filter(({ alertId, version }) => {
      const row = alerts.get(alertId);
      return row?.version === version && row.isOpen && !row.isDeleted;
    });
    const last = new Map(firings.map((firing) => [firing.alertId, firing]));
    let sent = 0;
    for (const firing of fired) {
      const key = `${firing.alertId}:${firing.version}:${firing.fireSeq}`;
      if (log.has(key)) continue;
      const row = alerts.get(firing.alertId)!;
      const told: MemoryFiring = {
        ...firing,
        lateness: firing.lateness ?? lateness,
        id: ++logIds,
        key,
        userId: row.userId,
        createdAt: at,
      };
      log.set(key, told);
      byId.set(told.id, told);
      if (firing.suppressedBy !== null) continue;
      for (const channel of row.channels) {
        if (channel === noticeChannel.station) continue;
        const isOver = told.lateness === 'logOnly';
        const delivery: MemoryDelivery = {
          id: ++deliveryIds,
          logId: told.id,
          userId: row.userId,
          channel,
          status: isOver ? 'suppressed' : 'pending',
          reason: isOver ? 'late' : null,
          bundle: null,
          tries: 0,
          createdAt: at,
          dueAt: channel === noticeChannel.pop ? at + popAfterMs : floorSecond(at) + secondMs,
          expiresAt: at + expiresAfterMs.get(channel)!,
        };
        deliveries.set(delivery.id, delivery);
        if (!isOver) pending.add(delivery);
        sent++;
      }
    }
    for (const firing of fired) {
      if (last.get(firing.alertId) !== firing) continue;
      const before = states.get(firing.alertId)!.fireSeq;
      const state = stand(firing.alertId, standings.get(firing.alertId) ?? firing.standing);
      const times = firings.filter(({ alertId, suppressedBy }) => alertId === firing.alertId && suppressedBy === null).length;
      if (state && before < firing.fireSeq) state.firedCount += times;
    }
    for (const { alertId } of fired) {
      const row = alerts.get(alertId)!;
      if (row.frequency === 3) alerts.set(alertId, { ...row, isOpen: false });
    }
    return sent;
  };

  const keep = ({ firings, standings, checkpoints }: Batch): number => {
    const after = new Set(firings.map(({ alertId }) => alertId));
    const sent = write(firings, standings, null, 0);
    for (const [alertId, standing] of standings) if (!after.has(alertId)) stand(alertId, standing);
    for (const [name, { partition, checkpoint }] of checkpoints) {
      series.set(name, { partition: series.get(name)?.partition ?? partition, checkpoint: copy(checkpoint) });
    }
    return sent;
  };
  const assertKnown = (judge: number): void => {
    if (!judges.has(judge)) throw new JudgeGivenUp();
  };
  const removeJudge = (id: number): void => {
    judges.delete(id);
    for (const [partition, judge] of leases) if (judge === id) leases.set(partition, null);
  };

  const settle = (delivery: MemoryDelivery, status: DeliveryStatus, reason: DeliveryReason | null): void => {
    Object.assign(delivery, { status, reason });
    pending.delete(delivery);
  };

  return {
    /** backend: the number of the connection that writes. */
    leases(backend: number): Leases {
      let id = 0;
      return {
        judge: () => id,
        async join() {
          for (const partition of allPartitions) if (!leases.has(partition)) leases.set(partition, null);
          id = ++judgeIds;
          judges.set(id, { backend, seenAt: now(), isJudging: false });
        },
        leave: async () => removeJudge(id),
        async beat(isJudging, isHeard = true) {
          const own = judges.get(id);
          if (!own) throw new JudgeGivenUp();
          Object.assign(own, { seenAt: isHeard ? now() : 0, isJudging });
        },
        async members() {
          for (const [other, judge] of judges)
            if (other !== id && (judge.seenAt < now() - leaseMs || !isAlive(judge.backend))) removeJudge(other);
          return Math.max(1, judges.size);
        },
        async acquire(most) {
          // As the foreign key of the lease refuses it.
          if (!judges.has(id)) throw new Error('a lease belongs to a judge that is known');
          const free = allPartitions.filter((partition) => leases.get(partition) === null).slice(0, Math.max(0, most));
          for (const partition of free) leases.set(partition, id);
          return free;
        },
        async release(given) {
          for (const partition of given) if (leases.get(partition) === id) leases.set(partition, null);
        },
      };
    },

    judgeStore: (judge: () => number): JudgeStore => ({
      now: async () => new Date(now()),
      async armed(partition, afterId, limit) {
        const rows = [...alerts.values()].filter((row) => row.partition === partition && row.id > afterId && row.isOpen && !row.isDeleted);
        return rows.slice(0, limit).map(judgedOf);
      },
      async changedSince(since, afterId, limit) {
        const from = since.getTime();
        return [...alerts.values()]
          .filter(({ changedAt, id }) => changedAt > from || (changedAt === from && id > afterId))
          .sort((a, b) => a.changedAt - b.changedAt || a.id - b.id)
          .slice(0, limit)
          .map(({ id, partition, changedAt, version, isOpen, isDeleted, timeZone }) => ({
            id,
            partition,
            changedAt: new Date(changedAt),
            hint: [changedAt, version, isOpen, !isDeleted, timeZone].join(' '),
          }));
      },
      alerts: async (ids) => [...ids].sort((a, b) => a - b).flatMap((id) => (alerts.has(id) ? [judgedOf(alerts.get(id)!)] : [])),
      async checkpoints(partitions) {
        const own = [...series].filter(([, { partition }]) => partitions.includes(partition));
        return new Map(own.map(([name, { checkpoint }]) => [name, copy(checkpoint)]));
      },
      async save(batch) {
        assertKnown(judge());
        return keep(batch);
      },
      ownersOf: async (ids) => new Map(ids.flatMap((id) => (alerts.has(id) ? [[id, alerts.get(id)!.userId]] : []))),
      async decide(decided, { firings, standings, checkpoints }) {
        assertKnown(judge());
        const ids = decided.map((part) => {
          const own = new Map([...standings].filter(([alertId]) => part.some((firing) => firing.alertId === alertId)));
          const partitions = [...new Set(part.map(({ partition }) => partition))];
          parts.set(++partIds, { firings: copy(part), standings: copy(own), decidedAt: now(), partitions });
          return partIds;
        });
        const fired = new Set(firings.map(({ alertId }) => alertId));
        keep({ firings: [], standings: new Map([...standings].filter(([alertId]) => !fired.has(alertId))), checkpoints });
        return ids;
      },
      async writePart(id, lateness = null, popAfterMs = 0) {
        assertKnown(judge());
        const part = parts.get(id);
        if (!part) return 0;
        parts.delete(id);
        return write(part.firings, part.standings, lateness, popAfterMs);
      },
      partsLeft: async (partitions) =>
        [...parts].flatMap(([id, part]) =>
          part.partitions.some((partition) => partitions.includes(partition)) ? [{ id, ageMs: now() - part.decidedAt }] : [],
        ),
    }),

    outbox: (): OutboxStore => ({
      async claim(channel: NoticeChannel, heldMs: number, most: number) {
        const at = now();
        const order = channel === noticeChannel.pop ? -1 : 1;
        const isDue = (row: MemoryDelivery) => row.channel === channel && row.dueAt <= at;
        const soon = [...pending]
          .filter(isDue)
          .sort((a, b) => order * (a.dueAt - b.dueAt))
          .slice(0, most * 4);
        const groups = [...Map.groupBy(soon, ({ userId, createdAt }) => `${userId} ${floorSecond(createdAt)}`).keys()].slice(0, most);
        const due: DueRow[] = [];
        for (const group of groups) {
          const taken = [...pending].filter((row) => isDue(row) && `${row.userId} ${floorSecond(row.createdAt)}` === group);
          const single = taken.filter(({ bundle, tries }) => bundle === null && tries === 0);
          const bundle = single.length >= summaryFrom ? `s${Math.min(...single.map(({ id }) => id))}` : null;
          for (const row of taken) {
            if (row.tries === 0) row.bundle ??= bundle;
            row.tries++;
            row.dueAt = at + heldMs;
            const firing = byId.get(row.logId)!;
            const alert = alerts.get(firing.alertId)!;
            due.push({
              id: row.id,
              userId: row.userId,
              bundle: row.bundle,
              tries: row.tries,
              createdAt: new Date(row.createdAt),
              expiresAt: new Date(row.expiresAt),
              takenAt: new Date(at),
              key: firing.key,
              about: null,
              alertId: firing.alertId,
              firing: {
                businessLine: alert.businessLine,
                symbolId: alert.symbolId,
                type: alert.type,
                source: alert.source,
                price: alert.price,
                priceUp: alert.priceUp,
                priceDown: alert.priceDown,
                firingPrice: firing.price,
                anchor: firing.anchor,
                happenedAt: firing.happenedAt,
                lateness: firing.lateness,
                moreCount: firing.moreCount,
                moreSince: firing.moreSince,
                ad: null,
                note: null,
              },
            });
          }
        }
        return parcelsOf(
          channel,
          due.sort((a, b) => a.id - b.id),
        );
      },
      async finish(ids, status, reason) {
        for (const id of ids) {
          const row = deliveries.get(id);
          if (row && (row.status === 'pending' || row.status === 'sent')) settle(row, status, reason);
        }
      },
      async tryAgain(ids, afterMs) {
        for (const id of ids) if (deliveries.get(id)?.status === 'pending') deliveries.get(id)!.dueAt = now() + afterMs;
      },
      async tryNextSecond(ids) {
        for (const id of ids) {
          const row = deliveries.get(id);
          if (row?.status !== 'pending') continue;
          row.tries--;
          row.dueAt = floorSecond(now()) + secondMs;
        }
      },
      linkedDue: async () => [],
      claimLinked: async () => [],
      browsers: async () => [],
      hasSentPush: async () => false,
      async markPushed() {},
      async forgetBrowser() {},
      async depth() {
        return new Map(
          [...Map.groupBy(pending, ({ channel }) => channel)].map(([channel, rows]) => [
            channel,
            { waiting: rows.length, oldestSeconds: (now() - Math.min(...rows.map(({ createdAt }) => createdAt))) / 1000 },
          ]),
        );
      },
    }),

    // What people do with their alerts, as store.ts leaves it behind.
    create(given: Omit<MemoryAlert, 'id' | 'isOpen' | 'isDeleted'>, standing: Standing): number {
      const id = ++alertIds;
      alerts.set(id, { ...given, id, isOpen: true, isDeleted: false });
      states.set(id, {
        version: standing.version,
        fireSeq: standing.fireSeq,
        judgedAt: standing.judgedAt,
        firedCount: 0,
        standing: copy(standing),
      });
      return id;
    },
    change(id: number, change: Partial<MemoryAlert>, standing: Standing | null): void {
      const row = { ...alerts.get(id)!, ...change, ...(standing && { version: standing.version }) };
      alerts.set(id, row);
      if (standing)
        Object.assign(states.get(id)!, {
          version: standing.version,
          fireSeq: standing.fireSeq,
          judgedAt: standing.judgedAt,
          standing: copy(standing),
        });
    },
    read: {
      alert: (id: number): MemoryAlert | undefined => alerts.get(id),
      state: (id: number): Readonly<State> | undefined => states.get(id),
      log: (): readonly MemoryFiring[] => [...log.values()],
      deliveries: (): readonly MemoryDelivery[] => [...deliveries.values()],
      waiting: (): number => pending.size + parts.size,
      heldBy: (): ReadonlyMap<number, number | null> => leases,
    },
  };
}

export type MemoryDatabase = ReturnType<typeof createMemoryDatabase>;
