// A visitor has no login to bind a live channel to. A ticket names the channel of one device and proves, without a look into the
// store, that we issued it; so a client cannot listen to a channel by guessing, or make up channels that exist nowhere.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface LiveTickets {
  /** The channel of an owner; says nothing of who it is. */
  channelOf(owner: string): string;
  issue(owner: string): string;
  /** The channel, or null when it is none of ours. */
  read(ticket: string): string | null;
}

const length = 22;

export function createLiveTickets(secret: string): LiveTickets {
  const channelOf = (owner: string) => createHash('sha256').update(`support-live\n${owner}`).digest('base64url').slice(0, length);
  const proofOf = (channel: string) => createHmac('sha256', secret).update(channel).digest('base64url').slice(0, length);
  return {
    channelOf,
    issue(owner) {
      const channel = channelOf(owner);
      return channel + proofOf(channel);
    },
    read(ticket) {
      if (ticket.length !== 2 * length) return null;
      const channel = ticket.slice(0, length);
      const [given, right] = [Buffer.from(ticket.slice(length)), Buffer.from(proofOf(channel))];
      return given.length === right.length && timingSafeEqual(given, right) ? channel : null;
    },
  };
}
