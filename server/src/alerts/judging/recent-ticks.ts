// The ticks of the last moments, by symbol. An alert is made in one process and judged in another: what came between its making
// and its arming is judged from here, so that no wick falls into the gap.
export interface RecentTicks {
  add(symbol: number, last: number, mark: number, index: number, open24h: number, at: number): void;
  /** Those of a symbol from a time on, oldest first, after the last one before it. */
  since(symbol: number, at: number): RecentTick[];
  /** Whether it knows everything of a symbol from this time on. */
  reaches(symbol: number | undefined, at: number): boolean;
  /** Whether some of a symbol from this time on had to make room for newer ones of others. */
  hasLost(symbol: number | undefined, at: number): boolean;
  /** Time of the newest of a symbol. */
  newestAt(symbol: number): number;
  /** Number of the newest of a symbol; -1: none. */
  newest(symbol: number): number;
}

export interface RecentTick {
  readonly last: number;
  readonly mark: number | undefined;
  readonly index: number | undefined;
  readonly open24h: number;
  readonly at: number;
}

const width = 5;

export function createRecentTicks(capacity: number): RecentTicks {
  const values = new Float64Array(capacity * width);
  /** Number of the tick of the same symbol before this one. */
  const before = new Float64Array(capacity).fill(-1);
  const newest: number[] = [];
  let count = 0;
  const known = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);
  const isKept = (tick: number): boolean => tick >= 0 && tick >= count - capacity;
  const timeOf = (tick: number): number => values[(tick % capacity) * width + 4]!;
  const since: RecentTicks['since'] = (symbol, at) => {
    const found: RecentTick[] = [];
    for (let tick = newest[symbol] ?? -1; isKept(tick); tick = before[tick % capacity]!) {
      const place = (tick % capacity) * width;
      found.push({
        last: values[place]!,
        mark: known(values[place + 1]!),
        index: known(values[place + 2]!),
        open24h: values[place + 3]!,
        at: values[place + 4]!,
      });
      if (values[place + 4]! < at) break;
    }
    return found.reverse();
  };
  return {
    hasLost(symbol, at) {
      const oldest = count - capacity;
      if (symbol === undefined || oldest <= 0 || timeOf(oldest) <= at) return false;
      let tick = newest[symbol] ?? -1;
      for (; isKept(tick); tick = before[tick % capacity]!) if (timeOf(tick) <= at) return false;
      return tick >= 0;
    },
    reaches: (symbol, at) => symbol !== undefined && (since(symbol, at)[0]?.at ?? Infinity) <= at,
    since,
    add(symbol, last, mark, index, open24h, at) {
      const place = (count % capacity) * width;
      values[place] = last;
      values[place + 1] = mark;
      values[place + 2] = index;
      values[place + 3] = open24h;
      values[place + 4] = at;
      before[count % capacity] = newest[symbol] ?? -1;
      newest[symbol] = count++;
    },
    newest: (symbol) => newest[symbol] ?? -1,
    newestAt(symbol) {
      const tick = newest[symbol] ?? -1;
      return isKept(tick) ? timeOf(tick) : -Infinity;
    },
  };
}

/** Numbers of symbols, given when they are first heard of. */
export function createNumbers() {
  const numbers = new Map<string, number>();
  return {
    get: (name: string): number | undefined => numbers.get(name),
    of(name: string): number {
      const number = numbers.get(name) ?? numbers.size;
      if (number === numbers.size) numbers.set(name, number);
      return number;
    },
  };
}
