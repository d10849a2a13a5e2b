// Calls of the support agents. Each carries the operator's token; wrong tokens are throttled.
import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '@tidemark/contract/errors.ts';
import type { SupportSender } from '@tidemark/contract/support-rules.ts';
import type { supportCalls, SupportConversation } from '@tidemark/contract/support.ts';
import type { Caller, Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { networkOf } from '#platform/network.ts';
import { shownMessage } from './calls.ts';
import type { Allowance } from './limits.ts';
import type { LiveTickets } from './live-tickets.ts';
import type { Conversation, Message, Store } from './store.ts';

export interface DeskDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly tickets: LiveTickets;
  /** null: no agent answers here. */
  readonly agentToken: string | null;
  readonly wrongTokens: Allowance;
  /** Whether this site sends mail at all. */
  readonly canMail: boolean;
  emailsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  changed(conversation: Conversation): void;
}

type DeskCalls = Pick<
  typeof supportCalls,
  'listSupportConversations' | 'readSupportConversation' | 'answerSupportMessage' | 'closeSupportConversation' | 'markSupportConversation'
>;

/** An answer that was not read here in this time is mailed. */
const readerWaitMs = 5 * 60_000;
const ok = { ok: true } as const;

const digest = (text: string) => createHash('sha256').update(text).digest();
const shown = (message: Message) => shownMessage(message, (sender) => sender === 'agent');

/** Another token is another channel: holders of the old one hear nothing more. */
export const deskOwner = (agentToken: string): string => `desk\n${digest(agentToken).toString('base64url')}`;

export function createDeskCalls({
  store,
  clock,
  tickets,
  agentToken,
  wrongTokens,
  canMail,
  emailsOf,
  changed,
}: DeskDeps): Handlers<DeskCalls> {
  const right = agentToken === null ? null : digest(agentToken);

  const admit = (caller: Caller): void => {
    if (right === null) return refuse('supportNoAgents');
    // Digests are of one length for any input. Compared first: guesses from the agents' network must not lock the agents out.
    if (timingSafeEqual(digest(caller.bearer ?? ''), right)) return;
    const network = networkOf(caller.ip);
    wrongTokens.check(network);
    wrongTokens.spend(network);
    refuse('supportAgentRefused');
  };
  const describe = (held: Conversation, last: Message, emails: ReadonlyMap<string, string>): SupportConversation => ({
    conversationId: held.id,
    userId: held.userId,
    email: (held.userId && emails.get(held.userId)) ?? held.email,
    isEmailProven: held.userId !== null && emails.has(held.userId),
    locale: held.locale || 'en',
    isClosed: held.isClosed,
    lastSeq: held.lastSeq,
    unread: Math.max(0, held.lastSeq - held.agentReadSeq),
    readSeq: held.readSeq,
    lastSender: last.sender as SupportSender,
    lastText: [...last.text].slice(0, 160).join(''),
    lastMessageAt: held.lastMessageAt.getTime(),
    openedAt: held.openedAt.getTime(),
  });
  const found = async (conversationId: string): Promise<Conversation> => (await store.resolve(conversationId)) ?? refuse('notFound');

  return {
    async listSupportConversations(caller, { isClosed, pageNum, pageSize }) {
      admit(caller);
      const { rows, total, unread } = await store.page(isClosed, (pageNum - 1) * pageSize, pageSize);
      const emails = await emailsOf(rows.flatMap(({ conversation }) => conversation.userId ?? []));
      return {
        items: rows.map(({ conversation, last }) => describe(conversation, last, emails)),
        total,
        unread,
        liveTicket: tickets.issue(deskOwner(agentToken!)),
      };
    },
    async readSupportConversation(caller, { conversationId, ...part }) {
      admit(caller);
      const held = await found(conversationId);
      const [items, last, emails] = await Promise.all([
        store.list(held.id, part),
        store.last(held),
        emailsOf(held.userId ? [held.userId] : []),
      ]);
      return { items: items.map(shown), total: held.lastSeq, conversation: describe(held, last ?? refuse('notFound'), emails) };
    },
    async answerSupportMessage(caller, { conversationId, clientKey, text }) {
      admit(caller);
      const now = new Date(clock.now());
      const said = await store.answer(conversationId, { id: newId(), sender: 'agent', text, clientKey }, now, (held) => ({
        isClosed: false,
        agentReadSeq: held.lastSeq + 1,
        ...(canMail && held.readerDueAt === null ? { readerDueAt: new Date(now.getTime() + readerWaitMs) } : {}),
      }));
      if (said === null) return refuse('notFound');
      if (said.isNew) changed(said.conversation);
      return shown(said.message);
    },
    async closeSupportConversation(caller, { conversationId, isClosed }) {
      admit(caller);
      const held = await found(conversationId);
      if (held.isClosed === isClosed) return ok;
      if (isClosed) {
        const said = await store.answer(
          held.id,
          { id: newId(), sender: 'system', text: 'closed', clientKey: null },
          new Date(clock.now()),
          ({ lastSeq, readSeq }) => ({
            isClosed: true,
            agentReadSeq: lastSeq + 1,
            // Nothing to call the reader back for.
            ...(readSeq === lastSeq ? { readSeq: lastSeq + 1 } : {}),
          }),
        );
        if (said) changed(said.conversation);
      } else {
        await store.reopen(held.id);
        changed(held);
      }
      return ok;
    },
    async markSupportConversation(caller, { conversationId, seq }) {
      admit(caller);
      const held = await found(conversationId);
      await store.markSeen(held.id, seq);
      changed(held);
      return ok;
    },
  };
}
