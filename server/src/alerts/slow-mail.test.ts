// A mail server that takes its time, with the times of the program made shorter: no user gets a second mail for it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { systemClock } from '#platform/clock.ts';
import { mailsAtOnce, type MailSender } from '#platform/mail/mail.ts';
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

const enqueue = async (email: string): Promise<void> => {
  const now = new Date();
  await room.db.pool.query(
    `insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
     values (null, $1, $2, 'pending', $3, $3, $4)`,
    [room.deviceOf({ email }).userId, noticeChannel.email, now, new Date(now.getTime() + 600_000)],
  );
};
const startDelivery = async (mail: MailSender, heldMs?: number) => {
  const delivery = await createAlertDelivery({
    db: room.db,
    bus: room.bus,
    clock: systemClock,
    log: room.log,
    metrics: createMetrics(),
    words,
    market: room.market,
    people: room.people,
    mail,
    sms: null,
    publicUrl: 'https://site.example',
    ...(heldMs && { heldMs }),
  });
  delivery.start();
  return delivery;
};

test('what one process is sending no other one takes, however long it takes over it', async (t) => {
  const other = await startSmtp();
  t.after(() => other.stop());
  const [slowMail, quickMail] = [smtp, other].map(({ url }) => createSmtpSender({ url, from: 'no-reply@site.example' }));
  const letGo = smtp.hold();
  const firsts = Array.from({ length: mailsAtOnce }, (_, at) => `first${at}@people.example`);
  for (const email of firsts) await enqueue(email);
  const slow = await startDelivery(slowMail!);
  while (smtp.mostConnections() < mailsAtOnce) await delay(10);
  // The first process has its hands full; by the time that the second one has sent this it has looked for everything that is due.
  await enqueue('second@people.example');
  const quick = await startDelivery(quickMail!);
  await other.nextTo('second@people.example');
  letGo();
  await Promise.all(firsts.map((email) => smtp.nextTo(email)));
  await Promise.all([slow.stop(), quick.stop()]);
  for (const mail of [slowMail, quickMail]) mail!.close();
  assert.deepEqual([smtp.mails.length, other.mails.map(({ to }) => to[0])], [mailsAtOnce, ['second@people.example']]);
  await room.db.pool.query('delete from alert_delivery');
});

test('mails that each take more than half of the time they are held are sent once', async () => {
  const emails = Array.from({ length: mailsAtOnce * 2 }, (_, at) => `p${at}@people.example`);
  for (const email of emails) await enqueue(email);
  smtp.setTime(5_000);
  const mail = createSmtpSender({ url: smtp.url, from: 'no-reply@site.example', timeoutMs: 9_500 });
  const delivery = await startDelivery(mail, 9_700);
  await Promise.all(emails.map((email) => smtp.nextTo(email)));
  await delivery.stop();
  const { rows } = await room.db.pool.query(`select status, tries from alert_delivery`);
  assert.deepEqual(
    rows,
    emails.map(() => ({ status: 'sent', tries: 1 })),
  );
  assert.deepEqual(
    smtp.mails
      .map(({ to }) => to[0]!)
      .filter((to) => emails.includes(to))
      .sort(),
    emails.sort(),
  );
  mail.close();
});
