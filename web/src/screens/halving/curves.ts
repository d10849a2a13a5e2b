// Reward and supply over the years: past halvings as they were, later ones at the target pace.
import { halving, minedSupply } from '@tidemark/contract/content.ts';

const genesisAt = Date.UTC(2009, 0, 3, 18, 15, 5);
const untilYear = 2044;
const monthsApart = 3;

/** Each halving within the years shown, past ones at their moment. */
export interface HalvingMoment {
  readonly number: number;
  readonly at: number;
}

export interface Curves {
  readonly halvings: readonly HalvingMoment[];
  readonly times: readonly number[];
  readonly reward: readonly number[];
  readonly supply: readonly number[];
}

/** Height at a moment, straight between what is known and at the target pace after it. */
export function heightAt(ms: number, now: { readonly height: number; readonly asOf: number }): number {
  const known = [
    { height: 0, at: genesisAt },
    ...halving.past.filter(({ height }) => height < now.height).map(({ height, at }) => ({ height, at })),
    { height: now.height, at: now.asOf },
  ];
  const next = known.findIndex(({ at }) => at > ms);
  if (next === 0) return 0;
  if (next < 0) return Math.floor(now.height + (ms - now.asOf) / halving.targetBlockMs);
  const [from, to] = [known[next - 1]!, known[next]!];
  return Math.floor(from.height + ((to.height - from.height) * (ms - from.at)) / (to.at - from.at));
}

function halvingsUntil(end: number, now: { readonly height: number; readonly asOf: number }): HalvingMoment[] {
  const past = halving.past.filter(({ height }) => height <= now.height).map(({ number, at }) => ({ number, at }));
  const found: HalvingMoment[] = [...past];
  for (let number = past.length + 1; ; number++) {
    const at = now.asOf + (number * halving.blocksPerHalving - now.height) * halving.targetBlockMs;
    if (at > end) return found;
    found.push({ number, at });
  }
}

export function curvesOf(now: { readonly height: number; readonly asOf: number }): Curves {
  const times: number[] = [];
  for (let month = 1; ; month += monthsApart) {
    const at = Date.UTC(2009, month, 1);
    if (new Date(at).getUTCFullYear() > untilYear) break;
    times.push(at);
  }
  const halvings = halvingsUntil(times.at(-1)!, now);
  // Steps stand where they happened, not where the quarter begins.
  times.push(...halvings.map(({ at }) => at));
  times.sort((one, other) => one - other);
  const heights = times.map((ms) => heightAt(ms, now));
  return {
    halvings,
    times,
    reward: heights.map((height) => halving.firstReward / 2 ** Math.floor(height / halving.blocksPerHalving)),
    supply: heights.map(minedSupply),
  };
}
