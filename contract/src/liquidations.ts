// How far positions are from being closed by force. No exchange tells the leverage of its traders: the shares below are an assumption,
// stated on the page wherever a figure stands on it.

/** Of what is opened, by worth: these shares are taken to be opened with up to so much leverage. Together 1. */
const assumedLeverage = [
  { leverage: 100, share: 0.01 },
  { leverage: 50, share: 0.03 },
  { leverage: 25, share: 0.08 },
  { leverage: 10, share: 0.28 },
  { leverage: 5, share: 0.35 },
  { leverage: 2, share: 0.25 },
] as const;

/** Of a position's worth: below so much margin an exchange closes it. */
const maintenanceMargin = 0.005;

/** How far the price goes against a position until it is closed, as a share of its entry price. */
const distanceToLiquidation = (leverage: number): number => 1 / leverage - maintenanceMargin;

/** The nearest first; share: of all that are closed by then. */
const steps = assumedLeverage.map(({ leverage }, i) => ({
  distance: distanceToLiquidation(leverage),
  share: assumedLeverage.slice(0, i + 1).reduce((sum, { share }) => sum + share, 0),
}));

/** Which share of positions is closed once the price has gone so far against them; straight between the leverages above. */
export function shareClosedWithin(distance: number): number {
  let [from, below] = [0, 0];
  for (const { distance: to, share } of steps) {
    if (distance < to) return distance <= from ? below : below + ((share - below) * (distance - from)) / (to - from);
    [from, below] = [to, share];
  }
  return below;
}
