// For tests: nginx as the cache in front of the site, by the very file that operators are given.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

const givenFile = fileURLToPath(new URL('../../deploy/edge-cache.conf', import.meta.url));

export interface EdgeCache extends AsyncDisposable {
  readonly url: string;
}

/** upstream: host and port of the site, which need not answer yet. */
export async function startEdgeCache(binary: string, upstream: string): Promise<EdgeCache> {
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-edge-'));
  const port = await freePort();
  const given = await readFile(givenFile, 'utf8');
  const site = given
    .replace('/var/cache/nginx/tidemark', join(folder, 'pages'))
    .replace('server 127.0.0.1:3000;', `server ${upstream};`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  // As root its workers would run as another user, and the folder is ours.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const itself = `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr crit; events {}`;
  const main = `${itself} http { access_log off; ${folders}\n${site}\n}`;
  await writeFile(join(folder, 'nginx.conf'), main);
  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`);
    return fetch(`${url}/v1/`).then(
      () => true,
      () => false,
    );
  };
  await until('nginx answers', isUp);
  return {
    url,
    async [Symbol.asyncDispose]() {
      const gone = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGTERM');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
