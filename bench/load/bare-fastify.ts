// For benches, the named peer: the least a Node server of this kind can be. One route, one constant answer, a process of its own.
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@tidemark/testbed/free-port.ts';

export interface BareServer {
  readonly pid: number;
  readonly port: number;
  /** From its start to its first answer. */
  readonly startedMs: number;
  stop(): void;
}

/** Answers POST and GET of `path` with the bytes of `body`. */
export async function startBareFastify(path: string, body: string): Promise<BareServer> {
  const port = await freePort();
  const program = `import Fastify from 'fastify';
    const app = Fastify();
    const [path, body] = process.argv.slice(1);
    const answer = (_request, reply) => reply.type('application/json').send(body);
    app.get(path, answer);
    app.post(path, answer);
    await app.listen({ port: ${port}, host: '127.0.0.1' });`;
  const beganAt = performance.now();
  // Where the server's own packages are found.
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', path, body], { cwd: fileURLToPath(new URL('../../server', import.meta.url)), stdio: 'ignore' });
  const hasAnswered = async () => (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
  for (const endsAt = performance.now() + 20_000; !(await hasAnswered().catch(() => false)); await delay(10)) if (performance.now() > endsAt) throw new Error('the bare server did not come up');
  return { pid: child.pid!, port, startedMs: performance.now() - beganAt, stop: () => void child.kill('SIGKILL') };
}
