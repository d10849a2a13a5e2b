// Promises: the spot list and the overview come from the page cache at least 40 times as fast as they are rendered, and at least
// half as fast as a static file of the same size through the same server.
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import autocannon from 'autocannon';
import { startApp } from '../e2e/harness/app.ts';

const seconds = 6;
const paths = ['/markets/spot', '/markets/overview'];
// As every browser asks: compressed. A page that is rendered is compressed each time, a cached one was compressed once.
const headers = { 'accept-encoding': 'br, gzip' };
const staticFile = fileURLToPath(new URL('../web/build/client/assets/bench-page.bin', import.meta.url));

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} kB`;

const rate = async (url: string, connections: number, pageOf?: (n: number) => { path: string; cookie: string }): Promise<number> => {
  let n = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(pageOf && {
      requests: [
        {
          setupRequest: (request) => {
            const { path, cookie } = pageOf(n++);
            return { ...request, path, headers: { ...headers, cookie } };
          },
        },
      ],
    }),
  });
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  return result.requests.average;
};

/** node:http, because fetch hides what came over the wire. */
const bytesOf = async (url: string): Promise<{ plain: number; compressed: number }> => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject);
  });
  const compressed = await buffer(response);
  return { plain: brotliDecompressSync(compressed).length, compressed: compressed.length };
};

const app = await startApp({ isWholeMarket: true, env: { LOG_LEVEL: 'error' } });
const measure = async (path: string): Promise<void> => {
  const page = await bytesOf(app.url + path);
  writeFileSync(staticFile, randomBytes(page.compressed));

  // Every request asks for another page, a list by what is looked for and the overview by its layout, so every one is rendered.
  const uncached = await rate(app.url, 4, (n) => ({ path: `${path}?q=${process.pid}-${n}`, cookie: `overview=${process.pid}-${n}` }));
  await rate(app.url + path, 32);
  const cached = await rate(app.url + path, 32);
  const file = await rate(`${app.url}/assets/bench-page.bin`, 32);

  const overUncached = cached / uncached;
  const overStatic = cached / file;
  console.log(
    `${path}, ${kilobytes(page.plain)}, ${kilobytes(page.compressed)} on the wire: rendered ${uncached.toFixed(0)}/s, from the ` +
      `cache ${cached.toFixed(0)}/s, static file of the same size ${file.toFixed(0)}/s`,
  );
  console.log(`cache / rendered: ${overUncached.toFixed(1)}x (promise: 40x)`);
  console.log(`cache / static file: ${overStatic.toFixed(2)}x (promise: 0.5x)`);
  if (overUncached < 40 || overStatic < 0.5) process.exitCode = 1;
};
try {
  for (const path of paths) await measure(path);
} finally {
  rmSync(staticFile, { force: true });
  await app.stop();
}
