/** The clock of the market from when it was asked: the reader's own, which may be wrong, tells only how long ago that was. */
export const createMarketClock = (asOf: number, readersNow: () => number = Date.now): (() => number) => {
  const startedAt = readersNow();
  return () => asOf + readersNow() - startedAt;
};
