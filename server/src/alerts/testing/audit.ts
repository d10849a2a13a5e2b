// Goes over every tick again with the slow oracle, and compares what ought to have fired with the log and with what was sent.
import { alertLimits } from '@tidemark/contract/alerts.ts';
import { createOracle } from './engine-oracle.ts';

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
  readonly due: number;
  readonly missed: readonly number[];
  readonly doubled: readonly number[];
  readonly unfounded: readonly number[];
  /** Fired, but not at the price and time of the first tick that meets it. */
  readonly inexact: readonly number[];
  /** Fired, and a message of it is missing or came with another key a second time. */
  readonly unsent: readonly number[];
}

/** ticks: of a symbol, oldest first. channels: how many messages a firing makes. */
export function auditAlerts(alerts: readonly AuditedAlert[], ticks: (symbolId: string) => readonly { readonly ts: number; readonly last: number }[], firings: readonly AuditedFiring[], channels: number): Audit {
  const expected = new Map<number, { at: number; price: number }[]>();
  for (const [symbolId, own] of Map.groupBy(alerts, (alert) => alert.symbolId)) {
    const told = ticks(symbolId);
    const oracle = createOracle(alertLimits, ({ alertId, at, label, suppressedBy }) => {
      if (suppressedBy === null) expected.set(alertId, [...(expected.get(alertId) ?? []), { at, price: told[label]!.last }]);
    });
    const waiting = own.toSorted((a, b) => a.at - b.at);
    told.forEach(({ ts, last }, label) => {
      while (waiting.length > 0 && waiting[0]!.at <= ts) {
        const { id, type, frequency, tick, target, at, price } = waiting.shift()!;
        oracle.start({ id, version: 1, series: symbolId, tick, type, frequency, timeZone: -1, target }, { last: String(price), label }, at);
      }
      oracle.tick(symbolId, { last: String(last), label }, ts);
    });
  }
  const found = Map.groupBy(firings, ({ alertId }) => alertId);
  const idsWhere = (isSo: (due: readonly { at: number; price: number }[], fired: readonly AuditedFiring[]) => boolean): number[] =>
    alerts.filter(({ id }) => isSo(expected.get(id) ?? [], found.get(id) ?? [])).map(({ id }) => id);
  return {
    due: [...expected.values()].reduce((sum, of) => sum + of.length, 0),
    missed: idsWhere((due, fired) => fired.length < due.length),
    doubled: idsWhere((due, fired) => due.length > 0 && fired.length > due.length),
    unfounded: idsWhere((due, fired) => due.length === 0 && fired.length > 0),
    inexact: idsWhere((due, fired) => due.length === fired.length && due.some(({ at, price }) => !fired.some((one) => one.happenedAt === at && one.price === price))),
    unsent: idsWhere((_due, fired) => fired.some(({ sent }) => sent.length !== channels || new Set(sent).size !== channels)),
  };
}
