// The exchange's own log-in, with the example of the documents as the exchange: from the button of the site to the session and back.
import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { errors } from '../contract/src/errors.ts';
import { createExchangeSide } from '../docs/examples/log-in-bridge.ts';
import { openAccountRoom, type AccountBrowser as Browser } from '../server/src/assembly/testing/test-account-room.ts';
import { success } from '../server/src/assembly/testing/test-accounts.ts';

const publicUrl = 'http://tidemark.example';
const issuer = 'https://exchange.example';
const ada = { id: 'ada-1', email: 'ada@people.example', name: 'Ada' };

async function startExchange() {
  const state = { person: ada as typeof ada | null, now: () => Date.now() };
  const server: Server = createExchangeSide({ issuer, site: publicUrl, person: () => state.person, now: () => state.now() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url,
    stop: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  });
}

const room = openAccountRoom({ exchange: startExchange }, ({ exchange }) => ({
  publicUrl,
  exchangeLogin: {
    jwksUrl: `${exchange.url}/keys`,
    issuer,
    audience: 'markets',
    cookie: 'exchange_token',
    loginUrl: `${exchange.url}/login?next={returnTo}`,
  },
}));

const locationOf = (response: Response): string => response.headers.get('location') ?? '';
const begin = async (browser: Browser, more = ''): Promise<string> =>
  locationOf(await browser.send(`/auth/oidc/start?returnTo=${encodeURIComponent('/ar/markets/spot')}${more}`));
/** What a browser does with the address it is sent to; the exchange's cookie is for both hosts. */
async function visitExchange(browser: Browser, address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'manual' });
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (name) browser.jar.set(name, value);
  return locationOf(response).replace(publicUrl, '');
}
const person = () => ((room.beside.exchange.now = () => room.site.clock.now()), room.beside.exchange);

test('who is logged in at the exchange is logged in here: the account is made once and is the same every time', async () => {
  person().person = ada;
  const browser = room.site.browser();
  assert.equal((await browser.call('accountOptions')).envelope.data.oidc, true);
  const away = await begin(browser);
  assert.ok(away.startsWith(`${room.beside.exchange.url}/login?next=`), away);
  assert.equal(locationOf(await browser.send(await visitExchange(browser, away))), '/ar/markets/spot');
  const first = (await browser.call('userInfo')).envelope.data;
  assert.deepEqual([first.userName, first.loginName, first.userInfo.bindEmail], ['Ada', 'ada@people.example', true]);

  const other = room.site.browser('198.51.100.2');
  other.jar.set('exchange_token', browser.jar.get('exchange_token')!);
  assert.equal(await begin(other), '/ar/markets/spot', 'whoever brings the token needs no detour');
  assert.equal((await other.call('userInfo')).envelope.data.userInfo.userId, first.userInfo.userId);
});

test('who comes back without a token that counts is not sent around in circles', async () => {
  person().person = null;
  const browser = room.site.browser();
  assert.match(await begin(browser), /\/login\?next=/);
  assert.equal(await begin(browser), `/login?error=${errors.oidcFailed.code}`);
  browser.jar.set('exchange_token', 'a.b.c');
  assert.match(await begin(browser), /\/login\?next=/, 'the next try is a new one');
  assert.equal(await browser.code('userInfo'), errors.notLoggedIn.code);
});

test('an old token is not believed, and the exchange sends nobody to another site', async () => {
  person().person = ada;
  const browser = room.site.browser();
  await visitExchange(browser, await begin(browser));
  room.site.clock.advance(300_000 + 61_000);
  assert.equal(await begin(browser), `/login?error=${errors.oidcFailed.code}`);
  const away = `${room.beside.exchange.url}/login?next=${encodeURIComponent('https://evil.example/')}`;
  assert.equal((await fetch(away, { redirect: 'manual' })).status, 404);
});

test('a fresh log-in at the exchange proves who somebody is; that of somebody else does not', async () => {
  person().person = ada;
  const browser = room.site.browser();
  await browser.send(await visitExchange(browser, await begin(browser)));
  room.site.clock.advance(20 * 60_000);
  assert.equal(await browser.code('refreshSession'), success);
  browser.jar.delete('exchange_token');
  const away = await begin(browser, '&proof=1');
  assert.match(away, /\/login\?next=.*proof%3D1/);
  room.beside.exchange.person = { id: 'bob-1', email: 'bob@people.example', name: 'Bob' };
  const back = await visitExchange(browser, away);
  assert.match(locationOf(await browser.send(back)), /^\/ar\/markets\/spot\?/, 'another person proves nothing');
  assert.equal((await browser.call('userInfo')).envelope.data.userName, 'Ada');
  room.beside.exchange.person = ada;
  assert.equal(locationOf(await browser.send(await visitExchange(browser, away))), '/ar/markets/spot');
  assert.equal(await browser.code('changePassword', { password: 'nine green kettles on 4 hobs' }), success);
});
