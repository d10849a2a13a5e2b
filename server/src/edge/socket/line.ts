// All channels of one topic and what changed for them since the last beat. A channel lives as long as it has members;
// without channels a change costs nothing.
import { channelKey } from '@tidemark/contract/socket.ts';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import { createRowChannel } from './channel.ts';
import type { Channel, LiveRows, RowChannel } from './channel.ts';
import type { ShareFrame, SharedFrame } from './frame.ts';

export interface Line<Member> {
  /** null when the rows know no such instrument, or the audience must not see it. */
  join(arg: SubscriptionArg, member: Member, audience?: Audience | null): Channel<Member> | null;
  changed(keys: readonly string[]): void;
  beat(ts: number, send: (channel: Channel<Member>, frame: SharedFrame) => void): void;
}

/** Readers from whom some rows are hidden. Those who see the same rows share their frames. */
export interface Audience {
  /** The same for all readers who see the same rows. */
  readonly name: string;
  /** False: it speaks of one instrument, and that is hidden from them. */
  sees(arg: SubscriptionArg): boolean;
  /** The rows without what is hidden, where a channel speaks of many instruments; null: it speaks of one. */
  select(arg: SubscriptionArg, rows: LiveRows): LiveRows | null;
}

export interface LineDeps {
  readonly rows: LiveRows;
  readonly shareFrame: ShareFrame;
  /** A room that cannot encode one of its rows must not stop the beat of the others. */
  onError(error: unknown, channel: string): void;
}

export function createLine<Member>({ rows, shareFrame, onError }: LineDeps): Line<Member> {
  const channels = new Map<string, RowChannel<Member>>();
  let dirty = new Set<string>();

  const open = (key: string, arg: SubscriptionArg, shown: LiveRows): RowChannel<Member> => {
    const close = shown.opened?.(arg);
    const onEmpty = () => {
      channels.delete(key);
      close?.();
      if (channels.size === 0) dirty.clear();
    };
    const channel = createRowChannel<Member>({ arg, rows: shown, shareFrame, onEmpty });
    channels.set(key, channel);
    return channel;
  };

  return {
    join(arg, member, audience = null) {
      if (audience?.sees(arg) === false) return null;
      const selected = audience?.select(arg, rows) ?? null;
      const key = selected === null ? channelKey(arg) : `${channelKey(arg)} ${audience!.name}`;
      const channel = channels.get(key) ?? (rows.has(arg) ? open(key, arg, selected ?? rows) : null);
      channel?.join(member);
      return channel;
    },

    changed(keys) {
      if (channels.size > 0) for (const key of keys) dirty.add(key);
    },

    beat(ts, send) {
      if (dirty.size === 0) return;
      const changed = dirty;
      dirty = new Set();
      for (const channel of channels.values()) {
        try {
          const frame = channel.update(changed, ts);
          if (frame) send(channel, frame);
        } catch (error) {
          onError(error, channel.key);
        }
      }
    },
  };
}
