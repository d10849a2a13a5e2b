// The feeds as a reader's program fetches them: well formed in every language, the same until something changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Article, CalendarEvent } from '@tidemark/contract/content.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import Fastify from 'fastify';
import { parseFeed } from 'feedsmith';
import { createHandClock } from '#platform/clock.ts';
import { createAllowance, defaultLimits } from '../http/limits.ts';
import { registerFeeds } from './index.ts';
import { fold } from './icalendar.ts';

const at = Date.UTC(2026, 10, 15, 13);
const article: Article = {
  id: 'n-1',
  kind: 'note',
  title: 'A <b> & "B" \u2014 比特币',
  summary: 'Up, so it is; 5 < 6',
  source: 'Tidemark',
  link: '/ar/markets/coin/BTCUSDT',
  imageUrl: null,
  topics: ['bitcoin'],
  coin: 'BTC',
  coins: [{ baseSymbol: 'BTC', symbolId: 'BTCUSDT', iconUrl: '/x.svg', changeSince: '0.01' }],
  publishedAt: at,
};
const headline: Article = {
  ...article,
  id: 'h-1',
  kind: 'headline',
  title: 'Elsewhere',
  summary: '',
  source: 'Wire',
  link: 'https://news.example/1?a=1&b=2',
};
const events: CalendarEvent[] = [
  {
    id: 'listing-X',
    title: 'X, Y; starts\\',
    categories: ['listing'],
    coin: 'X',
    startTime: at,
    isEstimated: false,
    link: '/markets/coin/XUSDT',
    source: 'Tidemark',
  },
  {
    id: 'genesis-2027',
    title: '比特币创世区块'.repeat(8),
    categories: ['anniversary'],
    coin: 'BTC',
    startTime: Date.UTC(2027, 0, 3),
    isEstimated: false,
    link: '',
    source: '',
  },
  {
    id: 'halving-1050000',
    title: 'Halving',
    categories: ['halving'],
    coin: 'BTC',
    startTime: at + 1,
    isEstimated: true,
    link: '/markets/bitcoin-halving',
    source: 'Tidemark',
  },
];

const kept = [...events];
const asked: [string, string][] = [];
const nobody: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'r', ip: '::1', deviceId: null };
let isUp = true;
const clock = createHandClock(at);
const market = { simulated: false };
const app = Fastify();
registerFeeds(app, {
  async call({ locale }, name) {
    asked.push([name, locale]);
    return isUp
      ? { code: '200', msg: '', data: { items: name === 'getNewsList' ? [article, headline] : events, total: 2 }, requestTime: at }
      : { code: '40015', msg: 'away', data: null, requestTime: at };
  },
  resolveCaller: () => nobody,
  words: { seo: (locale, key) => `${key} ${locale}`, text: (locale, file, key) => `${file}.${key} ${locale}` },
  market,
  clock,
  allowance: createAllowance({ ...defaultLimits, perMinute: { ...defaultLimits.perMinute, file: 100 } }, clock),
  publicUrl: 'https://markets.example',
  siteName: 'Northwind',
});

test('news: RSS that a parser reads back, in the language of its address', async () => {
  const { statusCode, headers, body } = await app.inject('/ar/feeds/news.xml');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^application\/rss\+xml/);
  const { format, feed } = parseFeed(body) as {
    format: string;
    feed: {
      title: string;
      language: string;
      link: string;
      items: { title: string; link: string; guid: { value: string }; pubDate: string; description?: string }[];
    };
  };
  assert.deepEqual(
    [format, feed.title, feed.language, feed.link],
    ['rss', 'trends.title ar', 'ar', 'https://markets.example/ar/markets/trends'],
  );
  assert.deepEqual(
    feed.items.map(({ title, link, guid, description }) => [title, link, guid.value, description]),
    [
      [article.title, 'https://markets.example/ar/markets/coin/BTCUSDT', 'n-1', article.summary],
      ['Elsewhere', 'https://news.example/1?a=1&b=2', 'h-1', undefined],
    ],
  );
  assert.equal(Date.parse(feed.items[0]!.pubDate), at);
  assert.deepEqual(asked.at(-1), ['getNewsList', 'ar']);
});

