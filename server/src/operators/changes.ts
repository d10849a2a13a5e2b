// Every change goes through here: what was there is noted with who changes it before it happens, so that there is no change without a
// note; and what was noted can be put back.
import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@tidemark/contract/errors.ts';
import type { AuditEntry, OperatorArea } from '@tidemark/contract/operators.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { LogRow, Store } from './store.ts';

/** Something that can be set by its name; null is nothing. Both sides of it are JSON. */
export interface Changeable {
  readonly area: OperatorArea;
  read(target: string): Promise<unknown>;
  /** Refuses what cannot be, and then nothing is changed. */
  write(target: string, value: unknown): Promise<void>;
}

export interface Noted {
  readonly who: string;
  readonly action: string;
  readonly target: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangesDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly changeables: Readonly<Record<string, Changeable>>;
}

const jsonOf = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));
/** As it comes back from the database: without what JSON does not have. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

export function createChanges({ store, clock, log, changeables }: ChangesDeps) {
  const note = async (who: string, action: string, target: string, before: unknown, after: unknown): Promise<string> => {
    const id = newId();
    await store.note({ id, at: new Date(clock.now()), who, action, target, before: asJson(before), after: asJson(after) });
    return id;
  };
  const of = (action: string): Changeable | undefined => (Object.hasOwn(changeables, action) ? changeables[action] : undefined);

  const show = ({ id, at, who, action, target, before, after, undoneBy }: LogRow): AuditEntry => ({
    id,
    at: at.getTime(),
    who,
    action,
    target,
    before: jsonOf(before),
    after: jsonOf(after),
    undoneBy,
    canUndo: undoneBy === null && of(action) !== undefined,
  });

  const noted = async <T>({ who, action, target, before, after }: Noted, change: () => Promise<T>): Promise<T> => {
    const id = await note(who, action, target, before, after);
    try {
      const done = await change();
      log.info({ room: 'operators', who, action, target }, 'an operator has changed something');
      return done;
    } catch (error) {
      await store.takeBackNote(id);
      throw error;
    }
  };
  const set = async (who: string, action: string, target: string, value: unknown): Promise<void> => {
    const changeable = of(action)!;
    const before = await changeable.read(target);
    await noted({ who, action, target, before, after: value }, () => changeable.write(target, value));
  };

  return {
    set,
    /** A change that is made elsewhere, and not put back from here. */
    noted,
    /** What was done and cannot be taken back. */
    async did(who: string, action: string, target: string, after: unknown = null): Promise<void> {
      await note(who, action, target, null, after);
      log.info({ room: 'operators', who, action, target }, 'an operator has done something');
    },
    areaOf: async (id: string): Promise<OperatorArea | null> => of((await store.entry(id))?.action ?? '')?.area ?? null,
    async undo(who: string, id: string): Promise<AuditEntry> {
      const found = (await store.entry(id)) ?? refuse('notFound');
      const changeable = of(found.action) ?? refuse('notFound');
      if (!isDeepStrictEqual(asJson(await changeable.read(found.target)), found.after))
        refuse('badInput', { field: 'undo', reason: 'has come too late: it has been changed since' });
      if (!(await store.markUndone(id, who))) refuse('badInput', { field: 'undo', reason: 'has come too late: it has been changed since' });
      try {
        await set(who, found.action, found.target, found.before);
      } catch (error) {
        await store.markUndone(id, null);
        throw error;
      }
      return show((await store.entry(id))!);
    },
    list: async (about: Parameters<Store['log']>[0], max: number): Promise<AuditEntry[]> => (await store.log(about, max)).map(show),
  };
}
