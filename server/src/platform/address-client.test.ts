// Addresses that strangers gave: where they may lead, and that the check is the connection.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startWebhookReceiver, type LocalReceiver } from '@tidemark/testbed/webhook-receiver.ts';
import { createAddressClient, NotReached, type AddressRules } from './address-client.ts';
import { reachOf } from './address-reach.ts';

let receiver: LocalReceiver;
before(async () => {
  receiver = await startWebhookReceiver();
});
after(() => receiver.stop());

const rules: AddressRules = { allowHttp: true, privateHosts: [], timeoutMs: 1_000, resolve: async () => ['127.0.0.1'] };
const clientOf = (over: Partial<AddressRules> = {}) => createAddressClient({ ...rules, ...over });
const message = { headers: {}, body: '{}' };

test('an address must be https, without a name and password, and public however it is written', async () => {
  const client = clientOf({ allowHttp: false });
  const inner = [
    'https://127.0.0.1/x',
    'https://127.1/x',
    'https://2130706433/x',
    'https://0x7f.0.0.1/x',
    'https://0/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://[::ffff:a00:1]/x',
    'https://[64:ff9b::7f00:1]/x',
    'https://[fd00::1]/x',
    'https://[fe80::1]/x',
    'https://10.0.0.1/x',
    'https://172.16.0.1/x',
    'https://192.168.1.1/x',
    'https://100.64.0.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.internal.example/x',
    'https://localhost/x',
  ];
  for (const address of inner) assert.equal(await client.problemOf(address), 'private', address);
  for (const address of ['http://8.8.8.8/x', 'ftp://8.8.8.8', 'https://a:b@8.8.8.8/', 'javascript:alert(1)', 'https://', '/x', ''])
    assert.equal(await client.problemOf(address), 'invalid', address);
  assert.equal(await client.problemOf('https://8.8.8.8/x'), null);
  assert.equal(await clientOf({ resolve: async () => [] }).problemOf('https://nobody.example/x'), 'unknown');
  assert.equal(await clientOf({ resolve: async () => ['8.8.8.8'] }).problemOf('https://somebody.example/x'), null);
  assert.equal(await clientOf({ resolve: async () => ['8.8.8.8', '10.0.0.1'] }).problemOf('https://both.example/x'), 'private');
});

test('a name that leads elsewhere a moment later is not followed there: nobody is connected to', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  const client = clientOf({ resolve: async () => answers.shift() ?? ['127.0.0.1'] });
  const address = `http://rebound.example:${receiver.port}/hook`;
  assert.equal(await client.problemOf(address), null);
  await assert.rejects(() => client.post(address, message), NotReached);
  for (const literal of [`http://127.0.0.1:${receiver.port}/`, `http://[::ffff:127.0.0.1]:${receiver.port}/`])
    await assert.rejects(() => client.post(literal, message), NotReached);
  assert.equal(receiver.asked(), 0);
  await client.close();
});

test('looked up once for a connection, which goes to the address that was looked at', async () => {
  let lookups = 0;
  const isPublic = (address: string) => address === '127.0.0.1' || reachOf(address) === 'public';
  const client = clientOf({ isPublic, resolve: async () => (lookups++, ['127.0.0.1']) });
  receiver.setManner('takes');
  assert.equal((await client.post(`http://somebody.example:${receiver.port}/hook`, message)).status, 204);
  assert.equal(lookups, 1);
  assert.equal((await receiver.next()).headers['host'], `somebody.example:${receiver.port}`);
  await client.close();
});

test('no redirect is followed, an answer is read to 1 kB, and all of it ends in time', async () => {
  const client = clientOf({ privateHosts: [`127.0.0.1:${receiver.port}`] });
  receiver.setManner('redirect');
  assert.equal((await client.post(receiver.url, message)).status, 307);
  receiver.setManner('huge');
  assert.deepEqual(await client.post(receiver.url, message).then(({ status, text }) => [status, text.length]), [200, 1_024]);
  for (const manner of ['silent', 'hangsUp'] as const) {
    receiver.setManner(manner);
    const began = performance.now();
    await assert.rejects(() => client.post(receiver.url, message), NotReached);
    assert.ok(performance.now() - began < 30_000, manner);
  }
  receiver.setManner('endless');
  assert.equal((await client.post(receiver.url, message)).status, 200);
  // Another port of that host is not named.
  assert.equal(await client.problemOf('http://127.0.0.1:1/'), 'private');
  await client.close();
});
