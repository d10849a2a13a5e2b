// What the last 24 hours of a symbol looked like, kept while its trades pass: minute buckets, dropped as they age.
const minuteMs = 60_000;
const dayMs = 86_400_000;

export interface Day {
  readonly open24h: number;
  readonly high24h: number;
  readonly low24h: number;
  readonly baseVolume24h: number;
  readonly turnover24h: number;
}

export interface RollingDay {
  /** Times must not go backwards. */
  add(ts: number, price: number, size: number): Day;
}

interface Bucket {
  readonly minute: number;
  readonly open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnover: number;
}

export function createRollingDay(): RollingDay {
  let buckets: Bucket[] = [];
  let first = 0;
  /** The price that stood 24 hours ago; before the recording reaches back that far, its first price. */
  let standing: number | null = null;
  let high = -Infinity;
  let low = Infinity;
  let baseVolume24h = 0;
  let turnover24h = 0;

  const dropOlderThan = (minute: number) => {
    const before = first;
    for (; first < buckets.length && buckets[first]!.minute < minute; first++) {
      standing = buckets[first]!.close;
    }
    if (first === before) return;
    if (first > 1_440) {
      buckets = buckets.slice(first);
      first = 0;
    }
    // Summed anew rather than taken from: a sum that is added to and taken from for days drifts below zero.
    high = -Infinity;
    low = Infinity;
    baseVolume24h = 0;
    turnover24h = 0;
    for (let i = first; i < buckets.length; i++) {
      const bucket = buckets[i]!;
      high = Math.max(high, bucket.high);
      low = Math.min(low, bucket.low);
      baseVolume24h += bucket.volume;
      turnover24h += bucket.turnover;
    }
  };

  return {
    add(ts, price, size) {
      const minute = Math.floor(ts / minuteMs);
      dropOlderThan(Math.floor((ts - dayMs) / minuteMs) + 1);
      let bucket = buckets.at(-1);
      if (first === buckets.length || bucket!.minute !== minute) {
        bucket = { minute, open: price, high: price, low: price, close: price, volume: 0, turnover: 0 };
        buckets.push(bucket);
      }
      bucket!.high = Math.max(bucket!.high, price);
      bucket!.low = Math.min(bucket!.low, price);
      bucket!.close = price;
      bucket!.volume += size;
      bucket!.turnover += size * price;
      high = Math.max(high, price);
      low = Math.min(low, price);
      baseVolume24h += size;
      turnover24h += size * price;
      return { open24h: standing ?? buckets[first]!.open, high24h: high, low24h: low, baseVolume24h, turnover24h };
    },
  };
}
