// A running program that tells traces: a page and the calls below it, a call and what it asks of the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startOtlp, type LocalOtlp } from '@tidemark/testbed/otlp.ts';
import { startApp, type App } from '../harness/app.ts';

const token = 'token-of-the-collector';
let receiver: LocalOtlp;
let app: App;
before(async () => {
  receiver = await startOtlp({ token });
  app = await startApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${token}`,
      OTEL_TRACES_SAMPLER_ARG: '1',
      SIM_COINS: '20',
      SIM_TICKS_PER_SECOND: '5',
    },
  });
});
after(async () => {
  await app?.stop();
  await receiver?.stop();
});

test('a page, the calls below it, a call and what it asks of the database; nothing of the person', async () => {
  const email = 'ada@people.example';
  const password = 'seven blue lanterns over 3 canals';
  assert.equal((await fetch(`${app.url}/markets/spot`)).status, 200);
  const registered = await fetch(`${app.url}/v1/user/public/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'a-request-of-the-test', 'user-agent': 'the agent of Ada' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(registered.status, 200);

  const page = await receiver.next(({ name }) => name === 'page spot', 'the page');
  assert.equal(page.attributes['http.response.status_code'], 200);
  const asked = await receiver.next(({ parentSpanId }) => parentSpanId === page.spanId, 'a call of the page');
  assert.match(asked.name, /^call \w+$/);
  assert.equal(asked.traceId, page.traceId);

  const call = await receiver.next(({ name }) => name === 'call register', 'the call');
  assert.equal(call.attributes['tidemark.code'], '00000');
  assert.equal(call.resource['service.name'], 'tidemark');
  const rows = await receiver.next(({ parentSpanId }) => parentSpanId === call.spanId, 'a statement of the call');
  assert.equal(rows.attributes['db.system.name'], 'postgresql');
  assert.ok(rows.tookMs <= call.tookMs);

  const told = JSON.stringify(receiver.spans);
  for (const secret of [email, password, 'the agent of Ada', '127.0.0.1']) assert.ok(!told.includes(secret), secret);
  assert.deepEqual(receiver.wrong, []);
});
