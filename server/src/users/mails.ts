// Mails about an account. They leave after the answer, so that an answer takes as long with a mail as without one; a mail
// that is lost by a crash is asked for again by the person who waits for it.
import { isLocale, languageOf } from '@tidemark/contract/locales.ts';
import type { Clock } from '#platform/clock.ts';
import { errorCodeOf } from '#platform/describe-error.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { MailFailed, type MailSender } from '#platform/mail/mail.ts';
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
  const underWay = new Set<Promise<void>>();
  let isStopping = false;

  const write = ({ kind, locale, path, code, minutes, antiPhishingCode }: Letter) => {
    const host = new URL(publicUrl).host;
    const values = { host, link: `${publicUrl}${path ?? '/'}`, code: code ?? '', minutes: minutes ?? 0 };
    const lines = [words.text(locale, 'messages', `mail.${kind}.text`, values), words.text(locale, 'messages', 'mail.footer', { host })];
    if (antiPhishingCode) lines.push(words.text(locale, 'messages', 'mail.antiPhishing', { antiPhishingCode }));
    return {
      subject: words.text(locale, 'messages', `mail.${kind}.subject`, values),
      text: `${lines.join('\n\n')}\n`,
      language: isLocale(locale) ? languageOf(locale).tag : undefined,
    };
  };

  const deliver = async (letter: Letter): Promise<void> => {
    // One number for all tries: a mailbox shows once what was taken twice.
    const messageId = `<account.${newId()}@${new URL(publicUrl).host}>`;
    for (let tries = 0; ; tries++) {
      try {
        await sender!.send({ to: letter.to, messageId, ...write(letter) });
        return;
      } catch (error) {
        const waitMs = retryMs[tries];
        if (waitMs === undefined || isStopping || !(error instanceof MailFailed && error.isPassing)) {
          log.error(
            { room: 'users', kind: letter.kind, reason: error instanceof MailFailed ? error.message : 'fault' },
            'a mail was given up',
          );
          return;
        }
        await new Promise<void>((resolve) => clock.after(waitMs, resolve));
      }
    }
  };

  const run = (work: () => Promise<void>) => {
    if (!sender || isStopping) return;
    const job = work().finally(() => underWay.delete(job));
    underWay.add(job);
  };

  return {
    isOn: sender !== null,
    post: (letter) => run(() => deliver(letter)),
    prepare: (work) =>
      run(async () => {
        let letter: Letter;
        try {
          letter = await work();
        } catch (error) {
          log.error({ room: 'users', code: errorCodeOf(error) }, 'a mail could not be prepared');
          return;
        }
        await deliver(letter);
      }),
    async stop() {
      isStopping = true;
      const grace = new Promise<void>((resolve) => clock.after(2_000, resolve));
      await Promise.race([Promise.all(underWay), grace]);
      sender?.close();
    },
  };
}
