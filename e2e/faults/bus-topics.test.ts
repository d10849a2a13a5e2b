// The wires between the rooms, in a running program: every topic of the bus is published by somebody and listened to by somebody. People
// do with the program what makes each of them speak; a topic that stays silent, or that nobody hears, is a wire that was cut.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { spyOnNats, type NatsSpy } from '@tidemark/testbed/nats-spy.ts';
import { createLocalNats, findNatsServer, type LocalNats } from '@tidemark/testbed/nats.ts';
import { createOutsidePostgres, type OutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { createWebServer, type WebServer } from '@tidemark/testbed/web-server.ts';
import WebSocket from 'ws';
import { startApp, type App } from '../harness/app.ts';

const names = [
  ...readFileSync(new URL('../../server/src/topics/index.ts', import.meta.url), 'utf8').matchAll(/\('([a-z0-9-]+\.[a-z0-9-]+)'\);/g),
].map(([, name]) => name!);
const patienceMs = 60_000;
/**
 * Asked only by whoever judges in another process than the feed and has missed ticks, or by the next feed; that somebody answers it is
 * looked at here too.
 */
const afterGapOnly: ReadonlySet<string> = new Set(['market.past-ticks', 'market.kept-ticks']);
/** Calls that ask the feed. */
const whatever: ReadonlySet<CallName> = new Set([
  'getMoreKlineData',
  'getOpenPrice',
  'tradingSeries',
  'largestLiquidations',
  'venueSeries',
  'venueTable',
  'alertParameters',
  'bitcoinHalving',
  'onchainHotPicks',
]);

let [nats, postgres, smtp, world, feed, web, spy]: [LocalNats, OutsidePostgres, LocalSmtp, WebServer, App, App, NatsSpy] = [] as never;
before(async () => {
  const natsServer = findNatsServer();
  const outside = await createOutsidePostgres();
  assert.ok(natsServer && outside, 'nats-server and postgresql must be installed (Debian: apt install nats-server postgresql)');
  postgres = outside;
  const monitorPort = await freePort();
  nats = await createLocalNats(natsServer, ['-m', String(monitorPort)]);
  await nats.start();
  spy = await spyOnNats(nats.port, monitorPort);
  smtp = await startSmtp();
  const day = { value: '54', value_classification: 'Neutral', timestamp: String(Math.floor(Date.now() / 86_400_000) * 86_400) };
  const item =
    '<item><title>Bitcoin moves</title><link>https://news.example/1</link><guid>1</guid>' +
    `<pubDate>${new Date().toUTCString()}</pubDate></item>`;
  const channel = `<channel><title>News</title><link>https://news.example/</link>${item}</channel>`;
  const news = `<?xml version="1.0"?><rss version="2.0">${channel}</rss>`;
  world = await createWebServer({
    '/news.xml': { headers: { 'content-type': 'application/rss+xml' }, body: news },
    '/fng/': {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Fear and Greed Index', data: [day], metadata: { error: null } }),
    },
  });
  const env = {
    DATABASE_URL: await postgres.createDatabase('topics'),
    NATS_URL: nats.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'no-reply@tidemark.example',
    MARKET_MAKER_MAIL: 'operator@tidemark.example',
    FEAR_GREED_URL: world.url,
    NEWS_FEEDS: `${world.url}/news.xml`,
    SIM_SCENARIO: 'flash-crash',
    EXCHANGE_API: '1',
  };
  feed = await startApp({ env: { ...env, ROLES: 'feed,alerts,delivery' }, readyPath: null });
  web = await startApp({ env: { ...env, ROLES: 'web' } });
});
after(async () => {
  await web?.stop();
  await feed?.stop();
  spy?.stop();
  await Promise.all([nats?.kill(), smtp?.stop(), world?.stop(), postgres?.remove()]);
});

/** A browser that keeps its cookies. */
function openBrowser() {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([key, value]) => `${key}=${value}`).join('; ');
  const ask = async (name: CallName, input: object = {}): Promise<any> => {
    const { method, path } = calls[name];
    const headers = { cookie: cookie(), 'content-type': 'application/json' };
    const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)])).toString();
    const response = await fetch(`${web.url}${apiPrefix}${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers,
      ...(method === 'POST' ? { body: JSON.stringify(input) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const { code, data, msg } = (await response.json()) as Envelope;
    // A feed that has just started is busy for a while; that it was asked is all that counts here.
    if (code === errors.timeout.code && whatever.has(name)) return null;
    assert.equal(code, calls[name].success, `${name}: ${msg}`);
    return data;
  };
  return Object.assign(ask, { cookie });
}

async function until(what: string, isSo: () => boolean, why = () => ''): Promise<void> {
  for (const end = Date.now() + patienceMs; !isSo(); await delay(100)) assert.ok(Date.now() < end, `waited in vain: ${what} ${why()}`);
}

async function openSocket(cookie: string) {
  const socket = new WebSocket(`${web.url.replace('http', 'ws')}/stream`, { headers: cookie === '' ? {} : { cookie } });
  const heard: string[] = [];
  socket.on('message', (data: Buffer) => heard.push(data.toString()));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { heard, send: (text: string) => socket.send(text), close: () => socket.close() };
}

test('every topic of the bus is published and listened to', { timeout: 300_000 }, async () => {
  const person = { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' };
  const ask = openBrowser();
  await ask('register', person);
  const letter = await smtp.nextTo(person.email);
  await openBrowser()('verifyEmail', { token: /#verify=([\w-]+)/.exec(letter.text)![1], password: person.password });
  await ask('login', person);

  // An open page: prices, a candle, trades.
  const visitor = await openSocket('');
  const at = { instType: 'sp', instId: 'BTCUSDT' };
  visitor.send(
    JSON.stringify({
      action: 'subscribe',
      args: [
        { topic: 'ticker', ...at },
        { topic: 'candle', ...at, channel: '1m' },
        { topic: 'trades', ...at },
      ],
    }),
  );

  // What is asked of the feed by another process.
  await ask('getMoreKlineData', { symbolId: 'BTCUSDT', interval: '1h', limit: 5 });
  await ask('getOpenPrice', { bussiness: 'sp', timezone: 480 });
  await ask('tradingSeries', { symbolId: 'BTCUSDT_UMCBL', metric: 'openInterest', limit: 5 });
  await ask('largestLiquidations');
  await ask('venueSeries', { symbolId: 'BTCUSDT_UMCBL', metric: 'openInterest', limit: 5 });
  await ask('venueTable');
  await ask('alertParameters', { businessLine: 3, symbolId: 'USDT_EUR' });
  await ask('bitcoinHalving');
  await ask('onchainHotPicks');
  assert.equal((await fetch(`${web.url}/exchange/api/v2/spot/market/orderbook?symbol=BTCUSDT`)).status, 200);

  // What a person does.
  await ask('updateProfile', { nickName: 'Ada' });
  await ask('updatePreference', { timeZone: 480 });
  await ask('addFavorite', { symbolId: 'BTCUSDT' });
  await ask('listSupportMessages');
  await ask('sendSupportMessage', { clientKey: 'a', text: 'Hello' });
  await ask('applyMarketMaker', {
    clientKey: 'a',
    applicantName: 'Ada',
    applicantTitle: 'Trader',
    introduction: 'We quote.',
    strategy: 'Both sides.',
    userId: '42',
  });
  await ask('createAlert', {
    clientKey: 'a',
    businessLine: 1,
    symbolId: 'BTCUSDT',
    alertType: 1,
    frequency: 1,
    channels: [4, 5],
    configurePrice: '9000000',
  });

  // The feed is asked under the number of its term.
  const silent = () => {
    const said = new Set([...spy.said].map((name) => name.replace(/\.\d+$/, '')));
    return names.filter((name) => !said.has(name) && !afterGapOnly.has(name));
  };
  const unheard = async () => {
    const heard = await spy.listened();
    return names.filter((name) => !heard.has(name));
  };
  assert.deepEqual(await unheard(), [], 'somebody listens to every topic');

  // A notice on an open page, and who saw it.
  const { rtoken } = await ask('socketToken');
  const page = await openSocket(ask.cookie());
  page.send(JSON.stringify({ action: 'login', args: { rtoken } }));
  await until('the login of the socket', () => page.heard.some((frame) => /"event":"login","code":0/.test(frame)));
  page.send(JSON.stringify({ action: 'subscribe', args: [{ topic: 'price_notice' }] }));
  await until('the subscription', () => page.heard.some((frame) => frame.includes('price_notice')));
  await ask('testAlertChannel', { channel: 5 });
  await until('a notice that was seen', () => spy.said.has('alerts.notice-seen'));
  await until('who has a page open', () => spy.said.has('alerts.notice-readers'));

  await ask('revokeSessions', {});
  const again = openBrowser();
  await again('login', person);
  await again('deleteAccount', { password: person.password, confirmed: true });
  await until(
    'every topic speaks',
    () => silent().length === 0,
    () => `silent: ${silent().join(', ')}`,
  );
  for (const each of [visitor, page]) each.close();
});
