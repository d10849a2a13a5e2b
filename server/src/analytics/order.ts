// Rows kept in the order of a column, the highest first, equal ones in the order they came. Between two beats most rows
// stay where they are, so insertion from the last order touches little.
export interface Order {
  repair(): void;
  /** Rows without a value are left out. */
  rows(): readonly number[];
}

export function createOrder(rows: readonly number[], keys: Float64Array, values: Float64Array): Order {
  const order = Int32Array.from(rows);
  let known: readonly number[] | null = null;
  const key = (row: number): number => (Number.isNaN(values[row]!) ? -Infinity : keys[row]!);
  const isBefore = (a: number, keyOfA: number, b: number): boolean => {
    const keyOfB = key(b);
    return keyOfA > keyOfB || (keyOfA === keyOfB && a < b);
  };
  let hasBeenSorted = false;

  return {
    repair() {
      known = null;
      if (!hasBeenSorted) {
        order.sort((a, b) => key(b) - key(a) || a - b);
        hasBeenSorted = order.length > 0;
        return;
      }
      for (let at = 1; at < order.length; at++) {
        const row = order[at]!;
        const ownKey = key(row);
        let to = at - 1;
        while (to >= 0 && isBefore(row, ownKey, order[to]!)) order[to + 1] = order[to--]!;
        order[to + 1] = row;
      }
    },
    rows: () => (known ??= Array.from(order).filter((row) => !Number.isNaN(values[row]!))),
  };
}
