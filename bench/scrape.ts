// Promise: a scrape of /metrics takes under 20 ms, on a process with all roles and the whole market that has answered pages and calls of
// many kinds and holds a thousand connections. Peer in the same run: a bare Fastify that answers as many bytes, as far as an argument of a
// program can hold them.
import { connect, type Socket } from 'node:net';
import { startApp } from '../e2e/harness/app.ts';
import { startBareFastify } from './load/bare-fastify.ts';

const promisedMs = 20;
const scrapes = 200;
const connections = 1_000;
const mostArgument = 100_000;

const middleOf = async (url: string): Promise<{ middleMs: number; bestMs: number; bytes: number; text: string }> => {
  const took: number[] = [];
  let text = '';
  for (let n = 0; n < scrapes; n++) {
    const begin = performance.now();
    text = await (await fetch(url)).text();
    took.push(performance.now() - begin);
  }
  took.sort((a, b) => a - b);
  return { middleMs: took[scrapes / 2]!, bestMs: took[0]!, bytes: text.length, text };
};

const told = ({ middleMs, bestMs, bytes }: Awaited<ReturnType<typeof middleOf>>) =>
  `${middleMs.toFixed(1)} ms (best ${bestMs.toFixed(1)}) for ${(bytes / 1024).toFixed(0)} KB`;

const open: Socket[] = [];
const connected = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });

const app = await startApp({ isWholeMarket: true });
try {
  // Each name and code is a line of its own.
  const { paths } = (await (await fetch(`${app.url}/v1/openapi.json`)).json()) as { paths: Record<string, object> };
  for (const path of Object.keys(paths))
    await (await fetch(app.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).arrayBuffer();
  for (const path of ['/markets/spot', '/markets/futures', '/markets/rank', '/de/markets/spot'])
    await (await fetch(app.url + path)).arrayBuffer();
  for (let n = 0; n < connections; n++) open.push(await connected(Number(new URL(app.url).port)));
  const ours = await middleOf(`${app.url}/metrics`);
  const bare = await startBareFastify('/', ours.text.slice(0, mostArgument));
  try {
    const peer = await middleOf(`http://127.0.0.1:${bare.port}/`);
    console.log(`a scrape, middle of ${scrapes}: ${told(ours)}; bare Fastify: ${told(peer)}; promised are ${promisedMs} ms`);
    process.exitCode = ours.middleMs < promisedMs ? 0 : 1;
  } finally {
    bare.stop();
  }
} finally {
  for (const socket of open) socket.destroy();
  await app.stop();
}
