import type { Clock } from './clock.ts';

export interface TokenBucket {
  /** False: too fast; nothing is taken. */
  take(tokens?: number): boolean;
  /** Whether a take would go through now. */
  hasOne(): boolean;
  /** Until one token is there, at least one second. */
  waitSeconds(): number;
  isFull(): boolean;
}

/** So many at once, and so many a second after that. */
export function createTokenBucket(clock: Clock, { burst, perSecond }: { burst: number; perSecond: number }): TokenBucket {
  let tokens = burst;
  let at = clock.now();
  const fill = () => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + (Math.max(0, now - at) * perSecond) / 1000);
    at = now;
  };
  return {
    take(wanted = 1) {
      fill();
      if (tokens < wanted) return false;
      tokens -= wanted;
      return true;
    },
    hasOne() {
      fill();
      return tokens >= 1;
    },
    waitSeconds() {
      fill();
      return Math.max(1, Math.ceil((1 - tokens) / perSecond));
    },
    isFull() {
      fill();
      return tokens >= burst;
    },
  };
}

/** One bucket for each name. Names come from outside, so the oldest are forgotten: a bucket that was full anyway loses nothing by it. */
export function createTokenBuckets(
  clock: Clock,
  rate: { burst: number; perSecond: number },
  mostNames = 20_000,
): (name: string) => TokenBucket {
  const buckets = new Map<string, TokenBucket>();
  return (name) => {
    let bucket = buckets.get(name);
    if (!bucket) {
      buckets.set(name, (bucket = createTokenBucket(clock, rate)));
      if (buckets.size > mostNames) buckets.delete(buckets.keys().next().value!);
    }
    return bucket;
  };
}
