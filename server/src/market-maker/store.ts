// SQL of applications and their pictures.
import { dayMs } from '@tidemark/contract/time.ts';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { refuse } from '@tidemark/contract/errors.ts';
import type { MarketMakerForm } from '@tidemark/contract/market-maker.ts';
import { newId } from '#platform/ids.ts';
import type { Picture } from './picture.ts';
import {
  applicationKeptMs,
  applicationsPerDay,
  networkKnownMs,
  newReceipt,
  refusedImages,
  unusedBefore,
  unusedImages,
  type Owner,
} from './rules.ts';
import {
  marketMakerApplication as application,
  marketMakerImage as image,
  marketMakerLetter as letter,
  marketMakerRefusal as refusal,
} from './tables.ts';

export interface Receipt {
  readonly receipt: string;
  readonly receivedAt: Date;
}
export interface NewApplication {
  readonly owner: Owner;
  readonly clientKey: string;
  readonly locale: string;
  readonly form: MarketMakerForm;
  readonly imageIds: readonly string[];
}
/** null: nothing was decided yet. */
export type Decision = 'accepted' | 'declined' | null;

export interface ShownApplication extends Receipt, MarketMakerForm {
  readonly locale: string;
  readonly wasLoggedIn: boolean;
  readonly decision: Decision;
  readonly images: readonly {
    readonly position: number;
    readonly mediaType: string;
    readonly width: number;
    readonly height: number;
    readonly bytes: number;
  }[];
}

export type Store = ReturnType<typeof createStore>;
type Tx = Pick<NodePgDatabase, 'execute' | 'select' | 'insert' | 'update'>;

