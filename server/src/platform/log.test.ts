import assert from 'node:assert/strict';
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
