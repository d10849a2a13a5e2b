/** Runs so many pieces of work at once and no more; the others wait in the order they came. */
export function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      // The place goes straight to the next one: who comes meanwhile cannot overtake.
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
