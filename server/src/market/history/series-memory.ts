// What was asked for lately, by name of the series. The series not asked for the longest goes first.

export interface Series<T> {
  /** Closed for good, by when they begin. */
  readonly closed: Map<number, T>;
  /** Beginnings for which the source had nothing, and when it said so. */
  readonly absent: Map<number, number>;
  /** What is running and what closed a moment ago, as told at `at`. */
  tail: { readonly points: readonly T[]; readonly at: number } | null;
  /** Readings of one series follow each other: the second finds what the first fetched. */
  busy: Promise<unknown>;
}

export interface SeriesMemory<T> {
  of(name: string): Series<T>;
  /** To be called when series have grown. */
  trim(): void;
}

export function createSeriesMemory<T>(maxPoints: number): SeriesMemory<T> {
  const known = new Map<string, Series<T>>();
  const sizeOf = ({ closed, absent }: Series<T>) => closed.size + absent.size;
  return {
    of(name) {
      const series = known.get(name) ?? { closed: new Map(), absent: new Map(), tail: null, busy: Promise.resolve() };
      known.delete(name);
      known.set(name, series);
      return series;
    },
    trim() {
      let size = 0;
      for (const series of known.values()) size += sizeOf(series);
      for (const [name, series] of known) {
        if (size <= maxPoints) return;
        known.delete(name);
        size -= sizeOf(series);
      }
    },
  };
}
