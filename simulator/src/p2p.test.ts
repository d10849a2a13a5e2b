import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from './testing/hand-clock.ts';
import { createSimulator } from './index.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27);
const at = (ms: number) => createSimulator({ clock: createHandClock(ms), seed: 1 });
const simulator = at(now);
const markets = (await simulator.catalog()).p2p!;

test('every coin can be bought and sold for every money, best price first, around what it is worth there', async () => {
  const rates = await simulator.fiatRates();
  for (const { fiat, coins, paymentMethods } of markets) {
    for (const coin of coins) {
      const ads = await simulator.p2pAds({ fiat, coin });
      const sells = ads.filter(({ side }) => side === 'sell');
      const buys = ads.filter(({ side }) => side === 'buy');
      assert.ok(sells.length >= 4 && buys.length >= 4, `${coin} ${fiat}`);
      assert.deepEqual(
        sells.map(({ price }) => price),
        sells.map(({ price }) => price).sort((a, b) => a - b),
      );
      assert.deepEqual(
        buys.map(({ price }) => price),
        buys.map(({ price }) => price).sort((a, b) => b - a),
      );
      const spread = sells[0]!.price / buys[0]!.price - 1;
      assert.ok(spread > 0.001 && spread < 0.02, `${coin} ${fiat} ${spread}`);
      const worth = rates[fiat]! * (coin === 'USDT' ? 1 : simulator.priceAt(`${coin}USDT`, now)!);
      const premium = (sells[0]!.price + buys[0]!.price) / 2 / worth - 1;
      assert.ok(premium > -0.01 && premium < 0.06, `${coin} ${fiat} ${premium}`);
      for (const ad of ads) {
        assert.ok(ad.minAmount > 0 && ad.minAmount <= ad.maxAmount && ad.maxAmount <= ad.available * ad.price, ad.id);
        assert.ok(ad.paymentMethods.length > 0 && ad.paymentMethods.every((method) => paymentMethods.includes(method)), ad.id);
        assert.ok(ad.merchant.completion > 0.8 && ad.merchant.completion <= 1 && ad.merchant.orders30d >= 0 && ad.updatedAt <= now, ad.id);
      }
      assert.equal(new Set(ads.map(({ id }) => id)).size, ads.length);
    }
  }
});

test('the best ads of the two sides lie apart by what the currency is like, and not always as far', async () => {
  const spreadsAt = async (ms: number) => {
    const world = at(ms);
    return Promise.all(
      markets.map(async ({ fiat }) => {
        const ads = await world.p2pAds({ fiat, coin: 'USDT' });
        return ads.find(({ side }) => side === 'sell')!.price / ads.find(({ side }) => side === 'buy')!.price - 1;
      }),
    );
  };
  const [spreads, later] = [await spreadsAt(now), await spreadsAt(now + 86_400_000)];
  assert.ok(new Set(spreads.map((spread) => spread.toFixed(4))).size >= 9, spreads.join(' '));
  assert.ok(
    Math.max(...spreads) > 2 * Math.min(...spreads) && Math.min(...spreads) > 0.001 && Math.max(...spreads) < 0.01,
    spreads.join(' '),
  );
  assert.ok(spreads.filter((spread, i) => Math.abs(spread - later[i]!) > 0.0001).length >= 8, later.join(' '));
});

test('ads are the same for everybody at one moment, and change with time', async () => {
  const query = { fiat: 'VND', coin: 'USDT' };
  assert.deepEqual(await at(now).p2pAds(query), await simulator.p2pAds(query));
  assert.notDeepEqual(await at(now + 20 * 60_000).p2pAds(query), await simulator.p2pAds(query));
  assert.deepEqual(await simulator.p2pAds({ fiat: 'XXX', coin: 'USDT' }), []);
  assert.deepEqual(await simulator.p2pAds({ fiat: 'EUR', coin: 'XEM' }), []);
});

test('blocks come about every ten minutes, one by one, and the height of a moment never changes', async () => {
  const { height, recent, averageIntervalMs } = await simulator.blocks();
  assert.equal(recent[0]!.height, height);
  recent.slice(1).forEach((block, i) => {
    assert.equal(block.height, recent[i]!.height - 1);
    assert.ok(block.at <= recent[i]!.at);
  });
  assert.ok(recent[0]!.at <= now && averageIntervalMs > 480_000 && averageIntervalMs < 720_000, String(averageIntervalMs));
  assert.ok(height > 960_000 && height < 990_000, String(height));
  const later = await at(now + 3 * 3_600_000).blocks();
  assert.ok(later.height >= height + 6 && later.height <= height + 40, String(later.height - height));
  const shared = later.recent.filter((block) => block.height <= height);
  for (const block of shared) assert.deepEqual(recent.find((each) => each.height === block.height) ?? block, block);
  assert.deepEqual(await at(now).blocks(), { height, recent, averageIntervalMs });
  const halving = await at(Date.UTC(2024, 3, 20, 0, 9, 27)).blocks();
  assert.equal(halving.height, 840_000);
});
