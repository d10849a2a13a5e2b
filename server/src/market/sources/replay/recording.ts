// A recording on disk. One pass at opening learns what is in it (symbols, precision, the candles' interval, where each
// moment lies in the file) and refuses bad lines with their numbers; afterwards any stretch of time is read from the
// file again, so a recording of any size needs little memory.
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { intervalMs } from '@tidemark/source/candle.ts';
import { SourceError } from '../source-error.ts';
import { candleHeader, parseCandleLine, parseTickLine, type Row, type RowFault, type RowKind } from './parse-row.ts';
import { readLines, type LineBlock } from './read-lines.ts';

export interface RecordedSymbol {
  readonly symbolId: string;
  readonly firstTs: number;
  readonly decimals: number;
}

export interface RefusedLine {
  readonly line: number;
  readonly fault: RowFault;
}

export interface Recording {
  readonly kind: RowKind;
  /** Of the candles; null = ticks. */
  readonly interval: CandleInterval | null;
  readonly symbols: readonly RecordedSymbol[];
  readonly firstTs: number;
  readonly lastTs: number;
  readonly rowCount: number;
  readonly refusedCount: Readonly<Partial<Record<RowFault, number>>>;
  /** The first of them, for the person who mends the file. */
  readonly refused: readonly RefusedLine[];
  /** In file order, which is time order, a block at a time. */
  rows(): AsyncGenerator<readonly Row[], void, undefined>;
  /** Rows not after `to`, newest block first; each block is in time order. */
  rowsBackwards(to: number): AsyncGenerator<readonly Row[], void, undefined>;
}

interface Block {
  readonly offset: number;
  readonly number: number;
  readonly bytes: number;
  /** Newest moment before it: rows of it that are older were refused. */
  readonly after: number;
}

const keptRefusals = 100;

export async function openRecording(file: string): Promise<Recording> {
  const symbols = new Map<string, { symbolId: string; firstTs: number; decimals: number; lastTs: number }>();
  const blocks: Block[] = [];
  const refused: RefusedLine[] = [];
  const refusedCount: Partial<Record<RowFault, number>> = {};
  let kind: RowKind | null = null;
  let newest = 0;
  let firstTs: number | null = null;
  let rowCount = 0;
  let shortestGap = Infinity;

  const learn = (row: Row) => {
    rowCount++;
    firstTs ??= row.ts;
    newest = row.ts;
    const known = symbols.get(row.symbolId);
    if (!known) return void symbols.set(row.symbolId, { symbolId: row.symbolId, firstTs: row.ts, decimals: row.decimals, lastTs: row.ts });
    if (row.ts > known.lastTs) shortestGap = Math.min(shortestGap, row.ts - known.lastTs);
    known.lastTs = row.ts;
    known.decimals = Math.max(known.decimals, row.decimals);
  };

  try {
    for await (const block of readLines(file)) {
      kind ??= kindOf(block);
      if (!kind) continue;
      blocks.push({ offset: block.offset, number: block.number, bytes: block.bytes, after: newest });
      judge(block, kind, newest, learn, (line, fault) => {
        refusedCount[fault] = (refusedCount[fault] ?? 0) + 1;
        if (refused.length < keptRefusals) refused.push({ line, fault });
      });
    }
  } catch (error) {
    throw new SourceError(`The recording ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  if (!kind || firstTs === null) {
    const first = refused[0];
    throw new SourceError(`The recording ${file} has no usable line${first ? `; line ${first.line}: ${first.fault}` : ''}.`);
  }
  const rowKind = kind;

  const readBlock = async (block: Block): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    for await (const lines of readLines(file, block)) judge(lines, rowKind, rows.at(-1)?.ts ?? block.after, (row) => rows.push(row));
    return rows;
  };

  return {
    kind,
    interval: kind === 'candle' ? intervalOf(shortestGap, file) : null,
    symbols: [...symbols.values()],
    firstTs,
    lastTs: newest,
    rowCount,
    refused,
    refusedCount,
    async *rows() {
      for (const block of blocks) yield readBlock(block);
    },
    async *rowsBackwards(to) {
      for (const block of blocks.toReversed()) if (block.after <= to) yield (await readBlock(block)).filter((row) => row.ts <= to);
    },
  };
}

/** Spreadsheets put a mark of the byte order before the first letter. */
const textOf = (line: string): string => line.replace(/^\uFEFF/, '').trim();

const kindOf = ({ lines }: LineBlock): RowKind | null => {
  const first = lines.map(textOf).find((line) => line !== '');
  return first === undefined ? null : first.startsWith('{') ? 'tick' : 'candle';
};

function judge(
  { lines, number }: LineBlock,
  kind: RowKind,
  after: number,
  onRow: (row: Row) => void,
  onRefused: (line: number, fault: RowFault) => void = () => {},
): void {
  const parse = kind === 'tick' ? parseTickLine : parseCandleLine;
  let newest = after;
  for (let i = 0; i < lines.length; i++) {
    const text = textOf(lines[i]!);
    if (text === '' || (number + i === 1 && text.toLowerCase() === candleHeader)) continue;
    const row = parse(text);
    if (typeof row === 'string') onRefused(number + i, row);
    else if (row.ts < newest) onRefused(number + i, 'outOfOrder');
    else {
      newest = row.ts;
      onRow(row);
    }
  }
}

/** A file with one candle per symbol says nothing about its interval; a minute is the usual one. */
function intervalOf(shortestGap: number, file: string): CandleInterval {
  if (shortestGap === Infinity) return '1m';
  if (shortestGap >= 28 * dayMs && shortestGap <= 31 * dayMs) return '1M';
  const interval = candleIntervals.find((name) => intervalMs[name] === shortestGap);
  if (!interval)
    throw new SourceError(`The recording ${file} has candles ${shortestGap} ms apart, which is none of ${candleIntervals.join(', ')}.`);
  return interval;
}
