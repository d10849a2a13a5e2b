// Counts of one suite, and the lines that close every run.

export interface Timing {
  readonly name: string;
  readonly ms: number;
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** How long each test took. */
  readonly timings?: readonly Timing[];
  /** What each group of test files computed, with all that it had started. */
  readonly computed?: readonly Timing[];
  /** Each test that failed: where it stands, and on the lines below why. */
  readonly failures?: readonly string[];
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

export const addTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      timings: [...(sum.timings ?? []), ...(one.timings ?? [])],
      computed: [...(sum.computed ?? []), ...(one.computed ?? [])],
      failures: [...(sum.failures ?? []), ...(one.failures ?? [])],
    }),
    emptyTally,
  );

export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A suite in which nothing ran proves nothing. */
export const isProof = ({ passed, failed }: Tally): boolean => passed > 0 && failed === 0;

const systemCannot = 'this system cannot: ';

/** The only reason for which a test may be left out: the operating system cannot do what it proves, and the reason names it. */
export const isAllowedSkip = (reason: string): boolean => reason.startsWith(systemCannot) && reason.length > systemCannot.length;

const reasonLines = 14;

/** Told again at the end, because of a long run often only the end is kept: the name and the first lines of the reason. */
export const failureLines = (failures: readonly string[]): readonly string[] =>
  failures.flatMap((failure) =>
    failure
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, reasonLines)
      .map((line, index) => (index === 0 ? `FAIL  ${line}` : `      ${line}`)),
  );

export const slowestLines = (timings: readonly Timing[], count: number): readonly string[] =>
  timings
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
