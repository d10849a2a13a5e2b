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
export const startBareFastify = (path: string, body: string): Promise<BareServer> =>
  startProgram(
    path,
    [path, body],
    `import Fastify from 'fastify';
    const app = Fastify();
    const [path, body] = process.argv.slice(2);
    const answer = (_request, reply) => reply.type('application/json').send(body);
    app.get(path, answer);
    app.post(path, answer);
    await app.listen({ port: Number(process.argv[1]), host: '127.0.0.1' });`,
  );

export interface AccountsPeer {
  readonly userInfoPath: string;
  readonly loginPath: string;
  /** By the cookie that names it: what is answered. */
  readonly sessions: Readonly<Record<string, unknown>>;
  readonly password: string;
}

/**
 * The same two questions, answered by the framework alone: a cookie, a look into a map, an object as JSON; a password as costly as ours, in
 * turn.
 */
export const startAccountsPeer = (peer: AccountsPeer): Promise<BareServer> =>
  startProgram(
    '/',
    [],
    `import Fastify from 'fastify';
    import cookie from '@fastify/cookie';
    import { hash, verify } from '@node-rs/argon2';
    import { text } from 'node:stream/consumers';
    const { userInfoPath, loginPath, sessions, password } = JSON.parse(await text(process.stdin));
    const known = new Map(Object.entries(sessions));
    const kept = await hash(password, { memoryCost: 19456, timeCost: 2, parallelism: 1 });
    let turn = Promise.resolve();
    const app = Fastify();
    await app.register(cookie);
    app.get('/', () => ({}));
    app.post(userInfoPath, async (request) => {
      const data = known.get(request.cookies.session);
      return data === undefined ? { code: '00004' } : { code: '00000', msg: 'success', requestTime: Date.now(), data };
    });
    app.post(loginPath, async (request, reply) => {
      turn = turn.then(() => verify(kept, request.body.password));
      if (!(await turn)) return { code: '1' };
      reply.setCookie('session', request.body.email, { path: '/', httpOnly: true });
      return { code: '00000', msg: 'success', requestTime: Date.now(), data: {} };
    });
    await app.listen({ port: Number(process.argv[1]), host: '127.0.0.1' });`,
    JSON.stringify(peer),
  );

/** Ready when it answers GET of `readyPath`; its port is its first argument, what does not fit there comes by its input. */
async function startProgram(readyPath: string, args: readonly string[], program: string, input = ''): Promise<BareServer> {
  const port = await freePort();
  const beganAt = performance.now();
  // Where the server's own packages are found.
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', String(port), ...args], {
    cwd: fileURLToPath(new URL('../../server', import.meta.url)),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(input);
  const hasAnswered = async () => (await fetch(`http://127.0.0.1:${port}${readyPath}`)).ok;
  for (const endsAt = performance.now() + 20_000; !(await hasAnswered().catch(() => false)); await delay(10))
    if (performance.now() > endsAt) throw new Error('the bare server did not come up');
  return { pid: child.pid!, port, startedMs: performance.now() - beganAt, stop: () => void child.kill('SIGKILL') };
}
