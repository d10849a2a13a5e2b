// SQL of accounts, preferences, pending registrations and codes.
import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { errorCodeOf } from '#platform/describe-error.ts';
import { newId } from '#platform/ids.ts';
import type { OperatorChange } from './operator-change.ts';
import { endTokensIn } from './access-store.ts';
import { endSessionsIn, type EndedSession } from './session-store.ts';
import { account, accountCode, accountIdentity, accountPreference, accountSession, pendingRegistration, signingKey } from './tables.ts';

export type Account = typeof account.$inferSelect;
export interface ShownAccount {
  readonly account: Account;
  readonly hasSubAccounts: boolean;
}
export type CodePurpose = 'verifyEmail' | 'resetPassword' | 'bindEmail' | 'bindPhone' | 'deleteAccount';
export interface Registration {
  readonly email: string;
  readonly emailKey: string;
  readonly passwordHash: string;
  readonly locale: string;
}
export interface Secrets {
  readonly tokenHash: string;
  readonly codeHash: string;
  readonly expiresAt: Date;
}
/** By the hash of a link, or by the digits for an owner (an address or an account). */
export type Proof = { readonly tokenHash: string } | { readonly codeHash: string; readonly owner: string; readonly maxAttempts: number };

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly locale: string;
  readonly name: string;
}
/** The session that the browser has, where it was opened after that moment. */
export interface HeldSession {
  readonly id: string | null;
  readonly since: Date;
}

/** hadPassword: the identity has just joined an account with a password, which has ended with all its sessions. */
export interface Joined {
  readonly account: Account;
  readonly hadPassword: boolean;
  readonly ended: readonly EndedSession[];
}

const uniqueViolation = '23505';

export type Store = ReturnType<typeof createStore>;

