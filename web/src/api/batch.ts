export interface Batch<T> {
  load(key: string): Promise<T>;
}

export interface BatchDeps<T> {
  readonly maxSize: number;
  /** How long the first key waits for others. */
  readonly waitMs: number;
  readonly loadMany: (keys: readonly string[]) => Promise<(key: string) => T>;
}

/** Many single questions, one request: keys asked for within waitMs travel together, each at most once. */
export function createBatch<T>({ maxSize, waitMs, loadMany }: BatchDeps<T>): Batch<T> {
  let open: { readonly keys: Set<string>; readonly answer: Promise<(key: string) => T>; readonly send: () => void } | null = null;

  function openBatch() {
    const keys = new Set<string>();
    const { promise, resolve } = Promise.withResolvers<(key: string) => T>();
    const send = () => {
      clearTimeout(timer);
      open = null;
      resolve(loadMany([...keys]));
    };
    const timer = setTimeout(send, waitMs);
    return { keys, answer: promise, send };
  }

  return {
    async load(key) {
      const batch = (open ??= openBatch());
      batch.keys.add(key);
      if (batch.keys.size >= maxSize) batch.send();
      return (await batch.answer)(key);
    },
  };
}
