// What the statements about a user's alerts are made of, whether they are about one alert or about many.
import { and, count, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { checkOpenCount, type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import type { BusinessLine } from '@tidemark/contract/business-lines.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Born } from './minute-seen.ts';
import type { Standing } from './engine/standing.ts';
import { alert, alertState, alertUser } from './tables.ts';

export type AlertRow = typeof alert.$inferSelect & {
  readonly standing: Standing;
  readonly firedCount: number;
  readonly firedAt: Date | null;
};
export interface OpenCount {
  readonly byLine: ReadonlyMap<number, number>;
  readonly total: number;
}

export type Tx = Pick<NodePgDatabase, 'insert' | 'select' | 'update' | 'delete'>;
export const changedNow = sql`clock_timestamp()`;

export function storeParts(limits: AlertLimits) {
  const shown = { alert, standing: alertState.standing, firedCount: alertState.firedCount, firedAt: alertState.firedAt };
  const toRow = ({
    alert: row,
    standing,
    firedCount,
    firedAt,
  }: {
    alert: typeof alert.$inferSelect;
    standing: unknown;
    firedCount: number;
    firedAt: Date | null;
  }): AlertRow => ({
    ...row,
    standing: standing as Standing,
    firedCount,
    firedAt,
  });
  const select = (tx: Tx) => tx.select(shown).from(alert).innerJoin(alertState, eq(alertState.alertId, alert.id));
  const mine = (userId: string, ...more: (SQL | undefined)[]) => and(eq(alert.userId, userId), ...more);

  /** Changes of one user's alerts wait here for each other. */
  const lockUser = async (tx: Tx, userId: string): Promise<void> => {
    await tx.insert(alertUser).values({ userId }).onConflictDoUpdate({ target: alertUser.userId, set: { userId } });
  };

  const openCount = async (tx: Tx, userId: string): Promise<OpenCount> => {
    const rows = await tx
      .select({ line: alert.businessLine, open: count() })
      .from(alert)
      .where(mine(userId, eq(alert.isOpen, true), isNull(alert.deletedAt)))
      .groupBy(alert.businessLine);
    const byLine = new Map(rows.map(({ line, open }) => [line, open]));
    return { byLine, total: rows.reduce((sum, { open }) => sum + open, 0) };
  };

  /** Null: one more may be open. */
  const refusalToOpen = ({ byLine, total }: OpenCount, line: number): Refusal | null => {
    const refusal = checkOpenCount(line as BusinessLine, byLine.get(line) ?? 0, total, limits);
    return refusal && new Refusal(refusal, { 0: refusal === 'alertTotalLimit' ? limits.total : limits.perLine });
  };

  const saveStanding = (tx: Tx, alertId: number, standing: Standing, born: Born | null) =>
    tx
      .update(alertState)
      .set({ version: standing.version, fireSeq: standing.fireSeq, judgedAt: standing.judgedAt, standing, born })
      .where(eq(alertState.alertId, alertId));

  return { toRow, select, mine, lockUser, openCount, refusalToOpen, saveStanding };
}
