// The addresses of a name from outside. Every one of them is looked at, and the ones that were looked at are the ones that are
// connected to, even if the name resolves to others a moment later. An address written out is connected to unchecked: look at it first.
import { isIP, type LookupFunction } from 'node:net';

export interface Guard {
  resolve(hostname: string): Promise<readonly string[]>;
  isAllowed(address: string): boolean;
}

/** Where a name leads to a place that is not allowed, however many others it leads to. */
export class LeadsAway extends Error {
  constructor(hostname: string) {
    super(`${hostname} leads to where we do not go`);
    this.name = 'LeadsAway';
  }
}

export async function allowedAddresses({ resolve, isAllowed }: Guard, hostname: string): Promise<readonly string[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0 || !addresses.every((address) => isAllowed(address))) throw new LeadsAway(hostname);
  return addresses;
}

export const guardedLookup =
  (guard: Guard): LookupFunction =>
  (hostname, { all }, done) => {
    // After the promise: what the other side throws is not ours to catch.
    allowedAddresses(guard, hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) setImmediate(done, null, found);
        else setImmediate(done, null, found[0]!.address, found[0]!.family);
      },
      (error: unknown) => setImmediate(done, error as NodeJS.ErrnoException, '', 0),
    );
  };

/** Without the brackets of an IPv6 address; null where it is a name. */
export const literalOf = (hostname: string): string | null => {
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? null : literal;
};
