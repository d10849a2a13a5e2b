// The only file with this room's SQL.
import { and, arrayContains, arrayOverlaps, asc, count, desc, eq, gte, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { NewsTopic } from '@tidemark/contract/content.ts';
import { topicsOfNote, type Note } from './notes/note.ts';
import type { PaperFacts } from './paper/paper-facts.ts';
import { article, contentMark, morningPaper } from './tables.ts';

export type ArticleRow = Omit<typeof article.$inferSelect, 'at' | 'guidKey' | 'linkKey' | 'titleKey' | 'weight' | 'kind' | 'topics'> & {
  readonly at: number;
  readonly kind: 'headline' | 'note';
  readonly topics: NewsTopic[];
};

export interface NewHeadline {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly summary: string;
  readonly source: string;
  readonly link: string;
  readonly topics: readonly NewsTopic[];
  readonly coins: readonly string[];
  readonly prices: Readonly<Record<string, number>>;
  readonly guidKey: string;
  readonly linkKey: string;
  /** null = too short to say that two stories are one. */
  readonly titleKey: string | null;
}

export interface KnownStory {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly summary: string;
  readonly guidKey: string | null;
  readonly linkKey: string | null;
  readonly titleKey: string | null;
}

export interface ArticleFilter {
  readonly topic?: NewsTopic | undefined;
  /** About any of these; left out = about any coin or none. */
  readonly coins?: readonly string[] | undefined;
  readonly kind?: 'headline' | 'note' | undefined;
  readonly before?: number | undefined;
}

export interface ContentStore {
  /** Stories that share a key with one of these. */
  known(keys: Pick<NewHeadline, 'guidKey' | 'linkKey' | 'titleKey'>[]): Promise<KnownStory[]>;
  addHeadlines(rows: readonly NewHeadline[]): Promise<void>;
  /** An outlet corrected itself: the words change, the moment stays. */
  correct(id: string, words: Pick<NewHeadline, 'title' | 'summary' | 'topics' | 'coins' | 'titleKey' | 'prices'>): Promise<void>;
  addNotes(notes: readonly Note[]): Promise<void>;
  /** Kinds, subjects and moments only, oldest first. */
  notesSince(sinceMs: number): Promise<Pick<Note, 'at' | 'facts'>[]>;
  page(filter: ArticleFilter, from: number, size: number): Promise<{ rows: ArticleRow[]; total: number }>;
  /** Newest first. */
  between(from: number, to: number, limit: number): Promise<ArticleRow[]>;
  /** Moments of the nearest articles outside of [from, to). */
  around(from: number, to: number): Promise<{ before: number | null; after: number | null }>;
  headlinesBetween(from: number, to: number): Promise<{ count: number; coins: string[] }>;
  isEmpty(): Promise<boolean>;
  forget(beforeMs: number): Promise<void>;
  mark(name: string): Promise<number | null>;
  setMark(name: string, upTo: number): Promise<void>;
  /** The newest that tells of a day no later than this. */
  paper(day: number): Promise<{ day: number; facts: PaperFacts } | null>;
  paperDays(since: number): Promise<ReadonlySet<number>>;
  addPaper(day: number, facts: PaperFacts): Promise<void>;
}

const shown = {
  id: article.id,
  kind: article.kind,
  at: article.at,
  topics: article.topics,
  coins: article.coins,
  prices: article.prices,
  title: article.title,
  summary: article.summary,
  source: article.source,
  link: article.link,
  facts: article.facts,
};
type Shown = Pick<typeof article.$inferSelect, keyof typeof shown>;
const toRow = ({ at, kind, topics, ...rest }: Shown): ArticleRow => ({
  ...rest,
  at: at.getTime(),
  kind: kind as ArticleRow['kind'],
  topics: topics as NewsTopic[],
});

/** Of one moment, as the end of a day is, the most telling first. */
const newestFirst = [desc(article.at), desc(article.weight), desc(article.id)];

export function createContentStore(orm: NodePgDatabase): ContentStore {
  const where = ({ topic, coins, kind, before }: ArticleFilter): SQL | undefined =>
    and(
      topic === undefined ? undefined : arrayContains(article.topics, [topic]),
      coins === undefined ? undefined : coins.length > 0 ? arrayOverlaps(article.coins, [...coins]) : sql`false`,
      kind === undefined ? undefined : eq(article.kind, kind),
      before === undefined ? undefined : lt(article.at, new Date(before)),
    );
  const within = (from: number, to: number) => and(gte(article.at, new Date(from)), lt(article.at, new Date(to)));
  return {
    async known(keys) {
      const titles = keys.flatMap(({ titleKey }) => (titleKey === null ? [] : [titleKey]));
      const rows = await orm
        .select({
          id: article.id,
          at: article.at,
          title: article.title,
          summary: article.summary,
          guidKey: article.guidKey,
          linkKey: article.linkKey,
          titleKey: article.titleKey,
        })
        .from(article)
        .where(
          or(
            inArray(
              article.guidKey,
              keys.map(({ guidKey }) => guidKey),
            ),
            inArray(
              article.linkKey,
              keys.map(({ linkKey }) => linkKey),
            ),
            titles.length > 0 ? inArray(article.titleKey, titles) : undefined,
          ),
        );
      return rows.map((row) => Object.assign(row, { at: row.at.getTime() }));
    },
    async addHeadlines(rows) {
      if (rows.length === 0) return;
      await orm
        .insert(article)
        .values(
          rows.map(({ at, topics, coins, ...row }) => ({
            ...row,
            kind: 'headline',
            at: new Date(at),
            topics: [...topics],
            coins: [...coins],
          })),
        )
        .onConflictDoNothing();
    },
    async correct(id, { topics, coins, ...words }) {
      await orm
        .update(article)
        .set({ ...words, topics: [...topics], coins: [...coins] })
        .where(eq(article.id, id));
    },
    async addNotes(notes) {
      if (notes.length === 0) return;
      await orm
        .insert(article)
        .values(
          notes.map(({ id, at, facts, coins, prices, weight }) => ({
            id,
            kind: 'note',
            at: new Date(at),
            facts,
            topics: topicsOfNote(facts),
            coins: [...coins],
            prices,
            weight,
          })),
        )
        .onConflictDoNothing();
    },
    async notesSince(sinceMs) {
      const rows = await orm
        .select({ at: article.at, facts: article.facts })
        .from(article)
        .where(and(eq(article.kind, 'note'), gte(article.at, new Date(sinceMs))))
        .orderBy(asc(article.at));
      return rows.flatMap(({ at, facts }) => (facts ? [{ at: at.getTime(), facts }] : []));
    },
    async page(filter, from, size) {
      const [rows, [counted]] = await Promise.all([
        orm
          .select(shown)
          .from(article)
          .where(where(filter))
          .orderBy(...newestFirst)
          .limit(size)
          .offset(from),
        orm.select({ total: count() }).from(article).where(where(filter)),
      ]);
      return { rows: rows.map(toRow), total: counted!.total };
    },
    async between(from, to, limit) {
      const rows = await orm
        .select(shown)
        .from(article)
        .where(within(from, to))
        .orderBy(...newestFirst)
        .limit(limit);
      return rows.map(toRow);
    },
    async around(from, to) {
      const [[before], [after]] = await Promise.all([
        orm
          .select({ at: article.at })
          .from(article)
          .where(lt(article.at, new Date(from)))
          .orderBy(desc(article.at))
          .limit(1),
        orm
          .select({ at: article.at })
          .from(article)
          .where(gte(article.at, new Date(to)))
          .orderBy(asc(article.at))
          .limit(1),
      ]);
      return { before: before?.at.getTime() ?? null, after: after?.at.getTime() ?? null };
    },
    async headlinesBetween(from, to) {
      const rows = await orm
        .select({ coins: article.coins })
        .from(article)
        .where(and(eq(article.kind, 'headline'), within(from, to)));
      const counts = new Map<string, number>();
      for (const { coins } of rows) for (const coin of coins) counts.set(coin, (counts.get(coin) ?? 0) + 1);
      return { count: rows.length, coins: [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([coin]) => coin) };
    },
    async isEmpty() {
      return (await orm.select({ id: article.id }).from(article).limit(1)).length === 0;
    },
    async forget(beforeMs) {
      await orm.delete(article).where(lt(article.at, new Date(beforeMs)));
      await orm.delete(morningPaper).where(lt(morningPaper.day, beforeMs));
    },
    async mark(name) {
      const [row] = await orm.select().from(contentMark).where(eq(contentMark.name, name));
      return row?.upTo ?? null;
    },
    async setMark(name, upTo) {
      await orm.insert(contentMark).values({ name, upTo }).onConflictDoUpdate({ target: contentMark.name, set: { upTo } });
    },
    async paper(day) {
      const [row] = await orm
        .select()
        .from(morningPaper)
        .where(lt(morningPaper.day, day + 1))
        .orderBy(desc(morningPaper.day))
        .limit(1);
      return row ?? null;
    },
    async paperDays(since) {
      const rows = await orm.select({ day: morningPaper.day }).from(morningPaper).where(gte(morningPaper.day, since));
      return new Set(rows.map(({ day }) => day));
    },
    async addPaper(day, facts) {
      await orm.insert(morningPaper).values({ day, facts }).onConflictDoNothing();
    },
  };
}