test('what is made of simulated prices says so, what comes from elsewhere does not', async (t) => {
  market.simulated = true;
  t.after(() => void (market.simulated = false));
  const { feed } = parseFeed((await app.inject('/ja/feeds/news.xml')).body) as {
    feed: { description: string; items: { description?: string }[] };
  };
  assert.equal(feed.description, 'messages.data.simulated ja: trends.description ja');
  assert.deepEqual(
    feed.items.map(({ description }) => description),
    [`messages.data.simulated ja: ${article.summary}`, undefined],
  );
  const calendar = (await app.inject('/ja/feeds/calendar.ics')).body.replaceAll('\r\n ', '');
  assert.match(calendar, /X-WR-CALDESC:messages\.data\.simulated ja/);
  assert.match(calendar, /SUMMARY:X\\, Y.*\r\nDESCRIPTION:messages\.data\.simulated ja: Tidemark/);
  assert.match(calendar, /Halving\r\nDESCRIPTION:Tidemark/);
});

test('an unchanged feed is not sent again; one that cannot be made says so; a language that is none is no page', async () => {
  const { headers } = await app.inject('/feeds/news.xml');
  const again = await app.inject({ url: '/feeds/news.xml', headers: { 'if-none-match': String(headers.etag) } });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  isUp = false;
  assert.equal((await app.inject('/de/feeds/news.xml')).statusCode, 503);
  clock.advance(3_600_000);
  assert.equal((await app.inject('/feeds/news.xml')).statusCode, 200, 'the last one that could be made');
  isUp = true;
  assert.equal((await app.inject('/xx/feeds/news.xml')).statusCode, 404);
});

test('the calendar: no text and no link of an event makes a line of its own', async (t) => {
  const [first] = events;
  const breaks = ['\r\n', '\r', '\n', '\u0085', '\u2028', '\u000b', '\u0000'];
  events.splice(
    0,
    events.length,
    ...breaks.map((mark, n) => ({
      ...first!,
      id: `e${n}`,
      title: `Title${mark}ATTACH:http://y.example/t`,
      source: `Source${mark}ATTACH:http://y.example/s`,
      link: `https://x.example/${mark}ATTACH:http://y.example/l`,
    })),
  );
  t.after(() => void events.splice(0, events.length, ...kept));
  clock.advance(3_600_000);
  const { body } = await app.inject('/feeds/calendar.ics');
  const whole = body.replaceAll('\r\n ', '').split(/[\r\n\u0085\u2028\u2029\v\f]+/);
  assert.deepEqual(
    whole.filter(
      (line) =>
        !/^(BEGIN|END|VERSION|PRODID|CALSCALE|X-WR-CALNAME|UID|DTSTAMP|DTSTART|SUMMARY|DESCRIPTION|URL|CATEGORIES|TRANSP):/.test(line),
    ),
    [''],
  );
  assert.equal(whole.filter((line) => line.startsWith('URL:https://x.example/')).length, breaks.length);
});

test('the calendar: folded lines, escaped text, days and moments, estimates marked', async () => {
  clock.advance(3_600_000);
  const { headers, body } = await app.inject('/feeds/calendar.ics');
  assert.match(String(headers['content-type']), /^text\/calendar/);
  const lines = body.split('\r\n');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n')));
  const whole = body.replaceAll('\r\n ', '').split('\r\n');
  assert.ok(
    whole.includes('SUMMARY:X\\, Y\\; starts\\\\') &&
      whole.includes('DTSTART:20261115T130000Z') &&
      whole.includes('DTSTART;VALUE=DATE:20270103') &&
      whole.includes('STATUS:TENTATIVE'),
  );
  assert.ok(whole.includes('X-WR-CALNAME:Northwind: news.news.calendar en'), 'a calendar is not called like the page of news');
  assert.ok(
    whole.includes(`SUMMARY:${events[1]!.title}`) &&
      whole.includes('UID:listing-X@markets.example') &&
      whole.includes('URL:https://markets.example/markets/coin/XUSDT'),
  );
  assert.equal(whole.filter((line) => line === 'BEGIN:VEVENT').length, 3);
  assert.equal(fold('x'.repeat(75)), 'x'.repeat(75));
});

test('a feed is made once a minute however often it is fetched, and one address has so many fetches', async () => {
  clock.advance(3_600_000);
  asked.length = 0;
  const answers = [];
  for (let i = 0; i < 120; i++) answers.push(await app.inject({ url: '/feeds/news.xml', remoteAddress: '192.0.2.99' }));
  assert.deepEqual(asked, [['getNewsList', 'en']]);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 100);
  const refused = answers.at(-1)!;
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '60']);
  assert.equal((await app.inject({ url: '/feeds/news.xml', remoteAddress: '192.0.2.98' })).statusCode, 200);
});
