// Fear and greed, AI picks and the halving through their calls, on a real database and a simulated market of few coins.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { aiPicks, pickFactors } from '@tidemark/contract/picks.ts';
import { fearGreedBand, fearGreedWeights } from '@tidemark/contract/fear-greed.ts';
import { forecastHalving, halving } from '@tidemark/contract/content.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { createWebServer } from '@tidemark/testbed/web-server.ts';
import { createMarket, type Market } from '#market/index.ts';
import { createSideSources, withSideSources } from '#market/sources/side/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createFearGreed } from './fear-greed/index.ts';
import { createHalving } from './halving.ts';
import { createPicks } from './picks/index.ts';
import { faultOf } from './picks/phrase.ts';
import {
  now,
  today,
  clock,
  log,
  words,
  data,
  tickers,
  symbols,
  source,
  db,
  market,
  ask,
  fearGreed,
  picks,
  eventually,
  candlesOf,
  average,
  deviation,
  placeOf,
  year,
} from './testing/daily-bed.ts';

test('fear and greed: every part equals a slow recomputation from candles and series', async (t) => {
  const room = fearGreed();
  await room.start();
  t.after(() => room.stop());
  const answer = await ask(room, 'fearGreed', { days: 3650 });
  const part = (name: string) => answer.parts.find((row) => row.part === name)!;
  const btc = await candlesOf('BTCUSDT', 500);
  const upTo = (back: number) => btc.slice(0, btc.length - back);
  const close = (back: number) => btc.at(-1 - back)!.close;
  const returns = (back: number, length: number) => Array.from({ length }, (_, i) => Math.log(close(back + i) / close(back + i + 1)));
  const near = (actual: number | null, expected: number, about: string) =>
    assert.ok(actual !== null && Math.abs(actual - expected) <= 0.051, `${about}: ${actual} is not ${expected}`);

  const ratio = year((back) => deviation(returns(back, 7)) / ((deviation(returns(back, 30)) + deviation(returns(back, 90))) / 2));
  const drawdown = year(
    (back) =>
      1 -
      close(back) /
        Math.max(
          ...upTo(back)
            .slice(-90)
            .map(({ high }) => high),
        ),
  );
  const volatility = 100 - (placeOf(ratio) + placeOf(drawdown)) / 2;
  near(part('volatility').value, volatility, 'volatility');

  const momentum = year((back) => {
    const closes = upTo(back).map((day) => day.close);
    const turnovers = upTo(back).map((day) => day.turnover);
    return (
      average([close(back) / average(closes.slice(-30)) - 1, close(back) / average(closes.slice(-90)) - 1]) *
      (average(turnovers.slice(-7)) / average(turnovers.slice(-30)))
    );
  });
  near(part('momentum').value, placeOf(momentum), 'momentum');

  const spot = symbols.filter(({ instType, baseSymbol }) => instType === 'sp' && baseSymbol !== 'USDC');
  const days = await Promise.all(
    spot.map(async ({ symbolId, baseSymbol }) => ({
      baseSymbol,
      supply: data.coins.find(({ ticker }) => ticker === baseSymbol)!.supply!,
      byDay: new Map((await candlesOf(symbolId, 500)).map((day) => [day.ts, day])),
    })),
  );
  const dayOf = (back: number) => today - back * dayMs;
  const rising = (back: number) => {
    const traded = days.map(({ byDay }) => byDay.get(dayOf(back))).filter((day) => day !== undefined);
    return traded.filter((day) => day.close > day.open).length / traded.length;
  };
  near(part('breadth').value, placeOf(year((back) => average([0, 1, 2, 3, 4, 5, 6].map((more) => rising(back + more))))), 'breadth');

  const share = (back: number) => {
    const cap = (of: (typeof days)[number]) => (of.byDay.get(dayOf(back))?.close ?? 0) * of.supply;
    return cap(days.find(({ baseSymbol }) => baseSymbol === 'BTC')!) / days.reduce((sum, coin) => sum + cap(coin), 0);
  };
  near(part('dominance').value, 100 - placeOf(year((back) => share(back) - share(back + 30))), 'dominance');

  assert.equal(part('interest').value, null, 'one day of favorites is no history');
  const known = answer.parts.filter(({ value }) => value !== null);
  const total =
    known.reduce((sum, row) => sum + fearGreedWeights[row.part] * row.value!, 0) /
    known.reduce((sum, row) => sum + fearGreedWeights[row.part], 0);
  assert.ok(Math.abs(answer.value - total) <= 0.11, 'the weights of what is known make up the whole');
  assert.equal(answer.band, fearGreedBand(answer.value));
  assert.ok(Math.abs(known.reduce((sum, row) => sum + Number(row.weight), 0) - 1) < 1e-9);
  assert.ok(
    answer.history.length > 600 && answer.history.every(({ value, btcPrice }) => value >= 0 && value <= 100 && Number(btcPrice) > 0),
  );
  assert.equal(answer.history.at(-1)!.at, today);
  assert.equal(answer.yesterday, answer.history.at(-2)!.value);
  assert.equal(answer.lastMonth, answer.history.at(-31)!.value);
});

