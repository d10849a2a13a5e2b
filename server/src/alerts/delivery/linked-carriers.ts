// Carries notices to connected channels: webhooks, Telegram, Discord, Slack, ntfy. A receiver that fails again and again is left alone.
import { linkedChannelRule, linkedChannels, noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import { NotReached, type AddressClient } from '#platform/address-client.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/vault.ts';
import { createServices, waitMsOf, type Judgement, type Message } from '../channels/protocols.ts';
import type { TelegramSettings } from '../channels/settings.ts';
import type { ChannelStore } from '../channels/store.ts';
import { openTarget, type Target } from '../channels/targets.ts';
import type { Carrier, Handed } from './carriers.ts';
import type { Notice } from './notice.ts';
import type { Parcel } from './outbox-store.ts';

export interface LinkedCarrierDeps {
  readonly store: ChannelStore;
  /** null: this site has no such channels. */
  readonly vault: Vault | null;
  /** For addresses that people gave, and for those that the operator did. */
  readonly clients: { readonly given: AddressClient; readonly own: AddressClient };
  readonly telegram: TelegramSettings | null;
  readonly clock: Clock;
  readonly log: Log;
}

export type LinkedCarriers = Readonly<Record<LinkedChannel, Carrier>>;

const failed = (reason: 'notSet' | 'noAddress' | 'refused' | 'channelOff'): Handed => ({ as: 'failed', reason });

const messageOf = ({ key, title, text, url, antiPhishing, isQuiet, pairName }: Notice, { rows }: Parcel, isForPerson: boolean): Message => {
  const [first] = rows;
  const isAlone = rows.length === 1;
  return {
    key,
    title,
    text: isForPerson ? [text, antiPhishing].filter(Boolean).join('\n') : text,
    url,
    isQuiet,
    kind: first!.firing === null && first!.about === null ? 'test' : 'fired',
    alertId: isAlone ? first!.alertId : null,
    firing: isAlone ? first!.firing : null,
    pair: pairName,
  };
};

export function createLinkedCarriers({ store, vault, clients, telegram, clock, log }: LinkedCarrierDeps): LinkedCarriers {
  const services = createServices(telegram);

  const ask = async (
    channel: LinkedChannel,
    target: Target,
    message: Message,
  ): Promise<{ outcome: Judgement | 'noAnswer'; waitMs: number }> => {
    const { requestOf, judge } = services[channel];
    const { address, headers, body } = requestOf(target, message, clock.now());
    const client = channel === noticeChannel.telegram ? clients.own : clients.given;
    try {
      const answer = await client.post(address, { headers, body });
      return { outcome: judge(answer), waitMs: waitMsOf(answer, clock.now()) };
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
      return { outcome: 'noAnswer', waitMs: 0 };
    }
  };

  const carry =
    (channel: LinkedChannel): Carrier =>
    async (notice, parcel) => {
      if (vault === null || (channel === noticeChannel.telegram && telegram === null)) return failed('notSet');
      const linked = await store.target(parcel.userId, channel);
      if (linked === null) return failed('noAddress');
      if (!linked.isOn) return failed('channelOff');
      const target = openTarget(vault, parcel.userId, channel, linked.target);
      if (target === null) return failed('noAddress');
      const isTrial = parcel.rows[0]!.firing === null;
      const { outcome, waitMs } = await ask(channel, target, messageOf(notice, parcel, channel !== noticeChannel.webhook));
      if (outcome === 'taken') {
        // The message has been taken: a channel whose time of the last message is not kept must not be sent it again.
        await store.worked(parcel.userId, channel).catch((error: Error) => {
          log.warn({ room: 'alerts', reason: error.message }, 'that a channel works could not be written down');
        });
        return { as: 'sent' };
      }
      // It is there and asks for patience: no failure of it, and no try of this message. A trial's caller does not wait so long.
      if (outcome === 'later') return { ...(isTrial ? { as: 'failed', reason: 'unreachable' } : { as: 'notTried' }), quietMs: waitMs };
      const isStuck = outcome === 'noAnswer';
      const isPassing = isStuck || outcome === 'again';
      // A trial is not tried again: its caller waits for the outcome.
      if (isPassing && !isTrial && parcel.rows[0]!.tries < linkedChannelRule.tries) return { as: 'again', isStuck };
      await store.failed(parcel.userId, channel, linked.target, outcome === 'gone');
      return isPassing ? { as: 'failed', reason: 'unreachable', isStuck } : failed('refused');
    };

  return Object.fromEntries(linkedChannels.map((channel) => [channel, carry(channel)])) as unknown as LinkedCarriers;
}
