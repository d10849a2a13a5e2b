// Customer chat: what people write to support and what support answers.
// Owns support_conversation and support_message. Promises: a message that was acknowledged is kept, once, under the next number
// of its conversation; a conversation is read and written by its account, or by the device that holds the secret in its cookie,
// and by no other caller; a visitor's conversation joins the account at login without loss; what belonged to a deleted account goes, a
// visitor's after some months. Refuses floods, and at the desk every caller without the operator's token. A message on the bus says
// only that there is something new: its receiver reads it by a call.
import { supportLimits, type SupportStaffing } from '@tidemark/contract/support-rules.ts';
import type { supportCalls } from '@tidemark/contract/support.ts';
import type { CookieHandlers, UserId } from '@tidemark/contract/wire.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { sweepOwners, sweepOwnersMs } from '#platform/jobs/sweep-owners.ts';
import type { Log } from '#platform/log.ts';
import type { MailSender } from '#platform/mail/mail.ts';
import { accountDeleted, supportChanged } from '#topics/index.ts';
import type { Words } from '#words/index.ts';
import { createCalls, deviceOwner } from './calls.ts';
import { createDeskCalls, deskOwner } from './desk-calls.ts';
import { createAllowance } from './limits.ts';
import { createLiveTickets } from './live-tickets.ts';
import { startMails } from './mails.ts';
import { createStore, type Conversation } from './store.ts';
import { ownerColumns } from './tables.ts';

export interface SupportDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly words: Words;
  readonly publicUrl: string;
  /** Signs the names of visitors' live channels, alike in every process. */
  readonly secret: string;
  /** null: no agent answers in the chat. */
  readonly agentToken: string | null;
  /** Is told by mail that a message has come; null: no mail. */
  readonly operatorMail: string | null;
  /** null: mail is off. */
  readonly mail: MailSender | null;
  readonly people: {
    find(
      userIds: readonly string[],
    ): Promise<ReadonlyMap<string, { readonly email: string | null; readonly locale: string; readonly antiPhishingCode: string }>>;
  };
  readonly whichExist: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** What an open page is told: that there is something to read, never what. */
export interface SupportNews {
  readonly lastSeq: number;
  readonly readSeq: number;
}

export interface SupportRoom {
  readonly calls: CookieHandlers<typeof supportCalls>;
  exportOf(userId: UserId): Promise<object>;
  /** The channel a ticket opens, or null. */
  channelOfTicket(ticket: string): string | null;
  /** to: a user, or a channel of tickets. */
  start(tell: {
    user(userId: UserId, news: SupportNews): void;
    channel(channel: string, news: SupportNews & { conversationId?: string }): void;
  }): void;
  stop(): Promise<void>;
}

export function createSupport(deps: SupportDeps): SupportRoom {
  const { db, bus, clock, log, words, publicUrl, agentToken, operatorMail, mail, people } = deps;
  const store = createStore(db.orm);
  const tickets = createLiveTickets(deps.secret);
  const jobs = createJobs({ clock, log, room: 'support' });
  let mails: ReturnType<typeof startMails> | null = null;

  const canMail = mail !== null;
  const tellsOperator = canMail && operatorMail !== null;
  const staffing: SupportStaffing = agentToken !== null ? 'chat' : tellsOperator ? 'mail' : 'none';
  const changed = ({ id, userId, deviceHash, lastSeq, readSeq }: Conversation) =>
    bus.publish(supportChanged, {
      conversationId: id,
      userId: userId as UserId | null,
      channel: deviceHash && tickets.channelOf(deviceOwner(deviceHash)),
      lastSeq,
      readSeq,
    });
  const emailsOf = async (userIds: readonly string[]) =>
    new Map([...(await people.find(userIds))].flatMap(([userId, { email }]) => (email ? [[userId, email] as const] : [])));

  const calls: CookieHandlers<typeof supportCalls> = {
    ...createCalls({
      store,
      clock,
      tickets,
      staffing,
      canMail,
      tellsOperator,
      changed,
      newConversations: createAllowance(clock, 20, 3_600_000, 'supportTooFast'),
      emailOf: async (userId) => (await emailsOf([userId])).get(userId) ?? null,
    }),
    ...createDeskCalls({
      store,
      clock,
      tickets,
      agentToken,
      canMail,
      changed,
      emailsOf,
      wrongTokens: createAllowance(clock, 10, 15 * 60_000, 'tooManyGuesses'),
    }),
  };

  const sweep = async () => {
    await store.prune(new Date(clock.now() - supportLimits.keepVisitorsMs));
    await sweepOwners({ orm: db.orm, columns: ownerColumns, whichExist: deps.whichExist, forget: store.forget });
  };

  return {
    calls,
    async exportOf(userId) {
      const whole = await store.whole(userId);
      return {
        email: whole?.conversation.email ?? null,
        messages: (whole?.messages ?? []).map(({ seq, sender, text, sentAt }) => ({ seq, sender, text, sentAt: sentAt.getTime() })),
      };
    },
    channelOfTicket: tickets.read,
    start(tell) {
      jobs.onStop(
        bus.subscribe(supportChanged, ({ conversationId, userId, channel, lastSeq, readSeq }) => {
          if (userId !== null) tell.user(userId, { lastSeq, readSeq });
          if (channel !== null) tell.channel(channel, { lastSeq, readSeq });
          if (agentToken !== null) tell.channel(tickets.channelOf(deskOwner(agentToken)), { conversationId, lastSeq, readSeq });
        }),
      );
      jobs.onStop(
        bus.subscribe(accountDeleted, ({ userId }) =>
          jobs.once('removing the conversation of a deleted account', () => store.forget([userId])),
        ),
      );
      void jobs.every(sweepOwnersMs, 'looking for old conversations', sweep)();
      if (!mail) return;
      mails = startMails({
        store,
        clock,
        log,
        words,
        publicUrl,
        sender: mail,
        operator: operatorMail,
        hasAgents: agentToken !== null,
        emailOf: async (userId) => reachable((await people.find([userId])).get(userId)),
      });
    },
    stop: async () => void (await Promise.all([jobs.stop(), mails?.stop()])),
  };
}

const reachable = (person: { email: string | null; locale: string; antiPhishingCode: string } | undefined) =>
  person?.email ? { ...person, email: person.email } : null;
