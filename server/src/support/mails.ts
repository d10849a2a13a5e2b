// Letters that the chat brings about: to the operator, that somebody has written; to a reader who left, what was answered. What is
// due stands in the store with the message itself, so that a crash loses none; a letter that is sent again because nobody knows
// whether it left carries the same id, and a mailbox shows it once.
import { isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { MailFailed, mailDeadlineMs, type Mail, type MailSender } from '#platform/mail/mail.ts';
import type { Words } from '#words/index.ts';
import type { Conversation, Message, Store } from './store.ts';

export interface MailDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly words: Words;
  readonly publicUrl: string;
  readonly sender: MailSender;
  /** Whom to tell that somebody has written; null: nobody. */
  readonly operator: string | null;
  readonly hasAgents: boolean;
  emailOf(userId: string): Promise<{ email: string; locale: string; antiPhishingCode: string } | null>;
}

const claimMs = 5 * 60_000;
/** One after another they all end while they are claimed, however slow the server is: none is sent by two. */
const batch = Math.floor(claimMs / mailDeadlineMs) - 1;

/** Sends what is due; one turn. */
export function createMails({ store, clock, log, words, publicUrl, sender, operator, hasAgents, emailOf }: MailDeps): () => Promise<void> {
  const { host } = new URL(publicUrl);

  const lettersText = (messages: readonly Message[]) => messages.map(({ text }) => text).join('\n\n');
  const personOf = async ({ userId, email, locale }: Conversation) =>
    (userId && (await emailOf(userId))) || (email ? { email, locale, antiPhishingCode: '' } : null);

  const toOperator = async (held: Conversation): Promise<Mail | null> => {
    const messages = (await store.list(held.id, { afterSeq: held.operatorToldSeq })).filter(({ sender: from }) => from === 'visitor');
    if (operator === null || messages.length === 0) return null;
    const person = await personOf(held);
    const say = (key: string) =>
      words.text('en', 'messages', `support.operator.${key}`, { host, email: person?.email ?? '', link: `${publicUrl}/support-desk` });
    const how = [...(person ? [say('reply')] : []), ...(hasAgents ? [say('desk')] : []), ...(person || hasAgents ? [] : [say('nowhere')])];
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

  const send = async (what: 'operator' | 'reader', held: Conversation, claimedUntil: Date) => {
    const mail = await (what === 'operator' ? toOperator(held) : toReader(held));
    try {
      if (mail) await sender.send(mail);
    } catch (error) {
      const isPassing = error instanceof MailFailed && error.isPassing;
      log.error(
        { room: 'support', what, reason: error instanceof MailFailed ? error.message : 'fault' },
        isPassing ? 'a mail could not be sent yet' : 'a mail was given up',
      );
      if (isPassing) return;
    }
    await store.told(what, held.id, held.lastSeq, claimedUntil);
  };

  return async () => {
    for (const what of ['operator', 'reader'] as const) {
      const now = clock.now();
      const claimedUntil = new Date(now + claimMs);
      for (const held of await store.takeDue(what, new Date(now), claimedUntil, batch)) await send(what, held, claimedUntil);
    }
  };
}
