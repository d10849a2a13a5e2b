// Customer chat: what one message may be, and how the widget reads and writes.
import * as v from 'valibot';
import { call, count, filled, languageType, listOf, queryInt, text, timeMs } from './wire.ts';

export const supportLimits = { messageLength: 2000, messagesPerAnswer: 100 } as const;
export const supportSenders = ['visitor', 'agent', 'system'] as const;

export const supportMessage = v.object({ id: filled(64), seq: count, sender: v.picklist(supportSenders), text: text(supportLimits.messageLength), sentAt: timeMs });
export type SupportMessage = v.InferOutput<typeof supportMessage>;

/** A conversation belongs to the device that opened it, and to its user after login. */
export const supportCalls = {
  sendSupportMessage: call({
    method: 'POST',
    path: '/support/chat/send',
    about: 'Writes to customer support. The same clientKey sent again answers the same message.',
    input: v.object({ languageType, clientKey: filled(64), text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(supportLimits.messageLength)) }),
    output: supportMessage,
  }),
  listSupportMessages: call({
    method: 'POST',
    path: '/support/chat/list',
    about: 'The conversation after a message number, oldest first.',
    input: v.object({ languageType, afterSeq: v.optional(queryInt(0, Number.MAX_SAFE_INTEGER), 0) }),
    output: v.object({ items: listOf(supportMessage, supportLimits.messagesPerAnswer), total: count }),
  }),
} as const;
