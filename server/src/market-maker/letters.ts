// Tells the operator of an application, and an applicant with a proven address that it has arrived. What is still to be told stands in the
// store, written together with the application: a kill delays a letter and loses none. One that was handed over when the program died goes
// out again under the same number, so that a mailbox shows it once.
import { defaultLocale, isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import { MailFailed, mailDeadlineMs, mailsAtOnce, type Mail, type MailSender } from '#platform/mail/mail.ts';
import { createOutbox, type Outbox, type Outcome } from '#platform/outbox/outbox.ts';
import { marketMakerLettersDue } from '#topics/index.ts';
import type { Words } from '#words/index.ts';
import { createLetterStore, type DueLetter, type LetterEnd, type LetterKind } from './letter-store.ts';

/** What this room needs to know of people; null: no proven address. */
export interface Addressee {
  readonly email: string | null;
  readonly locale: string;
  readonly antiPhishingCode: string;
}

export interface LettersDeps {
  readonly db: Pick<Database, 'pool'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly words: Words;
  readonly people: { find(userIds: readonly string[]): Promise<ReadonlyMap<string, Addressee>> };
  readonly mail: MailSender;
  /** null: no operator is told; the letters wait a week for an address. */
  readonly operatorMail: string | null;
  readonly publicUrl: string;
}

const heldMs = 2 * mailDeadlineMs;
const retryMs: readonly number[] = [2_000, 20_000, 120_000, 600_000, 3_600_000];
const expiresMs = 7 * 24 * 3_600_000;
const lookEveryMs = 5_000;

export function createLetters({ db, bus, clock, log, words, people, mail, operatorMail, publicUrl }: LettersDeps): {
  start(): void;
  stop(): Promise<void>;
} {
  const store = createLetterStore(db.pool);
  const kinds: readonly LetterKind[] = operatorMail === null ? ['receipt'] : ['operator', 'receipt'];
  const { host } = new URL(publicUrl);
  const at = (ms = 0) => new Date(clock.now() + ms);

  const toOperator = (to: string, letter: DueLetter): Mail => {
    const { receipt, applicantName, applicantTitle, introduction, strategy, userId, images, locale, receivedAt } = letter;
    const values = {
      host,
      receipt,
      applicantName,
      applicantTitle,
      introduction,
      strategy,
      userId,
      images,
      language: languageOf(isLocale(locale) ? locale : defaultLocale).tag,
      time: `${receivedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      link: `${publicUrl}/operator/market-maker/${receipt}`,
    };
    return {
      to,
      subject: words.text(defaultLocale, 'messages', 'mail.application.subject', values),
      text: `${words.text(defaultLocale, 'messages', 'mail.application.text', values)}\n`,
    };
  };
  const toApplicant = ({ email, locale, antiPhishingCode }: Addressee, { receipt }: DueLetter): Mail => {
    const lines = [
      words.text(locale, 'messages', 'mail.applied.text', { host, receipt }),
      words.text(locale, 'messages', 'mail.footer', { host }),
    ];
    if (antiPhishingCode) lines.push(words.text(locale, 'messages', 'mail.antiPhishing', { antiPhishingCode }));
    return {
      to: email!,
      subject: words.text(locale, 'messages', 'mail.applied.subject', { host, receipt }),
      text: `${lines.join('\n\n')}\n`,
      ...(isLocale(locale) ? { language: languageOf(locale).tag } : {}),
    };
  };

  const write = async (letter: DueLetter): Promise<Mail | null> => {
    if (letter.kind === 'operator') return toOperator(operatorMail!, letter);
    const person = letter.accountId === null ? undefined : (await people.find([letter.accountId])).get(letter.accountId);
    return person?.email ? toApplicant(person, letter) : null;
  };

  const send = async (letter: DueLetter): Promise<Outcome<LetterEnd>> => {
    const written = await write(letter);
    if (written === null) return { end: 'noAddress' };
    try {
      await mail.send({ ...written, messageId: `<${letter.receipt.toLowerCase()}.${letter.kind}@${host}>` });
      return { end: 'sent' };
    } catch (error) {
      if (!(error instanceof MailFailed)) throw error;
      log.warn({ room: 'market-maker', kind: letter.kind, reason: error.message }, 'a letter was not taken');
      return error.isPassing ? 'again' : { end: 'refused' };
    }
  };

  let outbox: Outbox | null = null;
  let unsubscribe: Unsubscribe = () => {};
  return {
    start() {
      outbox = createOutbox<DueLetter, LetterEnd>({
        clock,
        log,
        room: 'market-maker',
        what: 'letters about applications',
        store: {
          claim: (most, forMs) => store.claim(kinds, at(), at(forMs), most),
          finish: (ended) => Promise.all(ended.map(({ item, end }) => store.finish(item, end, at()))),
          tryAgain: (letters, afterMs) => Promise.all(letters.map((letter) => store.tryAgain(letter, at(afterMs)))),
        },
        lookEveryMs,
        atOnce: mailsAtOnce,
        heldMs,
        retryMs,
        triesOf: ({ tries }) => tries,
        deadline: { leftMs: ({ receivedAt }) => receivedAt.getTime() + expiresMs - clock.now(), end: () => 'expired' },
        send: (letters) => Promise.allSettled(letters.map(send)),
      });
      unsubscribe = bus.subscribe(marketMakerLettersDue, outbox.look);
      outbox.look();
    },
    async stop() {
      unsubscribe();
      await outbox?.stop();
    },
  };
}
