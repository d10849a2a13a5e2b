// Codes by text message. They leave after the answer, like mails; one that is lost is asked for again by the user who waits for it.
import type { Log } from '#platform/log.ts';
import { newId } from '#platform/ids.ts';
import { SmsFailed, type SmsSender } from '#platform/sms/sms.ts';
import type { Words } from '#words/index.ts';

export interface TextMessage {
  /** E.164. */
  readonly to: string;
  readonly locale: string;
  readonly code: string;
  readonly minutes: number;
}

export interface Texts {
  readonly isOn: boolean;
  post(message: TextMessage): void;
  stop(): Promise<void>;
}

const tries = 3;

export function createTexts({
  sender,
  words,
  log,
  publicUrl,
}: {
  sender: SmsSender | null;
  words: Words;
  log: Log;
  publicUrl: string;
}): Texts {
  const underWay = new Set<Promise<void>>();
  const { host } = new URL(publicUrl);

  const deliver = async ({ to, locale, code, minutes }: TextMessage): Promise<void> => {
    // One reference for all tries: a gateway that did take the first one sends no second message.
    const sms = { to, text: words.text(locale, 'messages', 'sms.bind', { host, code, minutes }), reference: newId() };
    for (let left = tries - 1; ; left--) {
      try {
        return await sender!.send(sms);
      } catch (error) {
        if (left > 0 && error instanceof SmsFailed && error.isPassing) continue;
        return log.error({ room: 'users', reason: error instanceof SmsFailed ? error.message : 'fault' }, 'a text message was given up');
      }
    }
  };

  return {
    isOn: sender !== null,
    post(message) {
      const job = deliver(message).finally(() => underWay.delete(job));
      underWay.add(job);
    },
    stop: async () => void (await Promise.all(underWay)),
  };
}
