import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, loadConfig } from './config.ts';

const token = '123456:abcdefghijklmnopqrstuvwx';

test('hosts that are not public and the bot are the operator’s to name', () => {
  const { channels } = loadConfig({
    CHANNEL_HTTP: '1',
    CHANNEL_PRIVATE_HOSTS: 'Hooks.office.example, [fd00::7]:8443',
    TELEGRAM_BOT_TOKEN: token,
    TELEGRAM_API_URL: 'https://telegram.office.example/',
  });
  assert.deepEqual(channels, {
    allowHttp: true,
    privateHosts: ['hooks.office.example', '[fd00::7]:8443'],
    telegram: { token, apiUrl: 'https://telegram.office.example' },
  });
  assert.equal(loadConfig({ TELEGRAM_BOT_TOKEN: token }).channels.telegram?.apiUrl, 'https://api.telegram.org');
});

const wrong: readonly (readonly [env: Record<string, string>, problem: RegExp])[] = [
  [{ CHANNEL_PRIVATE_HOSTS: 'https://hooks.example.com/' }, /^CHANNEL_PRIVATE_HOSTS must be a list of hosts/],
  [{ CHANNEL_HTTP: 'yes' }, /^CHANNEL_HTTP must be one of/],
  [{ TELEGRAM_BOT_TOKEN: 'bot' }, /^TELEGRAM_BOT_TOKEN must be a token/],
  [{ TELEGRAM_API_URL: 'https://telegram.example.com' }, /^TELEGRAM_API_URL is of no use/],
  [{ TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: 'http://telegram.example.com' }, /^TELEGRAM_API_URL must be an https/],
];
for (const [env, problem] of wrong) {
  test(`${Object.keys(env).at(-1)} that cannot be meant so is said at start, without the token`, () => {
    assert.throws(
      () => loadConfig(env),
      (error: ConfigError) => error instanceof ConfigError && problem.test(error.message) && !error.message.includes(token),
    );
  });
}
