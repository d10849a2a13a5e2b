// The conversation of this tab with support: what was said, what is on its way, what is unread. Knows nothing of components or
// sockets; it is told that there is news and asks for it. What is typed is shown at once and kept until it is acknowledged.
import type { SupportStaffing } from '@tidemark/contract/support-rules.ts';
import type { SupportMessage } from '@tidemark/contract/support.ts';
import { ApiError, type Api } from '#api/client.ts';
import type { Outbox, Waiting } from './outbox.ts';

export interface Pending extends Waiting {
  readonly state: 'sending' | 'failed';
  /** What the server had against it; null when it was only not reached. */
  readonly reason: string | null;
}

export interface ConversationState {
  /** Whose it is: null for a visitor, undefined until it is known. */
  readonly owner: string | null | undefined;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly items: readonly SupportMessage[];
  readonly pending: readonly Pending[];
  readonly total: number;
  readonly readSeq: number;
  readonly staffing: SupportStaffing;
  readonly canMail: boolean;
  readonly email: string | null;
  readonly liveTicket: string | null;
  /** Answers that were not looked at. */
  readonly unread: number;
}

export interface ConversationDeps {
  readonly api: Pick<Api, 'call'>;
  readonly outbox: Outbox;
  readonly now: () => number;
  readonly newKey: () => string;
  readonly after: (ms: number, fn: () => void) => () => void;
  /** The other tabs look again. */
  readonly postToTabs: () => void;
}

export interface Conversation {
  state(): ConversationState;
  watch(listener: () => void): () => void;
  /** Whose it is from now on: a user, or null for the visitor of this browser. */
  open(owner: string | null): void;
  /** There may be something new; known: what the news says there is. */
  refresh(known?: { lastSeq: number; readSeq: number }): Promise<void>;
  loadEarlier(): Promise<void>;
  send(text: string): void;
  /** Everything that was not sent, in its order. */
  retry(): void;
  markRead(): void;
  leaveAddress(email: string): Promise<void>;
}

const end = 2_000_000_000;
const retryMs = [2_000, 5_000, 15_000, 30_000] as const;
/** Reached or not, nothing is lost by sending it again: it has its key. */
const passing: ReadonlySet<string | null> = new Set([
  'offline',
  'timeout',
  'connectionUnstable',
  'unavailable',
  'busy',
  'outcomeUnknown',
  'tooManyRequests',
  'internal',
]);

const empty: ConversationState = {
  owner: undefined,
  phase: 'loading',
  items: [],
  pending: [],
  total: 0,
  readSeq: 0,
  staffing: 'none',
  canMail: false,
  email: null,
  liveTicket: null,
  unread: 0,
};

