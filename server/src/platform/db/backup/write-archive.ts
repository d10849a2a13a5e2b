// Writes the file of a backup: under another name until it is whole and on disk, so that a file with the right name is never half a backup.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, appendFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupRefused, frameKinds, mostRowsBytes, type ArchiveHead, type FrameKind } from './archive-format.ts';

export interface TableRows {
  /** Pieces in the text form of COPY; a row may be cut between two of them. */
  readonly pieces: AsyncIterable<Buffer>;
  /** Known when the pieces are over. */
  rowCount(): number;
}

export interface WriteArchive {
  readonly file: string;
  readonly head: ArchiveHead;
  readonly rowsOf: (table: ArchiveHead['tables'][number]) => TableRows;
  readonly onTable?: (name: string, rows: number) => void;
}

const frame = (kind: FrameKind, payload: Buffer): Buffer => {
  const start = Buffer.alloc(5, kind, 'latin1');
  start.writeUInt32BE(payload.length, 1);
  return Buffer.concat([start, payload]);
};
const jsonFrame = (kind: FrameKind, value: unknown): Buffer => frame(kind, Buffer.from(JSON.stringify(value)));

export async function writeArchive({ file, head, rowsOf, onTable = () => {} }: WriteArchive): Promise<{ tables: number; rows: number }> {
  if (await exists(file)) throw new BackupRefused(`${file} is there already; name another file.`);
  const unfinished = `${file}.unfinished`;
  const total = { tables: head.tables.length, rows: 0 };
  const seal = createHash('sha256');
  const sealing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seal.update(chunk);
      done(null, chunk);
    },
  });

  async function* frames() {
    yield jsonFrame(frameKinds.head, head);
    for (const table of head.tables) {
      const hash = createHash('sha256');
      const rows = rowsOf(table);
      for await (const piece of rows.pieces) {
        hash.update(piece);
        for (let at = 0; at < piece.length; at += mostRowsBytes) yield frame(frameKinds.rows, piece.subarray(at, at + mostRowsBytes));
      }
      const rowCount = rows.rowCount();
      total.rows += rowCount;
      yield jsonFrame(frameKinds.tableEnd, { name: table.name, rows: rowCount, sha256: hash.digest('hex') });
      onTable(table.name, rowCount);
    }
    yield jsonFrame(frameKinds.end, total);
  }

  try {
    // It holds password hashes and keys: for its owner alone.
    await pipeline(frames, createGzip({ level: 3 }), sealing, createWriteStream(unfinished, { mode: 0o600 }));
    await appendFile(unfinished, seal.digest());
    await flush(unfinished);
    await rename(unfinished, file);
    await flush(dirname(file));
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new BackupRefused(`There is not enough room for ${file}; nothing was left behind.`, { cause: error });
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS')
      throw new BackupRefused(`${file} cannot be written (${code}).`, { cause: error });
    throw error;
  }
  return total;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
