import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startPushEndpoint, type LocalPushEndpoint } from '@tidemark/testbed/push-endpoint.ts';
import { PushFailed } from './push.ts';
import { createWebPushSender, newVapidKeys } from './web-push.ts';

let service: LocalPushEndpoint;
before(async () => {
  service = await startPushEndpoint();
});
after(() => service.stop());

const keys = newVapidKeys();
const sender = (timeoutMs = 5_000) => createWebPushSender({ keys, contact: 'https://site.example', timeoutMs });
const message = { payload: '{"title":"比特币 مرحبا"}', liveSeconds: 600, topic: 'dG9waWM', isUrgent: true };

test('a push is signed, sealed for one browser, and opened there', async () => {
  const browser = service.newBrowser();
  await sender().send(browser, message);
  const { payload, ttl, topic, urgency } = await service.nextTo(browser);
  assert.deepEqual({ payload, ttl, topic, urgency }, { payload: message.payload, ttl: 600, topic: 'dG9waWM', urgency: 'high' });
});

test('a failure says whether to try again, and whether the browser is gone', async () => {
  const browser = service.newBrowser();
  const rejected = (isPassing: boolean, isGone: boolean) => (error: unknown) =>
    error instanceof PushFailed && error.isPassing === isPassing && error.isGone === isGone;
  service.setFaults(() => 'refuse');
  await assert.rejects(() => sender().send(browser, message), rejected(true, false));
  service.setFaults(() => 'hang');
  await assert.rejects(() => sender(50).send(browser, message), rejected(true, false));
  service.setFaults(() => 'none');
  await assert.rejects(() => sender().send({ ...browser, keys: { p256dh: 'x', auth: 'y' } }, message), rejected(false, true));
  service.forget(browser);
  await assert.rejects(() => sender().send(browser, message), rejected(false, true));
});
