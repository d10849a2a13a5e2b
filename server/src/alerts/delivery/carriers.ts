// The ways out of the site. A carrier hands a notice over once and says how that went; when to try again is not its business.
import { createHash } from 'node:crypto';
import { type DeliveryReason } from '@tidemark/contract/alerts.ts';
import { noticeChannel, type LinkedChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { UserId } from '@tidemark/contract/wire.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { MailFailed, type MailSender } from '#platform/mail/mail.ts';
import { PushFailed, type PushSender } from '#platform/push/push.ts';
import { SmsFailed, type SmsSender } from '#platform/sms/sms.ts';
import { notice as noticeTopic } from '#topics/index.ts';
import type { Notice } from './notice.ts';
import type { OutboxStore, Parcel } from './outbox-store.ts';

/**
 * shown: it was told to open pages, and one of them has yet to say that it heard. again: another try may help. notTried: its turn did not
 * come. isStuck: the receiver did not answer, and would not answer another message now. quietMs: it asks to be left alone for so long.
 */
export type Handed = { readonly isStuck?: boolean; readonly quietMs?: number } & (
  | { readonly as: 'sent' | 'shown' | 'again' | 'notTried' }
  | { readonly as: 'failed' | 'suppressed'; readonly reason: DeliveryReason }
);
export type Carrier = (notice: Notice, parcel: Parcel, leftMs: number) => Promise<Handed>;

const failed = (reason: DeliveryReason): Handed => ({ as: 'failed', reason });
const quietHours: Handed = { as: 'suppressed', reason: 'quiet' };
const smsLetters = 320;

export interface CarrierDeps {
  readonly bus: Bus;
  readonly mail: MailSender | null;
  readonly sms: SmsSender | null;
  readonly push: PushSender;
  readonly store: OutboxStore;
  readonly publicUrl: string;
}

export function createCarriers({
  bus,
  mail,
  sms,
  push,
  store,
  publicUrl,
}: CarrierDeps): Readonly<Record<Exclude<NoticeChannel, 4 | LinkedChannel>, Carrier>> {
  const host = new URL(publicUrl).host;
  const plainKey = (key: string) => key.replaceAll(':', '.');
  return {
    [noticeChannel.pop]: async (notice, { userId, rows }) => {
      bus.publish(noticeTopic, { userId: userId as UserId, payload: notice.pop, deliveryIds: rows.map(({ id }) => id) });
      return { as: 'shown' };
    },

    [noticeChannel.email]: async ({ key, person, title, text, url, antiPhishing }) => {
      if (mail === null) return failed('notSet');
      if (person.email === null) return failed('noAddress');
      try {
        const body = [text, url, antiPhishing].filter(Boolean).join('\n\n');
        await mail.send({
          to: person.email,
          subject: title,
          text: `${body}\n`,
          messageId: `<alert.${plainKey(key)}@${host}>`,
          ...(isLocale(person.locale) ? { language: languageOf(person.locale).tag } : {}),
        });
        return { as: 'sent' };
      } catch (error) {
        if (!(error instanceof MailFailed)) throw error;
        return error.isPassing ? { as: 'again' } : failed('refused');
      }
    },

    [noticeChannel.sms]: async ({ key, person, title, text, antiPhishing, isQuiet }) => {
      if (sms === null) return failed('notSet');
      if (person.phone === null) return failed('noAddress');
      if (isQuiet) return quietHours;
      try {
        await sms.send({
          to: person.phone,
          text: [`${title}. ${text}`.slice(0, smsLetters), antiPhishing].filter(Boolean).join(' '),
          reference: `alert.${plainKey(key)}`,
        });
        return { as: 'sent' };
      } catch (error) {
        if (!(error instanceof SmsFailed)) throw error;
        return error.isPassing ? { as: 'again' } : failed('refused');
      }
    },

    [noticeChannel.push]: async ({ key, title, text, url, pop, isQuiet }, { userId, rows }, leftMs) => {
      if (isQuiet) return quietHours;
      const [first] = rows;
      const browsers = await store.browsers(userId, first!.id);
      if (browsers.length === 0) return (await store.hasSentPush(first!.id)) ? { as: 'sent' } : failed('noAddress');
      const topic = createHash('sha256').update(key).digest('base64url').slice(0, 32);
      const payload = JSON.stringify({
        key,
        tag: key,
        title: title.slice(0, 200),
        body: text.slice(0, 1000),
        url,
        alertId: pop.alertId,
        symbolId: pop.symbolId,
        firedAt: pop.firedAt,
      });
      const outcomes = await Promise.all(
        browsers.map(async (browser): Promise<'sent' | 'again' | 'refused'> => {
          try {
            await push.send(browser, { payload, liveSeconds: Math.max(1, Math.floor(leftMs / 1000)), topic, isUrgent: true });
            // It has been sent: at worst this browser is told once more, under the same topic, when another one is tried again.
            await store.markPushed(first!.id, browser.endpoint).catch(() => {});
            return 'sent';
          } catch (error) {
            if (!(error instanceof PushFailed)) throw error;
            if (error.isGone) await store.forgetBrowser(browser.endpoint);
            return error.isPassing ? 'again' : 'refused';
          }
        }),
      );
      if (outcomes.includes('again')) return { as: 'again' };
      return outcomes.includes('sent') || (await store.hasSentPush(first!.id)) ? { as: 'sent' } : failed('refused');
    },
  };
}
