// Messages to one receiver, a few at a time. When it does not answer one of them, the others do not wait for it to answer none of them.
export interface LaneRules<Item, Result> {
  readonly atOnce: number;
  /** What has not begun by then is left for another time. */
  readonly forMs: number;
  readonly now: () => number;
  readonly send: (item: Item) => Promise<Result>;
  readonly isStuck: (result: Result) => boolean;
  /** Of what was not sent: the receiver answers nothing, or something, and the time was over. */
  readonly left: (item: Item, why: 'stuck' | 'timeIsOver') => Result;
}

/** In the order of the items. */
export async function sendInLane<Item, Result>(
  items: readonly Item[],
  { atOnce, forMs, now, send, isStuck, left }: LaneRules<Item, Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const until = now() + forMs;
  let [next, isOver, hasAnswered] = [0, false, false];
  const work = async (): Promise<void> => {
    while (next < items.length && !isOver && now() < until) {
      const at = next++;
      const [result] = await Promise.allSettled([send(items[at]!)]);
      results[at] = result;
      if (result.status === 'rejected') continue;
      if (isStuck(result.value)) isOver = true;
      else hasAnswered = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  // Where others were answered, the one that was not says nothing of those whose turn did not come.
  const why = isOver && !hasAnswered ? 'stuck' : 'timeIsOver';
  return items.map((item, at) => results[at] ?? { status: 'fulfilled', value: left(item, why) });
}
