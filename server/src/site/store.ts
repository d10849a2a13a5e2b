import { and, eq, gt, inArray, isNull, lt, or, sql, desc } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { newId } from '#platform/ids.ts';
import type { BannerRow, Report } from './rules.ts';
import { errorReport, locationBanner, siteSetting } from './tables.ts';

export interface Store {
  loadSettings(): Promise<ReadonlyMap<string, unknown>>;
  /** undefined: back to what is usual. */
  saveSetting(key: string, value: unknown, now: Date): Promise<void>;
  saveBanner(row: BannerRow): Promise<void>;
  removeBanner(id: string): Promise<void>;
  banner(id: string): Promise<BannerRow | null>;
  /** Those that run now or later. */
  loadBanners(now: Date): Promise<readonly BannerRow[]>;
  /** Resolves after the commit. An equal report since `equalSince` is counted instead of kept twice. */
  saveReport(report: Report, equalSince: Date): Promise<void>;
  /** How many went. */
  pruneReports(rule: { before: Date; keep: number }): Promise<number>;
}

export function createStore(orm: NodePgDatabase): Store {
  const same = (column: typeof errorReport.stack | typeof errorReport.url, value: string | null) =>
    value === null ? isNull(column) : eq(column, value);
  return {
    async loadSettings() {
      const rows = await orm.select({ key: siteSetting.key, value: siteSetting.value }).from(siteSetting);
      return new Map(rows.map((row) => [row.key, row.value]));
    },
    async saveSetting(key, value, now) {
      if (value === undefined) return void (await orm.delete(siteSetting).where(eq(siteSetting.key, key)));
      const row = { value, updatedAt: now };
      await orm
        .insert(siteSetting)
        .values({ key, ...row })
        .onConflictDoUpdate({ target: siteSetting.key, set: row });
    },
    async saveBanner({ id, ...row }) {
      await orm
        .insert(locationBanner)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: locationBanner.id, set: row });
    },
    async removeBanner(id) {
      await orm.delete(locationBanner).where(eq(locationBanner.id, id));
    },
    async banner(id) {
      const [row] = await orm.select().from(locationBanner).where(eq(locationBanner.id, id));
      return row ?? null;
    },
    loadBanners: (now) => orm.select().from(locationBanner).where(gt(locationBanner.endsAt, now)),
    async saveReport(report, equalSince) {
      const equal = orm
        .select({ id: errorReport.id })
        .from(errorReport)
        .where(
          and(
            gt(errorReport.at, equalSince),
            eq(errorReport.kind, report.kind),
            eq(errorReport.message, report.message),
            same(errorReport.stack, report.stack),
            same(errorReport.url, report.url),
          ),
        )
        .limit(1);
      const counted = await orm
        .update(errorReport)
        .set({ count: sql`${errorReport.count} + 1` })
        .where(inArray(errorReport.id, equal));
      if (counted.rowCount === 0) await orm.insert(errorReport).values({ id: newId(), ...report });
    },
    async pruneReports({ before, keep }) {
      const beyond = orm.select({ id: errorReport.id }).from(errorReport).orderBy(desc(errorReport.at), desc(errorReport.id)).offset(keep);
      const gone = await orm.delete(errorReport).where(or(lt(errorReport.at, before), inArray(errorReport.id, beyond)));
      return gone.rowCount ?? 0;
    },
  };
}
