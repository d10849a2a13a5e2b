// Secrets of codes as they stand in the database: sealed with a key that is not in it, each for one person.
import { refuse } from '@tidemark/contract/errors.ts';
import { createVault as createSealed, isSealed } from '#platform/vault.ts';

export interface Vault {
  readonly hasKey: boolean;
  /** Refused without a key. */
  seal(secret: string, personId: string): string;
  /** null: it was sealed with another key, or for another operator. */
  open(stored: string, personId: string): string | null;
}

/** key: null = no new secret can be sealed, and operators from before there was one still get in. */
export function createVault(key: string | null): Vault {
  const sealed = key === null ? null : createSealed(key, 'codes of operators');
  return {
    hasKey: sealed !== null,
    seal(secret, personId) {
      if (!sealed) return refuse('badInput', { field: 'OPERATOR_KEY', reason: 'is not set, and nobody can be let in without it' });
      return sealed.seal(secret, personId);
    },
    open(stored, personId) {
      // From before secrets were sealed; the next start with a key seals it.
      if (!isSealed(stored)) return stored;
      return sealed?.open(stored, personId) ?? null;
    },
  };
}
