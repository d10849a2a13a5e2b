// The last gap in the ticks, at first the time before all of them: the symbols whose ticks were told since, and up to which number.
export function createHole() {
  let toldTo = new Map<string, number>();
  /** Time of the first tick after it. */
  let until: number | null = null;
  let isOver = true;
  return {
    /** Another one, of which the ticks of these symbols are asked for. What waits for them is from before its end, too. */
    begin(symbolIds: Iterable<string>): void {
      toldTo = new Map([...symbolIds].map((symbolId) => [symbolId, 0]));
      until = null;
      isOver = false;
    },
    /** What waited was judged: the next tick is the first one after it. */
    end: (): void => void (isOver = true),
    tick(at: number): void {
      if (isOver) until ??= at;
    },
    tell(symbolId: string, upTo: number): void {
      if (toldTo.has(symbolId)) toldTo.set(symbolId, upTo);
    },
    /** Not all of it could be told: for an alert that needs it the judge has to ask again. */
    doubt: (symbolId: string): void => void toldTo.delete(symbolId),
    isTold: (symbolId: string): boolean => toldTo.has(symbolId),
    /** Number of the last tick that was told; 0: none. */
    toldTo: (symbolId: string): number => toldTo.get(symbolId) ?? 0,
    isAfter: (at: number): boolean => at < (until ?? Infinity),
  };
}
