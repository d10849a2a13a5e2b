// Goes over every tick again with the slow oracle, and compares what ought to have fired with the log and with what was sent.
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { alertLimits, alertType } from '@tidemark/contract/alert-rules.ts';
import { createOracle } from './engine-oracle.ts';

const onceOnly = 3;
const ticksAtOnce = 10;

export interface AuditedAlert {
  readonly id: number;
  readonly symbolId: string;
  readonly type: number;
  readonly frequency: number;
  readonly tick: string;
  readonly target: string;
  /** When it began, and at what price. */
  readonly at: number;
  readonly price: number;
}

export interface AuditedFiring {
  readonly alertId: number;
  readonly happenedAt: number;
  readonly price: number;
  /** Of each message that was sent for it. */
  readonly sent: readonly string[];
}

export interface Audit {
  /** When each firing was due, oldest first. */
  readonly dueAt: readonly number[];
  readonly missed: readonly number[];
  readonly doubled: readonly number[];
  readonly unfounded: readonly number[];
  /** Fired, but not at the price and time of the first tick that meets it. */
  readonly inexact: readonly number[];
  /** Fired, and a message of it is missing or came with another key a second time. */
  readonly unsent: readonly number[];
  /** Of those that are inexact, what was due and what fired, so that the cause can be found. */
  readonly story: readonly string[];
}

/** Prices that none of these alerts can fire at, independent of the prices before: between the levels of alerts that fire once. */
function quietOf(alerts: readonly AuditedAlert[]): (price: number) => boolean {
  if (alerts.some(({ type, frequency }) => frequency !== onceOnly || (type !== alertType.risesTo && type !== alertType.fallsTo)))
    return () => false;
  const levels = (of: number) => alerts.filter(({ type }) => type === of).map(({ target }) => Number(target));
  const [low, high] = [Math.max(...levels(alertType.fallsTo)), Math.min(...levels(alertType.risesTo))];
  return (price) => price > low && price < high;
}

/** What ought to fire, by alert. */
export type Expected = ReadonlyMap<number, readonly { readonly at: number; readonly price: number }[]>;

/** ticks: of a symbol, oldest first. Symbol by symbol, with a pause between: the process that audits also answers notices meanwhile. */
export async function expectFirings(
  alerts: readonly AuditedAlert[],
  ticks: (symbolId: string) => readonly { readonly ts: number; readonly last: number }[],
): Promise<Expected> {
  const expected = new Map<number, { at: number; price: number }[]>();
  for (const [symbolId, own] of Map.groupBy(alerts, (alert) => alert.symbolId)) {
    const symbolTicks = ticks(symbolId);
    const over: number[] = [];
    const frequencies = new Map(own.map(({ id, frequency }) => [id, frequency]));
    const oracle = createOracle(alertLimits, ({ alertId, at, label, suppressedBy }) => {
      if (suppressedBy === null) expected.set(alertId, [...(expected.get(alertId) ?? []), { at, price: symbolTicks[label]!.last }]);
      if (frequencies.get(alertId) === onceOnly) over.push(alertId);
    });
    const waiting = own.toSorted((a, b) => a.at - b.at);
    const isQuiet = quietOf(own);
    for (const [label, { ts, last }] of symbolTicks.entries()) {
      if (label % ticksAtOnce === 0) await nextTurn();
      if (isQuiet(last)) continue;
      while (waiting.length > 0 && waiting[0]!.at <= ts) {
        const { id, type, frequency, tick, target, at, price } = waiting.shift()!;
        oracle.start({ id, version: 1, series: symbolId, tick, type, frequency, timeZone: -1, target }, { last: String(price), label }, at);
      }
      oracle.tick(symbolId, { last: String(last), label }, ts);
      // It cannot fire again, and need not look at every price to come.
      for (const id of over.splice(0)) oracle.remove(id);
    }
  }
  return expected;
}

/** channels: how many messages a firing makes. */
function compareFirings(alerts: readonly AuditedAlert[], expected: Expected, firings: readonly AuditedFiring[], channels: number): Audit {
  const found = Map.groupBy(firings, ({ alertId }) => alertId);
  const idsWhere = (isSo: (due: readonly { at: number; price: number }[], fired: readonly AuditedFiring[]) => boolean): number[] =>
    alerts.filter(({ id }) => isSo(expected.get(id) ?? [], found.get(id) ?? [])).map(({ id }) => id);
  const inexact = idsWhere(
    (due, fired) =>
      due.length === fired.length && due.some(({ at, price }) => !fired.some((one) => one.happenedAt === at && one.price === price)),
  );
  const listed = (moments: readonly { at: number; price: number }[]): string =>
    moments.map(({ at, price }) => `${price} at ${new Date(at).toISOString()}`).join(' and ');
  return {
    dueAt: [...expected.values()].flatMap((due) => due.map(({ at }) => at)).sort((a, b) => a - b),
    missed: idsWhere((due, fired) => fired.length < due.length),
    doubled: idsWhere((due, fired) => due.length > 0 && fired.length > due.length),
    unfounded: idsWhere((due, fired) => due.length === 0 && fired.length > 0),
    inexact,
    unsent: idsWhere((_due, fired) => fired.some(({ sent }) => sent.length !== channels || new Set(sent).size !== channels)),
    story: inexact.map((id) => {
      const fired = (found.get(id) ?? []).map(({ happenedAt, price }) => ({ at: happenedAt, price }));
      return `alert ${id}: due ${listed(expected.get(id) ?? [])}, fired ${listed(fired)}`;
    }),
  };
}

interface AuditPlan {
  readonly alerts: readonly AuditedAlert[];
  readonly ticks: (symbolId: string) => readonly { readonly ts: number; readonly last: number }[];
  readonly readFirings: () => Promise<readonly AuditedFiring[]>;
  readonly channels: number;
  readonly withinMs: number;
}

/**
 * Until everything that is due is in the log and sent, or the time is up. The time counts from when it is known what is due: of 10,000
 * alerts that takes a while.
 */
export async function auditAlerts({ alerts, ticks, readFirings, channels, withinMs }: AuditPlan): Promise<Audit> {
  const expected = await expectFirings(alerts, ticks);
  for (const end = performance.now() + withinMs; ; await delay(200)) {
    const audit = compareFirings(alerts, expected, await readFirings(), channels);
    if ((audit.missed.length === 0 && audit.unsent.length === 0) || performance.now() > end) return audit;
  }
}
