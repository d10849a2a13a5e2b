// Customer chat: what one message may be, and how the widget and the desk of the people who answer read and write.
import * as v from 'valibot';
import { cleanSupportText, supportLimits, supportSenders, supportStaffing, supportTextLength } from './support-rules.ts';
import { call, characters, count, done, filled, languageType, listOf, pageNum, pageSize, queryInt, text, timeMs } from './wire.ts';

const typedText = v.pipe(
  characters,
  v.maxLength(supportLimits.messageLength * 8),
  v.transform(cleanSupportText),
  v.minLength(1),
  v.check((clean) => supportTextLength(clean) <= supportLimits.messageLength, 'too long'),
);
const clientKey = v.pipe(characters, v.regex(/^[\w-]{1,64}$/));
const seq = queryInt(0, 2_000_000_000);

const supportMessage = v.object({
  id: filled(64),
  seq: count,
  sender: v.picklist(supportSenders),
  text: text(supportLimits.messageLength * 2),
  sentAt: timeMs,
  /** The name its sender gave it, so that a browser knows its own again. */
  clientKey: v.nullable(text(64)),
});
export type SupportMessage = v.InferOutput<typeof supportMessage>;

const part = {
  afterSeq: v.optional(seq, 0),
  /** The newest ones before this number instead. */
  beforeSeq: v.optional(seq),
};
const messages = { items: listOf(supportMessage, supportLimits.messagesPerAnswer), total: count };

const supportConversation = v.object({
  conversationId: filled(64),
  /** null: a visitor. */
  userId: v.nullable(filled(64)),
  /** Where an answer reaches them by mail. */
  email: v.nullable(text(254)),
  /** False: it was only typed, and may be another person's. */
  isEmailProven: v.boolean(),
  locale: filled(16),
  isClosed: v.boolean(),
  lastSeq: count,
  /** Messages no agent at the desk has seen. */
  unread: count,
  /** The newest message the person has seen. */
  readSeq: count,
  lastSender: v.picklist(supportSenders),
  /** Its beginning. */
  lastText: text(400),
  lastMessageAt: timeMs,
  openedAt: timeMs,
});
export type SupportConversation = v.InferOutput<typeof supportConversation>;

const conversationId = v.pipe(characters, v.maxLength(36), v.uuid());

/** A conversation belongs to the device that opened it, and to its user after login. */
export const supportCalls = {
  sendSupportMessage: call({
    kind: 'chat',
    method: 'POST',
    path: '/support/chat/send',
    about: 'Writes to customer support. The same clientKey sent again answers the same message.',
    input: v.object({ languageType, clientKey, text: typedText }),
    output: supportMessage,
  }),
  listSupportMessages: call({
    kind: 'read',
    method: 'POST',
    path: '/support/chat/list',
    about: 'The conversation after or before a message number, oldest first; makes the device known.',
    input: v.object({ languageType, ...part }),
    output: v.object({
      ...messages,
      /** The newest message that was seen, on any device. */
      readSeq: count,
      staffing: v.picklist(supportStaffing),
      /** Whether answers can also be mailed, and where to. */
      canMail: v.boolean(),
      email: v.nullable(text(254)),
      /** Names the live channel of a visitor; null for users, who have their own. */
      liveTicket: v.nullable(text(64)),
    }),
  }),
  markSupportRead: call({
    kind: 'chat',
    method: 'POST',
    path: '/support/chat/read',
    about: 'Says up to which message the conversation was seen.',
    input: v.object({ languageType, seq }),
    output: v.object({ readSeq: count }),
  }),
  leaveSupportAddress: call({
    kind: 'chat',
    method: 'POST',
    path: '/support/chat/address',
    about: 'Where an answer is mailed to when nobody reads it here; empty takes it back.',
    input: v.object({ languageType, email: text(254) }),
    output: v.object({ email: v.nullable(text(254)) }),
  }),

  // The desk: calls of the people who answer. They carry the operator's token as 'Authorization: Bearer ...'.
  listSupportConversations: call({
    kind: 'read',
    method: 'POST',
    path: '/support/desk/list',
    about: 'For agents: conversations, the newest first.',
    input: v.object({ languageType, isClosed: v.optional(v.boolean(), false), pageNum, pageSize: pageSize(50, 100) }),
    output: v.object({ items: listOf(supportConversation, 100), total: count, unread: count, liveTicket: text(64) }),
  }),
  readSupportConversation: call({
    kind: 'read',
    method: 'POST',
    path: '/support/desk/read',
    about: 'For agents: one conversation, after or before a message number, oldest first.',
    input: v.object({ languageType, conversationId, ...part }),
    output: v.object({ ...messages, conversation: supportConversation }),
  }),
  answerSupportMessage: call({
    kind: 'chat',
    method: 'POST',
    path: '/support/desk/answer',
    about: 'For agents: answers. The same clientKey sent again answers the same message.',
    input: v.object({ languageType, conversationId, clientKey, text: typedText }),
    output: supportMessage,
  }),
  closeSupportConversation: call({
    kind: 'chat',
    method: 'POST',
    path: '/support/desk/close',
    about: 'For agents: closes a conversation, or opens it again. A new message opens it by itself.',
    input: v.object({ languageType, conversationId, isClosed: v.boolean() }),
    output: done,
  }),
  markSupportConversation: call({
    kind: 'chat',
    method: 'POST',
    path: '/support/desk/seen',
    about: 'For agents: says up to which message a conversation was seen; fewer makes it unread again.',
    input: v.object({ languageType, conversationId, seq }),
    output: done,
  }),
} as const;
