// Listens to the bot of this site: a user who sends it the code of their account gets their messages in that chat. One process at a time
// listens, as Telegram wants it; another takes over when it is gone.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { defaultLocale, isLocale } from '@tidemark/contract/locales.ts';
import type { Clock } from '#platform/clock.ts';
import { newToken } from '#platform/ids.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/vault.ts';
import type { Words } from '#words/index.ts';
import type { People } from '../people.ts';
import type { TelegramSettings } from './settings.ts';
import type { ChannelStore } from './store.ts';
import { sealTarget } from './targets.ts';

const codeBytes = 12;
const answerMs = 10_000;
const longPollSeconds = 25;
/** Longer than one long poll, so that no other process polls meanwhile. */
const listensMs = (longPollSeconds + 15) * 1000;
const lookEveryMs = 2_000;
const afterTroubleMs = 10_000;

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** null: no process has learned the name of the bot yet. */
export async function linkTo(store: ChannelStore, userId: string): Promise<{ url: string; expiresAt: number } | null> {
  const name = await store.botName();
  if (name === null) return null;
  const code = newToken(codeBytes);
  const expiresAt = await store.addLink(userId, hashOf(code));
  return { url: `https://t.me/${name}?start=${code}`, expiresAt: expiresAt.getTime() };
}

const answerOf = <S extends v.GenericSchema>(result: S) => v.object({ ok: v.literal(true), result });
const botAnswer = answerOf(v.object({ username: v.pipe(v.string(), v.regex(/^\w{3,64}$/)) }));
const updatesAnswer = answerOf(
  v.array(
    v.object({
      update_id: v.pipe(v.number(), v.integer()),
      message: v.optional(
        v.object({
          chat: v.object({ id: v.pipe(v.number(), v.integer()), type: v.string() }),
          from: v.optional(
            v.object({
              username: v.optional(v.string()),
              first_name: v.optional(v.string()),
              language_code: v.optional(v.string()),
            }),
          ),
          text: v.optional(v.string()),
        }),
      ),
    }),
  ),
);
type Update = v.InferOutput<typeof updatesAnswer>['result'][number];

export interface BotDeps {
  readonly settings: TelegramSettings;
  readonly store: ChannelStore;
  readonly vault: Vault;
  readonly people: People;
  readonly words: Words;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Bot {
  start(): void;
  stop(): Promise<void>;
}

export function createBot({ settings, store, vault, people, words, clock, log }: BotDeps): Bot {
  const jobs = createJobs({ clock, log, room: 'alerts' });
  const stopping = new AbortController();
  const me = newToken(9);
  let isNamed = false;
  let quietUntil = 0;

  const ask = async <S extends v.GenericSchema>(method: string, input: object, output: S, forMs: number): Promise<v.InferOutput<S>> => {
    const response = await fetch(`${settings.apiUrl}/bot${settings.token}/${method}`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(forMs)]),
    }).catch((error: Error) => error.name);
    // The words of the failure itself would repeat the address, and with it the token.
    if (typeof response === 'string') throw new Error(`Telegram did not answer ${method}: ${response}`);
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Telegram answered ${method} with status ${response.status}`);
    }
    return v.parse(output, await response.json());
  };

  const say = (chat: number, locale: string, word: string): Promise<unknown> =>
    ask('sendMessage', { chat_id: chat, text: words.text(locale, 'messages', word) }, v.unknown(), answerMs);

  const hear = async ({ message }: Update): Promise<void> => {
    const code = /^\/start(?: ([\w-]{1,64}))?$/.exec(message?.text ?? '');
    // In a group every member would see what the user waits for.
    if (!message || !code || message.chat.type !== 'private') return;
    const { chat, from } = message;
    const spoken = from?.language_code ?? '';
    const userId = code[1] === undefined ? null : await store.takeLink(hashOf(code[1]));
    if (userId === null) return void (await say(chat.id, isLocale(spoken) ? spoken : defaultLocale, 'telegram.unknown'));
    const target = sealTarget(vault, userId, noticeChannel.telegram, { address: '', secret: String(chat.id), topic: null });
    const label = from?.username ? `@${from.username}` : (from?.first_name ?? 'Telegram');
    await store.save(userId, noticeChannel.telegram, target, label.slice(0, 100));
    const locale = (await people.find([userId])).get(userId)?.locale ?? spoken;
    await say(chat.id, isLocale(locale) ? locale : defaultLocale, 'telegram.linked');
  };

  const listen = async (): Promise<void> => {
    if (clock.now() < quietUntil || stopping.signal.aborted) return;
    try {
      if (!isNamed) {
        await store.nameBot((await ask('getMe', {}, botAnswer, answerMs)).result.username);
        isNamed = true;
      }
      for (;;) {
        const next = await store.listen(me, listensMs);
        if (next === null) return;
        const input = { offset: next, timeout: longPollSeconds, limit: 50, allowed_updates: ['message'] };
        const { result } = await ask('getUpdates', input, updatesAnswer, (longPollSeconds + 10) * 1000);
        for (const update of result) {
          await hear(update).catch((error: Error) => log.warn({ room: 'alerts', reason: error.message }, 'a chat was not answered'));
          await store.heard(me, update.update_id + 1);
        }
      }
    } catch (error) {
      if (stopping.signal.aborted) return;
      quietUntil = clock.now() + afterTroubleMs;
      log.warn({ room: 'alerts', reason: (error as Error).message }, 'the bot cannot be listened to; it is tried again soon');
    }
  };

  return {
    start: () => void jobs.every(lookEveryMs, 'listening to the bot', listen)(),
    async stop() {
      stopping.abort();
      await jobs.stop();
      await store.stopListening(me).catch(() => {});
    },
  };
}
