import { createHash } from 'node:crypto';
import { isEmail } from '@tidemark/contract/accounts.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { supportCookie, supportLimits, type SupportSender, type SupportStaffing } from '@tidemark/contract/support-rules.ts';
import type { supportCalls, SupportMessage } from '@tidemark/contract/support.ts';
import { withCookies, type Caller, type CookieHandlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { newId, newToken } from '#platform/ids.ts';
import { networkOf } from '#platform/network.ts';
import type { Allowance } from './limits.ts';
import type { LiveTickets } from './live-tickets.ts';
import type { Conversation, Message, Owner, Store } from './store.ts';

export interface CallDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly tickets: LiveTickets;
  readonly staffing: SupportStaffing;
  /** Whether this site sends mail at all. */
  readonly canMail: boolean;
  /** Whether the operator is told of messages by mail. */
  readonly tellsOperator: boolean;
  /** The proven address of an account. */
  emailOf(userId: string): Promise<string | null>;
  readonly newConversations: Allowance;
  changed(conversation: Conversation): void;
}

type VisitorCalls = Pick<typeof supportCalls, 'sendSupportMessage' | 'listSupportMessages' | 'markSupportRead' | 'leaveSupportAddress'>;

const cookieMs = 400 * 86_400_000;
const secretForm = /^[\w-]{43}$/;
/** So that messages written in one go are one letter. */
const settleMs = 60_000;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

/** The name of a conversation's live channel, for visitors, who have no login. */
export const deviceOwner = (deviceHash: string): string => `device\n${deviceHash}`;

export const shownMessage = (
  { id, seq, sender, text, sentAt, clientKey }: Message,
  isOwn: (sender: string) => boolean,
): SupportMessage => ({
  id,
  seq,
  sender: sender as SupportSender,
  text,
  sentAt: sentAt.getTime(),
  clientKey: isOwn(sender) ? clientKey : null,
});
const shown = (message: Message) => shownMessage(message, (sender) => sender === 'visitor');

export function createCalls(deps: CallDeps): CookieHandlers<VisitorCalls> {
  const { store, clock, tickets } = deps;

  /**
   * Whose conversation the caller may read and write: the account's, else the one of the secret in the cookie. What a script can set counts
   * for nothing.
   */
  const ownerOf = async (caller: Caller): Promise<Owner | null> => {
    // The client renews its session and asks again; taken for a visitor, the user would write into another conversation than they see.
    if (caller.refusedSession === 'sessionExpired') return refuse('sessionExpired');
    const secret = caller.cookies?.[supportCookie];
    const deviceHash = secret !== undefined && secretForm.test(secret) ? hashOf(secret) : null;
    if (caller.userId === null) return deviceHash === null ? null : { deviceHash };
    if (deviceHash !== null) {
      const joined = await store.merge(caller.userId, deviceHash, newId(), new Date(clock.now()));
      if (joined) deps.changed(joined);
    }
    return { userId: caller.userId };
  };

  return {
    async sendSupportMessage(caller, { clientKey, text }) {
      const owner = (await ownerOf(caller)) ?? refuse('supportNotBegun');
      const network = networkOf(caller.ip);
      if ('deviceHash' in owner && (await store.find(owner)) === null) deps.newConversations.check(network);
      const now = new Date(clock.now());
      const said = await store.write(
        owner,
        { id: newId(), locale: caller.locale },
        { id: newId(), sender: 'visitor', text, clientKey },
        now,
        (held, recent) => {
          if (recent.minute >= supportLimits.messagesPerMinute) refuse('supportTooFast', { seconds: 60 });
          if (recent.day >= supportLimits.messagesPerDay) refuse('supportTooFast', { seconds: 3_600 });
          const isNews =
            deps.staffing !== 'chat' || held.lastSeq === 0 || now.getTime() - held.lastMessageAt.getTime() > supportLimits.quietMs;
          return {
            isClosed: false,
            ...(held.readSeq === held.lastSeq ? { readSeq: held.lastSeq + 1 } : {}),
            ...(deps.tellsOperator && isNews && held.operatorDueAt === null ? { operatorDueAt: new Date(now.getTime() + settleMs) } : {}),
          };
        },
      );
      if (said.isNew) {
        if ('deviceHash' in owner && said.message.seq === 1) deps.newConversations.spend(network);
        deps.changed(said.conversation);
      }
      return shown(said.message);
    },

    async listSupportMessages(caller, part) {
      const known = await ownerOf(caller);
      const secret = known === null ? newToken(32) : null;
      const owner = known ?? { deviceHash: hashOf(secret!) };
      const held = known && (await store.find(known));
      const [items, ownEmail] = await Promise.all([
        held ? store.list(held.id, part) : [],
        'userId' in owner ? deps.emailOf(owner.userId) : null,
      ]);
      const answer = {
        items: items.map(shown),
        total: held?.lastSeq ?? 0,
        readSeq: held?.readSeq ?? 0,
        staffing: deps.staffing,
        canMail: deps.canMail,
        email: ownEmail ?? held?.email ?? null,
        liveTicket: 'deviceHash' in owner ? tickets.issue(deviceOwner(owner.deviceHash)) : null,
      };
      return secret === null ? answer : withCookies(answer, [{ name: supportCookie, value: secret, maxAgeMs: cookieMs }]);
    },

    async markSupportRead(caller, { seq }) {
      const owner = await ownerOf(caller);
      const held = owner && (await store.find(owner));
      if (!held || held.readSeq >= seq) return { readSeq: held?.readSeq ?? 0 };
      const marked = await store.markRead(owner, seq);
      if (marked) deps.changed(marked);
      return { readSeq: marked?.readSeq ?? 0 };
    },

    async leaveSupportAddress(caller, { email }) {
      const address = email.trim();
      if (address !== '' && !isEmail(address)) return refuse('emailInvalid');
      if (!deps.canMail) return refuse('mailNotSet');
      const owner = (await ownerOf(caller)) ?? refuse('supportNotBegun');
      if (!(await store.setEmail(owner, address || null))) return refuse('supportNotBegun');
      return { email: address || null };
    },
  };
}
