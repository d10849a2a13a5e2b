// Mail over SMTP. The library bounds the silence of a server and not the time of a mail, so a server that trickles its answers could
// hold one for ever: each connection is therefore a transport of its own, which is cut when the time of its mail is over.
import type { Transporter } from 'nodemailer';
import { systemClock } from '#platform/clock.ts';
import { createSemaphore, QueueFull } from '#platform/semaphore.ts';
import { MailFailed, mailDeadlineMs, mailsAtOnce, type Mail, type MailSender } from './mail.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…; the query of the address may hold further settings of the connection. */
  readonly url: string;
  /** 'Tidemark <no-reply@example.com>' */
  readonly from: string;
  /** From the call to its end. */
  readonly timeoutMs?: number;
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}

/** What a server says of the connection, of our login or of our sender is for the operator to mend: mails wait for it. */
const isOfThisMail = ({ code, command, responseCode = 0 }: SmtpError): boolean =>
  (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode >= 500;

/** A fifth of the time may be spent waiting for a connection: a mail that has begun keeps enough of it to end well. */
const shareToWait = 0.2;
const maxWaiting = 1_000;

export function createSmtpSender({ url, from, timeoutMs = mailDeadlineMs }: SmtpSettings): MailSender {
  const maxWaitMs = timeoutMs * shareToWait;
  const sendMs = timeoutMs - maxWaitMs;
  const inTurn = createSemaphore({ atOnce: mailsAtOnce, maxWaiting, maxWaitMs, clock: systemClock });
  const idle: Transporter[] = [];
  let isClosed = false;

  // The library is read with the first letter: most starts send none.
  const open = async (): Promise<Transporter> =>
    (await import('nodemailer')).createTransport({
      url,
      pool: true,
      maxConnections: 1,
      maxRequeues: 0,
      connectionTimeout: sendMs,
      greetingTimeout: sendMs,
      socketTimeout: sendMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });

  const carry = async ({ to, subject, text, language, messageId, replyTo }: Mail): Promise<void> => {
    const transport = idle.pop() ?? (await open());
    let isCut = false;
    const timer = setTimeout(() => {
      isCut = true;
      transport.close({ force: true });
    }, sendMs);
    try {
      await transport.sendMail({
        // As an object the address is one address, even with a comma or brackets in it.
        from,
        to: { name: '', address: to },
        subject,
        text,
        ...(messageId ? { messageId } : {}),
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        headers: { 'Auto-Submitted': 'auto-generated', ...(language ? { 'Content-Language': language } : {}) },
      });
    } catch (error) {
      throw isCut ? new MailFailed('no end within its time', true) : error;
    } finally {
      clearTimeout(timer);
      if (isCut || isClosed) transport.close({ force: true });
      else idle.push(transport);
    }
  };

  return {
    async send(mail) {
      try {
        await inTurn(() => carry(mail));
      } catch (error) {
        if (error instanceof MailFailed) throw error;
        if (error instanceof QueueFull) throw new MailFailed('all connections are busy', true);
        const { code = 'unknown', responseCode } = error as SmtpError;
        throw new MailFailed(`${code}${responseCode ? ` ${responseCode}` : ''}`, !isOfThisMail(error as SmtpError));
      }
    },
    close() {
      isClosed = true;
      for (const transport of idle.splice(0)) transport.close();
    },
  };
}
