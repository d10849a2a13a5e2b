// kill -9 while people apply: what was acknowledged is there once and whole, what is sent again is the same, and the operator is told once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { png } from '@tidemark/testbed/pictures.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { startApp, type App } from '../harness/app.ts';
import { askDatabase } from '../harness/own-database.ts';

const done = '00000';
const operator = 'makers@tidemark.example';
let app: App;
let smtp: LocalSmtp;
before(async () => {
  smtp = await startSmtp();
  app = await startApp({
    env: { TRUST_PROXY: '1', SMTP_URL: smtp.url, MAIL_FROM: 'Tidemark <no-reply@tidemark.example>', MARKET_MAKER_MAIL: operator },
  });
});
after(async () => {
  await app?.stop();
  await smtp?.stop();
});

const headersOf = (person: number) => ({ 'x-forwarded-for': `10.2.${person >> 8}.${person & 255}`, deviceid: `device-${person}` });
const upload = async (person: number): Promise<string> => {
  const response = await fetch(`${app.url}/v1/mix/public/marketMaker/image`, {
    method: 'POST',
    headers: { 'content-type': 'image/png', ...headersOf(person) },
    body: png(),
  });
  return ((await response.json()) as { data: { imageId: string } }).data.imageId;
};
const apply = async (person: number, imageIds: readonly string[]) => {
  const body = {
    clientKey: `key-${person}`,
    applicantName: `Person ${person}`,
    applicantTitle: 'Trader',
    introduction: 'We quote.',
    strategy: 'Both sides.',
    userId: String(person),
    imageIds,
  };
  const response = await fetch(`${app.url}/v1/mix/public/marketMaker/apply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headersOf(person) },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { code: string; data: { applicationId: string } };
};

test('an application survives kill -9 whole or not at all, and its letter goes once', async () => {
  const acknowledged = new Map<number, string>();
  const images = new Map<number, readonly string[]>();
  let people = 0;
  const applying = async () => {
    for (;;) {
      const person = ++people;
      images.set(person, [await upload(person), await upload(person)]);
      const { code, data } = await apply(person, images.get(person)!);
      if (code === done) acknowledged.set(person, data.applicationId);
      if (acknowledged.size === 10) void app.kill9();
    }
  };
  await Promise.all([assert.rejects(applying()), assert.rejects(applying()), assert.rejects(applying())]);
  await app.kill9();
  await app.restart();

  assert.ok(acknowledged.size >= 10);
  const kept = await askDatabase<{ user_id: string; receipt: string; images: number; letters: number }>(
    app.dataDir,
    `select a.user_id, a.receipt, (select count(*)::int from market_maker_image i
     where i.application_id = a.id) as images, (select count(*)::int from market_maker_letter l where l.application_id = a.id) as letters
     from market_maker_application a`,
  );
  assert.equal(new Set(kept.map(({ user_id: userId }) => userId)).size, kept.length, 'nobody is there twice');
  assert.deepEqual(
    kept.filter(({ images: pictures, letters }) => pictures !== 2 || letters !== 1),
    [],
    'each is whole',
  );
  for (const [person, receipt] of acknowledged)
    assert.equal(kept.find(({ user_id: userId }) => userId === String(person))?.receipt, receipt);

  // Whoever heard nothing sends the same again: it is the one that is there, or becomes one.
  for (const [person, imageIds] of images) {
    const again = await apply(person, imageIds);
    assert.equal(again.code, done);
    const before = kept.find(({ user_id: userId }) => userId === String(person));
    if (before) assert.equal(again.data.applicationId, before.receipt);
  }
  const receipts = (await askDatabase<{ receipt: string }>(app.dataDir, 'select receipt from market_maker_application')).map(
    ({ receipt }) => receipt,
  );
  assert.equal(receipts.length, images.size);

  // What the dead program had in hand is left to it for a minute; that minute is over now.
  await askDatabase(app.dataDir, 'update market_maker_letter set due_at = now() where ended_at is null');
  const deadline = Date.now() + 60_000;
  while ((await askDatabase(app.dataDir, 'select 1 from market_maker_letter where ended_at is null')).length > 0) {
    if (Date.now() > deadline) assert.fail('letters are still waiting');
    await delay(100);
  }
  const letters = Map.groupBy(
    smtp.mails.filter(({ to }) => to.includes(operator)),
    ({ headers }) => headers.get('message-id'),
  );
  assert.equal(letters.size, receipts.length);
  for (const receipt of receipts) {
    const mine = [...letters.values()].filter(([mail]) => mail!.subject.includes(receipt));
    assert.equal(mine.length, 1, 'a mailbox shows one');
  }
  assert.ok(smtp.mails.length <= receipts.length + 4, `${smtp.mails.length} mails for ${receipts.length} applications`);
});
