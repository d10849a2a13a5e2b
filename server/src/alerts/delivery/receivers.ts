// How fast receivers are sent to: which of them asked to be left alone, and the pace of the one bot by which all chats are told.
import { noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import type { Clock } from '#platform/clock.ts';

export interface Receivers {
  /** So many more messages would be sent soon: what is claimed and waits here takes a place from other channels. */
  roomOn(channel: LinkedChannel): number;
  /** Users that are not sent to on this channel now. */
  quietOn(channel: LinkedChannel): string[];
  isQuiet(channel: LinkedChannel, userId: string): boolean;
  leaveAlone(channel: LinkedChannel, userId: string, forMs: number): void;
  /** Resolves when the channel takes another message. */
  turn(channel: LinkedChannel): Promise<void>;
}

/** Telegram takes some thirty messages a second of one bot, for all its chats together. */
const botApartMs = 40;
const botAheadMs = 1_000;

export function createReceivers(clock: Clock): Receivers {
  const quietUntil = new Map<LinkedChannel, Map<string, number>>();
  let [botQuietUntil, botNext] = [0, 0];

  const quietOn = (channel: LinkedChannel): string[] => {
    const users = quietUntil.get(channel) ?? new Map<string, number>();
    for (const [userId, until] of users) if (clock.now() >= until) users.delete(userId);
    return [...users.keys()];
  };
  const isBotQuiet = (channel: LinkedChannel): boolean => channel === noticeChannel.telegram && clock.now() < botQuietUntil;

  return {
    quietOn,
    isQuiet: (channel, userId) => isBotQuiet(channel) || clock.now() < (quietUntil.get(channel)?.get(userId) ?? 0),
    roomOn(channel) {
      if (channel !== noticeChannel.telegram) return Infinity;
      if (isBotQuiet(channel)) return 0;
      return Math.max(0, Math.floor((botAheadMs - Math.max(0, botNext - clock.now())) / botApartMs));
    },
    leaveAlone(channel, userId, forMs) {
      const until = clock.now() + forMs;
      const others = quietOn(channel).filter((other) => other !== userId);
      // One chat may be told too much by itself; when several are, it is the bot that has sent too much.
      if (channel === noticeChannel.telegram && others.length > 0) botQuietUntil = Math.max(botQuietUntil, until);
      const users = quietUntil.get(channel) ?? quietUntil.set(channel, new Map<string, number>()).get(channel)!;
      users.set(userId, until);
    },
    async turn(channel) {
      if (channel !== noticeChannel.telegram) return;
      const now = clock.now();
      const at = Math.max(now, botNext);
      botNext = at + botApartMs;
      if (at > now) await new Promise<void>((resolve) => void clock.after(at - now, resolve));
    },
  };
}
