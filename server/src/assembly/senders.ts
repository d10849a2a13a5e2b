// The ways out to people that the settings name; null = this site has none of the kind.
import { createSmtpSender } from '#platform/mail/smtp.ts';
import { createHttpSmsSender } from '#platform/sms/http-gateway.ts';
import type { Config } from './config.ts';

export const createSenders = ({ mail, sms }: Pick<Config, 'mail' | 'sms'>) => ({
  mail: mail && createSmtpSender({ url: mail.smtpUrl, from: mail.from }),
  sms: sms && createHttpSmsSender(sms),
});