test('fear and greed: the index of alternative.me stands beside ours, day by day; a day it does not know stays empty', async (t) => {
  const second = (daysBack: number) => String((today - daysBack * dayMs) / 1_000);
  const server = await createWebServer({
    '/fng/': {
      body: JSON.stringify({
        data: [
          { value: '54', value_classification: 'Neutral', timestamp: second(0), time_until_update: '100' },
          { value: '40', value_classification: 'Fear', timestamp: second(2) },
        ],
        metadata: { error: null },
      }),
    },
  });
  const side = createSideSources(
    { coinGecko: null, fearGreedUrl: server.url, mempoolUrl: null, newsFeeds: [], fiatRatesUrl: null },
    { clock, log, metrics: createMetrics() },
  );
  const beside = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db, feed: withSideSources(source, side) });
  await beside.start();
  const [room, alone] = [createFearGreed({ db, clock, log, market: beside, isKeeper: null }), fearGreed(false)];
  await Promise.all([room.start(), alone.start()]);
  t.after(async () => {
    await Promise.all([room.stop(), alone.stop()]);
    await beside.stop();
    side.stop();
    await server.stop();
  });
  assert.equal((await ask(alone, 'fearGreed')).other, null, 'nobody was named');
  assert.deepEqual((await ask(room, 'fearGreed', { days: 2 })).other, { source: 'alternative.me', newest: null, history: [null, null] });
  side.start();
  const { other, history } = await eventually(
    () => ask(room, 'fearGreed', { days: 4 }),
    (answer) => answer.other!.newest !== null,
  );
  assert.deepEqual(other, { source: 'alternative.me', newest: { at: today, value: 54 }, history: [null, 40, null, 54] });
  assert.equal(history.length, 4);
});

test('fear and greed: a restart keeps the stored days, and another process reads them', async (t) => {
  const before = (await db.pool.query<{ day: string; value: number }>('select day, value from fear_greed_day order by day')).rows;
  const reader = fearGreed(false);
  await reader.start();
  t.after(() => reader.stop());
  const read = await ask(reader, 'fearGreed');
  assert.equal(read.history.length, 365);

  const keeper = fearGreed();
  await keeper.start();
  t.after(() => keeper.stop());
  await eventually(
    () => ask(keeper, 'fearGreed', { days: 1 }),
    ({ updatedAt }) => updatedAt === clock.now(),
  );
  const again = (await db.pool.query<{ day: string; value: number }>('select day, value from fear_greed_day order by day')).rows;
  assert.deepEqual(again.slice(0, -2), before.slice(0, -2));
  const flags = (await db.pool.query('select is_backfilled from fear_greed_day order by day desc limit 2')).rows.map(
    (row) => row.is_backfilled,
  );
  assert.deepEqual(flags, [false, true], 'only today was computed on its day');
});

