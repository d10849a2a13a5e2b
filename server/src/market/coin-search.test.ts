import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@tidemark/contract/time.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import fc from 'fast-check';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import { createCatalog } from './catalog/catalog.ts';
import { createSearchIndex } from './search-index.ts';
import { createSearchInterest } from './search-interest.ts';
import { ask, room, start, stopAfter } from './testing/test-room.ts';

test('search over the whole catalog', async (t) => {
  const clock = createHandClock(start);
  const { market } = room(createInProcessBus(), createSimulator({ clock, seed: 5 }), clock);
  stopAfter(t, market);
  await market.start();
  const hits = async (keyword: string, limit = 20) => (await ask(market, 'searchCoin', { keyword, limit })).items;
  const first = async (keyword: string) => (await hits(keyword))[0];

  await t.test('a coin is found by every beginning of its ticker and its name, and by slips of the finger', async () => {
    const written: [string, string][] = [
      ['btc', 'BTC'],
      ['ＢＴＣ', 'BTC'],
      [' BitCoin ', 'BTC'],
      ['BTC/USDT', 'BTC'],
      ['btc-usdt', 'BTC'],
      ['eth', 'ETH'],
      ['bitcion', 'BTC'],
      ['biitcoin', 'BTC'],
      ['bitcon', 'BTC'],
      ['etherium', 'ETH'],
      ['ehtereum', 'ETH'],
      ['solanna', 'SOL'],
      ['dogcoin', 'DOGE'],
      ['dogecion', 'DOGE'],
      ['cardanoo', 'ADA'],
    ];
    for (const [keyword, ticker] of written) assert.equal((await first(keyword))?.baseSymbol, ticker, keyword);
    for (const half of ['e', 'et', 'eth', 'ethe', 'ether', 'ethere', 'ethereu'])
      assert.ok(
        (await hits(half)).some(({ baseSymbol }) => baseSymbol === 'ETH'),
        half,
      );
  });

  await t.test(
    'section 8: a keyword that finds nothing is refused, and so is one without a pair of the line that was asked for',
    async () => {
      for (const keyword of ['zzzzqqqq', '%_']) await assert.rejects(hits(keyword), { error: 'noDataFound' });
      const ofLine = async (keyword: string, businessLine: 1 | 2) =>
        (await ask(market, 'searchCoin', { keyword, businessLine })).items.map((hit) => hit.businessLine);
      await assert.rejects(ofLine('zzzzqqqq', 1), { error: 'noMatchingPair' });
      assert.deepEqual(new Set(await ofLine('bit', 1)), new Set([1]));
      assert.deepEqual(await ofLine('BTCUSDT perp', 2), [2]);
      await assert.rejects(ofLine('BTCUSDT perp', 1), { error: 'noMatchingPair' });
    },
  );

  await t.test('a coin is found by its name in the script of the reader, and by the name it had before', async () => {
    for (const [keyword, ticker] of [
      ['比特币', 'BTC'],
      ['ビットコイン', 'BTC'],
      ['биткоин', 'BTC'],
      ['Биткойн', 'BTC'],
      ['بيتكوين', 'BTC'],
      ['以太坊', 'ETH'],
      ['이더', 'ETH'],
      ['ripple', 'XRP'],
      ['matic', 'POL'],
    ] as const) {
      assert.equal((await first(keyword))?.baseSymbol, ticker, keyword);
    }
  });

  await t.test('a pair that is named is the one that is told', async () => {
    assert.equal((await first('btcusd'))!.symbolId, 'BTCUSD_DMCBL', 'a contract, where no spot pair is called so');
    assert.equal((await first('ethbtc'))!.symbolId, 'ETHBTC');
    assert.equal((await first('BTC/USDC'))!.symbolId, 'BTCUSDC');
    const contract = (await first('btcusdt perp'))!;
    assert.deepEqual([contract.symbolId, contract.businessLine], ['BTCUSDT_UMCBL', 2]);
    const withAddress = market.catalog.data.coins.find(({ chains }) => chains.some(({ address }) => (address?.length ?? 0) >= 20))!;
    const { address } = withAddress.chains.find((chain) => (chain.address?.length ?? 0) >= 20)!;
    assert.deepEqual(
      (await hits(address!.toLowerCase())).map(({ baseSymbol }) => baseSymbol),
      [withAddress.ticker],
    );
  });

  await t.test('limit cuts the answer, total says how many there are', async () => {
    const { items, total } = await ask(market, 'searchCoin', { keyword: 'a', limit: 3 });
    assert.equal(items.length, 3);
    assert.ok(total > 3);
  });

  await t.test('lists before anything is typed: in order, liquid, from the board', async () => {
    const lists = await ask(market, 'searchCoin', {});
    for (const list of [lists.hotSearchList, lists.increaseList, lists.newCurrencyList, lists.volList]) {
      assert.ok(list.length > 0 && list.length <= 10);
      for (const { symbolId, last, baseSymbol } of list) {
        assert.equal(Number(last), market.board.quote(symbolId)!.last);
        assert.equal(new Set(list.map((hit) => hit.baseSymbol)).size, list.length, `${baseSymbol} stands once`);
      }
    }
    assert.ok(lists.increaseList.every(({ change24h }) => Number(change24h) > 0));
    const listed = lists.newCurrencyList.map(({ symbolId }) => market.catalog.symbol(symbolId)!.listedAt!);
    assert.deepEqual(
      listed,
      listed.toSorted((a, b) => b - a),
    );
    const turnovers = lists.volList.map(({ symbolId }) => market.board.quote(symbolId)!.turnover24h);
    assert.deepEqual(
      turnovers,
      turnovers.toSorted((a, b) => b - a),
    );
  });

  await t.test('what people search for becomes hot', async () => {
    const hot = async () => (await ask(market, 'searchCoin', {})).hotSearchList.map(({ baseSymbol }) => baseSymbol);
    assert.notEqual((await hot())[0], 'LTC');
    clock.advance(1);
    await hits('ltc');
    assert.equal((await hot())[0], 'LTC');
  });
});

