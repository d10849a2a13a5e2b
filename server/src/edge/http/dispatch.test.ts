import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Writable } from 'node:stream';
import * as v from 'valibot';
import { alertCalls } from '@tidemark/contract/alerts.ts';
import { errors, Refusal } from '@tidemark/contract/errors.ts';
import { call, queryInt, type Caller, type CallTable, type UserId } from '@tidemark/contract/wire.ts';
import { createHandClock } from '#platform/clock.ts';
import { DatabaseAway } from '#platform/db/away.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { Words } from '#words/index.ts';
import { createDispatch, type AnyHandlers } from './dispatch.ts';

const visitor: Caller = { userId: null, sessionId: null, locale: 'ar', requestId: 'request-1', ip: '10.0.0.1', deviceId: null };
const user: Caller = { ...visitor, userId: 'u1' as UserId };

/** Says which word was asked for, in which language, with what. */
const words: Words = {
  error: (locale, name, values) => `${locale} ${name} ${JSON.stringify(values ?? {})}`,
  text: (_locale, _file, key, values) => [key, ...(values && Object.keys(values).length > 0 ? [JSON.stringify(values)] : [])].join(' '),
  seo: () => undefined,
  problems: [],
};

const echoed = v.object({ n: v.number() });
const calls = {
  echo: call({
    kind: 'read',
    method: 'POST',
    path: '/echo',
    about: 'Gives back.',
    input: v.object({ n: queryInt(1, 9), side: v.optional(v.picklist(['buy', 'sell'])) }),
    output: echoed,
  }),
  cms: call({ kind: 'read', method: 'POST', path: '/cms', about: 'Old success.', input: v.object({}), output: echoed, success: '200' }),
  mine: call({
    kind: 'read',
    method: 'POST',
    path: '/mine',
    about: 'Own things.',
    input: v.object({ n: v.number() }),
    output: echoed,
    who: 'user',
  }),
};

function setUp(over: AnyHandlers = {}, options: { checkOutput?: boolean; calls?: CallTable } = {}) {
  const lines: string[] = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  const clock = createHandClock(1_000);
  const metrics = createMetrics();
  const handlers: AnyHandlers = {
    echo: (_caller, input) => ({ n: input.n }),
    cms: () => ({ n: 1 }),
    mine: (caller) => ({ n: caller.userId?.length }),
    ...over,
  };
  const dispatch = createDispatch({
    calls,
    handlers,
    words,
    metrics,
    clock,
    log: createLog({ level: 'warn', stream }),
    timeLimitMs: 500,
    ...options,
  });
  return { dispatch, clock, metrics, lines };
}

test('a good call answers in the envelope, with the success code of its row', async () => {
  const { dispatch } = setUp();
  assert.deepEqual(await dispatch('echo', visitor, { n: '7', languageType: 3 }), {
    code: '00000',
    msg: 'success',
    data: { n: 7 },
    requestTime: 1_000,
  });
  assert.equal((await dispatch('cms', visitor, undefined)).code, '200');
});

test('section 4: an alert that cannot be created or deleted for a fault of ours has a row of its own, the fault is logged', async () => {
  const broken = () => {
    throw new Error('relation does not exist');
  };
  const { createAlert, deleteAlerts } = alertCalls;
  const { dispatch, lines } = setUp(
    { createAlert: broken, deleteAlerts: broken },
    { calls: { ...calls, createAlert: { ...createAlert, input: v.object({}) }, deleteAlerts: { ...deleteAlerts, input: v.object({}) } } },
  );
  for (const [name, error] of [
    ['createAlert', 'alertCreateFailed'],
    ['deleteAlerts', 'alertDeleteFailed'],
  ] as const)
    assert.equal((await dispatch(name, user, {})).code, errors[error].code, name);
  assert.equal(lines.filter((line) => line.includes('relation does not exist')).length, 2);
});

