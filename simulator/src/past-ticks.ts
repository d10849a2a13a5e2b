// How a symbol went at any past time, as the stream would have sent it: prices go straight from second to second, so the seconds and the
// end are all there is.
import { secondMs } from '@tidemark/contract/time.ts';
import type { PastTick } from '@tidemark/source/source.ts';
import type { Crowd } from './crowd.ts';
import { minuteOf } from './grid.ts';
import type { ListedSymbol } from './listing.ts';
import { createLiveContract } from './live-contract.ts';
import { createLiveSymbol } from './live-symbol.ts';

export function pastTicks(listed: ListedSymbol, from: number, to: number, crowdOf: (listed: ListedSymbol) => Crowd): PastTick[] {
  const live = createLiveSymbol(listed, listed.contract && createLiveContract(listed, listed.contract, crowdOf(listed)));
  const ticks: PastTick[] = [];
  const add = (ms: number): void => {
    live.enter(minuteOf(ms));
    ticks.push(live.tickAt(ms));
  };
  for (let ms = (Math.floor(from / secondMs) + 1) * secondMs; ms < to; ms += secondMs) add(ms);
  if (to > from) add(to);
  return ticks;
}
