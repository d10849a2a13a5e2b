import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { MailFailed, mailsAtOnce, type MailSender } from './mail.ts';
import { createSmtpSender } from './smtp.ts';

let smtp: LocalSmtp;
before(async () => {
  smtp = await startSmtp();
});
after(() => smtp.stop());

test('a mail arrives as it was written, whatever its letters', async () => {
  const sender = createSmtpSender({ url: smtp.url, from: 'Tidemark <no-reply@site.example>' });
  const text = 'Grüße, مرحبا, 你好\n\nhttps://site.example/login#verify=abc\n.\nafter a lonely dot\n';
  await sender.send({ to: 'ada@people.example', subject: 'تأكيد العنوان — 确认', text, language: 'ar' });
  const mail = await smtp.nextTo('ada@people.example');
  assert.deepEqual([mail.from, mail.to], ['no-reply@site.example', ['ada@people.example']]);
  assert.equal(mail.subject, 'تأكيد العنوان — 确认');
  assert.equal(mail.text.trim(), text.trim());
  assert.deepEqual([mail.headers.get('content-language'), mail.headers.get('auto-submitted')], ['ar', 'auto-generated']);
  sender.close();
});

test('line breaks in an address or a subject make no new header and no new recipient', async () => {
  const sender = createSmtpSender({ url: smtp.url, from: 'no-reply@site.example' });
  await sender.send({ to: 'bob@people.example', subject: 'Hello\r\nBcc: all@people.example', text: 'x' });
  const mail = await smtp.nextTo('bob@people.example');
  assert.deepEqual([mail.to, mail.headers.has('bcc')], [['bob@people.example'], false]);
  await sender.send({ to: 'eve@people.example\r\nBcc: all@people.example', subject: 'x', text: 'x' }).catch(() => {});
  assert.ok(smtp.mails.every(({ to, headers }) => !to.includes('all@people.example') && !headers.has('bcc')));
  sender.close();
});

test('a failure says whether to try again, and nothing of the mail', async () => {
  const sender = createSmtpSender({ url: smtp.url, from: 'no-reply@site.example' });
  const send = () => sender.send({ to: 'ada@people.example', subject: 'secret', text: 'secret' });
  for (const [code, isPassing] of [
    [451, true],
    [550, false],
  ] as const) {
    smtp.refuseNext(1, code);
    await assert.rejects(
      send,
      (error: unknown) =>
        error instanceof MailFailed &&
        error.isPassing === isPassing &&
        !/secret|people/.test(error.message) &&
        error.message.includes(String(code)),
    );
  }
  sender.close();
  const nobody = createSmtpSender({ url: `smtp://127.0.0.1:${await freePort()}`, from: 'no-reply@site.example' });
  await assert.rejects(
    () => nobody.send({ to: 'a@b.example', subject: 'x', text: 'x' }),
    (error: unknown) => error instanceof MailFailed && error.isPassing,
  );
  nobody.close();
});

test('a server that refuses us, and not the mail, is asked again: our login, our sender, or any connection', async (t) => {
  for (const [step, code] of [
    ['login', 535],
    ['login', 534],
    ['sender', 550],
    ['connection', 554],
  ] as const) {
    const own = await startSmtp();
    const sender = createSmtpSender({ url: own.url.replace('//', '//site:old-password@'), from: 'no-reply@site.example' });
    t.after(async () => {
      sender.close();
      await own.stop();
    });
    const send = () => sender.send({ to: 'ada@people.example', subject: 'x', text: 'x' });
    own.refuseAt(step, code);
    await assert.rejects(
      send,
      (error: unknown) => error instanceof MailFailed && error.isPassing && error.message.includes(String(code)),
      `${step} ${code}`,
    );
    own.refuseAt(null);
    await send();
    assert.equal(own.mails.length, 1);
  }
});

test('a server that goes on talking without an end is left when the time is over, and its connection with it', async () => {
  const open = new Set<Socket>();
  const talker = createServer((socket) => {
    open.add(socket);
    const timer = setInterval(() => socket.write('220-one moment please\r\n'), 20);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      open.delete(socket);
    });
  });
  await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve));
  const sender = createSmtpSender({
    url: `smtp://127.0.0.1:${(talker.address() as AddressInfo).port}`,
    from: 'no-reply@site.example',
    timeoutMs: 500,
  });
  await assert.rejects(
    () => sender.send({ to: 'a@b.example', subject: 'x', text: 'x' }),
    (error: unknown) => error instanceof MailFailed && error.isPassing,
  );
  await Promise.all([...open].map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  sender.close();
  await new Promise((resolve) => talker.close(resolve));
});

test('more mails than connections wait their turn; one that gets none in time has not been begun', async (t) => {
  const slow = await startSmtp();
  t.after(() => slow.stop());
  slow.setTime(300);
  const send = (sender: MailSender, count: number) =>
    Array.from({ length: count }, async (_, at) => sender.send({ to: `n${at}@people.example`, subject: 'x', text: 'x' }));
  const patient = createSmtpSender({ url: slow.url, from: 'no-reply@site.example', timeoutMs: 20_000 });
  t.after(() => patient.close());
  await Promise.all(send(patient, mailsAtOnce * 2));
  assert.equal(slow.mostConnections(), mailsAtOnce);

  // The connections are let go only once the ones in the queue have given up, however slow the machine is.
  const before = slow.mails.length;
  const letGo = slow.hold();
  const hasty = createSmtpSender({ url: slow.url, from: 'no-reply@site.example', timeoutMs: 10_000 });
  t.after(() => hasty.close());
  const mails = send(hasty, mailsAtOnce + 2);
  const begun = Promise.all(mails.slice(0, mailsAtOnce));
  for (const late of mails.slice(mailsAtOnce))
    await assert.rejects(late, (error: unknown) => error instanceof MailFailed && error.message.endsWith('all connections are busy'));
  letGo();
  await begun;
  assert.equal(slow.mails.length - before, mailsAtOnce);
});
