// Waiting in tests: for a condition, never for a time. The limit is only there to end a test that waits in vain; it is wide,
// because a machine that is busy with other things must not fail what is right, and shorter than the silence that ends a file.
import { setTimeout as delay } from 'node:timers/promises';

const limitMs = 90_000;

export interface Waiting {
  readonly everyMs?: number;
  /** Done before each further look: a clock moved on, say. */
  readonly between?: () => unknown;
  /** Told when it was in vain. */
  readonly why?: () => unknown;
}

/** Answers with what `look` found, as soon as it finds something. */
export const until = async <T>(
  what: string,
  look: () => T | Promise<T>,
  { everyMs = 5, between, why }: Waiting = {},
): Promise<Exclude<T, false | null | undefined | 0 | ''>> => {
  for (const end = performance.now() + limitMs; ; await delay(everyMs)) {
    const found = await look();
    if (found) return found as Exclude<T, false | null | undefined | 0 | ''>;
    if (performance.now() > end) throw new Error(`waited in vain: ${what}${why ? `: ${JSON.stringify(await why())}` : ''}`);
    await between?.();
  }
};
