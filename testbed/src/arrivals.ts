// Something that arrives while a test waits for it: each find is handed out once, in the order things came.
export interface Arrivals<T> {
  readonly all: readonly T[];
  add(item: T): void;
  /** The next that fits and was not handed out yet. */
  next(fits: (item: T) => boolean, what: string): Promise<T>;
}

export function createArrivals<T extends object>(withinMs = 90_000): Arrivals<T> {
  const all: T[] = [];
  const handedOut = new Set<T>();
  const waiting = new Set<() => void>();
  return {
    all,
    add(item) {
      all.push(item);
      for (const look of [...waiting]) look();
    },
    next(fits, what) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const look = () => {
        const found = all.find((item) => fits(item) && !handedOut.has(item));
        if (!found) return;
        handedOut.add(found);
        waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`${what} did not come; there are ${all.length} in all`));
      }, withinMs);
      waiting.add(look);
      look();
      return promise;
    },
  };
}