export function createConversation({ api, outbox, now, newKey, after, postToTabs }: ConversationDeps): Conversation {
  let state = empty;
  /** Another owner's answers, should any still arrive, are dropped. */
  let turn = 0;
  let isAsking = false;
  let isAskedAgain = false;
  let isSending = false;
  let failures = 0;
  let cancelRetry: () => void = () => {};
  const listeners = new Set<() => void>();

  const change = (part: Partial<ConversationState>) => {
    const next = { ...state, ...part };
    state = { ...next, unread: next.items.filter(({ sender, seq }) => sender === 'agent' && seq > next.readSeq).length };
    for (const listener of [...listeners]) listener();
  };
  /** What waits, as it is in the storage now, without what has arrived meanwhile. */
  const pendingNow = (items = state.items): Pending[] => {
    const said = new Set(items.map(({ clientKey }) => clientKey));
    const known = new Map(state.pending.map((one) => [one.clientKey, one]));
    return outbox.of(state.owner ?? null).flatMap((one) => {
      if (!said.has(one.clientKey)) return [known.get(one.clientKey) ?? { ...one, state: 'sending' as const, reason: null }];
      outbox.remove(one.clientKey);
      return [];
    });
  };
  const join = (news: readonly SupportMessage[]): readonly SupportMessage[] => {
    const all = new Map([...state.items, ...news].map((message) => [message.seq, message]));
    return [...all.values()].sort((a, b) => a.seq - b.seq);
  };
  const lastSeq = () => state.items.at(-1)?.seq ?? 0;

  /** All there is after what is known, or at first the newest part. */
  const fetchNews = async (mine: number) => {
    for (;;) {
      const isFirst = state.phase !== 'ready';
      const answer = await api.call('listSupportMessages', isFirst ? { beforeSeq: end } : { afterSeq: lastSeq() });
      if (mine !== turn) return;
      // A conversation that has become shorter is another one.
      const items = isFirst || answer.total < lastSeq() ? answer.items : join(answer.items);
      const { total, readSeq, staffing, canMail, email, liveTicket } = answer;
      change({
        phase: 'ready',
        items,
        total,
        readSeq: Math.max(readSeq, isFirst ? 0 : state.readSeq),
        staffing,
        canMail,
        email,
        liveTicket,
        pending: pendingNow(items),
      });
      if (answer.items.length === 0 || lastSeq() >= total) return;
    }
  };

  const refresh = async (): Promise<void> => {
    if (state.owner === undefined) return;
    isAskedAgain = true;
    if (isAsking) return;
    isAsking = true;
    const mine = turn;
    try {
      while (isAskedAgain && mine === turn) {
        isAskedAgain = false;
        await fetchNews(mine);
      }
      void flush();
    } catch (error) {
      if (mine !== turn) return;
      if (state.phase !== 'ready') change({ phase: 'failed' });
      if (!isSending && state.pending.some((one) => one.state === 'sending')) fail(0, error);
    } finally {
      isAsking = false;
      if (mine !== turn) void refresh();
    }
  };

  const fail = (from: number, error: unknown) => {
    const reason = error instanceof ApiError && !passing.has(error.error) && error.message ? error.message : null;
    change({
      pending: state.pending.map((one, index) =>
        index < from ? one : { ...one, state: 'failed', reason: index === from ? reason : null },
      ),
    });
    cancelRetry();
    if (reason !== null) return;
    cancelRetry = after(retryMs[Math.min(failures++, retryMs.length - 1)]!, () => conversation.retry());
  };

  /** One after another: they arrive in the order they were typed. */
  const flush = async (): Promise<void> => {
    if (isSending || state.phase !== 'ready') return;
    isSending = true;
    const mine = turn;
    try {
      for (;;) {
        const at = state.pending.findIndex((one) => one.state === 'sending');
        const next = state.pending[at];
        if (!next) return;
        // What stands before it was not sent: it would overtake, so it waits for the same try.
        if (at > 0) return change({ pending: state.pending.map((one) => ({ ...one, state: 'failed' })) });
        try {
          const said = await api.call('sendSupportMessage', { clientKey: next.clientKey, text: next.text });
          outbox.remove(next.clientKey);
          if (mine !== turn) return;
          failures = 0;
          const isNextOne = said.seq === lastSeq() + 1;
          const items = isNextOne ? join([said]) : state.items;
          change({
            items,
            total: Math.max(state.total, said.seq),
            readSeq: isNextOne && state.readSeq === said.seq - 1 ? said.seq : state.readSeq,
            pending: state.pending.filter(({ clientKey }) => clientKey !== next.clientKey),
          });
          postToTabs();
          if (!isNextOne) void refresh();
        } catch (error) {
          if (mine !== turn) return;
          return fail(at, error);
        }
      }
    } finally {
      isSending = false;
      if (mine !== turn) void flush();
    }
  };

  const conversation: Conversation = {
    state: () => state,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open(owner) {
      if (state.owner === owner) return;
      turn += 1;
      failures = 0;
      cancelRetry();
      state = { ...empty, owner };
      change({ pending: pendingNow([]) });
      void refresh();
    },
    async refresh(known) {
      if (known && known.readSeq > state.readSeq) change({ readSeq: known.readSeq });
      if (known && state.phase === 'ready' && known.lastSeq <= lastSeq()) return;
      if (!known) change({ pending: pendingNow() });
      await refresh();
    },
    async loadEarlier() {
      const first = state.items[0]?.seq ?? 1;
      if (first <= 1) return;
      const mine = turn;
      const { items } = await api.call('listSupportMessages', { beforeSeq: first });
      if (mine === turn) change({ items: join(items) });
    },
    send(text) {
      const message: Waiting = { clientKey: newKey(), text, typedAt: now(), owner: state.owner ?? null };
      outbox.put(message);
      change({ pending: [...state.pending, { ...message, state: 'sending', reason: null }] });
      if (state.phase === 'ready') void flush();
      else void refresh();
    },
    retry() {
      cancelRetry();
      if (state.pending.length === 0) return;
      change({ pending: state.pending.map((one) => ({ ...one, state: 'sending', reason: null })) });
      // First what is there already: an answer may have been lost on its way.
      void refresh();
    },
    markRead() {
      const seq = lastSeq();
      if (seq <= state.readSeq) return;
      change({ readSeq: seq });
      // Said again with the next look when it did not arrive.
      api.call('markSupportRead', { seq }).then(postToTabs, () => {});
    },
    async leaveAddress(email) {
      const mine = turn;
      const answer = await api.call('leaveSupportAddress', { email });
      if (mine === turn) change({ email: answer.email });
    },
  };
  return conversation;
}
