// Tells the operator of an application, and an applicant with a proven address that it has arrived. What is still to be told stands in the
// store, written together with the application: a kill delays a letter and loses none. One that was handed over when the program died goes out again
// under the same number, so that a mailbox shows it once.
import { defaultLocale, isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import { MailFailed, mailDeadlineMs, mailsAtOnce, type Mail, type MailSender } from '#platform/mail/mail.ts';
import { marketMakerLettersDue } from '#topics/index.ts';
import type { Words } from '#words/index.ts';
import { createLetterStore, type DueLetter, type LetterKind } from './letter-store.ts';

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
  /** null: nobody is told; the letters wait a week for somebody to be. */
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
  const undo: Unsubscribe[] = [];
  let running: Promise<void> | null = null;
  let [lookAgain, isStopping] = [false, false];
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

  const carry = async (letter: DueLetter): Promise<void> => {
    try {
      if (clock.now() - letter.receivedAt.getTime() > expiresMs) return await store.finish(letter, 'expired', at());
      const written = await write(letter);
      if (written === null) return await store.finish(letter, 'noAddress', at());
      await mail.send({ ...written, messageId: `<${letter.receipt.toLowerCase()}.${letter.kind}@${host}>` });
      await store.finish(letter, 'sent', at());
    } catch (error) {
      if (!(error instanceof MailFailed))
        return log.error({ err: error, room: 'market-maker' }, 'a letter failed by a fault of ours; it is tried again');
      log.warn({ room: 'market-maker', kind: letter.kind, reason: error.message }, 'a letter was not taken');
      if (error.isPassing) await store.tryAgain(letter, at(retryMs[Math.min(letter.tries, retryMs.length) - 1]));
      else await store.finish(letter, 'refused', at());
    }
  };

  const round = async (): Promise<void> => {
    try {
      do {
        lookAgain = false;
        const due = await store.claim(kinds, at(), at(heldMs), mailsAtOnce);
        await Promise.all(due.map(carry));
        if (due.length === mailsAtOnce) lookAgain = true;
      } while (lookAgain && !isStopping);
    } catch (error) {
      log.warn({ room: 'market-maker', reason: (error as Error).message }, 'letters could not be read or marked; the next look comes soon');
    } finally {
      running = null;
    }
  };
  const look = () => {
    lookAgain = true;
    if (!isStopping) running ??= round();
  };

  return {
    start() {
      undo.push(bus.subscribe(marketMakerLettersDue, look), clock.every(lookEveryMs, look));
      look();
    },
    async stop() {
      isStopping = true;
      for (const undoOne of undo.splice(0)) undoOne();
      await Promise.race([running, new Promise<void>((resolve) => setTimeout(resolve, 3_000).unref())]);
    },
  };
}
