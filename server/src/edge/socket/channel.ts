// The numbering of one channel. A snapshot carries the number of the newest update; each update carries the next one,
// and holds only the newest value of each row that changed since the last beat. Pure: no sockets, no timers.
import { channelKey } from '@tidemark/contract/socket.ts';
import type { DataFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { ShareFrame, SharedFrame } from './frame.ts';

/** The rows behind a topic. encode gives the JSON text of a row's newest value, null while there is none. */
export interface LiveRows {
  has(arg: SubscriptionArg): boolean;
  keys(arg: SubscriptionArg): Iterable<string>;
  encode(key: string): string | null;
  /** Where rows are added rather than replaced: those since the last time this was asked, which is once a beat. */
  news?(key: string): string | null;
  /** The channel has a subscriber from now on, until the returned function is called. */
  opened?(arg: SubscriptionArg): () => void;
}

export interface Channel<Member> {
  readonly key: string;
  /** Carries news of the logged-in user, not of the market. */
  readonly isPersonal: boolean;
  readonly members: ReadonlySet<Member>;
  join(member: Member): void;
  leave(member: Member): void;
  snapshot(ts: number): SharedFrame;
}

export interface RowChannel<Member> extends Channel<Member> {
  /** null when none of the changed keys has a row here. */
  update(changed: ReadonlySet<string>, ts: number): SharedFrame | null;
}

export interface NoticeChannel<Member> extends Channel<Member> {
  push(payload: object, ts: number): SharedFrame;
}

export interface ChannelDeps {
  /** Sent back in every frame, so it holds what names the channel and nothing else. */
  readonly arg: SubscriptionArg;
  readonly shareFrame: ShareFrame;
  /** The last member left: no client holds a number of this channel, so its next life may count from zero. */
  onEmpty(): void;
}

export function createRowChannel<Member>(deps: ChannelDeps & { readonly rows: LiveRows }): RowChannel<Member> {
  const { arg, rows, shareFrame } = deps;
  const textOf = createTexts(arg);
  let seq = 0;
  // Good until the next update: what changes after it was built is in that update, which its receivers get too. So
  // thousands of clients that come back at once after a restart share one text and one buffer a beat.
  let cached: SharedFrame | null = null;

  const encodeAll = (keys: Iterable<string>, encode: LiveRows['encode']): string => {
    let data = '';
    for (const key of keys) {
      const row = encode(key);
      if (row !== null) data += data ? `,${row}` : row;
    }
    return data;
  };

  return {
    ...createMembership<Member>(deps),
    isPersonal: false,
    snapshot: (ts) => (cached ??= shareFrame(textOf('snapshot', seq, ts, encodeAll(rows.keys(arg), rows.encode)))),
    update(changed, ts) {
      const keys = selectChanged(rows.keys(arg), changed);
      if (keys.length === 0) return null;
      cached = null;
      const data = encodeAll(keys, rows.news ?? rows.encode);
      if (!data) return null;
      seq += 1;
      return shareFrame(textOf('update', seq, ts, data));
    },
  };
}

/** What one person is told, on all their connections. There is no state to catch up with: its snapshot is empty. */
export function createNoticeChannel<Member>(deps: ChannelDeps): NoticeChannel<Member> {
  const { arg, shareFrame } = deps;
  const textOf = createTexts(arg);
  let seq = 0;
  return {
    ...createMembership<Member>(deps),
    isPersonal: true,
    snapshot: (ts) => shareFrame(textOf('snapshot', seq, ts, '')),
    push(payload, ts) {
      seq += 1;
      return shareFrame(textOf('update', seq, ts, JSON.stringify(payload)));
    },
  };
}

function createMembership<Member>({ arg, onEmpty }: ChannelDeps) {
  const members = new Set<Member>();
  return {
    key: channelKey(arg),
    members,
    join: (member: Member) => void members.add(member),
    leave(member: Member) {
      if (members.delete(member) && members.size === 0) onEmpty();
    },
  };
}

// Keys are read anew each beat, so that a listing or delisting needs no word to the hub.
function selectChanged(keys: Iterable<string>, changed: ReadonlySet<string>): string[] {
  const selected: string[] = [];
  for (const key of keys) if (changed.has(key)) selected.push(key);
  return selected;
}

/** Text of a DataFrame from rows that are JSON already. */
function createTexts(arg: SubscriptionArg) {
  const argText = JSON.stringify(arg);
  return (action: DataFrame['action'], seq: number, ts: number, data: string): string =>
    `{"action":"${action}","arg":${argText},"seq":${seq},"ts":${ts},"data":[${data}]}`;
}
