// How the servers that messages are handed to can behave, because real ones do: refuse, hang, answer late, or take a message and
// lose the answer on the way back.
export type Mood = 'well' | 'refuse' | 'hang' | 'late' | 'loseAnswer';
export type Moods = () => Mood;

export const alwaysWell: Moods = () => 'well';
export const lateMs = 150;

/** The same moods in the same order for the same seed; badShare of them are not 'well'. */
export function drawMoods(seed: number, badShare: number, bad: readonly Mood[] = ['refuse', 'hang', 'late', 'loseAnswer']): Moods {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => (next() < badShare ? bad[Math.floor(next() * bad.length)]! : 'well');
}
