import { and, asc, count, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { aiPick, aiPickDay, aiPickText } from '../tables.ts';
import type { DayOutcome, JudgedPick, PickOutcome } from './scorecard.ts';

export type PickRow = typeof aiPick.$inferSelect;
export type PickDayRow = typeof aiPickDay.$inferSelect;
export type NewPick = Omit<PickRow, 'outcomes'>;

export interface ShownPick extends PickRow {
  readonly isBackfilled: boolean;
  readonly dayOutcomes: readonly DayOutcome[];
}

export type Store = ReturnType<typeof createStore>;

const shown = ({ ai_pick: pick, ai_pick_day: day }: { ai_pick: PickRow; ai_pick_day: PickDayRow }): ShownPick => ({
  ...pick,
  isBackfilled: day.isBackfilled,
  dayOutcomes: day.outcomes,
});

export function createStore(orm: Database['orm']) {
  const ofCoin = (coinId: string | undefined) => (coinId === undefined ? undefined : eq(aiPick.coinId, coinId));
  const joined = () => orm.select().from(aiPick).innerJoin(aiPickDay, eq(aiPick.day, aiPickDay.day));
  return {
    /** Rising. */
    daysSince: (from: number): Promise<PickDayRow[]> =>
      orm.select().from(aiPickDay).where(gte(aiPickDay.day, from)).orderBy(asc(aiPickDay.day)),

    async newestDay(): Promise<PickDayRow | null> {
      const [day] = await orm.select().from(aiPickDay).orderBy(desc(aiPickDay.day)).limit(1);
      return day ?? null;
    },

    /** The first pick made on its day, and the first at all. */
    async firstDays(): Promise<{ live: number | null; all: number | null }> {
      const [row] = await orm
        .select({
          live: sql<string | null>`min(${aiPickDay.day}) filter (where not ${aiPickDay.isBackfilled})`,
          all: sql<string | null>`min(${aiPickDay.day})`,
        })
        .from(aiPickDay);
      const number = (text: string | null | undefined) => (text === null || text === undefined ? null : Number(text));
      return { live: number(row?.live), all: number(row?.all) };
    },

    picksOf: async (day: number): Promise<ShownPick[]> => (await joined().where(eq(aiPick.day, day)).orderBy(asc(aiPick.rank))).map(shown),

    picksOfDays: (days: readonly number[]): Promise<PickRow[]> =>
      days.length === 0
        ? Promise.resolve([])
        : orm
            .select()
            .from(aiPick)
            .where(inArray(aiPick.day, [...days])),

    async page(coinId: string | undefined, offset: number, limit: number): Promise<{ picks: ShownPick[]; total: number }> {
      const [rows, [counted]] = await Promise.all([
        joined().where(ofCoin(coinId)).orderBy(desc(aiPick.day), asc(aiPick.rank)).offset(offset).limit(limit),
        orm.select({ total: count() }).from(aiPick).where(ofCoin(coinId)),
      ]);
      return { picks: rows.map(shown), total: counted?.total ?? 0 };
    },

    /** Of every pick there is, for the scorecard. */
    async judged(coinId: string | undefined): Promise<JudgedPick[]> {
      const rows = await orm
        .select({ ts: aiPick.day, outcomes: aiPick.outcomes, day: aiPickDay.outcomes })
        .from(aiPick)
        .innerJoin(aiPickDay, eq(aiPick.day, aiPickDay.day))
        .where(ofCoin(coinId));
      return rows;
    },

    /** A day is written once: a second writer changes nothing. */
    addDay: (day: Omit<PickDayRow, 'outcomes'>, picks: readonly NewPick[]): Promise<boolean> =>
      orm.transaction(async (tx) => {
        const added = await tx.insert(aiPickDay).values(day).onConflictDoNothing().returning({ day: aiPickDay.day });
        if (added.length > 0 && picks.length > 0) await tx.insert(aiPick).values([...picks]);
        return added.length > 0;
      }),

    saveOutcomes: (day: number, outcomes: DayOutcome[], picks: readonly { rank: number; outcomes: PickOutcome[] }[]): Promise<void> =>
      orm.transaction(async (tx) => {
        await tx.update(aiPickDay).set({ outcomes }).where(eq(aiPickDay.day, day));
        for (const pick of picks)
          await tx
            .update(aiPick)
            .set({ outcomes: pick.outcomes })
            .where(and(eq(aiPick.day, day), eq(aiPick.rank, pick.rank)));
      }),

    async text(day: number, coinId: string, locale: string): Promise<string | null> {
      const [row] = await orm
        .select({ content: aiPickText.content })
        .from(aiPickText)
        .where(and(eq(aiPickText.day, day), eq(aiPickText.coinId, coinId), eq(aiPickText.locale, locale)));
      return row?.content ?? null;
    },

    async saveText(day: number, coinId: string, locale: string, content: string): Promise<void> {
      await orm.insert(aiPickText).values({ day, coinId, locale, content }).onConflictDoNothing();
    },
  };
}