export function createStore(orm: NodePgDatabase) {
  /** The code that is proven by this; null: wrong, too late, or tried too often. */
  const findCode = async (purpose: CodePurpose, proof: Proof, now: Date): Promise<{ id: string; accountId: string } | null> => {
    const live = and(eq(accountCode.purpose, purpose), gt(accountCode.expiresAt, now));
    const shown = { id: accountCode.id, accountId: accountCode.accountId, codeHash: accountCode.codeHash };
    if (!('owner' in proof)) {
      const [found] = await orm
        .select(shown)
        .from(accountCode)
        .where(and(live, eq(accountCode.tokenHash, proof.tokenHash)));
      return found ?? null;
    }
    const tried = await orm
      .update(accountCode)
      .set({ attempts: sql`${accountCode.attempts} + 1` })
      .where(and(live, eq(accountCode.accountId, proof.owner), lt(accountCode.attempts, proof.maxAttempts)))
      .returning(shown);
    return tried.find(({ codeHash }) => codeHash === proof.codeHash) ?? null;
  };
  /** Uses the code up; null: another request was faster. */
  const finishCode = async (id: string): Promise<{ accountId: string; email: string } | null> => {
    const [taken] = await orm
      .delete(accountCode)
      .where(eq(accountCode.id, id))
      .returning({ accountId: accountCode.accountId, email: accountCode.email });
    return taken ?? null;
  };
  const newAccount = (given: Partial<Account> & Pick<Account, 'locale'>, now: Date) => ({
    id: newId(),
    createdAt: now,
    updatedAt: now,
    ...given,
  });

  // Written out for the same reason as below; prepared, because it is asked most of all.
  const hasSubAccounts = sql<boolean>`exists (select 1 from ${account} as child where child.parent_id = account.id)`;
  const shownById = orm
    .select({ account, hasSubAccounts })
    .from(account)
    .where(sql`${account.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('users_shown_accounts');

  /** Without an identity an account is entered by its password alone, so a fresh session proves that the password was given. */
  const isPasswordGiven = async (tx: Pick<NodePgDatabase, 'select'>, accountId: string, { id, since }: HeldSession): Promise<boolean> => {
    if (id === null) return false;
    const fresh = await tx
      .select({ id: accountSession.id })
      .from(accountSession)
      .where(and(eq(accountSession.id, id), eq(accountSession.accountId, accountId), gt(accountSession.createdAt, since)));
    if (fresh.length === 0) return false;
    return (
      (await tx.select({ issuer: accountIdentity.issuer }).from(accountIdentity).where(eq(accountIdentity.accountId, accountId)).limit(1))
        .length === 0
    );
  };

  const joinIdentity = (
    { issuer, subject, email, emailKey, locale, name }: Identity,
    held: HeldSession,
    now: Date,
  ): Promise<Joined | null> =>
    orm.transaction(async (tx) => {
      const [known] = await tx
        .select({ account })
        .from(accountIdentity)
        .innerJoin(account, eq(account.id, accountIdentity.accountId))
        .where(and(eq(accountIdentity.issuer, issuer), eq(accountIdentity.subject, subject)));
      if (known) return { account: known.account, hadPassword: false, ended: [] };
      const [same] = emailKey === null ? [] : await tx.select().from(account).where(eq(account.emailKey, emailKey)).for('update');
      if (same && same.emailVerifiedAt === null) return null;
      const [owner] = same
        ? [same]
        : await tx
            .insert(account)
            .values(newAccount({ email, emailKey, emailVerifiedAt: email === null ? null : now, nickName: name, locale }, now))
            .returning();
      const isKept = owner!.passwordHash === null || (await isPasswordGiven(tx, owner!.id, held));
      await tx.insert(accountIdentity).values({ issuer, subject, accountId: owner!.id });
      if (isKept) return { account: owner!, hadPassword: false, ended: [] };
      // The one who chose that password may not be whom the provider vouches for: it ends here, and with it every session and open code.
      await tx.update(account).set({ passwordHash: null, updatedAt: now }).where(eq(account.id, owner!.id));
      await tx.delete(accountCode).where(eq(accountCode.accountId, owner!.id));
      await endTokensIn(tx, owner!.id);
      const ended = await endSessionsIn(tx, { accountId: owner!.id }, 'revoked', now);
      return { account: { ...owner!, passwordHash: null }, hadPassword: true, ended };
    });

  return {
    async signingSecret(name: string, fresh: string, now: Date): Promise<string> {
      await orm.insert(signingKey).values({ name, secret: fresh, createdAt: now }).onConflictDoNothing();
      const [row] = await orm.select({ secret: signingKey.secret }).from(signingKey).where(eq(signingKey.name, name));
      return row!.secret;
    },

    async accountById(id: string): Promise<Account | null> {
      const [row] = await orm.select().from(account).where(eq(account.id, id));
      return row ?? null;
    },

    async accountByEmail(emailKey: string): Promise<Account | null> {
      const [row] = await orm.select().from(account).where(eq(account.emailKey, emailKey));
      return row ?? null;
    },

    /** isKnownAddress: a session of this account is open from there. */
    async accountForLogin(emailKey: string, ip: string): Promise<{ account: Account; isKnownAddress: boolean } | null> {
      // Written out: in a select of one table drizzle names columns without their table, and "id" would be the session's.
      const isKnownAddress = sql<boolean>`exists (
        select 1 from ${accountSession} as known where known.account_id = account.id and known.ip = ${ip})`;
      const [row] = await orm.select({ account, isKnownAddress }).from(account).where(eq(account.emailKey, emailKey));
      return row ?? null;
    },

    async shownAccounts(ids: readonly string[]): Promise<Map<string, ShownAccount>> {
      const rows = await shownById.execute({ ids: `{${ids.join(',')}}` });
      return new Map(rows.map((row) => [row.account.id, row]));
    },

    /** null: the address is taken. */
    async createAccount(registration: Registration, emailVerifiedAt: Date | null, now: Date): Promise<string | null> {
      const rows = await orm
        .insert(account)
        .values(newAccount({ ...registration, emailVerifiedAt }, now))
        .onConflictDoNothing()
        .returning({ id: account.id });
      return rows[0]?.id ?? null;
    },

    /** The account of an address, made when there is none, with this password from now on. */
    async putAccount(registration: Registration, now: Date): Promise<string> {
      const { passwordHash } = registration;
      const [put] = await orm
        .insert(account)
        .values(newAccount({ ...registration, emailVerifiedAt: now }, now))
        .onConflictDoUpdate({ target: account.emailKey, set: { passwordHash, updatedAt: now } })
        .returning({ id: account.id });
      return put!.id;
    },

    async saveRegistration(registration: Registration, secrets: Secrets): Promise<void> {
      await orm.insert(pendingRegistration).values({ id: newId(), ...registration, ...secrets });
    },

    /** The attempt that is proven by this; a wrong try with digits is counted on all of the address. */
    async findRegistration(proof: Proof, now: Date): Promise<{ id: string; passwordHash: string } | null> {
      const live = gt(pendingRegistration.expiresAt, now);
      const shown = { id: pendingRegistration.id, passwordHash: pendingRegistration.passwordHash, codeHash: pendingRegistration.codeHash };
      if (!('owner' in proof)) {
        const [found] = await orm
          .select(shown)
          .from(pendingRegistration)
          .where(and(live, eq(pendingRegistration.tokenHash, proof.tokenHash)));
        return found ?? null;
      }
      const tried = await orm
        .update(pendingRegistration)
        .set({ attempts: sql`${pendingRegistration.attempts} + 1` })
        .where(and(eq(pendingRegistration.emailKey, proof.owner), live, lt(pendingRegistration.attempts, proof.maxAttempts)))
        .returning(shown);
      return tried.find(({ codeHash }) => codeHash === proof.codeHash) ?? null;
    },

    /** In one commit the attempt becomes an account and every other attempt on the address is void; null: there is one by now. */
    confirmRegistration: (id: string, now: Date): Promise<string | null> =>
      orm.transaction(async (tx) => {
        const [pending] = await tx
          .delete(pendingRegistration)
          .where(and(eq(pendingRegistration.id, id), gt(pendingRegistration.expiresAt, now)))
          .returning();
        if (!pending) return null;
        const { email, emailKey, passwordHash, locale } = pending;
        const [made] = await tx
          .insert(account)
          .values(newAccount({ email, emailKey, passwordHash, locale, emailVerifiedAt: now }, now))
          .onConflictDoNothing()
          .returning({ id: account.id });
        await tx.delete(pendingRegistration).where(eq(pendingRegistration.emailKey, emailKey));
        return made?.id ?? null;
      }),

    /** A new code makes the older ones of its purpose void. */
    saveCode: (accountId: string, purpose: CodePurpose, sentTo: string, secrets: Secrets): Promise<void> =>
      orm.transaction(async (tx) => {
        await tx.delete(accountCode).where(and(eq(accountCode.accountId, accountId), eq(accountCode.purpose, purpose)));
        await tx.insert(accountCode).values({ id: newId(), accountId, purpose, email: sentTo, ...secrets });
      }),

    findCode,
    finishCode,
    /** Both at once: a code that is proven by this is used up. */
    async takeCode(purpose: CodePurpose, proof: Proof, now: Date): Promise<{ accountId: string; email: string } | null> {
      const found = await findCode(purpose, proof, now);
      return found && finishCode(found.id);
    },

    async markEmailVerified(accountId: string, email: string, now: Date): Promise<void> {
      await orm
        .update(account)
        .set({ emailVerifiedAt: now, updatedAt: now })
        .where(and(eq(account.id, accountId), eq(account.email, email)));
    },

    /** False: another account has the address. */
    async bindEmail(accountId: string, email: string, emailKey: string, now: Date): Promise<boolean> {
      try {
        await orm.update(account).set({ email, emailKey, emailVerifiedAt: now, updatedAt: now }).where(eq(account.id, accountId));
        return true;
      } catch (error) {
        if (errorCodeOf(error) === uniqueViolation) return false;
        throw error;
      }
    },

    async bindPhone(accountId: string, areaCode: string, phone: string, now: Date): Promise<void> {
      await orm
        .update(account)
        .set({ areaCode, phone, phoneVerifiedAt: phone === '' ? null : now, updatedAt: now })
        .where(eq(account.id, accountId));
    },

    /** New password, and in the same commit no other session, no personal token and no open code is left. */
    setPassword: (
      accountId: string,
      passwordHash: string,
      keep: { sessionId?: string; provenEmail?: boolean },
      now: Date,
    ): Promise<EndedSession[]> =>
      orm.transaction(async (tx) => {
        const verified = keep.provenEmail
          ? { emailVerifiedAt: sql`coalesce(${account.emailVerifiedAt}, ${now.toISOString()}::timestamptz)` }
          : {};
        await tx
          .update(account)
          .set({ passwordHash, updatedAt: now, ...verified })
          .where(eq(account.id, accountId));
        await tx.delete(accountCode).where(eq(accountCode.accountId, accountId));
        await endTokensIn(tx, accountId);
        return endSessionsIn(tx, { accountId, except: keep.sessionId }, 'revoked', now);
      }),

    async updateProfile(accountId: string, change: { nickName?: string; antiPhishingCode?: string }, now: Date): Promise<void> {
      await orm
        .update(account)
        .set({ ...change, updatedAt: now })
        .where(eq(account.id, accountId));
    },

    /** The account with this number, after the change; null: there is none. */
    async setByOperator(number: number, change: OperatorChange, now: Date): Promise<string | null> {
      const [row] = await orm
        .update(account)
        .set({ ...change, updatedAt: now })
        .where(eq(account.number, number))
        .returning({ id: account.id });
      return row?.id ?? null;
    },

    async idOfNumber(number: number): Promise<string | null> {
      const [row] = await orm.select({ id: account.id }).from(account).where(eq(account.number, number));
      return row?.id ?? null;
    },

    async loadPreference(accountId: string): Promise<unknown> {
      const [row] = await orm
        .select({ value: accountPreference.value })
        .from(accountPreference)
        .where(eq(accountPreference.accountId, accountId));
      return row?.value ?? {};
    },

    /** One statement, so that two tabs that change different things both keep theirs. */
    async changePreference(accountId: string, change: object, keepChosen: boolean, now: Date): Promise<unknown> {
      const merged = keepChosen ? sql`excluded.value || ${accountPreference.value}` : sql`${accountPreference.value} || excluded.value`;
      const [row] = await orm
        .insert(accountPreference)
        .values({ accountId, value: change, updatedAt: now })
        .onConflictDoUpdate({ target: accountPreference.accountId, set: { value: merged, updatedAt: now } })
        .returning({ value: accountPreference.value });
      return row!.value;
    },

    async accountIdOf({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<string | null> {
      const [row] = await orm
        .select({ id: accountIdentity.accountId })
        .from(accountIdentity)
        .where(and(eq(accountIdentity.issuer, issuer), eq(accountIdentity.subject, subject)));
      return row?.id ?? null;
    },

    /** The account of a user the provider vouches for; null: the address belongs to an account that has not proven it. */
    async accountOfIdentity(who: Identity, held: HeldSession, now: Date): Promise<Joined | null> {
      try {
        return await joinIdentity(who, held, now);
      } catch (error) {
        // Two first sign-ins at once: the second finds what the first made.
        if (errorCodeOf(error) !== uniqueViolation) throw error;
        return joinIdentity(who, held, now);
      }
    },

    deleteAccount: (accountId: string, now: Date): Promise<EndedSession[]> =>
      orm.transaction(async (tx) => {
        const ended = await endSessionsIn(tx, { accountId }, 'revoked', now);
        await tx.delete(account).where(eq(account.id, accountId));
        return ended;
      }),

    async whichExist(userIds: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await orm
        .select({ id: account.id })
        .from(account)
        .where(inArray(account.id, [...userIds]));
      return new Set(rows.map(({ id }) => id));
    },

    identitiesOf: (accountId: string) =>
      orm
        .select({ issuer: accountIdentity.issuer, subject: accountIdentity.subject })
        .from(accountIdentity)
        .where(eq(accountIdentity.accountId, accountId))
        .orderBy(desc(accountIdentity.issuer)),

    async prune(now: Date): Promise<void> {
      await orm.delete(pendingRegistration).where(lt(pendingRegistration.expiresAt, now));
      await orm.delete(accountCode).where(lt(accountCode.expiresAt, now));
    },
  };
}
