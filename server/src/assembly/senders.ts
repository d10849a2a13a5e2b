// The ways out to people that the settings name; null = this site has none of the kind.
import type { MailSender } from '#platform/mail/mail.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import { createHttpSmsSender } from '#platform/sms/http-gateway.ts';
import type { Config } from './config.ts';

export const createSenders = ({ mail, sms, brand }: Pick<Config, 'mail' | 'sms' | 'brand'>) => ({
  mail: mail && signed(createSmtpSender({ url: mail.smtpUrl, from: mail.from }), brand.mailSignature),
  sms: sms && createHttpSmsSender(sms),
});

/** The two dashes are what mail programs know a signature by. */
const signed = (sender: MailSender, signature: string | null): MailSender =>
  signature === null
    ? sender
    : { close: () => sender.close(), send: (mail) => sender.send({ ...mail, text: `${mail.text.trimEnd()}\n\n-- \n${signature}\n` }) };
