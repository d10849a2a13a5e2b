// Mails about an account. They leave after the answer, so that an answer takes as long with a mail as without one; a mail
// that is lost by a crash is asked for again by the user who waits for it.
import { isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { Clock } from '#platform/clock.ts';
import { errorCodeOf } from '#platform/describe-error.ts';
import { newId } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { MailFailed, mailDeadlineMs, type MailSender } from '#platform/mail/mail.ts';
import { createMemoryStore, type Waiting } from '#platform/outbox/memory-store.ts';
import { createOutbox, type Outcome } from '#platform/outbox/outbox.ts';
import type { Words } from '#words/index.ts';

export type MailKind = 'verify' | 'alreadyRegistered' | 'reset' | 'bind' | 'delete' | 'passwordChanged' | 'emailChanged';

export interface Letter {
  readonly kind: MailKind;
  readonly to: string;
  readonly locale: string;
  /** Path on the site that the link opens. The secret sits behind '#': it reaches no server and no log on its way. */
  readonly path?: string;
  readonly code?: string;
  readonly minutes?: number;
  readonly antiPhishingCode?: string;
}

export interface Mails {
  readonly isOn: boolean;
  post(letter: Letter): void;
  /** Work that a mail needs, done after the answer as well: whether there was any must not show in its time. */
  prepare(work: () => Promise<Letter>): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

const retryMs = [2_000, 20_000] as const;
/** The sender has a queue of its own; this many may stand in it. */
const atOnce = 1_000;
/** Those that wait for another try wake by themselves. */
const lookEveryMs = 60_000;
const graceMs = 2_000;

interface Post {
  readonly letter: Letter;
  /** One for all tries: a mailbox shows once what was taken twice. */
  readonly messageId: string;
}

export function createMails({
  sender,
  words,
  clock,
  log,
  publicUrl,
}: {
  sender: MailSender | null;
  words: Words;
  clock: Clock;
  log: Log;
  publicUrl: string;
}): Mails {
  const { host } = new URL(publicUrl);
  const jobs = createJobs({ clock, log, room: 'users' });
  let isStopping = false;

  const write = ({ kind, locale, path, code, minutes, antiPhishingCode }: Letter) => {
    const values = { host, link: `${publicUrl}${path ?? '/'}`, code: code ?? '', minutes: minutes ?? 0 };
    const lines = [words.text(locale, 'messages', `mail.${kind}.text`, values), words.text(locale, 'messages', 'mail.footer', { host })];
    if (antiPhishingCode) lines.push(words.text(locale, 'messages', 'mail.antiPhishing', { antiPhishingCode }));
    return {
      subject: words.text(locale, 'messages', `mail.${kind}.subject`, values),
      text: `${lines.join('\n\n')}\n`,
      language: isLocale(locale) ? languageOf(locale).tag : undefined,
    };
  };
  const giveUp = ({ kind }: Letter, reason: string) => log.error({ room: 'users', kind, reason }, 'a mail was given up');

  const send = async ({ item: { letter, messageId }, tries }: Waiting<Post>): Promise<Outcome<void>> => {
    try {
      await sender!.send({ to: letter.to, messageId, ...write(letter) });
    } catch (error) {
      const isPassing = error instanceof MailFailed && error.isPassing;
      if (isPassing && tries <= retryMs.length && !isStopping) return 'again';
      giveUp(letter, error instanceof MailFailed ? error.message : 'fault');
    }
    return { end: undefined };
  };
  const store = createMemoryStore<Post>(clock, () => outbox.look());
  const outbox = createOutbox({
    clock,
    log,
    room: 'users',
    what: 'mails about accounts',
    store,
    lookEveryMs,
    atOnce,
    heldMs: mailDeadlineMs,
    retryMs,
    triesOf: ({ tries }) => tries,
    send: (posts) => Promise.allSettled(posts.map(send)),
  });
  const post = (letter: Letter): void => {
    if (sender && !isStopping) store.add({ letter, messageId: `<account.${newId()}@${host}>` });
  };

  return {
    isOn: sender !== null,
    post,
    prepare(work) {
      if (!sender || isStopping) return;
      jobs.once('preparing a mail', async () => {
        try {
          post(await work());
        } catch (error) {
          log.error({ room: 'users', code: errorCodeOf(error) }, 'a mail could not be prepared');
        }
      });
    },
    async stop() {
      await jobs.stop(graceMs);
      isStopping = true;
      await outbox.stop(graceMs);
      for (const { letter } of store.clear()) giveUp(letter, 'the program stopped');
      sender?.close();
    },
  };
}
