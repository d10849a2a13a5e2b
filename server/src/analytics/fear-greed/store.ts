import { asc, gte, sql } from 'drizzle-orm';
import { fearGreedFigures, fearGreedParts } from '@tidemark/contract/fear-greed.ts';
import type { Database } from '#platform/db/database.ts';
import { fearGreedDay } from '../tables.ts';
import type { FigureDay, IndexDay } from './rules.ts';

export interface StoredDay extends FigureDay, IndexDay {
  readonly btcClose: number;
  readonly isBackfilled: boolean;
}

const known = <K extends string>(values: Readonly<Record<K, number | null>>): Partial<Record<K, number>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<Record<K, number>>;
const whole = <K extends string>(names: readonly K[], values: Partial<Record<K, number>>): Record<K, number | null> =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as Record<K, number | null>;

export function createStore(orm: Database['orm']) {
  return {
    /** Rising. */
    async load(fromDay: number): Promise<StoredDay[]> {
      const rows = await orm.select().from(fearGreedDay).where(gte(fearGreedDay.day, fromDay)).orderBy(asc(fearGreedDay.day));
      return rows.map(({ day, btcClose, figures, parts, value, isBackfilled }) => ({
        ts: day,
        btcClose,
        figures: whole(fearGreedFigures, figures),
        parts: whole(fearGreedParts, parts),
        value,
        isBackfilled,
      }));
    },
    async save(days: readonly StoredDay[]): Promise<void> {
      if (days.length === 0) return;
      await orm
        .insert(fearGreedDay)
        .values(
          days.map(({ ts, btcClose, figures, parts, value, isBackfilled }) => ({
            day: ts,
            btcClose,
            figures: known(figures),
            parts: known(parts),
            value,
            isBackfilled,
          })),
        )
        .onConflictDoUpdate({
          target: fearGreedDay.day,
          set: {
            btcClose: sql`excluded.btc_close`,
            figures: sql`excluded.figures`,
            parts: sql`excluded.parts`,
            value: sql`excluded.value`,
          },
        });
    },
  };
}
