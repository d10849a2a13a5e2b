// Secrets as they stand in the database: sealed with a key that is not in it, each for one owner and one purpose.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Vault {
  seal(secret: string, owner: string): string;
  /** null: it was sealed with another key, or for another owner. */
  open(stored: string, owner: string): string | null;
}

const form = 'v1';
const cipher = 'aes-256-gcm';
const [nonceBytes, tagBytes] = [12, 16];

export const isSealed = (stored: string): boolean => stored.startsWith(`${form}.`);

export function createVault(key: string, purpose: string): Vault {
  const derived = Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
  return {
    seal(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, derived, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
      return `${form}.${Buffer.concat([nonce, sealed, sealing.getAuthTag()]).toString('base64url')}`;
    },
    open(stored, owner) {
      if (!isSealed(stored)) return null;
      const bytes = Buffer.from(stored.slice(form.length + 1), 'base64url');
      try {
        const opening = createDecipheriv(cipher, derived, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(-tagBytes));
        return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
