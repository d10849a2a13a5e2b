// A site with a brand of its own: whoever reads it, in whatever way, reads no other name.
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { contentFeedPath } from '@tidemark/contract/content.ts';
import { coinPicturePath } from '@tidemark/contract/coin-picture.ts';
import { languages, locales } from '@tidemark/contract/locales.ts';
import { href, pageNames, type PageName } from '@tidemark/contract/pages.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import { isLong } from '@tidemark/testbed/long-test.ts';
import { startPushEndpoint, type LocalPushEndpoint } from '@tidemark/testbed/push-endpoint.ts';
import { startSmsGateway, type LocalSmsGateway } from '@tidemark/testbed/sms-gateway.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createWebServer, type WebServer } from '@tidemark/testbed/web-server.ts';
import { startWebhookReceiver, type LocalReceiver } from '@tidemark/testbed/webhook-receiver.ts';
import { startApp, type App } from '#harness/app.ts';

const name = 'Northwind Markets';
const other = /tidemark/i;
const folder = mkdtempSync(join(tmpdir(), 'brand-'));
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24"><path d="M0 0h120v24H0z"/></svg>';
const operatorToken = 'a-token-of-the-operator-1';
let app: App;
let [smtp, push, sms, receiver, elsewhere]: [LocalSmtp, LocalPushEndpoint, LocalSmsGateway, LocalReceiver, WebServer] = [] as never;
/** Who asked the feed of headlines, as it was told. */
const readersOfFeed: unknown[] = [];

