// What this room has to know of a user; assembly passes it in.
import type { UserPreference } from '@tidemark/contract/users.ts';

export interface Person {
  readonly locale: string;
  /** Proven, or null. */
  readonly email: string | null;
  /** E.164, proven, or null. */
  readonly phone: string | null;
  readonly antiPhishingCode: string;
  readonly preference: UserPreference;
}

export interface People {
  /** Those that exist. */
  find(userIds: readonly string[]): Promise<ReadonlyMap<string, Person>>;
}
