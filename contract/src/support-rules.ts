// What both sides of the customer chat hold to: limits, names, and what is kept of a typed message.
export const supportLimits = {
  /** Characters as a person counts them, near enough: code points. */
  messageLength: 2000,
  messagesPerAnswer: 100,
  /** Of one conversation, by the person who writes to support. */
  messagesPerMinute: 20,
  messagesPerDay: 400,
  /** After so long a silence a message is told to the operator anew, where that is done by mail. */
  quietMs: 30 * 60_000,
  /** Conversations of visitors are kept so long after their last message; those of users as long as their account. */
  keepVisitorsMs: 90 * 86_400_000,
} as const;

export const supportSenders = ['visitor', 'agent', 'system'] as const;
export type SupportSender = (typeof supportSenders)[number];

/** chat: an agent answers here. mail: answers come by e-mail. none: messages are kept until an agent is there to answer. */
export const supportStaffing = ['chat', 'mail', 'none'] as const;
export type SupportStaffing = (typeof supportStaffing)[number];

/** Out of reach of scripts: the browser that sends it along is the device whose conversation it is. */
export const supportCookie = 'support';

// Everything but line breaks and tabs that is not to be seen, what turns the direction of all that follows, and lone halves of characters.
const unseen = /[^\P{Cc}\n\t]|[\u202a-\u202e\ufeff\ufff9-\ufffb]/gu;

/** What is kept of a typed message. */
export const cleanSupportText = (typed: string): string =>
  typed
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(unseen, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();

export const supportTextLength = (clean: string): number => [...clean].length;
