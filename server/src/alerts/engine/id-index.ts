// From the id of an alert to its slot, for millions of them in a few bytes each: open addressing in many small tables,
// so that growing is always a matter of microseconds and never a pause.

const tableBits = 10;
const tables = 1 << tableBits;
const firstCapacity = 16;
const fullAt = 0.75;
/** A table without entries: one empty cell, shared, never written. */
const noCells = new Int32Array(2);

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
  return mixed ^ (mixed >>> 13);
};

export function createIdIndex(idOf: (slot: number) => number): IdIndex {
  /** Pairs of slot + 1 (0 is empty) and hash. The hash spares a look at the slot that is not meant. */
  const cells = Array.from({ length: tables }, (): Int32Array => noCells);
  const counts = new Int32Array(tables);
  let size = 0;

  /** Where a hash would like to be; capacities are powers of two. */
  const homeOf = (hashed: number, table: Int32Array): number => (hashed >>> tableBits) & (table.length / 2 - 1);
  const nextOf = (cell: number, table: Int32Array): number => (cell + 1) & (table.length / 2 - 1);

  const place = (table: Int32Array, hashed: number, entry: number): void => {
    let cell = homeOf(hashed, table);
    while (table[cell * 2] !== 0) cell = nextOf(cell, table);
    table[cell * 2] = entry;
    table[cell * 2 + 1] = hashed;
  };

  const find = (table: Int32Array, hashed: number, id: number): number => {
    let cell = homeOf(hashed, table);
    for (;;) {
      const entry = table[cell * 2]!;
      if (entry === 0) return -1;
      if (table[cell * 2 + 1] === hashed && idOf(entry - 1) === id) return cell;
      cell = nextOf(cell, table);
    }
  };

  const grow = (table: Int32Array): Int32Array => {
    const grown = new Int32Array(Math.max(firstCapacity, table.length) * 2);
    for (let at = 0; at < table.length; at += 2) if (table[at] !== 0) place(grown, table[at + 1]!, table[at]!);
    return grown;
  };

  return {
    get(id) {
      const hashed = hash(id);
      const table = cells[hashed & (tables - 1)]!;
      const cell = find(table, hashed, id);
      return cell === -1 ? -1 : table[cell * 2]! - 1;
    },
    add(id, slot) {
      const hashed = hash(id);
      const which = hashed & (tables - 1);
      if (counts[which]! >= Math.floor((cells[which]!.length / 2) * fullAt)) cells[which] = grow(cells[which]!);
      place(cells[which]!, hashed, slot + 1);
      counts[which]!++;
      size++;
    },
    remove(id) {
      const hashed = hash(id);
      const which = hashed & (tables - 1);
      const table = cells[which]!;
      let hole = find(table, hashed, id);
      if (hole === -1) return;
      // Entries behind the hole move up when their home allows it, so no tombstones are left.
      for (let cell = nextOf(hole, table); table[cell * 2] !== 0; cell = nextOf(cell, table)) {
        const home = homeOf(table[cell * 2 + 1]!, table);
        const isReachable = hole <= cell ? home <= hole || home > cell : home <= hole && home > cell;
        if (!isReachable) continue;
        table[hole * 2] = table[cell * 2]!;
        table[hole * 2 + 1] = table[cell * 2 + 1]!;
        hole = cell;
      }
      table[hole * 2] = 0;
      counts[which]!--;
      size--;
    },
    size: () => size,
    bytes: () => cells.reduce((sum, table) => sum + table.byteLength, 0),
  };
}
