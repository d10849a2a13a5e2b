import assert from 'node:assert/strict';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { contentCalls, minedSupply } from '@tidemark/contract/content.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import * as v from 'valibot';
import { reader, until } from './testing/content-bed.ts';
import { bed, content } from './testing/content-world.ts';

test('the calendar: listings, deliveries, the chain of Bitcoin and days of record, in order, and what an operator wrote', async () => {
  const file = join(bed.dataDir, 'events.json');
  const soon = new Date(bed.clock.now() + dayMs).toISOString();
  writeFileSync(
    file,
    JSON.stringify([
      {
        title: { en: 'Rate decision', 'zh-CN': '利率决议' },
        startTime: soon,
        categories: ['macro'],
        link: 'https://bank.example/',
        source: 'Central bank',
      },
      { title: 'No date' },
      { title: 'Wrong link', startTime: soon, link: 'javascript:alert(1)' },
      { title: 'Wrong kind', startTime: soon, categories: ['party'] },
      { title: { ar: 'x' }, startTime: soon },
    ]),
  );
  const { content: own, stop } = await bed.start({ isKeeper: null, calendarFile: file });
  const events = async (params: object = {}, locale: 'en' | 'zh-CN' | 'ar' = 'en') =>
    (await own.calls.calendarEvents(reader(locale), { pageNum: 1, pageSize: 200, params })).items;
  const all = await events();
  assert.ok(v.is(contentCalls.calendarEvents.output, { items: all, total: all.length }));
  assert.deepEqual(
    all.map(({ startTime }) => startTime),
    all.map(({ startTime }) => startTime).toSorted((a, b) => a - b),
  );
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  for (const category of ['listing', 'delivery', 'options', 'mining', 'halving', 'anniversary', 'macro'])
    assert.ok(
      all.some(({ categories }) => categories.some((one) => one === category)),
      category,
    );
  assert.ok(
    all.filter(({ categories }) => categories.includes('mining') || categories.includes('halving')).every(({ isEstimated }) => isEstimated),
  );
  for (const { title } of all.filter(({ categories }) => categories.includes('delivery')))
    assert.match(title, /^\w+ futures delivery: \w+\/USD Coin-M$/, 'a contract is called as traders call it');
  const written = all.filter(({ source }) => source === 'Central bank');
  assert.deepEqual(
    written.map(({ title, link, startTime }) => [title, link, new Date(startTime).toISOString()]),
    [['Rate decision', 'https://bank.example/', soon]],
  );
  assert.deepEqual(
    (await events({ category: 'macro' }, 'zh-CN')).map(({ title }) => title),
    ['利率决议'],
  );
  assert.ok(
    (await events({ category: 'halving' }, 'ar')).every(({ title, link }) => /\p{Script=Arabic}/u.test(title) && link.startsWith('/ar/')),
  );
  const { startTime } = all.find(({ categories }) => categories.includes('options'))!;
  assert.deepEqual([new Date(startTime).getUTCDay(), new Date(startTime).getUTCHours()], [5, 8]);
  assert.ok((await events({ baseSymbol: 'ETH' })).every(({ coin }) => coin === 'ETH'));
  await assert.rejects(
    async () => events({ from: 2, to: 1 }),
    (error: unknown) => error instanceof Refusal && error.error === 'badRange',
  );

  writeFileSync(file, JSON.stringify([{ title: 'Upgrade of the network', startTime: soon, categories: ['upgrade'] }]));
  utimesSync(file, new Date(), new Date(Date.now() + 5_000));
  await until(async () => {
    bed.clock.advance(31_000);
    return (await events({ category: 'upgrade' })).length === 1;
  }, 'the changed file');
  assert.deepEqual(await events({ category: 'macro' }), []);
  writeFileSync(file, 'not json');
  utimesSync(file, new Date(), new Date(Date.now() + 10_000));
  bed.clock.advance(31_000);
  assert.equal((await events({ category: 'upgrade' })).length, 1, 'a broken file leaves what was known');
  await stop();
});

test('texts about coins say what is known; an unknown coin is refused, and left out of a list', async () => {
  const text = await content.calls.getCryptoBySymbol(reader(), { symbol: 'BTC' });
  assert.ok(v.is(contentCalls.getCryptoBySymbol.output, text));
  assert.deepEqual(
    [text.name, text.maxSupply, text.launchedAt, text.website],
    ['Bitcoin', '21000000', Date.UTC(2009, 0, 3), 'https://bitcoin.org'],
  );
  const mined = minedSupply((await bed.market.blocks())!.height);
  assert.equal(Number(text.circulatingSupply), mined, 'as many as the halving page says are mined');
  assert.match(text.description, /^Bitcoin \(BTC\) is listed under .*max\. supply of 21\.00M\).*Market cap rank: 1 of \d+ coins/);
  const { items, total } = await content.calls.getCryptoListBySymbol(reader('ar'), { symbols: ['ETH', 'NOSUCH', 'BTC', 'ETH'] });
  assert.deepEqual([items.map(({ symbol }) => symbol), total], [['ETH', 'BTC'], 2]);
  assert.ok(items.every(({ description }) => /\p{Script=Arabic}/u.test(description)));
  await assert.rejects(
    async () => content.calls.getCryptoBySymbol(reader(), { symbol: 'NOSUCH' }),
    (error: unknown) => error instanceof Refusal && error.error === 'unknownSymbol',
  );
});
