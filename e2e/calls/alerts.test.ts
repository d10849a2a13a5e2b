// The calls of price alerts as a logged-in person makes them over HTTP: shapes, limits, repeats, and what belongs to others.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { before, test } from 'node:test';
import { text } from 'node:stream/consumers';
import { alertCalls } from '@tidemark/contract/alerts.ts';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import * as v from 'valibot';
import { sharedAppUrl } from '#harness/app.ts';
import { samples } from './samples.ts';

type AlertCall = keyof typeof alertCalls;
const codeOf = (name: ErrorName) => errors[name].code;

/** From an address of this machine: what one address may write in a minute is less than these tests write together. */
const ask = async (
  from: string,
  name: CallName,
  input: unknown,
  cookie = '',
): Promise<{ status: number; envelope: Envelope; cookies: readonly string[] }> => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      sharedAppUrl() + apiPrefix + calls[name].path,
      { method: 'POST', localAddress: from, headers: { 'content-type': 'application/json', cookie } },
      resolve,
    );
    sent.once('error', reject).end(JSON.stringify(input));
  });
  return { status: answer.statusCode!, envelope: JSON.parse(await text(answer)) as Envelope, cookies: answer.headers['set-cookie'] ?? [] };
};

let people = 0;
/** Somebody with an account of their own, a session in a cookie, and an address. */
const enter = async () => {
  const from = `127.0.1.${++people}`;
  const account = { email: `${randomUUID()}@tidemark.example`, password: 'seven blue lanterns over 3 canals' };
  await ask(from, 'register', account);
  const { cookies } = await ask(from, 'login', account);
  const cookie = cookies.map((line) => line.slice(0, line.indexOf(';'))).join('; ');
  return (name: CallName, input: unknown) => ask(from, name, input, cookie);
};
let ada: Awaited<ReturnType<typeof enter>>;
let price = 0;
before(async () => {
  ada = await enter();
  price = Number(
    ((await ada('alertParameters', { businessLine: 1, symbolId: 'BTCUSDT' })).envelope.data as { pair: { price: string } }).pair.price,
  );
});
/** Far above the price, so that nothing fires meanwhile. */
const formAt = (step: number, over: object = {}) => ({
  clientKey: randomUUID(),
  businessLine: 1,
  symbolId: 'BTCUSDT',
  alertType: 1,
  frequency: 1,
  channels: [4],
  configurePrice: String(Math.ceil(price * 2) + step),
  ...over,
});

/** Of what nobody has, and of a push service the site does not know. */
const refusals: Partial<Record<AlertCall, ErrorName>> = { updateAlert: 'alertNotFound', subscribePush: 'alertParameters' };
for (const name of Object.keys(alertCalls) as AlertCall[]) {
  test(`${name} answers a logged-in person in its shape, and refuses bad input`, async () => {
    for (const input of name === 'createAlert' ? [formAt(0)] : samples[name].good) {
      const { status, envelope } = await ada(name, input);
      const refusal = refusals[name] ?? samples[name].refusal;
      assert.deepEqual([status, envelope.code], [200, refusal ? codeOf(refusal) : '00000'], `${JSON.stringify(input)}: ${envelope.msg}`);
      if (refusal) continue;
      const shape = v.safeParse(alertCalls[name].output, envelope.data);
      assert.ok(shape.success, shape.success ? '' : v.summarize(shape.issues));
    }
    for (const input of samples[name].bad) {
      const { status, envelope } = await ada(name, input);
      assert.deepEqual([status, envelope.code, envelope.data], [200, codeOf('badInput'), null], JSON.stringify(input));
    }
  });
}

test('20 of a market hold when 25 are made at once, and a create that is sent again makes no second one', async () => {
  const ben = await enter();
  const answers = await Promise.all(Array.from({ length: 25 }, (_, step) => ben('createAlert', formAt(step))));
  const codes = answers.map(({ envelope }) => envelope.code);
  assert.deepEqual(
    [codes.filter((code) => code === '00000').length, codes.filter((code) => code === codeOf('alertLineLimit')).length],
    [20, 5],
  );
  const form = formAt(0, { businessLine: 2, symbolId: 'BTCUSDT_UMCBL' });
  const again = await Promise.all([form, form, form].map((sent) => ben('createAlert', sent)));
  assert.equal(new Set(again.map(({ envelope }) => (envelope.data as { alert: { id: string } }).alert.id)).size, 1);
  assert.equal(((await ben('listAlerts', { params: { businessLine: 2 } })).envelope.data as { total: number }).total, 1);
  // Without a session nothing of it is seen.
  assert.equal((await ask('127.0.1.9', 'listAlerts', {})).envelope.code, codeOf('notLoggedIn'));
});

