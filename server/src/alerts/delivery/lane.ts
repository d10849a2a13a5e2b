// Messages to one receiver, a few at a time. When it does not answer one of them, the others do not wait for it to answer none of them.
export interface LaneRules<Item, Result> {
  readonly atOnce: number;
  /** What has not begun by then is left for another time. */
  readonly forMs: number;
  readonly now: () => number;
  readonly send: (item: Item) => Promise<Result>;
  readonly isStuck: (result: Result) => boolean;
  /** Of what was not sent: the receiver does not answer, or answers so slowly that the time was over. */
  readonly left: (item: Item, why: 'stuck' | 'timeIsOver') => Result;
}

/** In the order of the items. */
export async function sendInLane<Item, Result>(
  items: readonly Item[],
  { atOnce, forMs, now, send, isStuck, left }: LaneRules<Item, Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  const until = now() + forMs;
  let [next, isOver] = [0, false];
  const work = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      const item = items[at]!;
      if (isOver || now() >= until) {
        results[at] = { status: 'fulfilled', value: left(item, isOver ? 'stuck' : 'timeIsOver') };
        continue;
      }
      const [result] = await Promise.allSettled([send(item)]);
      results[at] = result;
      if (result.status === 'fulfilled' && isStuck(result.value)) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
