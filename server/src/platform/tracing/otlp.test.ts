// Traces of real work on a real Postgres, told to a receiver that holds them to the protocol.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { startOtlp, type LocalOtlp } from '@tidemark/testbed/otlp.ts';
import { until } from '@tidemark/testbed/until.ts';
import { systemClock } from '#platform/clock.ts';
import { openTestDatabase, type TestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMemoryStore } from '#platform/outbox/memory-store.ts';
import { createOutbox } from '#platform/outbox/outbox.ts';
import { startTraces, summaryOf } from './otlp.ts';
import { traced } from './traced.ts';

const token = 'token-of-the-receiver';
let db: TestDatabase;
let receiver: LocalOtlp;
before(async () => {
  db = await openTestDatabase();
  receiver = await startOtlp({ token });
});
after(async () => {
  await receiver.stop();
  await db.close();
});

const start = ({ share = 1, sends = token } = {}) => {
  const metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog({ level: 'warn', stream: { write: (line: string) => void lines.push(line) } });
  const stop = startTraces({
    settings: { url: `${receiver.url}/v1/traces`, headers: { authorization: `Bearer ${sends}` }, share },
    about: { 'service.name': 'markets' },
    clock: systemClock,
    log,
    metrics,
    sendEveryMs: 50,
  });
  return { stop, metrics, lines };
};
const named = (name: string) => (span: { name: string }) => span.name === name;

test('what a piece of work asks of the database is below it, without a value of any statement', async () => {
  const { stop } = start();
  const secret = 'a password that nobody may read';
  await traced('server', 'call saveIt', { 'rpc.method': 'saveIt' }, async (span) => {
    await db.orm.transaction(async (tx) => {
      await tx.execute(sql`insert into site_setting (key, value) values (${secret}, '1')`);
    });
    await assert.rejects(db.pool.query(`select * from nothing_of_this_name where it = '${secret}'`));
    span.say({ 'tidemark.code': '00000' });
  });
  await db.pool.query('select 1');
  await stop();
  const call = await receiver.next(named('call saveIt'), 'the call');
  assert.deepEqual(
    [call.kind, call.parentSpanId, call.attributes, call.resource['service.name']],
    [2, '', { 'rpc.method': 'saveIt', 'tidemark.code': '00000' }, 'markets'],
  );
  const below = receiver.spans.filter(({ parentSpanId }) => parentSpanId === call.spanId);
  assert.deepEqual(
    below.map(({ name, kind, traceId, status }) => [name, kind, traceId === call.traceId, status.code]),
    [
      ['begin', 3, true, 0],
      ['insert site_setting', 3, true, 0],
      ['commit', 3, true, 0],
      ['select nothing_of_this_name', 3, true, 2],
    ],
  );
  assert.ok(below.every(({ tookMs }) => tookMs <= call.tookMs));
  assert.equal(receiver.spans.filter(named('select')).length, 0, 'a statement that belongs to nothing is not told');
  assert.ok(!JSON.stringify(receiver.spans).includes(secret));
  assert.deepEqual(receiver.wrong, []);
});

test('what fails says so, and works side by side do not mix', async () => {
  const { stop } = start();
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      traced('server', `work ${at}`, {}, async () => {
        await db.pool.query(`select ${at} as x, count(*) from site_setting`);
        if (at === 7) throw new Error('it went wrong');
      }).catch(() => {}),
    ),
  );
  await stop();
  const works = receiver.spans.filter(({ name }) => name.startsWith('work '));
  assert.equal(works.length, 20);
  for (const { traceId, spanId, name, status } of works) {
    assert.equal(receiver.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId).length, 1, name);
    assert.deepEqual(status, name === 'work 7' ? { code: 2, message: 'it went wrong' } : { code: 0, message: '' });
  }
});

test('each send of an outbox is a trace of its own', async () => {
  const { stop } = start();
  const store = createMemoryStore<string>(systemClock, () => {});
  store.add('a letter');
  const outbox = createOutbox({
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    room: 'trials',
    what: 'letters',
    store,
    lookEveryMs: 1_000,
    atOnce: 5,
    heldMs: 10_000,
    retryMs: [10],
    triesOf: ({ tries }) => tries,
    send: async (items) => {
      await db.pool.query('select count(*) from site_setting');
      return items.map(() => ({ status: 'fulfilled', value: { end: undefined } }));
    },
  });
  outbox.look();
  const send = await receiver.next(named('send letters'), 'the sending');
  assert.deepEqual([send.kind, send.attributes], [3, { 'messaging.batch.message_count': 1, 'tidemark.room': 'trials' }]);
  await outbox.stop();
  await stop();
  assert.ok(receiver.spans.some(({ parentSpanId, name }) => parentSpanId === send.spanId && name === 'select site_setting'));
});

test('of a trace that is not kept nothing is told, and afterwards nothing at all', async () => {
  const before = receiver.spans.length;
  const { stop } = start({ share: 0 });
  await traced('server', 'unseen', {}, () => db.pool.query('select count(*) from site_setting'));
  await stop();
  await traced('server', 'unseen', {}, () => db.pool.query('select count(*) from site_setting'));
  assert.equal(receiver.spans.length, before);
});

test('a receiver that refuses costs nothing but the traces: they are counted, and the log says it once', async () => {
  const { stop, metrics, lines } = start({ sends: 'another token' });
  for (let turn = 0; turn < 3; turn++) {
    assert.equal(await traced('server', 'lost', {}, async () => turn), turn);
    await until('it is counted', async () => ((await metrics.value('trace_spans_total')) ?? 0) > turn, { everyMs: 50 });
  }
  await stop();
  assert.match(await metrics.text(), /trace_spans_total\{outcome="lost"\} 3/);
  assert.equal(lines.length, 1, lines.join(''));
  assert.match(lines[0]!, /traces cannot be sent/);
});

test('a statement is named for what it does and the table, whoever wrote it', () => {
  for (const [text, operation, table] of [
    ['select "id" from "alert" where "id" = $1', 'select', 'alert'],
    ['  INSERT INTO public.candle (a) values ($1)', 'insert', 'candle'],
    ['update only "site_setting" set value = $1', 'update', 'site_setting'],
    ['delete from alert_log where at < $1', 'delete', 'alert_log'],
    ['begin', 'begin', null],
    ['', 'statement', null],
  ] as const)
    assert.deepEqual(summaryOf(text), { operation, table });
});
