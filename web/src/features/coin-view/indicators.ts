// Lines that traders draw over candles, from closes, oldest first. null: there is not enough before it to know.

type Line = (number | null)[];

/** The mean of the last `length` closes. */
export function sma(closes: readonly number[], length: number): Line {
  let sum = 0;
  return closes.map((close, at) => {
    sum += close - (at >= length ? closes[at - length]! : 0);
    return at + 1 < length ? null : sum / length;
  });
}

/** Newer closes count more; the first value is the mean of the first `length`. */
export function ema(closes: readonly (number | null)[], length: number): Line {
  const weight = 2 / (length + 1);
  const before: number[] = [];
  let last: number | null = null;
  return closes.map((close) => {
    if (close === null) return null;
    if (last !== null) return (last += weight * (close - last));
    before.push(close);
    if (before.length < length) return null;
    return (last = before.reduce((sum, value) => sum + value, 0) / length);
  });
}

/** The mean, and so many standard deviations above and below it. */
export function bollinger(closes: readonly number[], length = 20, deviations = 2): { middle: Line; upper: Line; lower: Line } {
  const middle = sma(closes, length);
  const spread = middle.map((mean, at) => {
    if (mean === null) return null;
    const part = closes.slice(at + 1 - length, at + 1);
    return deviations * Math.sqrt(part.reduce((sum, close) => sum + (close - mean) ** 2, 0) / length);
  });
  const moved = (sign: 1 | -1) => middle.map((mean, at) => (mean === null ? null : mean + sign * spread[at]!));
  return { middle, upper: moved(1), lower: moved(-1) };
}

/** Wilder's relative strength, 0 to 100: 100 where nothing fell, 50 where nothing moved. */
export function rsi(closes: readonly number[], length = 14): Line {
  let [gain, loss] = [0, 0];
  return closes.map((close, at) => {
    if (at === 0) return null;
    const step = close - closes[at - 1]!;
    const [up, down] = [Math.max(0, step), Math.max(0, -step)];
    if (at <= length) {
      gain += up / length;
      loss += down / length;
      if (at < length) return null;
    } else {
      gain = (gain * (length - 1) + up) / length;
      loss = (loss * (length - 1) + down) / length;
    }
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
  });
}

/** How far a quick average is from a slow one, the average of that, and what parts the two. */
export function macd(closes: readonly number[], quick = 12, slow = 26, smooth = 9): { macd: Line; signal: Line; histogram: Line } {
  const [fast, late] = [ema(closes, quick), ema(closes, slow)];
  const line = fast.map((value, at) => (value === null || late[at] == null ? null : value - late[at]));
  const signal = ema(line, smooth);
  return { macd: line, signal, histogram: line.map((value, at) => (value === null || signal[at] == null ? null : value - signal[at])) };
}
