// Papers as they are read: each put into words once per language.
import type { MorningPaper } from '@tidemark/contract/content.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { dayMs, dayStart } from '@tidemark/contract/time.ts';
import type { Clock } from '#platform/clock.ts';
import type { ContentStore } from '../store.ts';
import type { createPaperText } from './paper-text.ts';

export interface Papers {
  /** The one that came out on the day of this moment; left out = the newest. */
  read(at: number | undefined, locale: Locale): Promise<MorningPaper | null>;
  /** What is in the store has changed. */
  forget(): void;
}

const mostKept = 200;

export function createPapers({
  store,
  paperText,
  clock,
}: {
  store: Pick<ContentStore, 'paper'>;
  paperText: ReturnType<typeof createPaperText>;
  clock: Clock;
}): Papers {
  const kept = new Map<string, Promise<MorningPaper | null>>();
  return {
    read(at, locale) {
      const day = dayStart(at ?? clock.now()) - dayMs;
      const key = `${day} ${locale} ${at === undefined}`;
      const known = kept.get(key);
      if (known) return known;
      // Asked for by its day, it is that one or none.
      const reading = store
        .paper(day)
        .then((found) => (found && (at === undefined || found.day === day) ? paperText(found.day, found.facts, locale) : null));
      if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
      kept.set(key, reading);
      // One that is still to come is asked for again.
      const drop = () => void (kept.get(key) === reading && kept.delete(key));
      reading.then((paper) => void (paper?.day === day || drop()), drop);
      return reading;
    },
    forget: () => kept.clear(),
  };
}
