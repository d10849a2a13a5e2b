import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { keepMarketOf, keptMarketOf } from './kept-market.ts';

const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
});
beforeEach(() => kept.clear());

const coin = (...symbolIds: string[]) => {
  const markets = symbolIds.map((symbolId) => ({ symbolId }) as SymbolItem);
  return { main: markets[0]!, markets };
};
const eth = coin('ETHUSDT', 'ETHUSDT_UMCBL', 'ETHUSDC_CMCBL', 'ETHUSD_DMCBL', 'ETHUSD_DMCBL_261225');

test('section 3: a coin is shown in the kind of market that was chosen last', () => {
  assert.equal(keptMarketOf('ETH', eth), null, 'nothing was chosen');
  keepMarketOf('BTCUSDT_UMCBL');
  assert.deepEqual([...kept.keys()], ['userSelectedCoinMarket']);
  assert.equal(keptMarketOf('ETH', eth), 'ETHUSDT_UMCBL');
  keepMarketOf('XRPUSD_DMCBL_261225');
  assert.equal(keptMarketOf('ETH', eth), 'ETHUSD_DMCBL');
  keepMarketOf('XRPBTC');
  assert.equal(keptMarketOf('ETH', eth), null, 'spot is what it shows');
});

test('an address that names a market is what somebody asked for, and a coin without such a market stays where it is', () => {
  keepMarketOf('BTCUSDT_UMCBL');
  assert.equal(keptMarketOf('ETHUSDT', eth), null);
  assert.equal(keptMarketOf('PEPE', coin('PEPEUSDT')), null);
  kept.set('userSelectedCoinMarket', '_NOPE');
  assert.equal(keptMarketOf('ETH', eth), null);
});
