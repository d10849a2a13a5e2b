// Moments at which something has to be looked at, soonest first: a binary heap of (time, slot). Entries are not taken
// back; an alert that is woken too early is judged again and nothing comes of it.

export interface WakeQueue {
  add(at: number, slot: number): void;
  /** Infinity when nothing waits. */
  soonest(): number;
  takeSoonest(): number;
  size(): number;
}

export function createWakeQueue(): WakeQueue {
  let times = new Float64Array(16);
  let slots = new Int32Array(16);
  let size = 0;

  const isSooner = (a: number, b: number): boolean => times[a]! < times[b]! || (times[a] === times[b] && slots[a]! < slots[b]!);
  const swap = (a: number, b: number): void => {
    const [time, slot] = [times[a]!, slots[a]!];
    times[a] = times[b]!;
    slots[a] = slots[b]!;
    times[b] = time;
    slots[b] = slot;
  };

  return {
    add(at, slot) {
      if (size === times.length) {
        const [moreTimes, moreSlots] = [new Float64Array(size * 2), new Int32Array(size * 2)];
        moreTimes.set(times);
        moreSlots.set(slots);
        [times, slots] = [moreTimes, moreSlots];
      }
      times[size] = at;
      slots[size] = slot;
      let child = size++;
      while (child > 0) {
        const parent = (child - 1) >> 1;
        if (!isSooner(child, parent)) break;
        swap(child, parent);
        child = parent;
      }
    },
    soonest: () => (size === 0 ? Infinity : times[0]!),
    takeSoonest() {
      const slot = slots[0]!;
      size--;
      swap(0, size);
      let parent = 0;
      for (;;) {
        const left = 2 * parent + 1;
        if (left >= size) break;
        const child = left + 1 < size && isSooner(left + 1, left) ? left + 1 : left;
        if (!isSooner(child, parent)) break;
        swap(child, parent);
        parent = child;
      }
      return slot;
    },
    size: () => size,
  };
}
