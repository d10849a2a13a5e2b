import type { Transporter } from 'nodemailer';
import { MailFailed, type MailSender } from './mail.ts';

export interface SmtpSettings {
  /** smtp://user:password@host:587 or smtps://…; the query of the address may hold further settings of the connection. */
  readonly url: string;
  /** 'Tidemark <no-reply@example.com>' */
  readonly from: string;
  /** For the server to answer at all. */
  readonly timeoutMs?: number;
}

interface SmtpError { readonly code?: string; readonly responseCode?: number }

export function createSmtpSender({ url, from, timeoutMs = 20_000 }: SmtpSettings): MailSender {
  // The library is read with the first letter: most starts send none.
  let transport: Promise<Transporter> | null = null;
  const open = async () => (await import('nodemailer')).createTransport({ url, pool: true, maxConnections: 4, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ to, subject, text, language, messageId, replyTo }) {
      try {
        // As an object the address is one address, whatever it looks like.
        await (await (transport ??= open())).sendMail({ from, to: { name: '', address: to }, subject, text, ...(messageId ? { messageId } : {}), ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}), headers: { 'Auto-Submitted': 'auto-generated', ...(language ? { 'Content-Language': language } : {}) } });
      } catch (error) {
        const { code = 'unknown', responseCode } = error as SmtpError;
        throw new MailFailed(`${code}${responseCode ? ` ${responseCode}` : ''}`, !(responseCode !== undefined && responseCode >= 500));
      }
    },
    close: () => void transport?.then((opened) => opened.close(), () => {}),
  };
}