test('section 9, AI picks: at most five a day, above the floor, from coins that are no stablecoins; the past is marked', async (t) => {
  const room = picks();
  await room.start();
  t.after(() => room.stop());
  const list = await eventually(
    () => ask(room, 'getAiRecommendListV2'),
    ({ pickedAt }) => pickedAt === today,
  );
  assert.equal(list.items.length, aiPicks.perDayAtMost);
  assert.deepEqual(
    list.items.map(({ rank }) => rank),
    [1, 2, 3, 4, 5],
  );
  for (const pick of list.items) {
    assert.ok(Number(pick.averageTurnover7d) >= aiPicks.floorUsdt);
    assert.ok(tickers.has(pick.coinId) && pick.coinId !== 'USDC');
    assert.equal(pick.isBackfilled, false);
    const score = pick.factors.reduce((sum, { rank, weight }) => sum + Number(rank) * Number(weight), 0);
    assert.ok(Math.abs(score - Number(pick.score)) < 1e-9, 'the score is the sum of what is shown');
    assert.deepEqual(
      pick.factors.map(({ name }) => name),
      [...pickFactors],
    );
    assert.ok(pick.longRate === null || Math.abs(Number(pick.longRate) + Number(pick.shortRate) - 1) < 1e-9);
  }
  // The past is written day by day; what is judged of it comes last.
  await eventually(
    () => ask(room, 'getAiCoinRecommendList', { pageSize: 1 }),
    ({ scores }) => scores[2]!.picks === 54 * 5,
  );
  const all = await ask(room, 'getAiCoinRecommendList', { pageSize: 200 });
  assert.equal(all.total, 61 * 5);
  assert.equal(all.liveSince, today);
  assert.equal(all.firstDay, today - 60 * dayMs);
  assert.ok(all.items.every(({ isBackfilled, pickedAt }) => isBackfilled === pickedAt < today));

  const [pick] = list.items;
  const days = await candlesOf(pick!.symbolId, 40);
  const closes = days.slice(0, -1).map(({ close }) => close);
  const factor = (name: string) => Number(pick!.factors.find((row) => row.name === name)!.value);
  assert.ok(Math.abs(factor('shortTerm') - (closes.at(-1)! / closes.at(-8)! - 1)) < 1e-9, 'the running day is not part of it');
  assert.ok(
    Math.abs(
      factor('volatility') -
        deviation(
          closes
            .slice(-31)
            .slice(1)
            .map((close, i) => Math.log(close / closes.slice(-31)[i]!)),
        ),
    ) < 1e-9,
  );
  assert.equal(Number(pick!.price), closes.at(-1));

  const detail = await ask(room, 'getAiCoinRecommendByCoinId', { coinId: pick!.coinId });
  assert.deepEqual(detail.pick, pick);
  assert.equal(detail.isToday, true);
  const judged = detail.past.find(({ outcomes }) => outcomes[2]!.change !== null);
  if (judged) {
    const base = closes.length - 1 - (today - judged.pickedAt) / dayMs;
    assert.ok(Math.abs(Number(judged.outcomes[2]!.change) - (closes[base + 7]! / closes[base]! - 1)) < 1e-8);
  }
  await assert.rejects(
    ask(room, 'getAiCoinRecommendByCoinId', { coinId: 'NEVERPICKED' }),
    (error) => error instanceof Refusal && error.error === 'notFound',
  );
});

test('a stored pick never changes, whoever starts again', async (t) => {
  const rows = () => db.pool.query('select * from ai_pick order by day, rank').then((result) => result.rows);
  const before = await rows();
  const room = picks();
  await room.start();
  t.after(() => room.stop());
  await room.stop();
  assert.deepEqual(await rows(), before);
});

test('the next day adds its own index and picks and judges those of the day before', async (t) => {
  const tomorrow = createHandClock(now + dayMs);
  const simulator = createSimulator({ clock: tomorrow, seed: 1 });
  const later = createMarket({
    bus: createInProcessBus(),
    clock: tomorrow,
    log,
    metrics: createMetrics(),
    db,
    feed: { ...simulator, catalog: source.catalog },
  });
  await later.start();
  t.after(() => later.stop());
  const deps = { db, clock: tomorrow, log, market: later, isKeeper: () => true };
  const [index, room] = [createFearGreed(deps), createPicks({ ...deps, words, phrasing: null })];
  for (const part of [index, room]) {
    await part.start();
    t.after(() => part.stop());
  }
  await eventually(
    () => ask(index, 'fearGreed', { days: 2 }),
    ({ history }) => history.at(-1)!.at === today + dayMs,
  );
  const { items } = await eventually(
    () => ask(room, 'getAiCoinRecommendList', { pageSize: 10 }),
    (list) => list.items[5]?.pickedAt === today && list.items[5]?.outcomes[0]?.change !== null,
  );
  assert.deepEqual(
    items.map(({ pickedAt }) => pickedAt),
    [...Array(5).fill(today + dayMs), ...Array(5).fill(today)],
  );
  assert.ok(items.every(({ isBackfilled }) => !isBackfilled));
  const [before, after] = await Promise.all([
    candlesAt(later, items[5]!.symbolId, today - dayMs),
    candlesAt(later, items[5]!.symbolId, today),
  ]);
  assert.ok(Math.abs(Number(items[5]!.outcomes[0]!.change) - (after / before - 1)) < 1e-8);
  const flags = (await db.pool.query('select is_backfilled from fear_greed_day order by day desc limit 3')).rows.map(
    (row) => row.is_backfilled,
  );
  assert.deepEqual(flags, [false, false, true]);
});