test('bad input names the field and the reason in the language of the caller, and never reaches the handler', async () => {
  const { dispatch } = setUp({ echo: () => assert.fail('reached') });
  const cases: [unknown, string, string][] = [
    [{}, 'n', 'missing'],
    [{ n: 12 }, 'n', 'tooLarge {"limit":"9"}'],
    [{ n: 'abc' }, 'n', 'wrong'],
    [{ n: true }, 'n', 'number'],
    [{ n: 1.5 }, 'n', 'whole'],
    [{ n: 1, side: 'hold' }, 'side', 'choice {"choices":"\\"buy\\", \\"sell\\""}'],
    [[], 'n', 'missing'],
    ['text', 'whole-input', 'object'],
  ];
  for (const [input, field, reason] of cases) {
    const answer = await dispatch('echo', visitor, input);
    assert.equal(answer.code, '40001');
    assert.equal(answer.msg, `ar badInput ${JSON.stringify({ field, reason })}`);
    assert.equal(answer.data, null);
  }
});

test('section 8: a field with a refusal of its own is refused by that name, a missing one is bad input', async () => {
  const own = call({
    kind: 'read',
    method: 'POST',
    path: '/own',
    about: 'Own refusal.',
    input: v.object({ alertType: v.picklist([1, 2], 'alertWrongType') }),
    output: echoed,
  });
  const { log, clock, metrics } = { log: createLog({ level: 'silent' }), clock: createHandClock(0), metrics: createMetrics() };
  const ask = createDispatch({ calls: { own }, handlers: { own: () => ({ n: 1 }) }, words, log, metrics, clock });
  assert.equal((await ask('own', visitor, { alertType: 9 })).code, '40413');
  assert.equal((await ask('own', visitor, {})).code, '40001');
  assert.equal((await ask('own', visitor, { alertType: 2 })).code, '00000');
});

test('section 6: a call for users refuses visitors before it looks at their input', async () => {
  const { dispatch } = setUp();
  assert.equal((await dispatch('mine', visitor, {})).code, '00004');
  assert.deepEqual((await dispatch('mine', user, { n: 1 })).data, { n: 2 });
});

test('a refusal travels with its code and values; an unknown call is not found', async () => {
  const { dispatch } = setUp({ echo: () => Promise.reject(new Refusal('unknownSymbol', { symbol: 'XYZ' })) });
  const answer = await dispatch('echo', visitor, { n: 1 });
  assert.equal(answer.code, '40008');
  assert.equal(answer.msg, 'ar unknownSymbol {"symbol":"XYZ"}');
  for (const name of ['nope', 'toString', '__proto__']) assert.equal((await dispatch(name, visitor, {})).code, '40002');
});

test('a database that is away is its own refusal, told apart by whether something may be saved, and one line of the log', async () => {
  const wrapped = (isUnclear: boolean, isBusy: boolean) =>
    new Error('Failed query: insert into account values ("ada@people.example")', {
      cause: new DatabaseAway(new Error('connect ECONNREFUSED'), isUnclear, isBusy),
    });
  for (const [isUnclear, isBusy, code, name] of [
    [false, false, '40015', 'unavailable'],
    [true, false, '40016', 'outcomeUnknown'],
    [false, true, '40017', 'busy'],
    [true, true, '40016', 'outcomeUnknown'],
  ] as const) {
    const { dispatch, lines } = setUp({ echo: () => Promise.reject(wrapped(isUnclear, isBusy)) });
    const answer = await dispatch('echo', visitor, { n: 1 });
    assert.deepEqual([answer.code, answer.msg, answer.data], [code, `ar ${name} {}`, null]);
    assert.match(lines.join(''), /ECONNREFUSED/);
    assert.doesNotMatch(lines.join(''), /people\.example|"stack"/);
  }
});

test('a fault is logged with its stack and shown as a request id only', async () => {
  for (const fail of [
    () => {
      throw new Error('secret inside');
    },
    () => Promise.reject(new Error('secret inside')),
    () => Promise.reject('secret inside'),
  ]) {
    const { dispatch, lines } = setUp({ echo: fail });
    const answer = await dispatch('echo', visitor, { n: 1 });
    assert.equal(answer.code, '40005');
    assert.equal(answer.msg, 'ar internal {"requestId":"request-1"}');
    assert.match(lines.join(''), /secret inside/);
    assert.match(lines.join(''), /request-1/);
  }
});

