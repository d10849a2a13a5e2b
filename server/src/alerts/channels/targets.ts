// Where a channel leads, as a person gave it: checked, named for people, and sealed for the database.
import { noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { AddressClient } from '#platform/address-client.ts';
import { newToken } from '#platform/ids.ts';
import type { Vault } from '#platform/vault.ts';

export interface Target {
  /** Webhook, Discord, Slack: the whole address. ntfy: the server. Telegram: empty. */
  readonly address: string;
  /** Webhook: what its messages are signed with. ntfy: the access token, or null. Telegram: the chat. */
  readonly secret: string | null;
  /** ntfy alone. */
  readonly topic: string | null;
}

export interface Given {
  readonly channel: Exclude<LinkedChannel, 7>;
  readonly address: string;
  readonly topic?: string | undefined;
  readonly accessToken?: string | undefined;
}

const secretBytes = 24;
const secretStart = 'whsec_';

/** Services whose addresses are known by their host; the operator may name others that speak the same. */
const services = {
  [noticeChannel.discord]: { hosts: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'], path: '/api/webhooks/' },
  [noticeChannel.slack]: { hosts: ['hooks.slack.com', 'hooks.slack-gov.com'], path: '/services/' },
} as const;

/** Refuses an address that messages may not go to. */
export async function targetOf(client: AddressClient, given: Given): Promise<{ target: Target; label: string }> {
  const { channel, address, topic } = given;
  const problem = await client.problemOf(address);
  if (problem !== null) refuse(problem === 'private' ? 'channelPrivate' : 'channelAddress');
  const url = new URL(address);
  if (channel === noticeChannel.webhook) {
    const secret = secretStart + Buffer.from(newToken(secretBytes), 'base64url').toString('base64');
    return { target: { address: url.href, secret, topic: null }, label: url.host };
  }
  if (channel === noticeChannel.ntfy) {
    if (topic === undefined) return refuse('channelAddress');
    const server = url.origin + url.pathname.replace(/\/+$/, '');
    return { target: { address: server, secret: given.accessToken ?? null, topic }, label: `${url.host}/${topic}` };
  }
  const { hosts, path } = services[channel];
  const isTheirs = (hosts as readonly string[]).includes(url.host) && url.pathname.startsWith(path);
  if (!isTheirs && !client.isNamed(url)) refuse('channelAddress');
  return { target: { address: url.href, secret: null, topic: null }, label: url.host };
}

const ownerOf = (userId: string, channel: LinkedChannel): string => `${userId} ${channel}`;

export const sealTarget = (vault: Vault, userId: string, channel: LinkedChannel, target: Target): string =>
  vault.seal(JSON.stringify(target), ownerOf(userId, channel));

/** null: it was sealed with another key. */
export function openTarget(vault: Vault, userId: string, channel: LinkedChannel, sealed: string): Target | null {
  const opened = vault.open(sealed, ownerOf(userId, channel));
  return opened === null ? null : (JSON.parse(opened) as Target);
}
