// Sorted lists of (key, slot) for millions of thresholds: each list is a row of chunks in shared typed arrays, largest key
// first, so that the end of the last chunk is the cursor. Taking the nearest entry is a decrement; putting one in or out
// moves at most one chunk, and now and then a chunk is split or two are joined. Nothing is ever rebuilt.

const chunkSize = 128;
const pageBits = 6;
const chunksPerPage = 1 << pageBits;
const pageMask = chunksPerPage - 1;
const joinBelow = chunkSize / 4;
const joinedAtMost = (chunkSize * 3) / 4;

export interface Thresholds {
  insert(list: number, key: number, slot: number): void;
  /** False when it is not there. */
  remove(list: number, key: number, slot: number): boolean;
  /** The smallest key; Infinity when the list is empty. */
  nearest(list: number): number;
  /** Takes the entry with the smallest key out. */
  takeNearest(list: number): number;
  size(): number;
  bytes(): number;
}

interface Row {
  chunks: Int32Array;
  /** The first key of each chunk, side by side: a search reads these and one chunk. */
  heads: Float64Array;
  length: number;
}

/** Equal keys are kept in order of slot, so that any one of a hundred thousand alerts on the same round price is found at once. */
export function createThresholds(): Thresholds {
  const keys: Float64Array[] = [];
  const slots: Int32Array[] = [];
  const counts: Uint8Array[] = [];
  const rows: (Row | undefined)[] = [];
  const free: number[] = [];
  let size = 0;

  const countOf = (chunk: number): number => counts[chunk >> pageBits]![chunk & pageMask]!;
  const setCount = (chunk: number, count: number): void => {
    counts[chunk >> pageBits]![chunk & pageMask] = count;
  };
  const baseOf = (chunk: number): number => (chunk & pageMask) * chunkSize;

  const takeChunk = (): number => {
    if (free.length === 0) {
      const first = keys.length * chunksPerPage;
      keys.push(new Float64Array(chunksPerPage * chunkSize));
      slots.push(new Int32Array(chunksPerPage * chunkSize));
      counts.push(new Uint8Array(chunksPerPage));
      for (let chunk = first + chunksPerPage - 1; chunk >= first; chunk--) free.push(chunk);
    }
    return free.pop()!;
  };

  const addToRow = (row: Row, position: number): number => {
    if (row.length === row.chunks.length) {
      const capacity = Math.max(4, row.length * 2);
      const chunks = new Int32Array(capacity);
      const heads = new Float64Array(capacity);
      chunks.set(row.chunks);
      heads.set(row.heads);
      row.chunks = chunks;
      row.heads = heads;
    }
    row.chunks.copyWithin(position + 1, position, row.length);
    row.heads.copyWithin(position + 1, position, row.length);
    const chunk = takeChunk();
    row.chunks[position] = chunk;
    row.length++;
    return chunk;
  };

  const dropFromRow = (row: Row, position: number): void => {
    const chunk = row.chunks[position]!;
    setCount(chunk, 0);
    free.push(chunk);
    row.chunks.copyWithin(position, position + 1, row.length);
    row.heads.copyWithin(position, position + 1, row.length);
    row.length--;
  };

  const readHead = (row: Row, position: number): void => {
    const chunk = row.chunks[position]!;
    row.heads[position] = keys[chunk >> pageBits]![baseOf(chunk)]!;
  };

  const headSlot = (row: Row, position: number): number => {
    const chunk = row.chunks[position]!;
    return slots[chunk >> pageBits]![baseOf(chunk)]!;
  };

  /** Position in the row of the chunk that (key, slot) belongs to: the last one that begins with it or before it. */
  const findChunk = (row: Row, key: number, slot: number): number => {
    const heads = row.heads;
    let low = 0;
    let high = row.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const head = heads[middle]!;
      if (head > key || (head === key && headSlot(row, middle) >= slot)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  };

  /** How many entries of the chunk stand before (key, slot). */
  const findEntry = (chunk: number, key: number, slot: number): number => {
    const pageKeys = keys[chunk >> pageBits]!;
    const pageSlots = slots[chunk >> pageBits]!;
    const base = baseOf(chunk);
    let low = base;
    let high = base + countOf(chunk);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = pageKeys[middle]!;
      if (other > key || (other === key && pageSlots[middle]! > slot)) low = middle + 1;
      else high = middle;
    }
    return low - base;
  };

  const copyEntries = (from: number, start: number, to: number, at: number, count: number): void => {
    const source = baseOf(from) + start;
    const target = baseOf(to) + at;
    keys[to >> pageBits]!.set(keys[from >> pageBits]!.subarray(source, source + count), target);
    slots[to >> pageBits]!.set(slots[from >> pageBits]!.subarray(source, source + count), target);
  };

  const putEntry = (row: Row, position: number, entry: number, key: number, slot: number): void => {
    const chunk = row.chunks[position]!;
    const pageKeys = keys[chunk >> pageBits]!;
    const pageSlots = slots[chunk >> pageBits]!;
    const first = baseOf(chunk) + entry;
    const count = countOf(chunk);
    for (let index = baseOf(chunk) + count; index > first; index--) {
      pageKeys[index] = pageKeys[index - 1]!;
      pageSlots[index] = pageSlots[index - 1]!;
    }
    pageKeys[first] = key;
    pageSlots[first] = slot;
    setCount(chunk, count + 1);
    if (entry === 0) row.heads[position] = key;
  };

  const splitChunk = (row: Row, position: number): void => {
    const chunk = row.chunks[position]!;
    const kept = chunkSize / 2;
    const right = addToRow(row, position + 1);
    copyEntries(chunk, kept, right, 0, chunkSize - kept);
    setCount(chunk, kept);
    setCount(right, chunkSize - kept);
    readHead(row, position + 1);
  };

  const joinWithNext = (row: Row, position: number): boolean => {
    if (position < 0 || position + 1 >= row.length) return false;
    const left = row.chunks[position]!;
    const right = row.chunks[position + 1]!;
    const sum = countOf(left) + countOf(right);
    if (sum > joinedAtMost) return false;
    copyEntries(right, 0, left, countOf(left), countOf(right));
    setCount(left, sum);
    dropFromRow(row, position + 1);
    return true;
  };

  return {
    insert(list, key, slot) {
      const row = (rows[list] ??= { chunks: new Int32Array(0), heads: new Float64Array(0), length: 0 });
      size++;
      if (row.length === 0) {
        addToRow(row, 0);
        putEntry(row, 0, 0, key, slot);
        return;
      }
      const position = findChunk(row, key, slot);
      const chunk = row.chunks[position]!;
      const entry = findEntry(chunk, key, slot);
      if (countOf(chunk) < chunkSize) {
        putEntry(row, position, entry, key, slot);
      } else if (entry === chunkSize && position === row.length - 1) {
        // Past the end: a full chunk stays full, so a sorted load packs tightly.
        addToRow(row, row.length);
        putEntry(row, row.length - 1, 0, key, slot);
      } else {
        splitChunk(row, position);
        if (entry <= chunkSize / 2) putEntry(row, position, entry, key, slot);
        else putEntry(row, position + 1, entry - chunkSize / 2, key, slot);
      }
    },

    remove(list, key, slot) {
      const row = rows[list];
      if (row === undefined || row.length === 0) return false;
      const position = findChunk(row, key, slot);
      const chunk = row.chunks[position]!;
      const pageKeys = keys[chunk >> pageBits]!;
      const pageSlots = slots[chunk >> pageBits]!;
      const count = countOf(chunk);
      const entry = findEntry(chunk, key, slot);
      const first = baseOf(chunk) + entry;
      if (entry === count || pageKeys[first] !== key || pageSlots[first] !== slot) return false;
      const end = baseOf(chunk) + count;
      for (let index = first + 1; index < end; index++) {
        pageKeys[index - 1] = pageKeys[index]!;
        pageSlots[index - 1] = pageSlots[index]!;
      }
      setCount(chunk, count - 1);
      size--;
      if (count === 1) {
        dropFromRow(row, position);
        return true;
      }
      if (entry === 0) readHead(row, position);
      if (count - 1 < joinBelow && !joinWithNext(row, position)) joinWithNext(row, position - 1);
      return true;
    },

    nearest(list) {
      const row = rows[list];
      if (row === undefined || row.length === 0) return Infinity;
      const chunk = row.chunks[row.length - 1]!;
      return keys[chunk >> pageBits]![baseOf(chunk) + countOf(chunk) - 1]!;
    },

    takeNearest(list) {
      const row = rows[list];
      if (row === undefined || row.length === 0) throw new RangeError('the list is empty');
      const chunk = row.chunks[row.length - 1]!;
      const count = countOf(chunk) - 1;
      const slot = slots[chunk >> pageBits]![baseOf(chunk) + count]!;
      size--;
      if (count === 0) dropFromRow(row, row.length - 1);
      else setCount(chunk, count);
      return slot;
    },

    size: () => size,
    bytes: () => keys.length * chunksPerPage * (chunkSize * 12 + 1) + rows.reduce((sum, row) => sum + (row?.chunks.length ?? 0) * 12, 0),
  };
}
