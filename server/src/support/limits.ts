// How often one address may do something that costs others: counted in windows, in memory, per process.
import { refuse, type ErrorName } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';

const addressesRemembered = 10_000;

export interface Allowance {
  /** Refuses when there is nothing left; counts nothing. */
  check(address: string): void;
  spend(address: string): void;
}

export function createAllowance(clock: Clock, max: number, windowMs: number, refusal: ErrorName): Allowance {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  const windowOf = (address: string) => {
    const window = windows.get(address);
    if (window && window.endsAt > clock.now()) return window;
    windows.delete(address);
    return null;
  };
  return {
    check(address) {
      const window = windowOf(address);
      if (window && window.count >= max) refuse(refusal, { seconds: Math.max(1, Math.ceil((window.endsAt - clock.now()) / 1000)) });
    },
    spend(address) {
      const window = windowOf(address);
      if (window) window.count += 1;
      else windows.set(address, { count: 1, endsAt: clock.now() + windowMs });
      if (windows.size > addressesRemembered) windows.delete(windows.keys().next().value!);
    },
  };
}
