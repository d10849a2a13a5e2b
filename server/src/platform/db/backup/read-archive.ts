// Reads the file of a backup piece by piece and believes nothing: order, lengths, counts and checksums are looked at on the way, the seal
// over the whole file at the end. A caller that wants to be sure before doing anything reads it to the end first.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Transform, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import {
  BackupRefused,
  endSchema,
  formatNumber,
  frameKinds,
  headSchema,
  mostFrameBytes,
  sealBytes,
  tableEndSchema,
  type ArchiveHead,
  type TableEnd,
} from './archive-format.ts';

export type ArchivePart =
  | { readonly type: 'head'; readonly head: ArchiveHead }
  | { readonly type: 'rows'; readonly bytes: Buffer }
  | { readonly type: 'tableEnd'; readonly end: TableEnd };

/** What it says of itself, once all of it is known to be right. */
export async function checkArchive(file: string): Promise<ArchiveHead> {
  let head: ArchiveHead | null = null;
  for await (const part of readArchive(file)) if (part.type === 'head') head = part.head;
  return head!;
}

export async function* readArchive(file: string): AsyncGenerator<ArchivePart, void> {
  const damaged = (what: string, cause?: unknown) => new BackupRefused(`${file} is no backup, or it is damaged: ${what}.`, { cause });
  const { size, seal } = await readSeal(file);
  if (size <= 0) throw damaged('it is too short');

  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const unpacked = pipeline(createReadStream(file, { end: size - 1 }), hashing, createGunzip(), () => {}) as unknown as Readable;
  const source = bytesOf(unpacked);

  const parse = <S extends v.GenericSchema>(schema: S, payload: Buffer, what: string): v.InferOutput<S> => {
    try {
      return v.parse(schema, JSON.parse(payload.toString('utf8')));
    } catch (error) {
      throw damaged(`its ${what} cannot be read`, error);
    }
  };
  const nextFrame = async (): Promise<{ kind: string; payload: Buffer }> => {
    const start = await source.take(5);
    const length = start.readUInt32BE(1);
    if (length > mostFrameBytes) throw damaged('a length in it is impossible');
    return { kind: start.toString('latin1', 0, 1), payload: await source.take(length) };
  };

  try {
    const first = await nextFrame();
    if (first.kind !== frameKinds.head) throw damaged('it does not begin as one');
    refuseOtherFormat(file, first.payload);
    const head = parse(headSchema, first.payload, 'head');
    yield { type: 'head', head };
    let rows = 0;
    for (const table of head.tables) {
      const tableHash = createHash('sha256');
      let frame = await nextFrame();
      for (; frame.kind === frameKinds.rows; frame = await nextFrame()) {
        tableHash.update(frame.payload);
        yield { type: 'rows', bytes: frame.payload };
      }
      if (frame.kind !== frameKinds.tableEnd) throw damaged(`table ${table.name} has no end`);
      const end = parse(tableEndSchema, frame.payload, `end of table ${table.name}`);
      if (end.name !== table.name || end.sha256 !== tableHash.digest('hex')) throw damaged(`table ${table.name} is not what was written`);
      rows += end.rows;
      yield { type: 'tableEnd', end };
    }
    const last = await nextFrame();
    if (last.kind !== frameKinds.end) throw damaged('its end is missing');
    const end = parse(endSchema, last.payload, 'end');
    if (end.tables !== head.tables.length || end.rows !== rows) throw damaged('its counts do not agree');
    if (!(await source.isOver())) throw damaged('something comes after its end');
    if (!hash.digest().equals(seal)) throw damaged('its checksum is another one');
  } catch (error) {
    if (error instanceof BackupRefused) throw error;
    throw damaged((error as Error).message, error);
  } finally {
    unpacked.destroy();
  }
}

/** A later format is told apart from damage: the file is good, this program is too old. */
function refuseOtherFormat(file: string, payload: Buffer): void {
  let format: unknown;
  try {
    ({ format } = JSON.parse(payload.toString('utf8')) as { format?: unknown });
  } catch {
    return;
  }
  if (typeof format === 'number' && format > formatNumber)
    throw new BackupRefused(`${file} was made by a newer Tidemark; restore it with that one.`);
}

async function readSeal(file: string): Promise<{ size: number; seal: Buffer }> {
  let handle;
  try {
    handle = await open(file, 'r');
    const size = (await handle.stat()).size - sealBytes;
    const seal = Buffer.alloc(sealBytes);
    if (size > 0) await handle.read(seal, 0, sealBytes, size);
    return { size, seal };
  } catch (error) {
    throw new BackupRefused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message}).`, {
      cause: error,
    });
  } finally {
    await handle?.close();
  }
}

/** Exactly so many bytes at a time out of a stream of pieces. */
function bytesOf(stream: Readable) {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  const next = async (): Promise<boolean> => {
    const { value, done } = await pieces.next();
    if (!done) rest = value;
    return !done;
  };
  return {
    async take(length: number): Promise<Buffer> {
      if (rest.length === 0 && length > 0 && !(await next())) throw new Error('it ends too soon');
      const taken: Buffer[] = [];
      for (let missing = length; missing > 0;) {
        if (rest.length === 0 && !(await next())) throw new Error('it ends too soon');
        taken.push(rest.subarray(0, missing));
        missing -= taken.at(-1)!.length;
        rest = rest.subarray(taken.at(-1)!.length);
      }
      return taken.length === 1 ? taken[0]! : Buffer.concat(taken);
    },
    isOver: async (): Promise<boolean> => rest.length === 0 && !(await next()),
  };
}