test('a file of alerts above 256 kB is refused before it is read, and what is in one is only ever one person’s', async () => {
  const [ben, eve] = [await enter(), await enter()];
  const file = (content: string) => ({ format: 'csv', importKey: 'same', content });
  const head = 'market,symbol,condition,target\n';
  const large = await ben('importAlerts', file(head + 'x'.repeat(256 * 1024)));
  assert.deepEqual([large.status, large.envelope.code], [413, codeOf('bodyTooLarge')]);
  const content = `${head}spot,BTCUSDT,rises_to,${Math.ceil(price * 2)}`;
  const made = async (person: typeof ben) => ((await person('importAlerts', file(content))).envelope.data as { made: number }).made;
  assert.deepEqual([await made(ben), await made(eve), await made(ben)], [1, 1, 0]);
  assert.equal(((await eve('exportAlerts', { format: 'csv' })).envelope.data as { count: number }).count, 1);
});

test('a note above 100 characters, or of two lines, is refused by its own code', async () => {
  for (const note of ['x'.repeat(101), 'two\nlines']) {
    const { envelope } = await ada('createAlert', formAt(4, { note }));
    assert.deepEqual(
      [envelope.code, envelope.msg],
      [codeOf('alertInvalidNote'), 'Please shorten the note to 100 characters on a single line.'],
    );
  }
});

test('section 8: a type outside of the eight is the wrong type of price alert', async () => {
  const { envelope } = await ada('createAlert', formAt(3, { alertType: 9 }));
  assert.deepEqual([envelope.code, envelope.msg], [codeOf('alertWrongType'), 'Wrong type of price alert.']);
});

test("another person's alert is neither seen, changed, deleted nor brought back", async () => {
  const [ben, eve] = [await enter(), await enter()];
  const { id } = ((await ben('createAlert', formAt(7))).envelope.data as { alert: { id: string } }).alert;
  assert.equal(((await eve('listAlerts', {})).envelope.data as { total: number }).total, 0);
  for (const edit of [{ switch: 0 }, { configurePrice: String(Math.ceil(price * 4)) }])
    assert.equal((await eve('updateAlert', { id, ...edit })).envelope.code, codeOf('alertNotFound'));
  assert.deepEqual((await eve('deleteAlerts', { ids: [id] })).envelope.data, { deleted: 0 });
  assert.deepEqual((await eve('restoreAlerts', { ids: [id] })).envelope.data, { restored: 0 });
  for (const action of ['off', 'on', 'delete'])
    assert.equal(((await eve('changeAlerts', { ids: [id], action })).envelope.data as { changed: number }).changed, 0, action);
  const { items } = (await ben('listAlerts', {})).envelope.data as { items: { id: string; switch: number; version: number }[] };
  assert.deepEqual(
    items.map((item) => [item.id, item.switch, item.version]),
    [[id, 1, 1]],
  );
});

test('the price source counts only where the price itself is watched, and who sells at P2P sees the ads of those who buy', async () => {
  const ben = await enter();
  const futures = { businessLine: 2, symbolId: 'BTCUSDT_UMCBL', alertType: 5, configurePrice: '0.9', priceSource: 1 };
  const made = (await ben('createAlert', formAt(0, futures))).envelope.data as { alert: { priceSource: number } };
  assert.equal(made.alert.priceSource, 0, 'the change of 24 hours is that of the last price');
  const { ads } = (await ben('alertParameters', { businessLine: 3, symbolId: 'USDT_EUR' })).envelope.data as {
    ads: { lowest: string; highest: string };
  };
  const sell = { businessLine: 3, symbolId: 'USDT_EUR', alertType: 1, configurePrice: String(Number(ads.highest) * 2) };
  const { alert } = (await ben('createAlert', formAt(0, sell))).envelope.data as { alert: { price: string } };
  assert.notEqual(ads.highest, ads.lowest);
  assert.equal(alert.price, ads.highest);
});
