// Sorted lists of (key, slot) for millions of thresholds: each list is a row of chunks in shared typed arrays, largest key
// first, so that the end of the last chunk is the cursor. Taking the nearest entry is a decrement; putting one in or out
// moves at most one chunk, and now and then a chunk is split or two are joined. Nothing is ever rebuilt.

const chunkSize = 128;
const chunksPerPage = 1024;
const joinBelow = chunkSize / 4;
const joinedAtMost = (chunkSize * 3) / 4;

export interface Thresholds {
  insert(list: number, key: number, slot: number): void;
  /** False when it is not there. */
  remove(list: number, key: number, slot: number): boolean;
  /** The smallest key; Infinity when the list is empty. */
  nearest(list: number): number;
  /** Takes the entry with the smallest key out; of equal keys the one with the smallest id. */
  takeNearest(list: number): number;
  size(): number;
  bytes(): number;
}

interface Row {
  chunks: Int32Array;
  length: number;
}

/** Equal keys are kept in order of id, so that any one of a hundred thousand alerts on the same round price is found at once. */
export function createThresholds(idOf: (slot: number) => number): Thresholds {
  const keys: Float64Array[] = [];
  const slots: Int32Array[] = [];
  const counts: Uint8Array[] = [];
  const rows: (Row | undefined)[] = [];
  const free: number[] = [];
  let size = 0;

  const countOf = (chunk: number): number => counts[chunk >> 10]![chunk & 1023]!;
  const setCount = (chunk: number, count: number): void => {
    counts[chunk >> 10]![chunk & 1023] = count;
  };
  const baseOf = (chunk: number): number => (chunk & 1023) * chunkSize;

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
      const grown = new Int32Array(Math.max(4, row.length * 2));
      grown.set(row.chunks);
      row.chunks = grown;
    }
    row.chunks.copyWithin(position + 1, position, row.length);
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
    row.length--;
  };

  /** Does the entry at an index of a page stand before (key, id), or is it the entry itself? */
  const isNotAfter = (pageKeys: Float64Array, pageSlots: Int32Array, index: number, key: number, id: number): boolean => {
    const other = pageKeys[index]!;
    return other > key || (other === key && idOf(pageSlots[index]!) >= id);
  };

  /** Position in the row of the chunk that (key, id) belongs to. */
  const findChunk = (row: Row, key: number, id: number): number => {
    let [low, high] = [0, row.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const chunk = row.chunks[middle]!;
      if (isNotAfter(keys[chunk >> 10]!, slots[chunk >> 10]!, baseOf(chunk), key, id)) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : low - 1;
  };

  /** How many entries of the chunk stand before (key, id). */
  const findEntry = (chunk: number, key: number, id: number): number => {
    const [pageKeys, pageSlots, base] = [keys[chunk >> 10]!, slots[chunk >> 10]!, baseOf(chunk)];
    let [low, high] = [0, countOf(chunk)];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isNotAfter(pageKeys, pageSlots, base + middle, key, id + 1)) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const copyEntries = (from: number, start: number, to: number, at: number, count: number): void => {
    const [source, target] = [baseOf(from) + start, baseOf(to) + at];
    keys[to >> 10]!.set(keys[from >> 10]!.subarray(source, source + count), target);
    slots[to >> 10]!.set(slots[from >> 10]!.subarray(source, source + count), target);
  };

  const putEntry = (chunk: number, entry: number, key: number, slot: number): void => {
    const [pageKeys, pageSlots, base] = [keys[chunk >> 10]!, slots[chunk >> 10]!, baseOf(chunk)];
    const count = countOf(chunk);
    for (let index = base + count; index > base + entry; index--) {
      pageKeys[index] = pageKeys[index - 1]!;
      pageSlots[index] = pageSlots[index - 1]!;
    }
    pageKeys[base + entry] = key;
    pageSlots[base + entry] = slot;
    setCount(chunk, count + 1);
  };

  const rowOf = (list: number): Row => (rows[list] ??= { chunks: new Int32Array(0), length: 0 });

  const joinWithNeighbour = (row: Row, position: number): void => {
    for (const left of [position, position - 1]) {
      if (left < 0 || left + 1 >= row.length) continue;
      const [a, b] = [row.chunks[left]!, row.chunks[left + 1]!];
      const [countA, countB] = [countOf(a), countOf(b)];
      if (countA + countB > joinedAtMost) continue;
      copyEntries(b, 0, a, countA, countB);
      setCount(a, countA + countB);
      dropFromRow(row, left + 1);
      return;
    }
  };

  return {
    insert(list, key, slot) {
      const row = rowOf(list);
      const id = idOf(slot);
      size++;
      if (row.length === 0) {
        putEntry(addToRow(row, 0), 0, key, slot);
        return;
      }
      const position = findChunk(row, key, id);
      const chunk = row.chunks[position]!;
      const entry = findEntry(chunk, key, id);
      if (countOf(chunk) < chunkSize) {
        putEntry(chunk, entry, key, slot);
      } else if (entry === chunkSize && position === row.length - 1) {
        // Past the end: a full chunk stays full, so a sorted load packs tightly.
        putEntry(addToRow(row, row.length), 0, key, slot);
      } else {
        const kept = chunkSize / 2;
        const right = addToRow(row, position + 1);
        copyEntries(chunk, kept, right, 0, chunkSize - kept);
        setCount(chunk, kept);
        setCount(right, chunkSize - kept);
        if (entry <= kept) putEntry(chunk, entry, key, slot);
        else putEntry(right, entry - kept, key, slot);
      }
    },

    remove(list, key, slot) {
      const row = rows[list];
      if (row === undefined || row.length === 0) return false;
      const id = idOf(slot);
      const position = findChunk(row, key, id);
      const chunk = row.chunks[position]!;
      const entry = findEntry(chunk, key, id);
      const [pageKeys, pageSlots, base, count] = [keys[chunk >> 10]!, slots[chunk >> 10]!, baseOf(chunk), countOf(chunk)];
      if (entry === count || pageKeys[base + entry] !== key || pageSlots[base + entry] !== slot) return false;
      for (let index = base + entry + 1; index < base + count; index++) {
        pageKeys[index - 1] = pageKeys[index]!;
        pageSlots[index - 1] = pageSlots[index]!;
      }
      setCount(chunk, count - 1);
      size--;
      if (count === 1) dropFromRow(row, position);
      else if (count - 1 < joinBelow) joinWithNeighbour(row, position);
      return true;
    },

    nearest(list) {
      const row = rows[list];
      if (row === undefined || row.length === 0) return Infinity;
      const chunk = row.chunks[row.length - 1]!;
      return keys[chunk >> 10]![baseOf(chunk) + countOf(chunk) - 1]!;
    },

    takeNearest(list) {
      const row = rows[list];
      if (row === undefined || row.length === 0) throw new RangeError('the list is empty');
      const chunk = row.chunks[row.length - 1]!;
      const count = countOf(chunk) - 1;
      const slot = slots[chunk >> 10]![baseOf(chunk) + count]!;
      size--;
      if (count === 0) dropFromRow(row, row.length - 1);
      else setCount(chunk, count);
      return slot;
    },

    size: () => size,
    bytes: () => keys.length * chunksPerPage * (chunkSize * 12 + 1) + rows.reduce((sum, row) => sum + (row?.chunks.byteLength ?? 0), 0),
  };
}
