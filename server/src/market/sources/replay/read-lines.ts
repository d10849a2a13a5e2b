// Lines of a file from any line start on, a block at a time, so that a file of any size passes through little memory.
import { createReadStream } from 'node:fs';

export interface LineBlock {
  /** Byte at which the first line begins. */
  readonly offset: number;
  /** Number of the first line, from 1. */
  readonly number: number;
  readonly bytes: number;
  readonly lines: readonly string[];
}

const blockBytes = 256 * 1024;
const longestLine = 1024 * 1024;

/** Without a stretch: the whole file. */
export async function* readLines(
  file: string,
  stretch: { offset: number; number: number; bytes: number } = { offset: 0, number: 1, bytes: Infinity },
): AsyncGenerator<LineBlock, void, undefined> {
  let { offset, number } = stretch;
  let carry: Buffer = Buffer.alloc(0);
  const stream = createReadStream(file, { start: offset, end: offset + stretch.bytes - 1, highWaterMark: blockBytes });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const bytes = carry.length ? Buffer.concat([carry, chunk]) : chunk;
    const end = bytes.lastIndexOf(10);
    if (end === -1) {
      if (bytes.length > longestLine) throw new Error(`line ${number} is longer than ${longestLine} bytes: this is not a recording`);
      carry = bytes;
      continue;
    }
    const lines = bytes.toString('utf8', 0, end).split('\n');
    yield { offset, number, bytes: end + 1, lines };
    offset += end + 1;
    number += lines.length;
    carry = Buffer.from(bytes.subarray(end + 1));
  }
  if (carry.length) yield { offset, number, bytes: carry.length, lines: [carry.toString('utf8')] };
}
