import { readFile, readdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const isCompressible = (name: string) => /\.(js|css|svg|json)$/.test(name);
const worthCompressingBytes = 1_024;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Writes x.br and x.gz beside every x below folder that becomes smaller by it. */
export async function precompress(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter(isCompressible);
  const work = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) await compress(join(folder, name));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length <= worthCompressingBytes) return;
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const copies = { br: await brotli(content, { params }), gz: await gz(content, { level: constants.Z_BEST_COMPRESSION }) };
  for (const [suffix, copy] of Object.entries(copies)) if (copy.length < content.length) await writeFile(`${path}.${suffix}`, copy);
}
