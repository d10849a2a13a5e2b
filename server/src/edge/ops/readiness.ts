// Whether this process can do what it is there for, part by part, looked at every second. A part that fails for less than it is allowed
// to is told as failing and does not count yet: a blip must not take a process out of a balancer.
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';

export interface ReadyPart {
  readonly check: () => boolean | Promise<boolean>;
  /** So long it may fail before the process counts as not ready. */
  readonly toleratedMs: number;
}

export interface ReadyReport {
  readonly ready: boolean;
  /** What keeps it from being ready. */
  readonly missing: readonly string[];
  /** How each part is at this moment. */
  readonly parts: Readonly<Record<string, boolean>>;
}

export interface Readiness {
  add(name: string, part: ReadyPart): void;
  /** Everything has been started: until then nothing is ready. */
  opened(): void;
  /** From now on it is not ready, in any state of its parts. */
  drain(): void;
  /** pages: only whether pages are served, however old their figures. */
  report(about?: 'everything' | 'pages'): Promise<ReadyReport>;
  start(): void;
  stop(): void;
}

const lookEveryMs = 1_000;
/** A check that takes longer has failed. */
const checkWithinMs = 1_500;

export function createReadiness({ clock, metrics }: { clock: Clock; metrics: Metrics }): Readiness {
  const gauge = metrics.gauge('ready', 'Whether the process, and each of its parts, can do its work', ['part']);
  const parts = new Map<string, ReadyPart>();
  const state = new Map<string, { isWell: boolean; failsSince: number | null; wasWell: boolean }>();
  let [isOpen, isDraining] = [false, false];
  let looking: Promise<void> | null = null;
  let cancel: (() => void) | null = null;

  const isWell = async ({ check }: ReadyPart): Promise<boolean> => {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const stop = clock.after(checkWithinMs, () => resolve(false));
    try {
      return await Promise.race([check(), late]);
    } catch {
      return false;
    } finally {
      stop();
    }
  };
  const isTolerated = (name: string): boolean => {
    const seen = state.get(name);
    if (!seen) return false;
    const { isWell: isWellNow, failsSince, wasWell } = seen;
    return isWellNow || (wasWell && failsSince !== null && clock.now() - failsSince < parts.get(name)!.toleratedMs);
  };

  const look = (): Promise<void> =>
    (looking ??= (async () => {
      const outcomes = await Promise.all([...parts].map(async ([name, part]) => [name, await isWell(part)] as const));
      for (const [name, well] of outcomes) {
        const before = state.get(name);
        state.set(name, {
          isWell: well,
          failsSince: well ? null : (before?.failsSince ?? clock.now()),
          wasWell: well || (before?.wasWell ?? false),
        });
        gauge.set({ part: name }, well ? 1 : 0);
      }
      tellAll();
      looking = null;
    })());

  const missingNow = (about: 'everything' | 'pages'): string[] => [
    ...(isOpen ? [] : ['start']),
    ...(isDraining ? ['drain'] : []),
    ...(about === 'pages' ? [] : [...parts.keys()].filter((name) => !isTolerated(name))),
  ];
  /** Without waiting for the next look: the figure must not differ from what `/readyz` answers at the same moment. */
  const tellAll = (): void => gauge.set({ part: 'all' }, missingNow('everything').length === 0 ? 1 : 0);

  return {
    add: (name, part) => void parts.set(name, part),
    opened() {
      isOpen = true;
      tellAll();
    },
    drain() {
      isDraining = true;
      tellAll();
    },
    async report(about = 'everything') {
      if (state.size < parts.size) await look();
      const missing = missingNow(about);
      return {
        ready: missing.length === 0,
        missing,
        parts: Object.fromEntries([...state].map(([name, { isWell: well }]) => [name, well])),
      };
    },
    start() {
      cancel ??= clock.every(lookEveryMs, () => void look());
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
