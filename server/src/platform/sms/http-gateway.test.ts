import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startSmsGateway, type LocalSmsGateway } from '@tidemark/testbed/sms-gateway.ts';
import { createHttpSmsSender } from './http-gateway.ts';
import { SmsFailed } from './sms.ts';

let gateway: LocalSmsGateway;
before(async () => {
  gateway = await startSmsGateway();
});
after(() => gateway.stop());

const sender = (timeoutMs = 5_000) => createHttpSmsSender({ url: gateway.url, token: gateway.token, from: 'Tidemark', timeoutMs });
const isFailed = (isPassing: boolean) => (error: unknown) =>
  error instanceof SmsFailed && error.isPassing === isPassing && !/secret|4917/.test(error.message);

test('a text message arrives as it was written, and once when it is sent twice', async () => {
  const sms = { to: '+491701234567', text: 'BTC/USDT ≥ 100,000 مرحبا', reference: '7:1:1' };
  await sender().send(sms);
  await sender().send(sms);
  assert.deepEqual(await gateway.nextTo(sms.to), { ...sms, from: 'Tidemark' });
  assert.deepEqual([gateway.messages.length, gateway.repeats()], [1, 1]);
});

test('a failure says whether to try again, and nothing of the message', async () => {
  const send = (timeoutMs?: number) => sender(timeoutMs).send({ to: '+491701234567', text: 'secret', reference: 'r' });
  for (const fault of ['refuse', 'loseAnswer'] as const) {
    gateway.setFaults(() => fault);
    await assert.rejects(() => send(), isFailed(true));
  }
  gateway.setFaults(() => 'hang');
  await assert.rejects(() => send(50), isFailed(true));
  gateway.setFaults(() => 'none');
  await assert.rejects(() => sender().send({ to: 'nobody', text: 'secret', reference: 'r2' }), isFailed(false));
  const stranger = createHttpSmsSender({ url: gateway.url, token: 'wrong', from: null });
  await assert.rejects(() => stranger.send({ to: '+491701234567', text: 'secret', reference: 'r3' }), isFailed(true));
});
