// Letters that the chat brings about: to the operator, that a message has come; to a reader who left, what was answered. What is
// due stands in the store with the message itself, so that a crash loses none; a letter that is sent again because it is not known
// whether it left carries the same id, and a mailbox shows it once.
import { isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { MailFailed, mailDeadlineMs, mailsAtOnce, type Mail, type MailSender } from '#platform/mail/mail.ts';
import { createOutbox, type Outcome } from '#platform/outbox/outbox.ts';
import type { Words } from '#words/index.ts';
import type { Conversation, Message, Store } from './store.ts';

export interface MailDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly words: Words;
  readonly publicUrl: string;
  readonly sender: MailSender;
  /** The address that is told of new messages; null: none. */
  readonly operator: string | null;
  readonly hasAgents: boolean;
  emailOf(userId: string): Promise<{ email: string; locale: string; antiPhishingCode: string } | null>;
}

type Addressee = 'operator' | 'reader';
interface Claimed {
  readonly held: Conversation;
  readonly claimedUntil: Date;
}

const lookEveryMs = 15_000;
const retryMs = 5 * 60_000;

/** Sends due mails until it is stopped. */
export function startMails({ store, clock, log, words, publicUrl, sender, operator, hasAgents, emailOf }: MailDeps): {
  stop(): Promise<void>;
} {
  const { host } = new URL(publicUrl);

  const lettersText = (messages: readonly Message[]) => messages.map(({ text }) => text).join('\n\n');
  const personOf = async ({ userId, email, locale }: Conversation) =>
    (userId && (await emailOf(userId))) || (email ? { email, locale, antiPhishingCode: '', isTyped: true } : null);

  const toOperator = async (held: Conversation): Promise<Mail | null> => {
    const messages = (await store.list(held.id, { afterSeq: held.operatorToldSeq })).filter(({ sender: from }) => from === 'visitor');
    if (operator === null || messages.length === 0) return null;
    const person = await personOf(held);
    const say = (key: string) =>
      words.text('en', 'messages', `support.operator.${key}`, { host, email: person?.email ?? '', link: `${publicUrl}/support-desk` });
    const how = [
      ...(person ? [say('reply')] : []),
      ...(person && 'isTyped' in person ? [say('unverified')] : []),
      ...(hasAgents ? [say('desk')] : []),
      ...(person || hasAgents ? [] : [say('nowhere')]),
    ];
    return {
      to: operator,
      subject: say('subject'),
      text: `${[say('intro'), lettersText(messages), ...how].join('\n\n')}\n`,
      messageId: `<support-${held.id}-o${messages.at(-1)!.seq}@${host}>`,
      ...(person ? { replyTo: person.email } : {}),
    };
  };
  const toReader = async (held: Conversation): Promise<Mail | null> => {
    const messages = (await store.list(held.id, { afterSeq: Math.max(held.readSeq, held.readerToldSeq) })).filter(
      ({ sender: from }) => from === 'agent',
    );
    const person = await personOf(held);
    if (!person || messages.length === 0) return null;
    const { locale } = person;
    const say = (key: string) => words.text(locale, 'messages', key, { host, link: publicUrl, antiPhishingCode: person.antiPhishingCode });
    const lines = [
      say('support.answer.intro'),
      lettersText(messages),
      say('support.answer.back'),
      say('mail.footer'),
      ...(person.antiPhishingCode ? [say('mail.antiPhishing')] : []),
    ];
    return {
      to: person.email,
      subject: say('support.answer.subject'),
      text: `${lines.join('\n\n')}\n`,
      messageId: `<support-${held.id}-r${messages.at(-1)!.seq}@${host}>`,
      ...(isLocale(locale) ? { language: languageOf(locale).tag } : {}),
    };
  };

  const send = async (what: Addressee, held: Conversation): Promise<Outcome<void>> => {
    const mail = await (what === 'operator' ? toOperator(held) : toReader(held));
    try {
      if (mail) await sender.send(mail);
    } catch (error) {
      const isPassing = error instanceof MailFailed && error.isPassing;
      log.error(
        { room: 'support', what, reason: error instanceof MailFailed ? error.message : 'fault' },
        isPassing ? 'a mail could not be sent yet' : 'a mail was given up',
      );
      if (isPassing) return 'again';
    }
    return { end: undefined };
  };

  const outboxes = (['operator', 'reader'] as const).map((what) =>
    createOutbox<Claimed, void>({
      clock,
      log,
      room: 'support',
      what: `mails of the chat to the ${what}`,
      store: {
        async claim(most, forMs) {
          const now = clock.now();
          const claimedUntil = new Date(now + forMs);
          return (await store.claimDue(what, new Date(now), claimedUntil, most)).map((held) => ({ held, claimedUntil }));
        },
        finish: (ended) =>
          Promise.all(ended.map(({ item: { held, claimedUntil } }) => store.markNotified(what, held.id, held.lastSeq, claimedUntil))),
        // Its claim ends when it is to be tried again.
        tryAgain: async () => {},
      },
      lookEveryMs,
      atOnce: mailsAtOnce,
      heldMs: retryMs,
      retryMs: [retryMs],
      triesOf: () => 1,
      send: (claimed) => Promise.allSettled(claimed.map(({ held }) => send(what, held))),
    }),
  );
  return { stop: async () => void (await Promise.all(outboxes.map((outbox) => outbox.stop(mailDeadlineMs)))) };
}
