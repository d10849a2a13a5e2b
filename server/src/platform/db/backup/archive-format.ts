// The file of a backup: gzip over frames (one letter, four bytes of length, the bytes), and behind it the sha256 of all that as 32 bytes,
// so that a single altered or missing byte shows before anything is done with the rest. Rows are in the text form of COPY, which every
// Postgres of the last decades reads and writes alike.
import * as v from 'valibot';

export const sealBytes = 32;
export const formatNumber = 1;

/** Frames in the order in which they come: one head, then for each table of the head its rows and its end, then the end. */
export const frameKinds = { head: 'H', rows: 'R', tableEnd: 'T', end: 'E' } as const;
export type FrameKind = (typeof frameKinds)[keyof typeof frameKinds];
/** A length beyond it is not one of ours; no memory is set aside for it. */
export const mostFrameBytes = 4 * 1024 * 1024;
export const mostRowsBytes = 256 * 1024;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

export const headSchema = v.object({
  format: v.literal(formatNumber),
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Times of the migrations that made these tables, oldest first: what the schema is. */
  migrations: v.pipe(v.array(count), v.minLength(1)),
  tables: v.array(v.object({ name, columns: v.pipe(v.array(name), v.readonly()) })),
  /** Months of tables in parts that migrations do not make. Older backups know of none. */
  months: v.optional(v.array(v.object({ table: name, from: v.pipe(v.number(), v.safeInteger()) })), []),
  sequences: v.array(v.object({ name, lastValue: v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)), isCalled: v.boolean() })),
});
export type ArchiveHead = v.InferOutput<typeof headSchema>;

export const tableEndSchema = v.object({ name, rows: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
export type TableEnd = v.InferOutput<typeof tableEndSchema>;

export const endSchema = v.object({ tables: count, rows: count });

/** One sentence for the person at the terminal. */
export class BackupRefused extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'BackupRefused';
  }
}
