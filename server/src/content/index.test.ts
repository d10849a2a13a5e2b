// The content room through its calls: notes of the days before the first start, papers, headlines of feeds, the calendar and texts
// about coins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentCalls, type Article } from '@tidemark/contract/content.ts';
import { formatPrice } from '@tidemark/contract/money.ts';
import { matchPage } from '@tidemark/contract/pages.ts';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import * as v from 'valibot';
import type { NewsItem } from '#market/sources/side/news.ts';
import { chooseRule } from './notes/choose.ts';
import { reader, until } from './testing/content-bed.ts';
import { today, noPage, bed, web, content, item, at, rss, list } from './testing/content-world.ts';

test('right after the first start there are notes of a week, each a fact with its figures and a page of ours behind it', async () => {
  await until(async () => (await list()).length > 0, 'the first notes');
  const notes = await list();
  const output = v.safeParse(contentCalls.getNewsList.output, { items: notes, total: notes.length });
  assert.ok(output.success, output.success ? '' : v.summarize(output.issues));
  const days = new Map<number, number>();
  for (const { publishedAt } of notes)
    days.set(publishedAt - (publishedAt % dayMs), (days.get(publishedAt - (publishedAt % dayMs)) ?? 0) + 1);
  assert.ok(days.size >= 6, `${days.size} days have notes`);
  assert.ok([...days.values()].every((count) => count <= chooseRule.perDay));
  for (const note of notes) {
    assert.deepEqual([note.kind, note.source, note.imageUrl], ['note', 'Tidemark', null]);
    assert.ok(note.publishedAt <= bed.clock.now() && note.publishedAt > today - 8 * dayMs);
    assert.match(note.title + note.summary, /\d/);
    assert.doesNotMatch(note.title + note.summary, /\{|NaN|undefined|note\.|content\./);
    assert.ok(matchPage(note.link), note.link);
    for (const { baseSymbol, changeSince } of note.coins)
      assert.ok(bed.market.catalog.coin(baseSymbol) && (changeSince === null || Number.isFinite(Number(changeSince))));
  }
  assert.ok(notes.some(({ title }) => title === 'Fear & Greed Index rises to 61: greed'));
  assert.equal(new Set(notes.map(({ id }) => id)).size, notes.length);
  assert.deepEqual(
    notes.map(({ publishedAt }) => publishedAt),
    notes.map(({ publishedAt }) => publishedAt).toSorted((a, b) => b - a),
  );
});

test('of the notes on a day that has ended the most telling comes first', async () => {
  const kinds = ['moodUp', 'dayGainers', 'dayLosers', 'breadthUp'];
  const ofDays = Map.groupBy(
    (await list())
      .filter(({ publishedAt }) => publishedAt % dayMs === 0)
      .map(({ id, publishedAt }) => ({ kind: id.split('-')[1]!, publishedAt })),
    ({ publishedAt }) => publishedAt,
  );
  const places = [...ofDays.values()].map((notes) => notes.map(({ kind }) => kinds.indexOf(kind)).filter((place) => place >= 0));
  assert.ok(places.some(({ length }) => length > 1));
  for (const order of places)
    assert.deepEqual(
      order,
      order.toSorted((a, b) => a - b),
    );
});

test('every figure of a note is one of the candles it speaks of', async () => {
  const highs = (await list()).filter(({ id }) => /^n-(?:newHigh|newLow|hourRise|hourFall|crossed)/.test(id)).slice(0, 6);
  assert.ok(highs.length > 0);
  for (const { id, coin, publishedAt, summary, coins } of highs) {
    const [candles] = (await bed.market.candles([
      { symbolId: `${coin}USDT`, interval: '1h', from: publishedAt - hourMs, to: publishedAt - 1, limit: 1 },
    ]))!;
    const { high, low, close } = candles![0]!;
    const price = id.startsWith('n-newHigh') ? high : id.startsWith('n-newLow') ? low : close;
    assert.ok(summary.includes(formatPrice(price)), `${summary} does not tell ${price}`);
    const last = bed.market.board.quote(`${coin}USDT`)!.last;
    assert.ok(Math.abs(Number(coins[0]!.changeSince) - (last / close - 1)) < 1e-6);
  }
});

test('notes are read in the language of the reader, whichever it is, and in English by readers of its variants', async () => {
  const [english, chinese, arabic, russian, asian] = await Promise.all([
    list(),
    list({}, 'zh-CN'),
    list({}, 'ar'),
    list({}, 'ru'),
    list({}, 'asia'),
  ]);
  assert.deepEqual(
    chinese.map(({ id }) => id),
    english.map(({ id }) => id),
  );
  assert.ok(chinese.every(({ title }) => /\p{Script=Han}/u.test(title)) && arabic.every(({ title }) => /\p{Script=Arabic}/u.test(title)));
  assert.ok(arabic.every(({ link }) => link.startsWith('/ar/')));
  assert.ok(russian.every(({ title }) => /\p{Script=Cyrillic}/u.test(title)));
  const wordsOf = (items: readonly Article[]) => items.map(({ title }) => title.replace(/[\d.,\s%]/g, ''));
  const isDated = (title: string) => /January|February|March|April|May|June|July|August|September|October|November|December/.test(title);
  assert.deepEqual(wordsOf(asian.filter((_, at) => !isDated(english[at]!.title))), wordsOf(english.filter(({ title }) => !isDated(title))));
});

test('day pages lead from one day with articles to the next and back; a quiet today shows the newest day', async () => {
  const open = (startTimeStamp?: number) => content.calls.getWebInstitute(reader(), { startTimeStamp, bizType: 4 });
  let page = await open();
  assert.equal(page.nextDay, null);
  const seen = [page.dayStart];
  while (page.previousDay !== null) {
    const earlier = await open(page.previousDay + 5 * hourMs);
    assert.equal(earlier.nextDay, page.dayStart);
    assert.ok(
      earlier.items.length > 0 &&
        earlier.items.every(({ publishedAt }) => publishedAt >= earlier.dayStart && publishedAt < earlier.dayStart + dayMs),
    );
    page = earlier;
    seen.push(page.dayStart);
  }
  assert.ok(seen.length >= 6);
  const old = await open(Date.UTC(2020, 0, 1, 7));
  assert.deepEqual([old.items, old.dayStart, old.previousDay, old.nextDay], [[], Date.UTC(2020, 0, 1), null, seen.at(-1)]);
  const { content: newest } = await content.calls.getLatestOneContent(reader(), {});
  assert.equal(newest!.id, (await list())[0]!.id);
});

test('the list can be asked by topic, coin, kind and moment, page by page', async () => {
  const all = await list();
  assert.deepEqual(
    await list({ topic: 'sentiment' }),
    all.filter(({ topics }) => topics.includes('sentiment')),
  );
  const bitcoin = all.filter(({ coins }) => coins.some(({ baseSymbol }) => baseSymbol === 'BTC'));
  assert.deepEqual(
    (await list({ baseSymbol: 'BTC' })).map(({ id }) => id),
    bitcoin.map(({ id }) => id),
  );
  assert.deepEqual(await list({ baseSymbols: [] }), []);
  assert.deepEqual(await list({ kind: 'headline' }), []);
  const moment = all[10]!.publishedAt;
  assert.deepEqual(
    (await list({ before: moment })).map(({ id }) => id),
    all.filter(({ publishedAt }) => publishedAt < moment).map(({ id }) => id),
  );
  const pages = await Promise.all([1, 2].map(async (pageNum) => content.calls.getNewsList(reader(), { pageNum, pageSize: 5, params: {} })));
  assert.deepEqual(
    pages.flatMap(({ items }) => items.map(({ id }) => id)),
    all.slice(0, 10).map(({ id }) => id),
  );
  assert.equal(pages[0]!.total, all.length);
});

test('the morning paper tells of yesterday, in three languages, and stays as it came out', async () => {
  const read = async (locale: 'en' | 'zh-CN' | 'ar', startTimeStamp?: number) =>
    (await content.calls.getCurrentMorningPaper(reader(locale), { startTimeStamp })).paper;
  const paper = await read('en');
  assert.ok(v.is(contentCalls.getCurrentMorningPaper.output, { paper }));
  assert.deepEqual([paper!.title, paper!.publishedAt, paper!.day], ['Daily briefing, November 12', today, today - dayMs]);
  const [days] = (await bed.market.candles([{ symbolId: 'BTCUSDT', interval: '1d', from: today - dayMs, to: today - 1, limit: 1 }]))!;
  assert.ok(paper!.points[0]!.startsWith(`Bitcoin closed at ${formatPrice(days![0]!.close)} USDT (`), paper!.points[0]);
  assert.ok(paper!.points.length >= 6 && paper!.points.some((point) => point.includes('from 30 the day before')));
  const [chinese, arabic] = [await read('zh-CN'), await read('ar')];
  assert.ok(
    chinese!.points.every((point) => /\p{Script=Han}/u.test(point)) && arabic!.points.every((point) => /\p{Script=Arabic}/u.test(point)),
  );
  assert.equal((await read('en', today - 3 * dayMs))!.publishedAt, today - 3 * dayMs);
  assert.equal(await read('en', Date.UTC(2020, 0, 1)), null);
  const before = [paper, await read('en', today - 3 * dayMs)];
  const again = await bed.start({ fearGreedHistory: async () => new Map([[today - dayMs, 1]]) });
  assert.deepEqual([await read('en'), await read('en', today - 3 * dayMs)], before);
  await again.stop();
});

test('an hour later there is more to say, nothing is said twice, and a process that only reads hears of it', async () => {
  const other = await bed.start({ isKeeper: null });
  const known = await list();
  const seenThere = async () => (await other.content.calls.getNewsList(reader(), noPage)).items.map(({ id }) => id);
  assert.deepEqual(
    await seenThere(),
    known.map(({ id }) => id),
  );
  bed.clock.advance(10 * hourMs);
  await until(async () => {
    bed.clock.advance(60_000);
    return (await seenThere()).length > known.length;
  }, 'notes of the hours since');
  const items = await list();
  assert.deepEqual(
    items.slice(-known.length).map(({ id, title }) => [id, title]),
    known.map(({ id, title }) => [id, title]),
  );
  const restarted = await bed.start();
  await until(async () => (await restarted.content.calls.getNewsList(reader(), noPage)).total === items.length, 'the same after a restart');
  await restarted.stop();
  await other.stop();
});

test('headlines: one story however often told, dates put right, coins with what they did since; our notes stay beside them', async () => {
  const moment = bed.clock.now() - 3 * hourMs;
  web.routes.set('/a', {
    body: rss(
      'Alpha Wire',
      item(
        'Bitcoin ETF inflows return as Solana slips',
        'one',
        `${at(moment)}<category>Markets</category><description><![CDATA[<p>Funds took in &amp; kept.</p>]]></description>`,
      ),
      item('A story from tomorrow about Ethereum', 'two', at(bed.clock.now() + 3 * dayMs)),
      item('Undated: regulators near a decision', 'three'),
      item('Very old news', 'four', at(bed.clock.now() - 500 * dayMs)),
      item('Bitcoin ETF inflows return as Solana slips', 'one-again', at(moment + hourMs)),
    ),
  });
  web.routes.set('/b', {
    body: rss(
      'Beta Wire',
      item('Bitcoin ETF Inflows Return as Solana Slips - Beta Wire', 'elsewhere', at(moment + 2 * hourMs)),
      item('Tracked', 'x', at(moment)).replace('https://news.example/x', 'https://www.news.example/two/?utm_source=beta'),
      item('Exchange hacked, users made whole', 'five', at(moment)),
    ),
  });
  web.routes.set('/broken', { status: 500 });
  const feeding = await bed.start({ feedUrls: [`${web.url}/a`, `${web.url}/broken`, `${web.url}/b`] });
  await until(async () => (await list({ kind: 'headline' })).length >= 4, 'headlines');
  const items = await list({ kind: 'headline' });
  assert.deepEqual(items.map(({ title }) => title).sort(), [
    'A story from tomorrow about Ethereum',
    'Bitcoin ETF inflows return as Solana slips',
    'Exchange hacked, users made whole',
    'Undated: regulators near a decision',
  ]);
  assert.ok(items.every(({ publishedAt }) => publishedAt <= bed.clock.now()));
  const story = items.find(({ title }) => title.startsWith('Bitcoin ETF'))!;
  assert.ok(['Alpha Wire', 'Beta Wire'].includes(story.source) && story.coin === null && story.link.startsWith('https://news.example/'));
  assert.deepEqual(
    [story.topics, story.coins.map(({ baseSymbol, symbolId }) => [baseSymbol, symbolId])],
    [
      ['bitcoin', 'etf'],
      [
        ['BTC', 'BTCUSDT'],
        ['SOL', 'SOLUSDT'],
      ],
    ],
  );
  const [candles] = (await bed.market.candles([{ symbolId: 'BTCUSDT', interval: '1m', to: story.publishedAt, limit: 1 }]))!;
  const since = bed.market.board.quote('BTCUSDT')!.last / candles!.at(-1)!.close - 1;
  assert.ok(Math.abs(Number(story.coins[0]!.changeSince) - since) < 1e-5, `${story.coins[0]!.changeSince} is not ${since}`);
  assert.ok((await list({ kind: 'note' })).length > 0);

  web.routes.set('/a', { body: rss('Alpha Wire', item('A story from tomorrow about Ethereum and Cardano', 'two', at(bed.clock.now()))) });
  const count = (await list()).length;
  bed.clock.advance(6 * 60_000);
  await until(async () => (await list()).some(({ title }) => title.endsWith('and Cardano')), 'the correction');
  const corrected = (await list()).find(({ title }) => title.endsWith('and Cardano'))!;
  assert.equal(corrected.publishedAt, items.find(({ title }) => title.endsWith('about Ethereum'))!.publishedAt);
  assert.deepEqual(
    corrected.coins.map(({ baseSymbol }) => baseSymbol),
    ['ETH', 'ADA'],
  );
  assert.equal((await list()).length, count);
  await feeding.stop();

  const after = await bed.start({ feedUrls: [`${web.url}/b`] });
  await until(() => web.requests.filter((url) => url === '/b').length >= 2, 'the feed is read again');
  assert.equal((await list()).length, count, 'a restart knows its stories');
  await after.stop();
});

test('headlines that came while the database was away are stored when it is back', async () => {
  const { orm } = bed.db;
  let isAway = true;
  let tries = 0;
  const flaky = new Proxy(orm, {
    get(target, name) {
      if (name === 'insert') tries++;
      if (isAway && name === 'insert') throw new Error('the database is away');
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const headline: NewsItem = {
    guid: 'late',
    title: 'Litecoin turns fifteen',
    link: 'https://news.example/late',
    at: bed.clock.now(),
    source: 'Gamma Wire',
    categories: [],
    summary: '',
  };
  const { stop } = await bed.start({
    db: { orm: flaky },
    feeds: [{ source: 'Gamma Wire', latest: () => ({ value: [headline], at: bed.clock.now() }), onChange: () => () => {} }],
  });
  await until(() => tries > 0, 'the first try');
  assert.ok(!(await list({ kind: 'headline' })).some(({ title }) => title === headline.title));
  isAway = false;
  await until(async () => {
    bed.clock.advance(30_000);
    return (await list({ kind: 'headline' })).some(({ title }) => title === headline.title);
  }, 'the second try');
  await stop();
});
