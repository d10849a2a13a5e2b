// How the servers that messages are handed to can behave, because real ones do: refuse, hang, answer late, or take a message and
// lose the answer on the way back.
export type Fault = 'none' | 'refuse' | 'hang' | 'late' | 'loseAnswer';
export type Faults = () => Fault;

export const noFaults: Faults = () => 'none';
export const lateMs = 150;

/** The same faults in the same order for the same seed; badShare of them are not 'none'. */
export function drawFaults(seed: number, badShare: number, bad: readonly Fault[] = ['refuse', 'hang', 'late', 'loseAnswer']): Faults {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (next() < badShare ? bad[Math.floor(next() * bad.length)]! : 'none');
}
