// For tests: calls, a judge and deliveries in one process, with people who listen on every channel.
import { after, before, beforeEach } from 'node:test';
import type { PriceNotice } from '@tidemark/contract/alerts.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import { startPushEndpoint, type LocalPushEndpoint } from '@tidemark/testbed/push-endpoint.ts';
import { startSmsGateway, type LocalSmsGateway } from '@tidemark/testbed/sms-gateway.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { until } from '@tidemark/testbed/until.ts';
import { systemClock } from '#platform/clock.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import type { MailSender } from '#platform/mail/mail.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createHttpSmsSender } from '#platform/sms/http-gateway.ts';
import { createAlertDelivery, createAlertJudge, type Part } from '../index.ts';
import { openCalls, words, type Device } from './test-calls.ts';

export let [smtp, sms, push, room]: [LocalSmtp, LocalSmsGateway, LocalPushEndpoint, Awaited<ReturnType<typeof openCalls>>] = [] as never;
let mail: MailSender;
export let parts: Part[] = [];
export const metrics = createMetrics();
const shown: { userId: UserId; notice: PriceNotice }[] = [];
const online = new Set<UserId>();

export const startJudge = async (own = createMetrics()) => {
  const judge = createAlertJudge({
    db: room.db,
    bus: room.bus,
    clock: systemClock,
    marketClock: room.clock,
    log: room.log,
    metrics: own,
    market: room.market,
    scanEveryMs: 200,
  });
  await judge.start();
  return judge;
};

before(async () => {
  [smtp, sms, push] = await Promise.all([startSmtp(), startSmsGateway(), startPushEndpoint()]);
  room = await openCalls({ isRealTime: true, pushHosts: [push.host], can: { mail: true, sms: true } });
  room.rooms[0]!.start((userId, notice, onSeen) => {
    if (!online.has(userId)) return;
    shown.push({ userId, notice });
    onSeen();
  });
  mail = createSmtpSender({ url: smtp.url, from: 'no-reply@site.example' });
  const delivery = await createAlertDelivery({
    db: room.db,
    bus: room.bus,
    clock: systemClock,
    log: room.log,
    metrics,
    words,
    market: room.market,
    people: room.people,
    mail,
    sms: createHttpSmsSender({ url: sms.url, token: sms.token, from: null }),
    publicUrl: 'https://site.example',
  });
  delivery.start();
  parts = [await startJudge(metrics), delivery];
});
after(async () => {
  for (const part of parts) await part.stop();
  mail.close();
  await room.close();
  await Promise.all([smtp.stop(), sms.stop(), push.stop()]);
});
beforeEach(() => {
  room.clock.advance(1_000);
  room.market.set('BTCUSDT', { last: 100, open24h: 100 });
  room.market.set('ETHUSDT', 10);
  room.market.set('BTCUSDT_UMCBL', { last: 100, mark: 100, index: 100 });
});

export const logOf = async (device: Device, count = 1) =>
  until(`${count} rows in the log`, async () => {
    const { items } = await device.ask('listAlertLog');
    return items.length >= count && items;
  });
export const noticesTo = ({ userId }: Device) => shown.filter((each) => each.userId === userId).map(({ notice }) => notice);
export const person = (over: object = {}) => {
  const device = room.deviceOf(over);
  online.add(device.userId);
  return device;
};
export const tick = (symbolId: string, price: Parameters<typeof room.market.set>[1], afterMs = 1_000) => {
  room.clock.advance(afterMs);
  room.market.set(symbolId, price);
};
