// Long stretches of numbers, column by column in the binary form of Postgres: a year of hours is seven values instead of nine thousand
// rows that the driver would take apart one figure at a time.
import type pg from 'pg';

/** The form of an array: dimensions, whether there are nulls, type of its elements; of its one dimension length and first index. */
const headBytes = 20;
const absent = -1;

/** Of each column of numbers its values in the order of the rows; what is null there is NaN here. */
export async function readColumns(
  pool: pg.Pool,
  columns: readonly string[],
  rows: string,
  values: readonly unknown[],
): Promise<readonly Float64Array[]> {
  const packed = columns.map((_, i) => `array_send(array_agg(c${i}))`).join(', ');
  const named = columns.map((column, i) => `(${column})::float8 as c${i}`).join(', ');
  const found = await pool.query<(Buffer | null)[]>({
    text: `select ${packed} from (select ${named} ${rows}) as found`,
    values: [...values],
    rowMode: 'array',
  });
  return found.rows[0]!.map((bytes) => (bytes === null ? new Float64Array(0) : numbersOf(bytes)));
}

function numbersOf(bytes: Buffer): Float64Array {
  const length = bytes.readInt32BE(0) === 0 ? 0 : bytes.readInt32BE(12);
  const numbers = new Float64Array(length);
  let at = headBytes;
  for (let i = 0; i < length; i++) {
    const size = bytes.readInt32BE(at);
    at += 4;
    numbers[i] = size === absent ? Number.NaN : bytes.readDoubleBE(at);
    if (size !== absent) at += size;
  }
  return numbers;
}
