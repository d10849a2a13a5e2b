/** Both sides as they are shown, to a tenth of a percent: together they are the whole. */
export function twoShares(long: string): readonly [long: number, short: number] {
  const tenths = Math.round(Number(long) * 1_000);
  return [tenths / 1_000, (1_000 - tenths) / 1_000];
}