const candlesAt = async (from: Market, symbolId: string, ts: number) =>
  (await from.candles([{ symbolId, interval: '1d', from: ts, to: ts, limit: 1 }]))![0]![0]!.close;

test("explanations are in the reader's language and name only numbers of the pick", async () => {
  const room = picks(false);
  const [english, arabic, chinese] = await Promise.all(
    (['en', 'ar', 'zh-CN'] as const).map((locale) => ask(room, 'getAiRecommendListV2', {}, locale)),
  );
  assert.match(english!.items[0]!.deciphermentContent, /^\S.*\.$/s);
  assert.match(arabic!.items[0]!.deciphermentContent, /[\u0600-\u06ff]/);
  assert.match(chinese!.items[0]!.deciphermentContent, /[\u4e00-\u9fff]/);
  assert.doesNotMatch(english!.items.map((item) => item.deciphermentContent).join(), /pick\.|NaN|undefined/);
});

test('a phrased explanation is shown when it says the same, and never when it makes up a number', async (t) => {
  let answer = (text: string) => `In short: ${text}`;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ choices: [{ message: { content: answer(messages[1]!.content) } }] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/v1`;
  let laterMs = 0;
  const room = createPicks({
    db,
    clock: { ...clock, now: () => clock.now() + laterMs },
    log,
    market,
    words,
    isKeeper: null,
    phrasing: { url, model: 'small', key: 'hush' },
  });
  const [plain] = (await ask(room, 'getAiRecommendListV2')).items;
  assert.doesNotMatch(plain!.deciphermentContent, /^In short/, 'nobody waits for it');
  await eventually(
    () => ask(room, 'getAiRecommendListV2'),
    ({ items }) => items.every(({ deciphermentContent }) => deciphermentContent.startsWith('In short: ')),
  );
  assert.deepEqual(new Set(asked), new Set(['POST /v1/chat/completions Bearer hush']));

  answer = (text) => `${text} It will surely gain 400% by June.`;
  asked.length = 0;
  await ask(room, 'getAiRecommendListV2', {}, 'ar');
  await eventually(
    async () => asked.length,
    (count) => count === aiPicks.perDayAtMost,
  );
  assert.doesNotMatch((await ask(room, 'getAiRecommendListV2', {}, 'ar')).items[0]!.deciphermentContent, /400/);

  answer = (text) => `Short again: ${text}`;
  laterMs = 10 * 60_000;
  await eventually(
    () => ask(room, 'getAiRecommendListV2', {}, 'ar'),
    ({ items }) => items.every(({ deciphermentContent }) => deciphermentContent.startsWith('Short again: ')),
  );
  assert.equal(asked.length, 2 * aiPicks.perDayAtMost, 'each is asked for once in ten minutes, however often it is looked at');
  assert.equal(faultOf(`${plain!.deciphermentContent} See https://x.example`, plain!.deciphermentContent), 'markup');
});

test('the halving call tells the chain of the source, and its history where it has one', async () => {
  const answer = await ask(createHalving({ clock, market }), 'bitcoinHalving');
  const blocks = (await market.blocks())!;
  assert.equal(answer.height, blocks.height);
  assert.equal(answer.lastBlockAt, blocks.recent[0]!.at);
  assert.equal(
    forecastHalving(answer, { nextHeight: halving.nextHeight, blocksPerHalving: halving.blocksPerHalving }).blocksLeft,
    halving.nextHeight - blocks.height,
  );
  const [day] = (await market.candles([
    { symbolId: 'BTCUSDT', interval: '1d', from: Date.UTC(2024, 3, 20), to: Date.UTC(2024, 3, 20), limit: 1 },
  ]))![0]!;
  assert.equal(Number(answer.priceAtLastHalving), day!.close);
  await assert.rejects(
    ask(createHalving({ clock, market: { ...market, blocks: async () => null } }), 'bitcoinHalving'),
    (error) => error instanceof Refusal && error.error === 'sourceLacksData',
  );
});
