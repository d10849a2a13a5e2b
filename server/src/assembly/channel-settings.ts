// Settings of channels that people connect: the bot of this site, and which addresses they may name beyond public ones over https.
import type { ChannelSettings } from '#alerts/channels/settings.ts';
import { userAgentOf, type Brand } from './brand.ts';
import { operatorKey, type OperatorSettings } from './operator-settings.ts';
import { isHttpsOrLocal } from './setting-values.ts';

type Given = (name: string) => string | null;

export type LinkedChannelSettings = Omit<ChannelSettings, 'key'>;

const telegramUrl = 'https://api.telegram.org';

export function readChannelSettings(given: Given, allowHttp: boolean, problems: string[]): LinkedChannelSettings {
  const privateHosts = (given('CHANNEL_PRIVATE_HOSTS') ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  const wrong = privateHosts.filter((host) => !/^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/.test(host));
  if (wrong.length > 0)
    problems.push(`CHANNEL_PRIVATE_HOSTS must be a list of hosts like hooks.office.example or 10.0.0.7:8443, not '${wrong.join(', ')}'.`);
  const token = given('TELEGRAM_BOT_TOKEN');
  const url = given('TELEGRAM_API_URL');
  if (token !== null && !/^\d{3,20}:[\w-]{20,100}$/.test(token))
    problems.push('TELEGRAM_BOT_TOKEN must be a token as BotFather gives it, like 123456:ABC-DEF.');
  if (token === null && url !== null) problems.push('TELEGRAM_API_URL is of no use without TELEGRAM_BOT_TOKEN.');
  if (url !== null && !isHttpsOrLocal(url)) problems.push('TELEGRAM_API_URL must be an https address, unless it is on this machine.');
  const apiUrl = (url ?? telegramUrl).replace(/\/+$/, '');
  return { allowHttp, privateHosts, telegram: token === null ? null : { token, apiUrl } };
}

/** What people give is sealed with the key that seals second factors, under a purpose of its own. */
export const channelSettings = (config: {
  readonly channels: LinkedChannelSettings;
  readonly operators: Pick<OperatorSettings, 'key'>;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly brand: Pick<Brand, 'site'>;
  readonly publicUrl: string;
}): ChannelSettings => ({ ...config.channels, key: operatorKey(config), userAgent: userAgentOf(config) });
