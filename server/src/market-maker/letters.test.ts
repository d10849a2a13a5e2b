import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { newId } from '#platform/ids.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import { createWords } from '#words/index.ts';
import { createLetters, type LettersDeps } from './letters.ts';
import { eventually, openRooms } from './testing/test-room.ts';

const words = createWords(fileURLToPath(new URL('../../../locales', import.meta.url)));
const operatorMail = 'makers@site.example';
let rooms: Awaited<ReturnType<typeof openRooms>>;
let smtp: LocalSmtp;
const people = new Map<string, { email: string | null; locale: string; antiPhishingCode: string }>();
before(async () => {
  [rooms, smtp] = await Promise.all([openRooms(), startSmtp()]);
});
after(async () => {
  await rooms.close();
  await smtp.stop();
});

const open = (change: Partial<LettersDeps> = {}) => {
  const { db, bus, clock, log } = rooms;
  const mail = createSmtpSender({ url: smtp.url, from: 'Tidemark <no-reply@site.example>' });
  const letters = createLetters({
    db,
    bus,
    clock,
    log,
    words,
    mail,
    operatorMail,
    publicUrl: 'https://site.example',
    people: { find: async (ids) => new Map(ids.flatMap((id) => (people.has(id) ? [[id, people.get(id)!]] : []))) },
    ...change,
  });
  letters.start();
  return {
    async close() {
      await letters.stop();
      mail.close();
    },
  };
};
const outcomes = async (receipt: string) =>
  Object.fromEntries(
    (
      await rooms.db.pool.query<{ kind: string; outcome: string | null }>(
        `select l.kind, l.outcome from market_maker_letter l
         join market_maker_application a on a.id = l.application_id where a.receipt = $1`,
        [receipt],
      )
    ).rows.map(({ kind, outcome }) => [kind, outcome]),
  );
const mailsAbout = (receipt: string) => smtp.mails.filter(({ subject }) => subject.includes(receipt));

test('the operator is told all of it once, the applicant at a proven address in their language, by however many processes', async () => {
  const processes = [open(), open(), open()];
  const [proven, unproven] = [newId(), newId()];
  people.set(proven, { email: 'ada@people.example', locale: 'ar', antiPhishingCode: 'kettle' });
  people.set(unproven, { email: null, locale: 'en', antiPhishingCode: '' });
  const { applicationId } = await rooms.person({ userId: proven }).apply({ strategy: 'Quotes.\nBcc: all@people.example' });
  const toOperator = await smtp.nextTo(operatorMail);
  assert.match(toOperator.subject, new RegExp(applicationId));
  for (const part of [
    'Ada Byron',
    'Head of trading',
    '10042',
    'We quote.',
    'Bcc: all@people.example',
    `https://site.example/operator/market-maker/${applicationId}`,
  ])
    assert.ok(toOperator.text.includes(part), part);
  assert.ok(!toOperator.headers.has('bcc'));
  const toAda = await smtp.nextTo('ada@people.example');
  assert.ok(toAda.subject.includes(applicationId) && toAda.text.includes('kettle'));
  assert.equal(toAda.headers.get('content-language'), 'ar');
  await eventually(
    async () => (await outcomes(applicationId))['receipt'] === 'sent' && (await outcomes(applicationId))['operator'] === 'sent',
  );

  const second = (await rooms.person({ userId: unproven }).apply()).applicationId;
  const third = (await rooms.person().apply()).applicationId;
  await eventually(
    async () =>
      (await outcomes(second))['receipt'] === 'noAddress' &&
      (await outcomes(second))['operator'] === 'sent' &&
      (await outcomes(third))['operator'] === 'sent',
  );
  assert.deepEqual(await outcomes(third), { operator: 'sent' });
  rooms.clock.advance(120_000);
  for (const one of processes) await one.close();
  assert.deepEqual(
    [applicationId, second, third].map((receipt) => mailsAbout(receipt).length),
    [2, 1, 1],
  );
});

test('a busy server is asked again; one that refuses is not; one that took it and lost its answer gets the same number', async () => {
  const one = open();
  smtp.refuseNext(2, 451);
  const busy = (await rooms.person().apply()).applicationId;
  const untilSent = (receipt: string) =>
    eventually(async () => {
      rooms.clock.advance(1_000);
      return (await outcomes(receipt))['operator'] === 'sent';
    });
  await untilSent(busy);
  const { rows } = await rooms.db.pool.query<{ tries: number }>(
    'select l.tries from market_maker_letter l join market_maker_application a on a.id = l.application_id where a.receipt = $1',
    [busy],
  );
  assert.deepEqual(rows, [{ tries: 3 }]);
  assert.equal(mailsAbout(busy).length, 1);

  smtp.refuseNext(1, 550);
  const refused = (await rooms.person().apply()).applicationId;
  await eventually(async () => (await outcomes(refused))['operator'] === 'refused');

  let isFirst = true;
  smtp.setFaults(() => {
    const fault = isFirst ? 'loseAnswer' : 'none';
    isFirst = false;
    return fault;
  });
  const lost = (await rooms.person().apply()).applicationId;
  await eventually(() => mailsAbout(lost).length === 1);
  await untilSent(lost);
  assert.equal(new Set(mailsAbout(lost).map(({ headers }) => headers.get('message-id'))).size, 1);
  await one.close();
});

test('where no operator is named, the letters wait for one; after a week they are let go', async () => {
  const nobody = open({ operatorMail: null });
  const early = (await rooms.person().apply()).applicationId;
  rooms.clock.advance(8 * 24 * 3_600_000);
  const late = (await rooms.person().apply()).applicationId;
  await nobody.close();
  assert.deepEqual([await outcomes(early), await outcomes(late)], [{ operator: null }, { operator: null }]);
  const somebody = open();
  await eventually(async () => (await outcomes(early))['operator'] === 'expired' && (await outcomes(late))['operator'] === 'sent');
  await somebody.close();
});
