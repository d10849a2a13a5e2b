// Secrets of codes as they stand in the database: sealed with a key that is not in it, each for one person.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { refuse } from '@tidemark/contract/errors.ts';

export interface Vault {
  readonly hasKey: boolean;
  /** Refused without a key. */
  seal(secret: string, personId: string): string;
  /** null: it was sealed with another key, or for somebody else. */
  open(stored: string, personId: string): string | null;
}

const form = 'v1';
const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

const isSealed = (stored: string): boolean => stored.startsWith(`${form}.`);

/** key: null = nobody can be let in, and those from before there was one still get in. */
export function createVault(key: string | null): Vault {
  const derived = key === null ? null : Buffer.from(hkdfSync('sha256', key, '', 'codes of operators', 32));
  return {
    hasKey: derived !== null,
    seal(secret, personId) {
      if (!derived) return refuse('badInput', { field: 'OPERATOR_KEY', reason: 'is not set, and nobody can be let in without it' });
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, derived, nonce).setAAD(Buffer.from(personId));
      const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
      return `${form}.${Buffer.concat([nonce, sealed, sealing.getAuthTag()]).toString('base64url')}`;
    },
    open(stored, personId) {
      // From before secrets were sealed; the next start with a key seals it.
      if (!isSealed(stored)) return stored;
      if (!derived) return null;
      const bytes = Buffer.from(stored.slice(form.length + 1), 'base64url');
      try {
        const opening = createDecipheriv(cipher, derived, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(personId))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
