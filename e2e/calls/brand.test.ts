// A site with a brand of its own: whoever reads it, in whatever way, reads no other name.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { contentFeedPath } from '@tidemark/contract/content.ts';
import { coinPicturePath } from '@tidemark/contract/coin-picture.ts';
import { languages, locales } from '@tidemark/contract/locales.ts';
import { href, pageNames, type PageName } from '@tidemark/contract/pages.ts';
import { startSmtp, type LocalSmtp } from '@tidemark/testbed/smtp.ts';
import { startApp, type App } from '#harness/app.ts';

const name = 'Northwind Markets';
const other = /tidemark/i;
const folder = mkdtempSync(join(tmpdir(), 'brand-'));
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24"><path d="M0 0h120v24H0z"/></svg>';
let app: App;
let smtp: LocalSmtp;

before(async () => {
  smtp = await startSmtp();
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
      OPERATOR_TOKEN: 'a-token-of-the-operator-1',
      METRICS_TOKEN: 'a-token-of-the-figures-1',
    },
  });
});
after(async () => {
  await app?.stop();
  await smtp?.stop();
  rmSync(folder, { recursive: true, force: true });
});

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
  for (const { locale } of languages) for (const page of ['overview', 'spot', 'trends', 'coin'] as const) await read(pathOf(locale, page));
  for (const page of pageNames) await read(pathOf('ar', page));
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

test('mails: sender, signature, words', async () => {
  const post = (path: string, body: unknown) =>
    read(`/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await post('/user/public/register', { email: 'ada@reader.example', password: 'seven blue lanterns over 3 canals' });
  const mail = await smtp.nextTo('ada@reader.example');
  assert.doesNotMatch(JSON.stringify([mail, [...mail.headers]]), other);
  assert.match(mail.headers.get('from') ?? '', /^"?Northwind Markets"? <no-reply@northwind\.example>$/);
  assert.match(mail.text.replaceAll('\r\n', '\n'), /\n-- \nNorthwind Markets Ltd\nHarbour Street 1\n$/);
});
