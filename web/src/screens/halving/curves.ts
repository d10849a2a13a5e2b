// Reward and supply over the years: past halvings as they were, later ones at the target pace.
import { halving, minedSupply } from '@tidemark/contract/content.ts';

const genesisAt = Date.UTC(2009, 0, 3, 18, 15, 5);
const untilYear = 2044;
const monthsApart = 3;

export interface Curves {
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

export function curvesOf(now: { readonly height: number; readonly asOf: number }): Curves {
  const times: number[] = [];
  for (let month = 1; ; month += monthsApart) {
    const at = Date.UTC(2009, month, 1);
    if (new Date(at).getUTCFullYear() > untilYear) break;
    times.push(at);
  }
  const heights = times.map((ms) => heightAt(ms, now));
  return {
    times,
    reward: heights.map((height) => halving.firstReward / 2 ** Math.floor(height / halving.blocksPerHalving)),
    supply: heights.map(minedSupply),
  };
}
