// Every tick of the last ten minutes, so that a process that missed a stretch can be told tick by tick. Memory is bounded: where the ticks
// not fit, the older ones are thinned to the first, highest, lowest and last of each second of a symbol, still in their order.
import type { Quote } from './board.ts';

/** Between these two times no tick was told: numbers up to seq come before, those after it follow. */
export interface RingGap {
  /** The last number that was told before it. */
  readonly after: number;
  readonly seq: number;
  readonly from: number;
  readonly to: number;
  /**
   * When the last one before it was heard, by the clock of this process: from may be of a feed whose clock was wrong. -Infinity: it was not
   * heard here.
   */
  readonly heardAt: number;
}

/** What a ring has of the time before a number, as it travels to the ring of a process that has not listened for so long. */
export interface KeptTicks {
  readonly symbols: readonly string[];
  /** Oldest first: place of the symbol, number, time, last, mark, index, open 24 h ago of each; null: not known. */
  readonly rows: readonly (number | null)[];
  /** Among these ticks, and after the last of them. When they were heard says nothing elsewhere: clocks of two hosts differ. */
  readonly gaps: readonly Omit<RingGap, 'heardAt'>[];
  /** Everything later than this is among them, or comes after. */
  readonly since: number;
}

export type VisitTick = (symbol: number, seq: number, ts: number, last: number, mark: number, index: number, open24h: number) => void;

export interface TickRing {
  /** In the order of their numbers; where a number is missing, something was missed. */
  add(quotes: readonly Quote[]): void;
  /** Number of a symbol within the ring; undefined: it has not ticked. */
  symbol(symbolId: string): number | undefined;
  /** Oldest first; the first one ends where the ring begins. */
  gaps(): readonly RingGap[];
  /** Ticks with larger numbers than this one, in order. */
  scan(after: number, visit: VisitTick): void;
  /** The newest ticks before this number, a few thousand at once; without rows there are none. */
  before(seq: number): KeptTicks;
  /**
   * Puts before this number, with which it begins or goes on after a gap, what another ring has of the time before it and this one has not.
   * False: nothing was put there.
   */
  insert(kept: KeptTicks, before: number): boolean;
  /** Number of the oldest tick; Infinity: none. */
  firstSeq(): number;
  lastSeq(): number;
  size(): number;
  bytes(): number;
  /** How far back it reaches, ms. */
  reachMs(): number;
}

interface Chunk {
  readonly firstSeq: number;
  readonly firstTs: number;
  lastSeq: number;
  lastTs: number;
  count: number;
  isThin: boolean;
  symbols: Uint32Array;
  /** Since the first of the chunk. */
  seqs: Uint32Array;
  times: Int32Array;
  /** last, mark, index, open24h of each. */
  prices: Float64Array;
}

const keptMs = 10 * 60_000;
const chunkTicks = 8_192;
const width = 4;
/** Numbers of a tick as it travels. */
const keptWidth = 7;
const bytesPerTick = 4 + 4 + 4 + 8 * width;
/** 88 MB when it is full; 400 ticks a second take 11 MB. */
const defaultMaxTicks = 2 ** 21;
/** Offsets must fit into their columns. */
const maxSpan = 2 ** 31 - 1;

export interface TickRingDeps {
  now(): number;
  readonly maxTicks?: number;
}

