import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { createLog } from './log.ts';

const recorded = (level: string) => {
  const lines: string[] = [];
  const log = createLog({ level, stream: { write: (line) => void lines.push(line) } });
  return { log, lines, last: () => JSON.parse(lines.at(-1)!) as Record<string, unknown> };
};

test('a record is one JSON line with time, level, process and the id of its request', () => {
  const { log, lines, last } = recorded('info');
  log.child({ requestId: 'r-1' }).info({ ms: 3 }, 'answered');
  assert.equal(lines.length, 1);
  assert.ok(lines[0]!.endsWith('}\n'));
  const { time, ...rest } = last();
  assert.ok(!Number.isNaN(Date.parse(String(time))));
  assert.deepEqual(rest, { level: 30, pid: process.pid, requestId: 'r-1', ms: 3, msg: 'answered' });
});

test('records below the level are dropped', () => {
  const { log, lines } = recorded('warn');
  log.info('quiet');
  log.warn('heard');
  assert.equal(lines.length, 1);
});

for (const name of ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'rtoken']) {
  test(`${name} never reaches the log, at any depth we log`, () => {
    const { log, lines } = recorded('info');
    log.info({ [name]: 'hunter2' }, 'flat');
    log.info({ body: { [name]: 'hunter2' } }, 'one deep');
    log.info({ req: { headers: { [name]: 'hunter2' } } }, 'two deep');
    log.info({ a: { b: { c: { [name]: 'hunter2', beside: 'kept' } } } }, 'three deep');
    log.child({ session: { [name]: 'hunter2' } }).info('bound');
    assert.equal(lines.length, 5);
    for (const line of lines) {
      assert.doesNotMatch(line, /hunter2/);
      assert.match(line, /\[hidden\]/);
    }
    assert.match(lines[3]!, /kept/);
  });
}

test('errors keep their message and stack', () => {
  const { log, last } = recorded('info');
  log.error({ err: new Error('broken') }, 'failed');
  const err = last().err as { message: string; stack: string };
  assert.equal(err.message, 'broken');
  assert.match(err.stack, /log\.test\.ts/);
});

/** As drizzle and the driver throw them. */
function failedQuery(): Error {
  const inner = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00 near hunter2'), {
    code: '22021',
    severity: 'ERROR',
    detail: 'Key (auth)=(hunter2)',
    table: 'push_subscription',
    where: "unnamed portal parameter $3 = 'hunter2'",
  });
  return Object.assign(new Error('Failed query: insert into push_subscription values ($1)\nparams: hunter2', { cause: inner }), {
    query: 'insert',
    params: ['hunter2'],
  });
}

test('a failed query is told by its SQLSTATE, its table and where, never by its values, however it is wrapped', () => {
  const wrapped = new Error('subscribing failed: params: hunter2', { cause: failedQuery() });
  for (const err of [failedQuery(), wrapped, failedQuery().cause as Error]) {
    const { log, lines, last } = recorded('info');
    log.error({ err }, 'call failed');
    log.error(err);
    assert.doesNotMatch(lines.join(''), /hunter2|insert into/);
    const said = last().err as { code: string; stack: string };
    assert.equal(said.code, '22021');
    assert.match(said.stack, /log\.test\.ts/);
    assert.match(lines[0]!, /"table":"push_subscription"/);
  }
});

test('what a parser, a mail server or a push service quotes does not reach the log', () => {
  const parsing = (() => {
    try {
      return JSON.parse('hunter2') as Error;
    } catch (error) {
      return error as Error;
    }
  })();
  const rejected = Object.assign(new Error('550 no such user hunter2'), {
    code: 'EENVELOPE',
    response: '550 hunter2',
    rejected: ['hunter2'],
  });
  const pushing = Object.assign(new Error('Received unexpected response code'), {
    endpoint: 'https://push.example/hunter2',
    statusCode: 410,
  });
  for (const err of [parsing, rejected, pushing]) {
    const { log, lines } = recorded('info');
    log.error({ err }, 'failed');
    assert.doesNotMatch(lines.join(''), /hunter2/);
    assert.match(lines.join(''), /log\.test\.ts|JSON\.parse/);
  }
});

const programThatLogsAtItsEnd = `
  import { createLog, openLogOutput } from '${new URL('./log.ts', import.meta.url).href}';
  const output = openLogOutput();
  const log = createLog({ level: 'info', stream: output.stream });
  process.on('SIGTERM', async () => {
    for (let line = 0; line < 3; line++) log.info('last words');
    await output.close();
    process.exit(0);
  });
  setInterval(() => {}, 1_000);
  log.info('up');
`;
const startLogging = async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', programThatLogsAtItsEnd], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  while (!text.includes('"up"')) await once(child.stdout, 'data');
  return { child, textOf: () => text };
};

test('the last words of a process are written before it ends', async () => {
  const { child, textOf } = await startLogging();
  child.kill('SIGTERM');
  await once(child, 'close');
  assert.equal(child.exitCode, 0);
  assert.equal(textOf().match(/last words/g)?.length, 3);
});

test('a process whose log nobody reads any more ends when it is asked to', async () => {
  const { child } = await startLogging();
  child.stdout.destroy();
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.equal(code, 0);
});
