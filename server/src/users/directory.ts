// What other rooms may know of people: enough to write to them. Needs no session and no web role.
import { eq, inArray } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { UserPreference } from '@tidemark/contract/users.ts';
import { readPreference } from './rules.ts';
import { account, accountPreference } from './tables.ts';

export interface Reachable {
  readonly locale: string;
  /** Proven, or null. */
  readonly email: string | null;
  /** E.164, proven, or null. */
  readonly phone: string | null;
  readonly antiPhishingCode: string;
  readonly preference: UserPreference;
}

export interface Directory {
  /** Those that exist. */
  find(userIds: readonly string[]): Promise<ReadonlyMap<string, Reachable>>;
}

export function createDirectory(orm: NodePgDatabase): Directory {
  return {
    async find(userIds) {
      if (userIds.length === 0) return new Map();
      const rows = await orm
        .select({ account, preference: accountPreference.value })
        .from(account)
        .leftJoin(accountPreference, eq(accountPreference.accountId, account.id))
        .where(inArray(account.id, [...new Set(userIds)]));
      return new Map(
        rows.map(({ account: { id, locale, email, emailVerifiedAt, areaCode, phone, phoneVerifiedAt, antiPhishingCode }, preference }) => [
          id,
          {
            locale,
            email: emailVerifiedAt === null ? null : email,
            phone: phone === '' || phoneVerifiedAt === null ? null : `+${areaCode}${phone}`.replace(/[^+\d]/g, ''),
            antiPhishingCode,
            preference: readPreference(preference),
          },
        ]),
      );
    },
  };
}
