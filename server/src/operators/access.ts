// What lets an operator in: made here, told once, kept as a hash and as the sealed secret of their codes.
import { randomBytes } from 'node:crypto';
import type { OperatorAccess, OperatorRole } from '@tidemark/contract/operators.ts';
import type { Clock } from '#platform/clock.ts';
import { newId, newToken } from '#platform/ids.ts';
import type { Passwords } from './entry.ts';
import type { Store } from './store.ts';
import { linkOf, toBase32 } from './totp.ts';
import type { Vault } from './vault.ts';

export interface Access {
  /** null: the name is taken. */
  add(name: string, role: OperatorRole): Promise<OperatorAccess | null>;
  /** Another password and other codes, and out of every session; null: there is no operator of this name. */
  renew(name: string): Promise<OperatorAccess | null>;
}

interface AccessDeps {
  readonly store: Store;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly clock: Clock;
  readonly siteName: string;
  readonly vault: Vault;
}

export function createAccess({ store, passwords, clock, siteName, vault }: AccessDeps): Access {
  const make = async (id: string, name: string) => {
    const [password, secret] = [newToken(18), toBase32(randomBytes(20))];
    const told: OperatorAccess = { name, password, secret, link: linkOf(secret, name, siteName) };
    return { told, secret: vault.seal(secret, id), passwordHash: await passwords.hash(password) };
  };
  return {
    async add(name, role) {
      const id = newId();
      const { told, secret, passwordHash } = await make(id, name);
      const isNew = await store.add({ id, name, role, passwordHash, secret, createdAt: new Date(clock.now()) });
      return isNew ? told : null;
    },
    async renew(name) {
      const person = await store.byName(name);
      if (!person) return null;
      const { told, secret, passwordHash } = await make(person.id, name);
      await store.setAccess(person.id, passwordHash, secret);
      return told;
    },
  };
}