test('interest counts a person once an hour and cools down', () => {
  const clock = createHandClock(start);
  const interest = createSearchInterest(clock);
  for (let i = 0; i < 50; i++) interest.count('LTC', 'a');
  assert.equal(interest.weightOf('LTC'), 1);
  interest.count('LTC', 'b');
  assert.equal(interest.weightOf('LTC'), 2);
  clock.advance(6 * hourMs);
  assert.equal(interest.weightOf('LTC'), 1);
  interest.count('LTC', 'a');
  assert.equal(interest.weightOf('LTC'), 2);
  assert.equal(interest.weightOf('ADA'), 0);
});

test('one slip in a long enough ticker or name never hides the coin', () => {
  const names = ['Bitcoin', 'Ethereum', 'Avalanche', 'Chainlink', 'Polkadot', 'Uniswap', 'Litecoin', 'Monero'];
  const data: CatalogData = {
    coins: names.map((name, i) => ({ ticker: `T${i}X`, name, rank: i + 1, supply: null, sectors: [], chains: [], listedAt: 0 })),
    symbols: [],
  };
  const index = createSearchIndex(createCatalog(data));
  const letter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), letter, fc.constantFrom('drop', 'add', 'change', 'swap'), (name, place, put, kind) => {
      const at = 1 + (place % (name.length - 2));
      const slipped =
        kind === 'drop'
          ? name.slice(0, at) + name.slice(at + 1)
          : kind === 'add'
            ? name.slice(0, at) + put + name.slice(at)
            : kind === 'change'
              ? name.slice(0, at) + put + name.slice(at + 1)
              : name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
      assert.ok(
        index.find(slipped).some(({ coin }) => coin.name === name),
        slipped,
      );
    }),
  );
});
