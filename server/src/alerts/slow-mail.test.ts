// A mail server that takes its time, with the times of the program made shorter: nobody gets a second mail for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { noticeChannel } from '@tidemark/contract/alerts.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { systemClock } from '#platform/clock.ts';
import { mailsAtOnce } from '#platform/mail/mail.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createAlertDelivery } from './index.ts';
import { openCalls, words } from './testing/test-calls.ts';

let [smtp, room]: [LocalSmtp, Awaited<ReturnType<typeof openCalls>>] = [] as never;
before(async () => {
  [smtp, room] = await Promise.all([startSmtp(), openCalls({ isRealTime: true })]);
});
after(async () => {
  await room.close();
  await smtp.stop();
});

test('mails that each take more than half of the time they are held are sent once', async () => {
  const people = Array.from({ length: mailsAtOnce * 2 }, (_, at) => ({ email: `p${at}@people.example`, device: room.deviceOf({ email: `p${at}@people.example` }) }));
  const now = new Date();
  for (const { device } of people) {
    await room.db.pool.query(
      `insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at) values (null, $1, $2, 'pending', $3, $3, $4)`,
      [device.userId, noticeChannel.email, now, new Date(now.getTime() + 600_000)],
    );
  }
  smtp.setTime(2_000);
  const mail = createSmtpSender({ url: smtp.url, from: 'no-reply@site.example', timeoutMs: 3_700 });
  const delivery = await createAlertDelivery({
    db: room.db, bus: room.bus, clock: systemClock, log: room.log, metrics: createMetrics(), words, market: room.market, people: room.people, mail, sms: null, publicUrl: 'https://site.example', heldMs: 3_800,
  });
  delivery.start();
  await Promise.all(people.map(({ email }) => smtp.nextTo(email)));
  await delivery.stop();
  const { rows } = await room.db.pool.query(`select status, tries from alert_delivery`);
  assert.deepEqual(rows, people.map(() => ({ status: 'sent', tries: 1 })));
  assert.deepEqual(smtp.mails.map(({ to }) => to[0]!).sort(), people.map(({ email }) => email).sort());
  mail.close();
});
