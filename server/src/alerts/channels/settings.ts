import type { AddressRules } from '#platform/address-client.ts';

/** What the operator says about channels that people connect. */
export interface ChannelSettings extends AddressRules {
  /** Seals what people give; null: there are no such channels. */
  readonly key: string | null;
  /** The bot of this site; null: no Telegram. */
  readonly telegram: TelegramSettings | null;
}
export interface TelegramSettings {
  readonly token: string;
  /** Without a slash at the end. */
  readonly apiUrl: string;
}

export const noChannels: ChannelSettings = { key: null, allowHttp: false, privateHosts: [], telegram: null };