test('an answer against its own shape is a fault where answers are checked', async () => {
  for (const wrong of [{ n: 'one' }, { n: Number.NaN }, null]) {
    assert.equal((await setUp({ echo: () => wrong }).dispatch('echo', visitor, { n: 1 })).code, '40005');
    assert.equal((await setUp({ echo: () => wrong }, { checkOutput: false }).dispatch('echo', visitor, { n: 1 })).code, '00000');
  }
});

test('a handler that takes too long is answered for', async () => {
  const { dispatch, clock } = setUp({ echo: () => new Promise(() => {}) });
  const pending = dispatch('echo', visitor, { n: 1 });
  clock.advance(500);
  assert.equal((await pending).code, '40007');
});

test('what goes wrong after the limit is logged, and a change that was not waited for has an unknown outcome', async () => {
  const write = call({ kind: 'write', method: 'POST', path: '/alert', about: 'A write.', input: v.object({}), output: v.object({}) });
  for (const [name, code] of [
    ['echo', '40007'],
    ['createAlert', '40016'],
  ] as const) {
    const lines: string[] = [];
    const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
    const clock = createHandClock(0);
    const { promise, reject } = Promise.withResolvers<never>();
    const table: CallTable = name === 'echo' ? { echo: calls.echo } : { createAlert: write };
    const dispatch = createDispatch({
      calls: table,
      handlers: { [name]: () => promise },
      words,
      metrics: createMetrics(),
      clock,
      log: createLog({ level: 'warn', stream }),
      timeLimitMs: 500,
    });
    const pending = dispatch(name, visitor, { n: 1 });
    clock.advance(500);
    assert.equal((await pending).code, code, name);
    assert.match(lines.join(''), /call took longer than its limit/);
    assert.match(lines.join(''), /request-1/);
    reject(new Error('too late'));
    await new Promise(setImmediate);
    assert.match(lines.join(''), /call failed after its limit/);
    assert.match(lines.join(''), /too late/);
  }
});

test('the line of a failed call names the SQLSTATE and the place, no value of the query, in whatever room', async () => {
  const inner = Object.assign(new Error('invalid byte sequence near p256dh-hunter2'), { code: '22021', severity: 'ERROR' });
  const failed = Object.assign(new Error('Failed query: insert into push_subscription\nparams: hunter2', { cause: inner }), {
    query: 'insert',
    params: ['hunter2'],
  });
  const { dispatch, lines } = setUp({ echo: () => Promise.reject(failed) });
  assert.equal((await dispatch('echo', visitor, { n: 1 })).code, '40005');
  assert.doesNotMatch(lines.join(''), /hunter2|insert into/);
  assert.match(lines.join(''), /22021/);
  assert.match(lines.join(''), /dispatch\.test\.ts/);
});

test('answers are counted by call and code', async () => {
  const { dispatch, metrics } = setUp();
  await dispatch('echo', visitor, { n: 1 });
  await dispatch('echo', visitor, {});
  await dispatch('no-such-call', visitor, {});
  const text = await metrics.text();
  assert.match(text, /calls_total\{call="echo",code="00000"\} 1/);
  assert.match(text, /calls_total\{call="echo",code="40001"\} 1/);
  assert.match(text, /call_seconds_count\{call="echo"\} 2/);
  assert.doesNotMatch(text, /no-such-call/, 'names from outside must not grow the metrics');
});

test('a call without a handler, or a handler without a call, stops the start', () => {
  assert.throws(() => setUp({ stray: () => ({}) }), /handlers of no call: stray/);
  assert.throws(
    () =>
      createDispatch({
        calls,
        handlers: {},
        words,
        metrics: createMetrics(),
        clock: createHandClock(0),
        log: createLog({ level: 'silent' }),
      }),
    /without a handler: echo, cms, mine/,
  );
});
