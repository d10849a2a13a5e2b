// A list of listeners. One that fails takes nothing from the others, and hears that it has missed something.
import type { Unsubscribe } from '#platform/bus/bus.ts';

export interface Listeners<T> {
  tell(value: T): void;
  /** failed: called after the listener threw. */
  add(listener: (value: T) => void, failed?: () => void): Unsubscribe;
}

export function createListeners<T>(onError: (error: unknown) => void): Listeners<T> {
  const claims = new Set<{ readonly listener: (value: T) => void; readonly failed: (() => void) | undefined }>();
  return {
    tell(value) {
      for (const { listener, failed } of claims) {
        try {
          listener(value);
        } catch (error) {
          onError(error);
          try {
            failed?.();
          } catch (second) {
            onError(second);
          }
        }
      }
    },
    add(listener, failed) {
      // Its own entry per claim: the same function may listen twice.
      const claim = { listener, failed };
      claims.add(claim);
      return () => void claims.delete(claim);
    },
  };
}
