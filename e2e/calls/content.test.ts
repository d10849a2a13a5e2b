// News as a reader's program sees them, over HTTP against the running program.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { matchPage } from '@tidemark/contract/pages.ts';
import { sharedAppUrl } from '#harness/app.ts';
import { ask } from './ask.ts';

interface News {
  readonly items: readonly { readonly id: string; readonly title: string; readonly link: string; readonly publishedAt: number }[];
  readonly total: number;
}
const newsIn = async (locale: string): Promise<News> => (await ask('getNewsList', { pageSize: 50 }, { locale })).envelope.data as News;

test('a fresh installation without feeds has news of several days in the reader\u2019s language, and the same as RSS', async () => {
  let news = await newsIn('en');
  for (const end = Date.now() + 60_000; news.total === 0 && Date.now() < end; await delay(250)) news = await newsIn('en');
  assert.ok(news.total > 50, `${news.total} notes`);
  const arabic = await newsIn('ar');
  assert.ok(arabic.items.every(({ title, link }) => /\p{Script=Arabic}/u.test(title) && matchPage(link)?.locale === 'ar'));
  const response = await fetch(`${sharedAppUrl()}/ar/feeds/news.xml`);
  assert.equal(response.status, 200);
  const feed = await response.text();
  for (const { id } of arabic.items) assert.ok(feed.includes(`>${id}</guid>`), id);
  const again = await fetch(`${sharedAppUrl()}/ar/feeds/news.xml`, { headers: { 'if-none-match': response.headers.get('etag')! } });
  assert.equal(again.status, 304);
  assert.equal((await fetch(`${sharedAppUrl()}/xx/feeds/news.xml`)).status, 404);
});

test('the calendar can be subscribed to, and is called so in the reader\u2019s language', async () => {
  const calendar = await (await fetch(`${sharedAppUrl()}/feeds/calendar.ics`)).text();
  assert.match(calendar, /^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:\u2248 Bitcoin halving no\. 5[\s\S]*END:VCALENDAR\r\n$/);
  assert.match(calendar, /\r\nX-WR-CALNAME:Tidemark: Calendar\r\n/);
  assert.match(await (await fetch(`${sharedAppUrl()}/de/feeds/calendar.ics`)).text(), /\r\nX-WR-CALNAME:Tidemark: Kalender\r\n/);
});
