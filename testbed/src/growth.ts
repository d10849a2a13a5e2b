// For tests: how work grows with its input, as a ratio within one run. Processor time of this process is taken and not the clock on the
// wall, and the best of some tries, so that a busy machine changes nothing: eight times the input is about 8 where work is linear, 64 where
// it is quadratic.

const tries = 3;
/** What compiles or collects garbage beside it is counted too: a growth that looks too steep is measured again. */
const rounds = 5;
/** Less than this cannot be told from noise. */
const noiseMs = 0.5;

async function leastMs<T>(input: T, work: (input: T) => unknown): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < tries; n++) {
    const before = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

export interface Growth<T> {
  readonly make: (size: number) => T;
  readonly work: (input: T) => unknown;
  readonly size: number;
  readonly times?: number;
}

/** By how much the processor time grows when the input is so many times as large. */
export async function growthOf<T>({ make, work, size, times = 8 }: Growth<T>): Promise<number> {
  const [small, large] = [make(size), make(size * times)];
  // The first run compiles.
  await work(small);
  let least = Infinity;
  for (let round = 0; round < rounds && least > 2 * times; round++)
    least = Math.min(least, (await leastMs(large, work)) / Math.max(noiseMs, await leastMs(small, work)));
  return least;
}
