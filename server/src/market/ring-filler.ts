// The process that becomes the feed is asked how prices went before its time. A source may tell that more finely than it was told then:
// an alert would fire for a moment that no process heard of, long after it. So a ring that has a hole asks the feed for what it keeps.
import type { Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { KeptTicks, TickRing } from './tick-ring.ts';

/** Holes close together are filled together, and a feed that has not answered is asked again after so long. */
const againAfterMs = 1_000;

export interface RingFillerDeps {
  readonly ring: TickRing;
  readonly clock: Clock;
  readonly log: Log;
  /** The feed: what it keeps of the time before a number. */
  ask(before: number): Promise<KeptTicks>;
  /** The newest number that is known to be told; null: none is. */
  lastSeq(): number | null;
}

export interface RingFiller {
  /** Asks for all that is missing; ends when the feed knows no more of it, or when it does not answer. */
  fill(): Promise<void>;
  /** Something more is missing, or may be. */
  fillSoon(): void;
  stop(): void;
}

export function createRingFiller({ ring, clock, log, ask, lastSeq }: RingFillerDeps): RingFiller {
  /** Numbers at which gaps end that the feed has, too. */
  let own = new Set<number>();
  let isFrontFilled = false;
  let life = 0;
  let running: Promise<void> | null = null;
  let hasFailed = false;
  let cancel: Unsubscribe | null = null;

  /** Before which number the feed is to be asked; undefined: nothing is missing, or it is not known yet. */
  const nextBefore = (): number | undefined => {
    const told = lastSeq();
    if (told === null) return undefined;
    if (!isFrontFilled) return Math.min(ring.firstSeq(), told + 1);
    const gap = ring.gaps().findLast(({ seq }) => seq >= ring.firstSeq() && !own.has(seq));
    return gap && gap.seq + 1;
  };

  const pass = async (): Promise<void> => {
    const begun = life;
    try {
      for (let before = nextBefore(); before !== undefined; before = nextBefore()) {
        const piece = await ask(before);
        if (begun !== life) return;
        for (const { seq } of piece.gaps) own.add(seq);
        // Where something else came meanwhile, that is asked for.
        if (ring.insert(piece, before) || nextBefore() !== before) continue;
        // Nothing was told yet: what comes first may begin with a hole.
        if (ring.size() === 0) break;
        if (isFrontFilled) own.add(before - 1);
        else isFrontFilled = true;
      }
      own = new Set(ring.gaps().flatMap(({ seq }) => (own.has(seq) ? [seq] : [])));
      hasFailed = false;
    } catch (error) {
      if (begun !== life) return;
      if (!hasFailed) log.warn({ err: error }, 'what the feed keeps could not be read; it is asked again');
      hasFailed = true;
      fillSoon();
    }
  };

  const fill = (): Promise<void> => {
    if (running) return running;
    const begun = pass().finally(() => {
      if (running === begun) running = null;
    });
    running = begun;
    return begun;
  };
  const fillSoon = (): void => {
    cancel ??= clock.after(againAfterMs, () => {
      cancel = null;
      void fill();
    });
  };

  return {
    fill,
    fillSoon,
    stop() {
      life++;
      running = null;
      cancel?.();
      cancel = null;
    },
  };
}
