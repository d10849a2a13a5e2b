// Trial notices: the same way through the outbox as a real one, so that what arrives proves the channel.
import { type ChannelNeed, type DeliveryReason } from '@tidemark/contract/alerts.ts';
import { noticeChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { LogStore, Outcome } from '../log-store.ts';

export interface Trials {
  send(userId: string, channel: NoticeChannel, needs: ChannelNeed | null): Promise<Outcome>;
}

const apartMs = 10_000;
const liveMs = 30_000;
/** How long the caller waits to be told how it went. */
const patienceMs = 7_000;
const lookMs = 100;

const reasonOf: Record<ChannelNeed, DeliveryReason> = {
  smsNotSet: 'notSet',
  mailNotSet: 'notSet',
  bindPhone: 'noAddress',
  bindEmail: 'noAddress',
  allowPush: 'noAddress',
  logIn: 'noAddress',
  channelNotSet: 'notSet',
  linkChannel: 'noAddress',
  channelOff: 'channelOff',
};

export function createTrials({ logs, clock, wake }: { logs: LogStore; clock: Clock; wake: () => void }): Trials {
  const pause = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve));
  return {
    async send(userId, channel, needs) {
      if (needs !== null) return { status: 'failed', reason: reasonOf[needs] };
      const sinceMs = await logs.msSinceTrial(userId, channel);
      if (sinceMs !== null && sinceMs < apartMs) refuse('alertTooFast');
      // The station is a list of firings; a trial there is that the list can be read.
      const outcome: Outcome = channel === noticeChannel.station ? { status: 'sent', reason: null } : { status: 'pending', reason: null };
      const id = await logs.addTrial(userId, channel, outcome, liveMs);
      wake();
      const until = clock.now() + patienceMs;
      for (;;) {
        const now = (await logs.outcomeOf(id)) ?? outcome;
        if (now.status !== 'pending' || clock.now() >= until) return now;
        await pause(lookMs);
      }
    },
  };
}
