// Connecting channels: what a person gives is checked, sealed and never told again.
import { isLinkedChannel, linkedChannels, noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import type { LinkedChannelItem } from '@tidemark/contract/alert-channels.ts';
import type { channelCalls } from '@tidemark/contract/alert-channels.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { AddressClient } from '#platform/address-client.ts';
import type { Vault } from '#platform/vault.ts';
import type { ChannelStore, LinkedRow } from '../channels/store.ts';
import { sealTarget, targetOf } from '../channels/targets.ts';
import { linkTo } from '../channels/telegram-bot.ts';

export interface ChannelCallsDeps {
  readonly store: ChannelStore;
  /** null: this site has no such channels. */
  readonly vault: Vault | null;
  readonly client: AddressClient;
  readonly hasTelegram: boolean;
}

export const isOffered = ({ vault, hasTelegram }: Pick<ChannelCallsDeps, 'vault' | 'hasTelegram'>, channel: LinkedChannel): boolean =>
  vault !== null && (channel !== noticeChannel.telegram || hasTelegram);

export function createChannelCalls(deps: ChannelCallsDeps): Handlers<typeof channelCalls> {
  const { store, vault, client } = deps;
  const show = (channel: LinkedChannel, row: LinkedRow | undefined): LinkedChannelItem => ({
    channel,
    available: isOffered(deps, channel),
    linked: row
      ? {
          label: row.label,
          on: row.isOn,
          linkedAt: row.linkedAt.getTime(),
          lastSentAt: row.lastSentAt?.getTime() ?? null,
          failures: row.failures,
        }
      : null,
  });
  return {
    async listChannels(caller) {
      const rows = new Map((await store.list(caller.userId!)).map((row) => [row.channel, row]));
      const items = linkedChannels.map((channel) => show(channel, rows.get(channel)));
      return { items, total: items.length };
    },
    async saveChannel(caller, { languageType: _, ...given }) {
      if (vault === null) return refuse('channelNotSet');
      const { target, label } = await targetOf(client, given);
      const row = await store.save(caller.userId!, given.channel, sealTarget(vault, caller.userId!, given.channel, target), label);
      return { item: show(given.channel, row), secret: given.channel === noticeChannel.webhook ? target.secret : null };
    },
    async linkTelegram(caller) {
      const link = isOffered(deps, noticeChannel.telegram) ? await linkTo(store, caller.userId!) : null;
      return link ?? refuse('channelNotSet');
    },
    async resumeChannel(caller, { channel }) {
      const row = (await store.resume(caller.userId!, channel)) ?? refuse('channelNotLinked');
      return { item: show(channel, row) };
    },
    async removeChannel(caller, { channel }) {
      await store.remove(caller.userId!, channel);
      return { ok: true };
    },
  };
}

/** What each of these channels still needs of this person. */
export async function linkedNeeds(deps: ChannelCallsDeps, userId: string) {
  const rows = new Map((await deps.store.list(userId)).map((row) => [row.channel as number, row]));
  return (channel: number) => {
    if (!isLinkedChannel(channel)) return null;
    if (!isOffered(deps, channel)) return 'channelNotSet';
    const row = rows.get(channel);
    return row === undefined ? 'linkChannel' : row.isOn ? null : 'channelOff';
  };
}
