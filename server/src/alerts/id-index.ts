// From the id of an alert to its slot, for millions of them in a few bytes each: open addressing in many small tables,
// so that growing is always a matter of microseconds and never a pause.

const tableBits = 10;
const tables = 1 << tableBits;
const firstCapacity = 16;
const fullAt = 0.75;

export interface IdIndex {
  /** -1 when unknown. */
  get(id: number): number;
  /** The id must not be in the index. */
  add(id: number, slot: number): void;
  remove(id: number): void;
  size(): number;
  bytes(): number;
}

const hash = (id: number): number => {
  let mixed = Math.imul(id >>> 0, 0x9e3779b1) ^ Math.imul((id / 2 ** 32) >>> 0, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

export function createIdIndex(idOf: (slot: number) => number): IdIndex {
  /** Slot + 1; 0 is empty. Lengths are powers of two. */
  const cells = Array.from({ length: tables }, () => new Int32Array(firstCapacity));
  const counts = new Int32Array(tables);
  let size = 0;

  const homeOf = (hashed: number, capacity: number): number => (hashed >>> tableBits) & (capacity - 1);

  const place = (table: Int32Array, id: number, slot: number): void => {
    let cell = homeOf(hash(id), table.length);
    while (table[cell] !== 0) cell = (cell + 1) & (table.length - 1);
    table[cell] = slot + 1;
  };

  const find = (table: Int32Array, hashed: number, id: number): number => {
    let cell = homeOf(hashed, table.length);
    for (;;) {
      const entry = table[cell]!;
      if (entry === 0) return -1;
      if (idOf(entry - 1) === id) return cell;
      cell = (cell + 1) & (table.length - 1);
    }
  };

  return {
    get(id) {
      const hashed = hash(id);
      const table = cells[hashed & (tables - 1)]!;
      const cell = find(table, hashed, id);
      return cell === -1 ? -1 : table[cell]! - 1;
    },
    add(id, slot) {
      const which = hash(id) & (tables - 1);
      let table = cells[which]!;
      if (counts[which]! >= table.length * fullAt) {
        const grown = new Int32Array(table.length * 2);
        for (const entry of table) if (entry !== 0) place(grown, idOf(entry - 1), entry - 1);
        table = grown;
        cells[which] = grown;
      }
      place(table, id, slot);
      counts[which]!++;
      size++;
    },
    remove(id) {
      const hashed = hash(id);
      const which = hashed & (tables - 1);
      const table = cells[which]!;
      let hole = find(table, hashed, id);
      if (hole === -1) return;
      // Entries behind the hole move up when their home allows it, so no gravestones are left.
      for (let cell = (hole + 1) & (table.length - 1); table[cell] !== 0; cell = (cell + 1) & (table.length - 1)) {
        const home = homeOf(hash(idOf(table[cell]! - 1)), table.length);
        const isReachable = hole <= cell ? home <= hole || home > cell : home <= hole && home > cell;
        if (!isReachable) continue;
        table[hole] = table[cell]!;
        hole = cell;
      }
      table[hole] = 0;
      counts[which]!--;
      size--;
    },
    size: () => size,
    bytes: () => cells.reduce((sum, table) => sum + table.byteLength, 0),
  };
}