export function createStore(orm: NodePgDatabase) {
  /** What is counted stays counted until the commit, in all processes. */
  const lockNetwork = (tx: Tx, { networkKey }: Owner) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${networkKey}, 7276))`);

  const unusedCounts = async (db: Tx, { deviceKey, networkKey }: Owner, now: number) => {
    const [row] = await db
      .select({
        ofAll: count(),
        ofNetwork: sql<string>`count(*) filter (where ${image.networkKey} = ${networkKey})`,
        ofDevice: sql<string>`count(*) filter (where ${image.deviceKey} = ${deviceKey})`,
      })
      .from(image)
      .where(and(isNull(image.applicationId), gt(image.uploadedAt, unusedBefore(now))));
    return { ofAll: row!.ofAll, ofNetwork: Number(row!.ofNetwork), ofDevice: Number(row!.ofDevice) };
  };
  const refuseTooMany = async (db: Tx, owner: Owner, now: number) => {
    const [refused] = await db
      .select({ ofNetwork: count() })
      .from(refusal)
      .where(and(eq(refusal.networkKey, owner.networkKey), gt(refusal.refusedAt, new Date(now - refusedImages.withinMs))));
    if (refused!.ofNetwork >= refusedImages.ofNetwork) refuse('tooManyUploads');
    const counts = await unusedCounts(db, owner, now);
    if (counts.ofDevice >= unusedImages.ofDevice || counts.ofNetwork >= unusedImages.ofNetwork || counts.ofAll >= unusedImages.ofAll)
      refuse('tooManyUploads');
  };
  const isOwn = ({ deviceKey, accountId }: Owner) =>
    or(eq(image.deviceKey, deviceKey), accountId === null ? undefined : eq(image.accountId, accountId));

  const find = async (db: Tx, { deviceKey }: Owner, clientKey: string): Promise<Receipt | null> => {
    const [row] = await db
      .select({ receipt: application.receipt, receivedAt: application.receivedAt })
      .from(application)
      .where(and(eq(application.deviceKey, deviceKey), eq(application.clientKey, clientKey)));
    return row ?? null;
  };

  const refuseTooOften = async (tx: Tx, { deviceKey, networkKey }: Owner, now: number) => {
    const [row] = await tx
      .select({ ofNetwork: count(), ofDevice: sql<string>`count(*) filter (where ${application.deviceKey} = ${deviceKey})` })
      .from(application)
      .where(
        and(
          or(eq(application.networkKey, networkKey), eq(application.deviceKey, deviceKey)),
          gt(application.receivedAt, new Date(now - dayMs)),
        ),
      );
    if (row!.ofNetwork >= applicationsPerDay.ofNetwork || Number(row!.ofDevice) >= applicationsPerDay.ofDevice)
      refuse('tooManyApplications');
  };

  /** All of them or none: another owner's, one that is used and one that is gone cannot be told apart from outside. */
  const takeImages = async (tx: Tx, applicationId: string, { owner, imageIds }: NewApplication, now: number) => {
    for (const [index, id] of imageIds.entries()) {
      const taken = await tx
        .update(image)
        .set({ applicationId, position: index + 1 })
        .where(and(eq(image.id, id), isNull(image.applicationId), gt(image.uploadedAt, unusedBefore(now)), isOwn(owner)))
        .returning({ id: image.id });
      if (taken.length === 0) refuse('imageGone');
    }
  };

  return {
    /** Asked before a picture is read, so that refusing costs little; what counts is asked again when it is kept. */
    mayKeepImage: (owner: Owner, now: number): Promise<void> => refuseTooMany(orm, owner, now),

    keepImage: (owner: Owner, id: string, { mediaType, width, height, bytes }: Picture, now: number): Promise<void> =>
      orm.transaction(async (tx) => {
        await lockNetwork(tx, owner);
        await refuseTooMany(tx, owner, now);
        await tx.insert(image).values({ id, ...owner, mediaType, width, height, bytes, uploadedAt: new Date(now) });
      }),

    async countRefused({ networkKey }: Owner, now: number): Promise<void> {
      await orm.insert(refusal).values({ id: newId(), networkKey, refusedAt: new Date(now) });
    },

    async discardImage(owner: Owner, id: string): Promise<void> {
      await orm.delete(image).where(and(eq(image.id, id), isNull(image.applicationId), isOwn(owner)));
    },

    /** Resolves after the commit. The same key of the same owner is the same application, also when it comes twice at once. */
    keepApplication: (given: NewApplication, now: number): Promise<Receipt & { readonly isNew: boolean }> =>
      orm.transaction(async (tx) => {
        const { owner, clientKey, locale, form } = given;
        const before = await find(tx, owner, clientKey);
        if (before) return { ...before, isNew: false };
        await lockNetwork(tx, owner);
        await refuseTooOften(tx, owner, now);
        const made = { id: newId(), receipt: newReceipt(), receivedAt: new Date(now) };
        const kept = await tx
          .insert(application)
          .values({ ...made, ...owner, clientKey, locale, ...form })
          .onConflictDoNothing({ target: [application.deviceKey, application.clientKey] })
          .returning({ id: application.id });
        if (kept.length === 0) return { ...(await find(tx, owner, clientKey))!, isNew: false };
        await takeImages(tx, made.id, given, now);
        await tx
          .insert(letter)
          .values([
            { applicationId: made.id, kind: 'operator', dueAt: made.receivedAt },
            ...(owner.accountId === null ? [] : [{ applicationId: made.id, kind: 'receipt' as const, dueAt: made.receivedAt }]),
          ]);
        return { receipt: made.receipt, receivedAt: made.receivedAt, isNew: true };
      }),

    /** Newest first; before: the receipt of the last one that was seen. */
    async list(before: string | null, max: number): Promise<ShownApplication[]> {
      const since =
        before === null
          ? undefined
          : sql`(${application.receivedAt}, ${application.id}) < (select received_at, id from market_maker_application
            where receipt = ${before})`;
      return show(
        orm,
        await orm.select().from(application).where(since).orderBy(desc(application.receivedAt), desc(application.id)).limit(max),
      );
    },
    async one(receipt: string): Promise<ShownApplication | null> {
      const [shown] = await show(orm, await orm.select().from(application).where(eq(application.receipt, receipt)));
      return shown ?? null;
    },
    async ofAccount(accountId: string): Promise<ShownApplication[]> {
      return show(
        orm,
        await orm.select().from(application).where(eq(application.accountId, accountId)).orderBy(asc(application.receivedAt)),
      );
    },
    async imageOf(receipt: string, position: number): Promise<{ mediaType: string; bytes: Buffer } | null> {
      const [row] = await orm
        .select({ mediaType: image.mediaType, bytes: image.bytes })
        .from(image)
        .innerJoin(application, eq(application.id, image.applicationId))
        .where(and(eq(application.receipt, receipt), eq(image.position, position)));
      return row ?? null;
    },
    async decide(receipt: string, decision: Decision): Promise<boolean> {
      return (
        (await orm.update(application).set({ decision }).where(eq(application.receipt, receipt)).returning({ id: application.id })).length >
        0
      );
    },
    async remove(receipt: string): Promise<boolean> {
      return (await orm.delete(application).where(eq(application.receipt, receipt)).returning({ id: application.id })).length > 0;
    },

    async prune(now: number): Promise<void> {
      await orm.delete(refusal).where(lt(refusal.refusedAt, new Date(now - refusedImages.withinMs)));
      await orm.delete(application).where(lt(application.receivedAt, new Date(now - applicationKeptMs)));
      await orm.delete(image).where(and(isNull(image.applicationId), lt(image.uploadedAt, unusedBefore(now))));
      await orm
        .update(application)
        .set({ networkKey: null })
        .where(and(isNotNull(application.networkKey), lt(application.receivedAt, new Date(now - networkKnownMs))));
    },
    /** Applications go with their account, and with them their pictures and letters; so do pictures that wait for an application. */
    async forget(accountIds: readonly string[]): Promise<void> {
      await orm.delete(application).where(inArray(application.accountId, [...accountIds]));
      await orm.delete(image).where(inArray(image.accountId, [...accountIds]));
    },
    /** Pictures that wait for an application. */
    unusedOf: (accountId: string): Promise<{ mediaType: string; width: number; height: number; bytes: number; uploadedAt: Date }[]> =>
      orm
        .select({
          mediaType: image.mediaType,
          width: image.width,
          height: image.height,
          bytes: sql<number>`octet_length(${image.bytes})`,
          uploadedAt: image.uploadedAt,
        })
        .from(image)
        .where(and(eq(image.accountId, accountId), isNull(image.applicationId)))
        .orderBy(asc(image.uploadedAt)),
  };
}

async function show(orm: NodePgDatabase, rows: readonly (typeof application.$inferSelect)[]): Promise<ShownApplication[]> {
  if (rows.length === 0) return [];
  const images = await orm
    .select({
      applicationId: image.applicationId,
      position: image.position,
      mediaType: image.mediaType,
      width: image.width,
      height: image.height,
      bytes: sql<number>`octet_length(${image.bytes})`,
    })
    .from(image)
    .where(
      inArray(
        image.applicationId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(image.position));
  return rows.map(
    ({ id, receipt, receivedAt, locale, accountId, applicantName, applicantTitle, introduction, strategy, userId, decision }) => ({
      receipt,
      receivedAt,
      locale,
      decision,
      applicantName,
      applicantTitle,
      introduction,
      strategy,
      userId,
      wasLoggedIn: accountId !== null,
      images: images
        .filter(({ applicationId }) => applicationId === id)
        .map(({ position, mediaType, width, height, bytes }) => ({ position: position!, mediaType, width, height, bytes })),
    }),
  );
}