before(async () => {
  [smtp, push, sms, receiver] = await Promise.all([startSmtp(), startPushEndpoint(), startSmsGateway(), startWebhookReceiver()]);
  elsewhere = await createWebServer({
    '/rss': ({ headers }) => {
      readersOfFeed.push(headers);
      return { body: '<rss version="2.0"><channel><title>News</title></channel></rss>' };
    },
  });
  writeFileSync(join(folder, 'logo.svg'), logo);
  const brand = {
    name,
    logo: join(folder, 'logo.svg'),
    colours: { light: '#0a5c3e', dark: '#5fd3a4' },
    legal: [
      { label: { en: 'Terms of use', de: 'Nutzungsbedingungen' }, href: 'https://northwind.example/terms' },
      { label: 'Privacy', href: '/privacy.html' },
    ],
    social: [{ label: 'Telegram', href: 'https://t.me/northwind' }],
    footer: 'Northwind Markets Ltd, Harbour Street 1',
    mailSignature: 'Northwind Markets Ltd\nHarbour Street 1',
  };
  writeFileSync(join(folder, 'brand.json'), JSON.stringify(brand));
  app = await startApp({
    env: {
      BRAND_FILE: join(folder, 'brand.json'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@northwind.example',
      SUPPORT_MAIL: 'desk@northwind.example',
      MARKET_MAKER_MAIL: 'makers@northwind.example',
      OPERATOR_TOKEN: operatorToken,
      METRICS_TOKEN: 'a-token-of-the-figures-1',
      SUPPORT_AGENT_TOKEN: 'a-token-of-those-who-answer',
      SMS_GATEWAY_URL: sms.url,
      SMS_GATEWAY_TOKEN: sms.token,
      PUSH_HOSTS: push.host,
      CHANNEL_HTTP: '1',
      CHANNEL_PRIVATE_HOSTS: new URL(receiver.url).host,
      NEWS_FEEDS: `${elsewhere.url}/rss`,
      EXCHANGE_API: '1',
      OPERATOR_KEY: 'a-key-that-seals-what-people-connect',
    },
  });
});
after(async () => {
  await app?.stop();
  await Promise.all([smtp?.stop(), push?.stop(), sms?.stop(), receiver?.stop(), elsewhere?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const isClean = (what: unknown, where: string): void =>
  assert.doesNotMatch(
    JSON.stringify(what, (_, value: unknown) => (value instanceof Map ? [...value] : value)),
    other,
    where,
  );
const read = async (path: string, init?: RequestInit) => {
  const response = await fetch(app.url + path, { redirect: 'manual', ...init });
  const body = await response.text();
  const heads = [...response.headers].map(([head, value]) => `${head}: ${value}`).join('\n');
  assert.doesNotMatch(`${heads}\n${body}`, other, `${path} (${response.status})`);
  return { status: response.status, type: response.headers.get('content-type') ?? '', body };
};

const params: Partial<Record<PageName, Record<string, string>>> = {
  coin: { symbol: 'BTCUSDT' },
  sharedList: { token: 'AAAAAAAAAAAAAAAAAAAAAA' },
};
const pathOf = (locale: (typeof locales)[number], page: PageName): string => href(locale, page, params[page] as never);

test('no page says another name, and each says the right one', async () => {
  for (const page of pageNames) {
    const { body, status } = await read(pathOf('en', page));
    if (status === 200) assert.match(body, /<title>[^<]*Northwind Markets<\/title>/, page);
    else assert.ok([301, 302, 307, 308, 404].includes(status), `${page}: ${status}`);
  }
  for (const [at, { locale }] of languages.entries()) {
    // By turns every page in some language, and every language on some pages.
    const pages = isLong ? pageNames : pageNames.filter((_, i) => i % 5 === at % 5);
    for (const page of pages) await read(pathOf(locale, page));
  }
});

/** Of the site or the console: what a page names, and what that names in turn. */
async function readScripts(page: string): Promise<number> {
  const seen = new Set<string>();
  const waiting = [page];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { body, status } = await read(path);
    if (path !== page) assert.equal(status, 200, path);
    for (const [found] of body.matchAll(/[\w./-]*assets\/[\w./-]+\.(?:js|css)\b/g)) {
      const next = new URL(found.replace(/^\.?\/?assets\//, '/assets/'), app.url).pathname;
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return seen.size;
}

test('what pages load, scripts and styles, and the console with its own', async () => {
  assert.ok((await readScripts('/markets/spot')) > 20);
  assert.ok((await readScripts('/operator')) > 0);
});

test('what programs read: the description of the site, its tools, its calls, the market in the shapes of an exchange', async () => {
  const described = await read('/llms.txt');
  assert.match(described.body, /^# Northwind Markets\n/);
  const tools = await read('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    }),
  });
  assert.match(tools.body, /"serverInfo":\{"name":"Northwind Markets"/);
  await read('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
  });
  await read('/exchange/api/v2/spot/public/symbols');
  const authorization = `Bearer ${operatorToken}`;
  for (const path of ['/operator/users/1', '/operator/market-maker']) await read(path, { headers: { authorization } });
});

test('header and footer: logo, home, legal and social links in the language of the page', async () => {
  const { body } = await read('/markets/spot');
  assert.match(body, /href="\/brand\.css"/);
  assert.match(body, /aria-label="Northwind Markets, home"/);
  assert.match(body, /<a href="https:\/\/northwind\.example\/terms"[^>]*>Terms of use<\/a>/);
  assert.match(body, /<a href="https:\/\/t\.me\/northwind"[^>]*>Telegram<\/a>/);
  assert.match(body, /Northwind Markets Ltd, Harbour Street 1/);
  assert.match((await read('/de/markets/spot')).body, />Nutzungsbedingungen<\/a>/);
  const style = await read('/brand.css');
  assert.match(style.type, /text\/css/);
  assert.match(style.body, /--accent:light-dark\(#0a5c3e,#5fd3a4\)/);
  const shown = await read('/brand/logo');
  assert.equal(shown.body, logo);
  assert.match(shown.type, /image\/svg/);
});

test('errors, in words for people and for programs', async () => {
  for (const path of ['/no/such/page', '/ja/no/such/page', '//elsewhere.example', '/assets/none.js', '/markets/coin/NOSUCH', '/%ff'])
    await read(path);
  assert.match((await read('//elsewhere.example')).body, /<a href="\/">Northwind Markets<\/a>/);
  await read('/v1/no/such/call', { method: 'POST' });
  await read('/v1/mix/public/config', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } });
  await read('/operator/users/1');
  await read('/metrics');
  await read('/stream');
  await read('/auth/oidc/callback?error=access_denied');
});

test('feeds, calendar, manifest, icons, site maps, pictures, descriptions', async () => {
  for (const locale of locales) {
    await read(contentFeedPath(locale, 'news'));
    assert.match((await read(contentFeedPath(locale, 'calendar'))).body, /X-WR-CALNAME:Northwind Markets: (?!news\.)/, locale);
    const { body } = await read(`/${locale}/app.webmanifest`);
    const manifest = JSON.parse(body) as { name: string; short_name: string; icons: { src: string }[] };
    assert.deepEqual([manifest.name, manifest.short_name], [name, name]);
    await read(`/sitemap-${locale}.xml`);
  }
  for (const path of ['/robots.txt', '/sitemap.xml', '/favicon.svg', '/favicon.ico', '/v1/docs', '/v1/openapi.json', '/push-worker.js'])
    assert.equal((await read(path)).status, 200, path);
  for (const icon of ['/app-icon-512.png', '/apple-touch-icon.png', coinPicturePath('BTCUSDT')])
    assert.match((await read(icon)).type, /image\/png/, icon);
});

const ada = { email: 'ada@reader.example', password: 'seven blue lanterns over 3 canals' };
/** Somebody's browser: keeps the cookies that it is given. */
const browser = () => {
  const cookies = new Map<string, string>();
  return async (call: CallName, body: object = {}): Promise<any> => {
    const response = await fetch(app.url + apiPrefix + calls[call].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      body: JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(key!, value!);
    }
    const envelope = (await response.json()) as Envelope;
    isClean(envelope, call);
    assert.ok(['200', '00000'].includes(envelope.code), `${call}: ${envelope.code} ${envelope.msg}`);
    return envelope.data;
  };
};
const mailTo = async (address: string) => {
  const mail = await smtp.nextTo(address);
  isClean(mail, `${address}: ${mail.subject}`);
  assert.match(mail.headers.get('from') ?? '', /^"?Northwind Markets"? <no-reply@northwind\.example>$/);
  assert.match(mail.text, /\n-- \nNorthwind Markets Ltd\nHarbour Street 1\n$/);
  return mail;
};
const codeIn = (text: string): string => /\b\d{6}\b/.exec(text)![0];

test('mails of an account: sender, signature, words', async () => {
  const person = browser();
  await person('register', ada);
  const code = codeIn((await mailTo(ada.email)).text);
  await person('verifyEmail', { email: ada.email, code, password: ada.password });
  await person('register', ada);
  assert.match((await mailTo(ada.email)).subject, /already/);
  await person('requestPasswordReset', { email: ada.email });
  await person('resetPassword', { email: ada.email, code: codeIn((await mailTo(ada.email)).text), password: ada.password });
  assert.match((await mailTo(ada.email)).subject, /was changed/);
  await person('login', ada);
  const moved = 'ada@elsewhere.example';
  await person('requestBindEmail', { email: moved, password: ada.password });
  await person('bindEmail', { code: codeIn((await mailTo(moved)).text) });
  assert.match((await mailTo(ada.email)).subject, /was changed/);
  await person('requestBindEmail', { email: ada.email, password: ada.password });
  await person('bindEmail', { code: codeIn((await mailTo(ada.email)).text) });
});

test('notices of alerts by every channel, in every language of mail, push and text message, and who asks elsewhere', async () => {
  const person = browser();
  await person('login', ada);
  await person('requestBindPhone', { areaCode: '49', phone: '1701234567', password: ada.password });
  const message = await sms.nextTo('+491701234567');
  isClean(message, 'code by text message');
  await person('bindPhone', { code: codeIn(message.text) });
  const device = push.newBrowser();
  await person('subscribePush', device);
  await person('saveChannel', { channel: noticeChannel.webhook, address: receiver.url });
  for (const [channel, next] of [
    [noticeChannel.email, () => mailTo(ada.email)],
    [noticeChannel.push, () => push.nextTo(device)],
    [noticeChannel.sms, () => sms.nextTo('+491701234567')],
    [noticeChannel.webhook, () => receiver.next()],
  ] as const) {
    const [told] = await Promise.all([next(), person('testAlertChannel', { channel })]);
    isClean(told, `channel ${channel}`);
    if ('body' in told) assert.equal(told.headers['user-agent'], 'Northwind-Markets');
  }
  await until('the feed of headlines is asked', () => readersOfFeed.length > 0);
  isClean(readersOfFeed, 'the reader of a feed');
  assert.equal((readersOfFeed[0] as Record<string, string>)['user-agent'], 'Northwind-Markets');
});

test('letters about applications, to both sides', async () => {
  const person = browser();
  await person('login', ada);
  await person('applyMarketMaker', {
    clientKey: 'form',
    applicantName: 'Ada',
    applicantTitle: 'Trader',
    introduction: 'We quote.',
    strategy: 'Both sides.',
    userId: '42',
    imageIds: [],
  });
  assert.match((await mailTo('makers@northwind.example')).text, /Both sides\./);
  assert.match((await mailTo(ada.email)).subject, /MM-/);
});

test('no word of any language names the program: mails, notices, pages and errors say the name of the site', () => {
  const files = globSync(fileURLToPath(new URL('../../locales/*/*.json', import.meta.url)));
  assert.ok(files.length > 27);
  for (const file of files) assert.doesNotMatch(readFileSync(file, 'utf8'), other, file);
});
