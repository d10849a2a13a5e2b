// Rows kept in the order of a column, the highest first, equal ones in the order they came. Between two beats most rows
// stay where they are, so insertion from the last order touches little.
export interface Order {
  repair(): void;
  /** Rows without a value (-Infinity) are left out. */
  rows(): readonly number[];
}

export function createOrder(rows: readonly number[], keys: Float64Array): Order {
  const order = Int32Array.from(rows);
  let known: readonly number[] | null = null;
  let hasBeenSorted = false;

  return {
    repair() {
      known = null;
      if (!hasBeenSorted) {
        // The difference of two missing ones is no number, and then their places decide.
        order.sort((a, b) => keys[b]! - keys[a]! || a - b);
        hasBeenSorted = order.length > 0;
        return;
      }
      for (let at = 1; at < order.length; at++) {
        const row = order[at]!;
        const key = keys[row]!;
        let to = at - 1;
        while (to >= 0) {
          const other = order[to]!;
          const otherKey = keys[other]!;
          if (otherKey > key || (otherKey === key && other < row)) break;
          order[to + 1] = other;
          to--;
        }
        order[to + 1] = row;
      }
    },
    rows: () => (known ??= Array.from(order).filter((row) => keys[row] !== -Infinity)),
  };
}
