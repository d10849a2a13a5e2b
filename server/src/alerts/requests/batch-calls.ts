// Many alerts by one call. Prices are read before anything is locked; what is refused of one leaves the others as they are.
import type { batchCalls, ChangedAlert } from '@tidemark/contract/alert-batches.ts';
import { errors, Refusal } from '@tidemark/contract/errors.ts';
import type { BusinessLine } from '@tidemark/contract/business-lines.ts';
import type { Caller, Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { type BatchStore, type Outcome, type Outcomes } from '../batch-store.ts';
import type { MinuteSeen } from '../minute-seen.ts';
import type { Pairs } from '../pairs.ts';
import type { Person } from '../people.ts';
import type { AlertRow } from '../store-parts.ts';
import type { Texts } from '../texts.ts';
import { beginAlert, formOf, type Beginning } from './begin.ts';
import { readOnce } from './read-once.ts';

export interface BatchCallsDeps {
  readonly batches: BatchStore;
  readonly pairs: Pairs;
  readonly minutes: Pick<MinuteSeen, 'of'>;
  readonly texts: Texts;
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly personOf: (caller: Caller) => Promise<Person>;
  readonly explain: (locale: string, refusal: Refusal) => string;
  readonly changed: () => void;
}

/** So many are judged beside each other. */
export const besideEachOther = 16;

/** Ids on the wire are texts; one that is no number of ours is the id of no alert. */
export const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

export function createBatchCalls(deps: BatchCallsDeps): Handlers<Pick<typeof batchCalls, 'changeAlerts'>> {
  const { batches, clock, marketClock, personOf, explain } = deps;

  const turnOn = async (caller: Caller, ids: readonly number[]): Promise<Outcomes> => {
    const userId = caller.userId!;
    const { preference } = await personOf(caller);
    const begun = new Map<number, { readonly version: number; readonly start: Beginning | Refusal }>();
    const parts = { ...deps, pairs: readOnce(deps.pairs, clock) };
    const begin = async (row: AlertRow): Promise<void> => {
      const pair = parts.pairs.find(row.businessLine as BusinessLine, row.symbolId);
      const start = pair ? await refusedOr(beginAlert(parts, pair, formOf(row), marketClock.now())) : new Refusal('unknownSymbol');
      begun.set(row.id, { version: row.version, start });
    };
    const waiting = (await batches.those(userId, ids)).filter(({ isOpen }) => !isOpen);
    while (waiting.length > 0) await Promise.all(waiting.splice(0, besideEachOther).map(begin));
    return batches.turnOn(userId, ids, new Date(clock.now()), (row) => {
      const known = begun.get(row.id);
      if (known?.version !== row.version) throw new Refusal('alertChanged');
      if (known.start instanceof Refusal) throw known.start;
      const { tick, begin: startAs, born } = known.start;
      return { tick, timeZone: preference.timeZone, standing: startAs(row.version + 1), born };
    });
  };

  const show = (caller: Caller, id: string, outcome: Outcome): ChangedAlert =>
    outcome instanceof Refusal
      ? { id, outcome: 'refused', code: errors[outcome.error].code, msg: explain(caller.locale, outcome) }
      : { id, outcome, code: null, msg: null };

  return {
    async changeAlerts(caller, { ids, action }) {
      const asked = [...new Set(ids)];
      const numbers = [...new Set(asked.map(idOf))];
      const outcomes =
        action === 'on' ? await turnOn(caller, numbers) : await batches.end(caller.userId!, numbers, new Date(clock.now()), action);
      const items = asked.map((id) => show(caller, id, outcomes.get(idOf(id))!));
      const changed = items.filter(({ outcome }) => outcome === 'changed').length;
      if (changed > 0) deps.changed();
      return { items, changed };
    },
  };
}

export async function refusedOr<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
