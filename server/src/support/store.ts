import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { supportLimits, type SupportSender } from '@tidemark/contract/support-rules.ts';
import { supportConversation as conversation, supportMessage as message } from './tables.ts';

export type Conversation = typeof conversation.$inferSelect;
export type Message = typeof message.$inferSelect;
/** Whose conversation it is. */
export type Owner = { readonly userId: string } | { readonly deviceHash: string };

export interface NewMessage {
  readonly id: string;
  readonly sender: SupportSender;
  readonly text: string;
  readonly clientKey: string | null;
}
/** isNew: false when its sender had said it before. */
export interface Said {
  readonly message: Message;
  readonly conversation: Conversation;
  readonly isNew: boolean;
}
export interface Part {
  readonly afterSeq: number;
  readonly beforeSeq?: number;
}

export type Store = ReturnType<typeof createStore>;
type Tx = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

const ownedBy = (owner: Owner) =>
  'userId' in owner ? eq(conversation.userId, owner.userId) : eq(conversation.deviceHash, owner.deviceHash);

export function createStore(orm: NodePgDatabase) {
  /** The row itself or, when its visitor has logged in since, the one its messages went to. */
  const resolve = async (id: string): Promise<Conversation | null> => {
    const [row] = await orm.select().from(conversation).where(eq(conversation.id, id));
    if (!row?.mergedInto) return row ?? null;
    const [target] = await orm.select().from(conversation).where(eq(conversation.id, row.mergedInto));
    return target ?? null;
  };

  /** With the row locked: the same message once, the next number, in one step with what the conversation says of it. */
  const add = async (
    tx: Tx,
    held: Conversation,
    given: NewMessage,
    now: Date,
    beside: (held: Conversation) => Partial<Conversation>,
  ): Promise<Said> => {
    if (given.clientKey !== null) {
      const [known] = await tx
        .select()
        .from(message)
        .where(and(eq(message.conversationId, held.id), eq(message.sender, given.sender), eq(message.clientKey, given.clientKey)));
      if (known) return { message: known, conversation: held, isNew: false };
    }
    const seq = held.lastSeq + 1;
    const also = beside(held);
    const [added] = await tx
      .insert(message)
      .values({ ...given, conversationId: held.id, seq, sentAt: now })
      .returning();
    const [changed] = await tx
      .update(conversation)
      .set({ lastSeq: seq, lastMessageAt: now, ...also })
      .where(eq(conversation.id, held.id))
      .returning();
    return { message: added!, conversation: changed!, isNew: true };
  };

  return {
    resolve,

    async find(owner: Owner): Promise<Conversation | null> {
      const [row] = await orm.select().from(conversation).where(ownedBy(owner));
      return row ?? null;
    },

    async list(conversationId: string, { afterSeq, beforeSeq }: Part): Promise<Message[]> {
      const mine = eq(message.conversationId, conversationId);
      const max = supportLimits.messagesPerAnswer;
      if (beforeSeq === undefined)
        return orm
          .select()
          .from(message)
          .where(and(mine, gt(message.seq, afterSeq)))
          .orderBy(asc(message.seq))
          .limit(max);
      const newest = await orm
        .select()
        .from(message)
        .where(and(mine, gt(message.seq, afterSeq), lt(message.seq, beforeSeq)))
        .orderBy(desc(message.seq))
        .limit(max);
      return newest.reverse();
    },

    /** Resolves after the commit. What decide throws leaves no trace, not even of a conversation that began with it. */
    write(
      owner: Owner,
      fresh: { readonly id: string; readonly locale: string },
      given: NewMessage,
      now: Date,
      decide: (held: Conversation, recent: { minute: number; day: number }) => Partial<Conversation>,
    ): Promise<Said> {
      return orm.transaction(async (tx) => {
        const target = 'userId' in owner ? conversation.userId : conversation.deviceHash;
        const [held] = await tx
          .insert(conversation)
          .values({ ...owner, ...fresh, openedAt: now, lastMessageAt: now })
          .onConflictDoUpdate({ target, set: { locale: fresh.locale } })
          .returning();
        const since = (ms: number) => new Date(now.getTime() - ms);
        const [recent] = await tx
          .select({
            day: sql<number>`count(*)::int`,
            minute: sql<number>`(count(*) filter (where ${gt(message.sentAt, since(60_000))}))::int`,
          })
          .from(message)
          .where(and(eq(message.conversationId, held!.id), eq(message.sender, given.sender), gt(message.sentAt, since(86_400_000))));
        return add(tx, held!, given, now, (row) => decide(row, recent!));
      });
    },

    /** null: there is no such conversation. Also where its visitor logs in at this very moment it ends up with them. */
    answer(
      conversationId: string,
      given: NewMessage,
      now: Date,
      beside: (held: Conversation) => Partial<Conversation>,
    ): Promise<Said | null> {
      return orm.transaction(async (tx) => {
        let [held] = await tx.select().from(conversation).where(eq(conversation.id, conversationId)).for('update');
        if (held?.mergedInto) [held] = await tx.select().from(conversation).where(eq(conversation.id, held.mergedInto)).for('update');
        return held ? add(tx, held, given, now, beside) : null;
      });
    },

    /**
     * What a device wrote joins what its user wrote, at the end and in its order; said twice it stays once. null: there was nothing to
     * join.
     */
    async merge(userId: string, deviceHash: string, freshId: string, now: Date): Promise<Conversation | null> {
      const [waiting] = await orm.select({ id: conversation.id }).from(conversation).where(eq(conversation.deviceHash, deviceHash));
      if (!waiting) return null;
      return orm.transaction(async (tx) => {
        const [into] = await tx
          .insert(conversation)
          .values({ id: freshId, userId, locale: '', openedAt: now, lastMessageAt: now })
          .onConflictDoUpdate({ target: conversation.userId, set: { userId } })
          .returning();
        const [from] = await tx.select().from(conversation).where(eq(conversation.deviceHash, deviceHash)).for('update');
        const isEmpty = into!.lastSeq === 0;
        if (!from) {
          if (isEmpty) await tx.delete(conversation).where(eq(conversation.id, into!.id));
          return null;
        }
        await tx.execute(
          sql`delete from support_message one where one.conversation_id = ${from.id} and one.client_key is not null
            and exists (select 1 from support_message two where two.conversation_id = ${into!.id} and two.sender = one.sender
              and two.client_key = one.client_key)`,
        );
        const moved = await tx.execute(
          sql`update support_message set conversation_id = ${into!.id}, seq = ${into!.lastSeq}::int + placed.place
            from (select seq as old, row_number() over (order by seq)::int as place from support_message
              where conversation_id = ${from.id}) placed
            where conversation_id = ${from.id} and seq = placed.old`,
        );
        const lastSeq = into!.lastSeq + (moved.rowCount ?? 0);
        // A side that had seen all of the one has seen of the other what it had seen there.
        const seen = (mine: number, theirs: number) => (mine === into!.lastSeq ? Math.min(lastSeq, mine + theirs) : mine);
        const latest = (a: Date, b: Date) => (a > b ? a : b);
        const [joined] = await tx
          .update(conversation)
          .set({
            lastSeq,
            locale: from.locale,
            isClosed: from.isClosed && (isEmpty || into!.isClosed),
            readSeq: seen(into!.readSeq, from.readSeq),
            agentReadSeq: seen(into!.agentReadSeq, from.agentReadSeq),
            operatorToldSeq: seen(into!.operatorToldSeq, from.operatorToldSeq),
            readerToldSeq: seen(into!.readerToldSeq, from.readerToldSeq),
            openedAt: from.openedAt < into!.openedAt ? from.openedAt : into!.openedAt,
            lastMessageAt: isEmpty ? from.lastMessageAt : latest(into!.lastMessageAt, from.lastMessageAt),
            email: into!.email ?? from.email,
            operatorDueAt: into!.operatorDueAt ?? from.operatorDueAt,
            readerDueAt: into!.readerDueAt ?? from.readerDueAt,
          })
          .where(eq(conversation.id, into!.id))
          .returning();
        await tx
          .update(conversation)
          .set({
            deviceHash: null,
            mergedInto: into!.id,
            email: null,
            lastSeq: 0,
            readSeq: 0,
            agentReadSeq: 0,
            operatorDueAt: null,
            readerDueAt: null,
          })
          .where(eq(conversation.id, from.id));
        return joined!;
      });
    },

    /** Never backwards, never beyond the last message. */
    async markRead(owner: Owner, seq: number): Promise<Conversation | null> {
      const upTo = sql`greatest(${conversation.readSeq}, least(${seq}::int, ${conversation.lastSeq}))`;
      const [row] = await orm
        .update(conversation)
        .set({
          readSeq: upTo,
          readerDueAt: sql`case when ${upTo} >= ${conversation.lastSeq} then null else ${conversation.readerDueAt} end`,
        })
        .where(ownedBy(owner))
        .returning();
      return row ?? null;
    },
    async markSeen(id: string, seq: number): Promise<boolean> {
      const rows = await orm
        .update(conversation)
        .set({ agentReadSeq: sql`least(${seq}::int, ${conversation.lastSeq})` })
        .where(eq(conversation.id, id))
        .returning({ id: conversation.id });
      return rows.length > 0;
    },
    async setEmail(owner: Owner, email: string | null): Promise<boolean> {
      return (await orm.update(conversation).set({ email }).where(ownedBy(owner)).returning({ id: conversation.id })).length > 0;
    },
    async reopen(id: string): Promise<void> {
      await orm.update(conversation).set({ isClosed: false }).where(eq(conversation.id, id));
    },

    /** With the newest message of each; total and unread are those of all pages. */
    async page(
      isClosed: boolean,
      offset: number,
      limit: number,
    ): Promise<{ rows: { conversation: Conversation; last: Message }[]; total: number; unread: number }> {
      const listed = and(eq(conversation.isClosed, isClosed), isNull(conversation.mergedInto), gt(conversation.lastSeq, 0));
      const [rows, [counts]] = await Promise.all([
        orm
          .select({ conversation, last: message })
          .from(conversation)
          .innerJoin(message, and(eq(message.conversationId, conversation.id), eq(message.seq, conversation.lastSeq)))
          .where(listed)
          .orderBy(desc(conversation.lastMessageAt), desc(conversation.id))
          .limit(limit)
          .offset(offset),
        orm
          .select({
            total: sql<number>`count(*)::int`,
            unread: sql<number>`(count(*) filter (where ${conversation.lastSeq} > ${conversation.agentReadSeq}))::int`,
          })
          .from(conversation)
          .where(listed),
      ]);
      return { rows, total: counts!.total, unread: counts!.unread };
    },
    async last(held: Conversation): Promise<Message | null> {
      const [row] = await orm
        .select()
        .from(message)
        .where(and(eq(message.conversationId, held.id), eq(message.seq, held.lastSeq)));
      return row ?? null;
    },

    /** Those whose mail is due, each to one process only: they are due again at the later time unless the process finishes them. */
    async claimDue(what: 'operator' | 'reader', now: Date, againAt: Date, max: number): Promise<Conversation[]> {
      const column = what === 'operator' ? conversation.operatorDueAt : conversation.readerDueAt;
      const due = orm
        .select({ id: conversation.id })
        .from(conversation)
        .where(and(isNotNull(column), lte(column, now)))
        .orderBy(asc(column))
        .limit(max)
        .for('update', { skipLocked: true });
      return orm
        .update(conversation)
        .set(what === 'operator' ? { operatorDueAt: againAt } : { readerDueAt: againAt })
        .where(inArray(conversation.id, due))
        .returning();
    },
    async markNotified(what: 'operator' | 'reader', id: string, seq: number, claimedUntil: Date): Promise<void> {
      const [column, name, toldName] =
        what === 'operator'
          ? ([conversation.operatorDueAt, 'operatorDueAt', 'operatorToldSeq'] as const)
          : ([conversation.readerDueAt, 'readerDueAt', 'readerToldSeq'] as const);
      await orm
        .update(conversation)
        .set({
          [name]: sql`case when ${column} = ${claimedUntil.toISOString()}::timestamptz then null else ${column} end`,
          [toldName]: seq,
        })
        .where(eq(conversation.id, id));
    },

    async forget(userIds: readonly string[]): Promise<void> {
      await orm.delete(conversation).where(inArray(conversation.userId, [...userIds]));
    },
    /** Visitors' ones, and the ways to what a user wrote as a visitor. */
    async prune(before: Date): Promise<number> {
      return (
        await orm
          .delete(conversation)
          .where(and(isNull(conversation.userId), lt(conversation.lastMessageAt, before)))
          .returning({ id: conversation.id })
      ).length;
    },
    async whole(userId: string): Promise<{ conversation: Conversation; messages: Message[] } | null> {
      const [row] = await orm.select().from(conversation).where(eq(conversation.userId, userId));
      return row
        ? {
            conversation: row,
            messages: await orm.select().from(message).where(eq(message.conversationId, row.id)).orderBy(asc(message.seq)),
          }
        : null;
    },
  };
}
