// What a notice costs the disk. A Postgres has one log for all its databases, so no other test uses this one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { newId } from '#platform/ids.ts';
import type { MailSender } from '#platform/mail/mail.ts';
import { notice, noticeSeen } from '#topics/index.ts';
import { openCalls } from '../testing/test-calls.ts';
import { createTestDelivery } from '../testing/test-delivery.ts';

const mostBytes = 20_000;
const notices = 300;

let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  delete process.env['TEST_POSTGRES_URL'];
  room = await openCalls({ isRealTime: true });
  room.bus.subscribe(notice, ({ deliveryIds }) => room.bus.publish(noticeSeen, { deliveryIds }));
});
after(() => room.close());

test(`a notice with a pop-up and a mail writes less than ${mostBytes / 1000} kB of write-ahead log, from firing to end`, async (t) => {
  const { db } = room;
  const mails: string[] = [];
  const mail: MailSender = { send: async ({ to }) => void mails.push(to), close() {} };
  const publicUrl = 'https://site.example';
  const delivery = await createTestDelivery(room, { mail, publicUrl });
  // The first change of a page after a checkpoint writes the whole page: the worst case is right after one.
  await db.pool.query('checkpoint');
  const position = async () => (await db.pool.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')).rows[0]!.at;
  const begin = await position();
  delivery.start();
  for (let at = 0; at < notices; at++) {
    const { userId } = room.deviceOf({ email: `p${at}@people.example` }, newId() as never);
    await db.pool.query(
      `with logged as (
         insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price,
           firing_price, happened_at, detected_at, created_at)
         values ($1::text || ':1:1', 1, $1::uuid, 1, 'BTCUSDT', 1, 0, 3, 110, 111, clock_timestamp(), clock_timestamp(), clock_timestamp())
           returning id, user_id)
       insert into alert_delivery (log_id, user_id, channel, status, created_at, due_at, expires_at)
       select id, user_id, channel, 'pending', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '2 minutes'
       from logged, unnest($2::int[]) channel`,
      [userId, [noticeChannel.pop, noticeChannel.email]],
    );
  }
  const waiting = async () =>
    (await db.pool.query<{ count: number }>(`select count(*)::int as count from alert_delivery where status = 'pending'`)).rows[0]!.count;
  while ((await waiting()) > 0) await delay(50);
  await delivery.stop();
  assert.equal(new Set(mails).size, notices);
  assert.equal(mails.length, notices, 'and no second mail');
  const { rows } = await db.pool.query<{ bytes: number }>('select pg_wal_lsn_diff($1::pg_lsn, $2::pg_lsn)::float8 as bytes', [
    await position(),
    begin,
  ]);
  const each = rows[0]!.bytes / notices;
  t.diagnostic(`${Math.round(each)} bytes a notice`);
  assert.ok(each > 0 && each < mostBytes, `${each} bytes`);
});
