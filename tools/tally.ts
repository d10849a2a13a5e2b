// Counts of one suite, and the one line that closes every run.

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 };

export const addTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed, skipped: sum.skipped + one.skipped }), emptyTally);

export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** A suite in which nothing ran proves nothing. */
export const isProof = ({ passed, failed }: Tally): boolean => passed > 0 && failed === 0;
