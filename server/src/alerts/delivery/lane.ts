// Messages to one receiver, a few at a time. When it does not answer one of them, the others do not wait for it to answer none of them.
export interface LaneRules<Item, Result> {
  readonly atOnce: number;
  /** What has not begun by then is left for another time. */
  readonly isOver: () => boolean;
  readonly send: (item: Item) => Promise<Result>;
  readonly isStuck: (result: Result) => boolean;
  /** Of what was not sent: the receiver answers nothing, or something, and the time was over. */
  readonly left: (item: Item, why: 'stuck' | 'timeIsOver') => Result;
  /** Told of each item by its place, when that is known: a process that dies loses no more than what is under way. */
  readonly onEnd: (at: number, result: PromiseSettledResult<Result>) => void;
}

export async function sendInLane<Item, Result>(
  items: readonly Item[],
  { atOnce, isOver, send, isStuck, left, onEnd }: LaneRules<Item, Result>,
): Promise<void> {
  let [next, isUnanswered, hasAnswered] = [0, false, false];
  const work = async (): Promise<void> => {
    while (next < items.length && !isUnanswered && !isOver()) {
      const at = next++;
      const [result] = await Promise.allSettled([send(items[at]!)]);
      onEnd(at, result);
      if (result.status === 'rejected') continue;
      if (isStuck(result.value)) isUnanswered = true;
      else hasAnswered = true;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  // Where others were answered, the one that was not says nothing of those whose turn did not come.
  const why = isUnanswered && !hasAnswered ? 'stuck' : 'timeIsOver';
  for (const [at, item] of items.entries()) if (at >= next) onEnd(at, { status: 'fulfilled', value: left(item, why) });
}