export function createTickRing({ now, maxTicks = defaultMaxTicks }: TickRingDeps): TickRing {
  const numbers = new Map<string, number>();
  let chunks: Chunk[] = [];
  let gaps: RingGap[] = [];
  let total = 0;
  let lastSeq = -Infinity;
  let newestTs = -Infinity;
  let heardAt = -Infinity;

  const openChunk = (seq: number, ts: number): Chunk => {
    const chunk = emptyChunk(seq, ts, chunkTicks);
    chunks.push(chunk);
    return chunk;
  };

  const dropOldest = (): void => {
    const gone = chunks.shift()!;
    total -= gone.count;
    const begin: RingGap = { after: -Infinity, seq: gone.lastSeq, from: -Infinity, to: gone.lastTs, heardAt: -Infinity };
    gaps = [begin, ...gaps.filter(({ seq }) => seq > begin.seq)];
  };

  const makeRoom = (): void => {
    while (chunks.length > 1 && chunks[0]!.lastTs < newestTs - keptMs) dropOldest();
    while (total > maxTicks) {
      const chunk = chunks.find(({ isThin }) => !isThin);
      if (chunk && chunk !== chunks.at(-1)) {
        total -= chunk.count;
        thin(chunk);
        total += chunk.count;
      } else if (chunks.length > 1) dropOldest();
      else return;
    }
  };

  const numberOf = (symbolId: string): number => {
    let number = numbers.get(symbolId);
    if (number === undefined) numbers.set(symbolId, (number = numbers.size));
    return number;
  };

  return {
    add(quotes) {
      if (quotes.length === 0) return;
      let chunk = chunks.at(-1);
      if (quotes[0]!.seq !== lastSeq + 1) {
        const to = quotes.reduce((newest, { ts }) => Math.max(newest, ts), -Infinity);
        gaps.push({ after: lastSeq, seq: quotes[0]!.seq - 1, from: newestTs, to, heardAt });
        // What is missing may be put between the two.
        if (chunk) trim(chunk);
        chunk = undefined;
      }
      heardAt = now();
      for (const { symbolId, seq, ts, last, mark, index, open24h } of quotes) {
        if (!chunk || chunk.count === chunk.symbols.length || seq - chunk.firstSeq > maxSpan || Math.abs(ts - chunk.firstTs) > maxSpan) {
          makeRoom();
          chunk = openChunk(seq, ts);
        }
        const at = chunk.count++;
        chunk.symbols[at] = numberOf(symbolId);
        chunk.seqs[at] = seq - chunk.firstSeq;
        chunk.times[at] = ts - chunk.firstTs;
        const price = at * width;
        chunk.prices[price] = last;
        chunk.prices[price + 1] = mark ?? NaN;
        chunk.prices[price + 2] = index ?? NaN;
        chunk.prices[price + 3] = open24h;
        chunk.lastSeq = seq;
        if (ts > chunk.lastTs) chunk.lastTs = ts;
        if (ts > newestTs) newestTs = ts;
      }
      total += quotes.length;
      lastSeq = quotes.at(-1)!.seq;
    },
    symbol: (symbolId) => numbers.get(symbolId),
    gaps: () => gaps,
    scan(after, visit) {
      for (const chunk of chunks) {
        if (chunk.lastSeq <= after) continue;
        visitChunk(chunk, (symbol, seq, ts, last, mark, index, open24h) => {
          if (seq > after) visit(symbol, seq, ts, last, mark, index, open24h);
        });
      }
    },
    before(seq) {
      const place = chunks.findLastIndex(({ firstSeq }) => firstSeq < seq);
      const [older, chunk] = [chunks[place - 1], chunks[place]];
      if (!chunk) return { symbols: [], rows: [], gaps: [], since: Infinity };
      const names = [...numbers.keys()];
      const places = new Map<number, number>();
      const rows: (number | null)[] = [];
      visitChunk(chunk, (symbol, own, ts, last, mark, index, open24h) => {
        if (own >= seq) return;
        let at = places.get(symbol);
        if (at === undefined) places.set(symbol, (at = places.size));
        rows.push(at, own, ts, last, orNull(mark), orNull(index), open24h);
      });
      return {
        symbols: [...places.keys()].map((symbol) => names[symbol]!),
        rows,
        // The first one is where this ring begins; of the last one it may be that the other ring has heard what came in it.
        gaps: gaps
          .filter((gap, at) => at > 0 && gap.seq >= chunk.firstSeq && gap.after < seq - 1)
          .map(({ after, seq: upTo, from, to }) => ({ after, seq: Math.min(upTo, seq - 1), from, to })),
        since: gaps.findLast((gap) => gap.seq < chunk.firstSeq && gap.seq >= (older?.lastSeq ?? -Infinity))?.to ?? older!.lastTs,
      };
    },
    insert({ symbols, rows, gaps: told, since }, before) {
      const place = chunks.length === 0 ? 0 : chunks.findIndex(({ firstSeq }) => firstSeq === before);
      // Meanwhile others may have come, or what came after it may have become too old.
      if (place < 0 || total >= maxTicks) return false;
      const older = chunks[place - 1];
      const gap = older && gaps.find(({ seq }) => seq === before - 1);
      if (older && !gap) return false;
      let from = 0;
      while (from < rows.length && older && rows[from + 1]! <= older.lastSeq) from += keptWidth;
      if (from === rows.length) return false;
      const own = symbols.map(numberOf);
      const count = (rows.length - from) / keptWidth;
      const chunk: Chunk = { ...emptyChunk(rows[from + 1]!, rows[from + 2]!, count), count, lastSeq: rows.at(-keptWidth + 1)! };
      for (let at = 0, row = from; at < count; at++, row += keptWidth) {
        chunk.symbols[at] = own[rows[row]!]!;
        chunk.seqs[at] = rows[row + 1]! - chunk.firstSeq;
        chunk.times[at] = rows[row + 2]! - chunk.firstTs;
        chunk.lastTs = Math.max(chunk.lastTs, rows[row + 2]!);
        for (let price = 0; price < width; price++) chunk.prices[at * width + price] = rows[row + 3 + price] ?? NaN;
      }
      chunks.splice(place, 0, chunk);
      if (chunks.length === 1) [lastSeq, newestTs, heardAt] = [chunk.lastSeq, chunk.lastTs, now()];
      total += count;
      const front: RingGap = { after: -Infinity, seq: chunk.firstSeq - 1, from: -Infinity, to: since, heardAt: -Infinity };
      // Where the other ring goes back behind the gap, nothing is left of it but what both have missed.
      const left = gap ? { ...gap, seq: chunk.firstSeq - 1, to: Math.max(gap.from, since) } : front;
      const between = told
        .filter(({ seq }) => !gap || seq > gap.after)
        .map(({ after, seq, from: start, to }) => ({
          after: gap ? Math.max(gap.after, after) : after,
          seq,
          from: gap ? Math.max(gap.from, start) : start,
          to,
          heardAt: -Infinity,
        }));
      gaps = [
        ...gaps.filter(({ seq }) => older && seq <= older.lastSeq),
        ...(from > 0 ? [] : [left]),
        ...between,
        ...gaps.filter(({ seq }) => seq >= before),
      ];
      return true;
    },
    firstSeq: () => chunks[0]?.firstSeq ?? Infinity,
    lastSeq: () => lastSeq,
    size: () => total,
    bytes: () => chunks.reduce((sum, { symbols }) => sum + symbols.length * bytesPerTick, 0),
    reachMs: () => (chunks[0] ? newestTs - chunks[0].firstTs : 0),
  };
}

