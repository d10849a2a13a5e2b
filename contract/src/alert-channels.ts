// Channels that a person connects first: a webhook, Telegram, Discord, Slack, ntfy. What was given is never told again, but for what
// it is known by. No scope opens these calls: a token that could say where messages go could read them all.
import * as v from 'valibot';
import { linkedChannelRule, linkedChannels, noticeChannel } from './alert-rules.ts';
import { call, characters, count, done, languageType, listOf, text, timeMs, type CallKind, type Schema } from './wire.ts';

const channel = v.picklist(linkedChannels);
const address = v.pipe(characters, v.trim(), v.minLength(1), v.maxLength(linkedChannelRule.addressLength));
const topic = v.pipe(characters, v.trim(), v.regex(/^[\w-]{1,64}$/));
const accessToken = v.pipe(characters, v.trim(), v.regex(/^[\x21-\x7e]{1,200}$/));

const linkedChannel = v.object({
  channel,
  /** This site offers it. */
  available: v.boolean(),
  /** null: it is not connected. */
  linked: v.nullable(
    v.object({
      /** What it is known by: the host of a webhook, the name of a chat, server and topic. */
      label: text(200),
      on: v.boolean(),
      linkedAt: timeMs,
      /** The last message that was taken there. */
      lastSentAt: v.nullable(timeMs),
      /** Messages that failed since then. */
      failures: count,
    }),
  ),
});
export type LinkedChannelItem = v.InferOutput<typeof linkedChannel>;

const channelCall = <I extends Schema, O extends Schema>(kind: CallKind, path: `/${string}`, about: string, input: I, output: O) =>
  call({ kind, method: 'POST', path: `/send/alert/channel${path}`, who: 'user', never429: true, about, input, output });

export const channelCalls = {
  listChannels: channelCall(
    'read',
    '/select',
    'Which channels of the user lead to an address of their own, and how these do.',
    v.object({ languageType }),
    v.object({ items: listOf(linkedChannel, linkedChannels.length), total: count }),
  ),
  saveChannel: channelCall(
    'write',
    '/save',
    'Connects a webhook, Discord, Slack or ntfy, in place of the one before. A webhook answers the secret that its messages are signed ' +
      'with (Standard Webhooks), this once.',
    v.object({
      languageType,
      channel: v.picklist([noticeChannel.webhook, noticeChannel.discord, noticeChannel.slack, noticeChannel.ntfy]),
      address,
      /** ntfy: must be given. */
      topic: v.optional(topic),
      /** ntfy: for a topic that is not public. */
      accessToken: v.optional(accessToken),
    }),
    v.object({ item: linkedChannel, secret: v.nullable(text(100)) }),
  ),
  linkTelegram: channelCall(
    'write',
    '/telegram/link',
    'A link that opens a chat with the bot of this site. It works once, for ten minutes.',
    v.object({ languageType }),
    v.object({ url: text(300), expiresAt: timeMs }),
  ),
  resumeChannel: channelCall(
    'write',
    '/resume',
    'Turns a channel on again that was turned off because it had failed.',
    v.object({ languageType, channel }),
    v.object({ item: linkedChannel }),
  ),
  removeChannel: channelCall(
    'write',
    '/deleted',
    'Forgets the address of a channel. One that is gone already does no harm.',
    v.object({ languageType, channel }),
    done,
  ),
} as const;
