// The bars of how many coins rose and fell, and by how much.

/** The bars from the deepest fall to the highest rise; null = open at that end. No change at all is a bar of its own. */
export const riseBins: readonly { readonly from: number | null; readonly to: number | null }[] = [
  { from: null, to: -0.1 },
  { from: -0.1, to: -0.07 },
  { from: -0.07, to: -0.05 },
  { from: -0.05, to: -0.03 },
  { from: -0.03, to: 0 },
  { from: 0, to: 0 },
  { from: 0, to: 0.03 },
  { from: 0.03, to: 0.05 },
  { from: 0.05, to: 0.07 },
  { from: 0.07, to: 0.1 },
  { from: 0.1, to: null },
];
/** An edge belongs to the bar farther out; what prints as 0.00 % is no change. */
export const riseBinOf = (change: number): number => {
  if (Math.round(Math.abs(change) * 10_000) === 0) return 5;
  // As far as a change is told: 45 of 50 is a tenth less, though a division of doubles is not exact.
  const size = Math.round(Math.abs(change) * 1e6) / 1e6;
  const steps = size >= 0.1 ? 5 : size >= 0.07 ? 4 : size >= 0.05 ? 3 : size >= 0.03 ? 2 : 1;
  return change > 0 ? 5 + steps : 5 - steps;
};