const emptyChunk = (seq: number, ts: number, ticks: number): Chunk => ({
  firstSeq: seq,
  firstTs: ts,
  lastSeq: seq,
  lastTs: ts,
  count: 0,
  isThin: false,
  symbols: new Uint32Array(ticks),
  seqs: new Uint32Array(ticks),
  times: new Int32Array(ticks),
  prices: new Float64Array(ticks * width),
});

/** Nothing will be added to it any more. */
function trim(chunk: Chunk): void {
  const { count, symbols, seqs, times, prices } = chunk;
  Object.assign(chunk, {
    symbols: symbols.slice(0, count),
    seqs: seqs.slice(0, count),
    times: times.slice(0, count),
    prices: prices.slice(0, count * width),
  });
}

function visitChunk({ firstSeq, firstTs, count, symbols, seqs, times, prices }: Chunk, visit: VisitTick): void {
  for (let at = 0; at < count; at++) {
    const price = at * width;
    visit(
      symbols[at]!,
      firstSeq + seqs[at]!,
      firstTs + times[at]!,
      prices[price]!,
      prices[price + 1]!,
      prices[price + 2]!,
      prices[price + 3]!,
    );
  }
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Leaves of each second of a symbol the first, the last and those at which one of its prices was highest or lowest. */
function thin(chunk: Chunk): void {
  const { count, symbols, seqs, times, prices, firstTs } = chunk;
  const isKept = new Uint8Array(count);
  /** By symbol: places of the first, the last and of the highest and lowest of each price in the running second. */
  const seen = new Map<number, { second: number; last: number; high: number[]; low: number[] }>();
  const close = (second: { last: number; high: number[]; low: number[] }): void => {
    isKept[second.last] = 1;
    for (const at of second.high) isKept[at] = 1;
    for (const at of second.low) isKept[at] = 1;
  };
  for (let at = 0; at < count; at++) {
    const second = Math.floor((firstTs + times[at]!) / 1_000);
    const known = seen.get(symbols[at]!);
    if (!known || known.second !== second) {
      if (known) close(known);
      isKept[at] = 1;
      seen.set(symbols[at]!, { second, last: at, high: [at, at, at], low: [at, at, at] });
      continue;
    }
    known.last = at;
    for (let price = 0; price < 3; price++) {
      const value = prices[at * width + price]!;
      if (value > prices[known.high[price]! * width + price]!) known.high[price] = at;
      if (value < prices[known.low[price]! * width + price]!) known.low[price] = at;
    }
  }
  for (const known of seen.values()) close(known);
  const kept = isKept.reduce((sum, one) => sum + one, 0);
  const thinner = {
    symbols: new Uint32Array(kept),
    seqs: new Uint32Array(kept),
    times: new Int32Array(kept),
    prices: new Float64Array(kept * width),
  };
  for (let at = 0, to = 0; at < count; at++) {
    if (isKept[at] === 0) continue;
    thinner.symbols[to] = symbols[at]!;
    thinner.seqs[to] = seqs[at]!;
    thinner.times[to] = times[at]!;
    thinner.prices.set(prices.subarray(at * width, (at + 1) * width), to * width);
    to++;
  }
  Object.assign(chunk, thinner, { count: kept, isThin: true });
}
