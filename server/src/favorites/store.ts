import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { categoryNameKey } from '@tidemark/contract/favorite-rules.ts';
import { noFavorites, type Category, type Favorites } from '@tidemark/contract/favorite-steps.ts';
import { favoriteCategory, favoriteList } from './tables.ts';

/** Before and after are the same object when nothing changed. */
export interface Change {
  readonly before: Favorites;
  readonly after: Favorites;
}

export interface Store {
  load(userId: string): Promise<Favorites>;
  /** Resolves after the commit. Changes of one user follow each other, in all processes; what decide throws leaves no trace. */
  change(userId: string, now: Date, decide: (before: Favorites) => Favorites): Promise<Change>;
  /** The list behind a link; null when it is not shared. */
  shared(shareToken: string): Promise<SharedList | null>;
  forget(userIds: readonly string[]): Promise<void>;
  /** The number of favorites of all users. */
  countAll(): Promise<number>;
}

export interface SharedList {
  readonly name: string | null;
  readonly symbolIds: readonly string[];
}

type CategoryRow = typeof favoriteCategory.$inferSelect;
type Tx = Pick<NodePgDatabase, 'insert' | 'select' | 'update' | 'delete'>;

const toCategory = ({ id, name, createdAt, symbolIds, shareToken }: CategoryRow): Category => ({
  id,
  name,
  createdAt: createdAt.getTime(),
  symbolIds,
  shareToken,
});

export function createStore(orm: NodePgDatabase): Store {
  // One statement sees one moment: a list and its categories of two different moments would contradict each other.
  const loaded = orm
    .select({
      version: favoriteList.version,
      symbolIds: favoriteList.symbolIds,
      shareToken: favoriteList.shareToken,
      category: favoriteCategory,
    })
    .from(favoriteList)
    .leftJoin(favoriteCategory, eq(favoriteCategory.userId, favoriteList.userId))
    .where(eq(favoriteList.userId, sql.placeholder('userId')))
    .orderBy(asc(favoriteCategory.position))
    .prepare('favorites_load');

  return {
    async countAll() {
      const [row] = await orm.select({ all: sql<string>`coalesce(sum(cardinality(${favoriteList.symbolIds})), 0)` }).from(favoriteList);
      return Number(row?.all ?? 0);
    },

    async load(userId) {
      const rows = await loaded.execute({ userId });
      if (rows.length === 0) return noFavorites;
      const { version, symbolIds, shareToken } = rows[0]!;
      return { version, symbolIds, shareToken, categories: rows.flatMap(({ category }) => (category ? [toCategory(category)] : [])) };
    },

    change: (userId, now, decide) =>
      orm.transaction(async (tx) => {
        // The lock comes first and alone: a statement sees what was committed before it began, so the categories read by
        // the next one are as the last holder of the lock left them.
        const [list] = await tx
          .insert(favoriteList)
          .values({ userId, updatedAt: now })
          .onConflictDoUpdate({ target: favoriteList.userId, set: { version: sql`${favoriteList.version}` } })
          .returning({ version: favoriteList.version, symbolIds: favoriteList.symbolIds, shareToken: favoriteList.shareToken });
        const rows = await tx
          .select()
          .from(favoriteCategory)
          .where(eq(favoriteCategory.userId, userId))
          .orderBy(asc(favoriteCategory.position));
        const before: Favorites = { ...list!, categories: rows.map(toCategory) };
        const decided = decide(before);
        if (decided === before) return { before, after: before };

        const after: Favorites = { ...decided, version: before.version + 1 };
        await saveCategories(tx, userId, before.categories, after.categories);
        await tx
          .update(favoriteList)
          .set({ version: after.version, symbolIds: [...after.symbolIds], shareToken: after.shareToken, updatedAt: now })
          .where(eq(favoriteList.userId, userId));
        return { before, after };
      }),

    async shared(shareToken) {
      const [list] = await orm
        .select({ symbolIds: favoriteList.symbolIds })
        .from(favoriteList)
        .where(eq(favoriteList.shareToken, shareToken));
      if (list) return { name: null, symbolIds: list.symbolIds };
      const [category] = await orm
        .select({ name: favoriteCategory.name, symbolIds: favoriteCategory.symbolIds })
        .from(favoriteCategory)
        .where(eq(favoriteCategory.shareToken, shareToken));
      return category ?? null;
    },

    async forget(userIds) {
      await orm.delete(favoriteList).where(inArray(favoriteList.userId, [...userIds]));
    },
  };
}

async function saveCategories(tx: Tx, userId: string, before: readonly Category[], after: readonly Category[]): Promise<void> {
  const stays = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  // Before the others, so that a name that became free can be used in the same change.
  if (gone.length > 0)
    await tx.delete(favoriteCategory).where(and(eq(favoriteCategory.userId, userId), inArray(favoriteCategory.id, gone)));
  const was = new Map(before.map((category, position) => [category.id, { category, position }]));
  for (const [position, category] of after.entries()) {
    const { id, name, symbolIds, createdAt, shareToken } = category;
    const old = was.get(id);
    if (old?.category === category && old.position === position) continue;
    const values = { name, nameKey: categoryNameKey(name), position, symbolIds: [...symbolIds], shareToken };
    if (old)
      await tx
        .update(favoriteCategory)
        .set(values)
        .where(and(eq(favoriteCategory.userId, userId), eq(favoriteCategory.id, id)));
    else await tx.insert(favoriteCategory).values({ id, userId, createdAt: new Date(createdAt), ...values });
  }
}
