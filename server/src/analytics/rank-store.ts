import { and, desc, gte, lt, lte } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { rankMark } from './tables.ts';

export interface RankStore {
  /** Writing the same mark again changes nothing; older marks go. */
  save(atMs: number, lists: ReadonlyMap<string, readonly string[]>, forgetBeforeMs: number): Promise<void>;
  /** The newest mark of each list within [from, to]. */
  load(fromMs: number, toMs: number): Promise<ReadonlyMap<string, readonly string[]>>;
}

export function createRankStore(orm: NodePgDatabase): RankStore {
  return {
    async save(atMs, lists, forgetBeforeMs) {
      const at = new Date(atMs);
      await orm
        .insert(rankMark)
        .values([...lists].map(([list, symbolIds]) => ({ list, at, symbolIds: [...symbolIds] })))
        .onConflictDoNothing();
      await orm.delete(rankMark).where(lt(rankMark.at, new Date(forgetBeforeMs)));
    },
    async load(fromMs, toMs) {
      const rows = await orm
        .selectDistinctOn([rankMark.list], { list: rankMark.list, symbolIds: rankMark.symbolIds })
        .from(rankMark)
        .where(and(gte(rankMark.at, new Date(fromMs)), lte(rankMark.at, new Date(toMs))))
        .orderBy(rankMark.list, desc(rankMark.at));
      return new Map(rows.map(({ list, symbolIds }) => [list, symbolIds]));
    },
  };
}
