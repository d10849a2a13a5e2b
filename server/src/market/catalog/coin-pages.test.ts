import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { createCatalog } from './catalog.ts';
import { coinPagesOf } from './coin-pages.ts';

const symbol = (symbolId: string, baseSymbol: string, pricedSymbol: string, more: Partial<MarketSymbol> = {}) =>
  ({ symbolId, baseSymbol, pricedSymbol, instType: 'sp', status: 'online', ...more }) as MarketSymbol;
const coin = (ticker: string) => ({ ticker }) as Coin;

test('a coin has one page for search engines: its pair against USDT, else another pair, else a contract; never one that rests', () => {
  const catalog = createCatalog({
    coins: ['BTC', 'USDT', 'NEW', 'OLD', 'REST'].map(coin),
    symbols: [
      symbol('BTCUSDT_UMCBL', 'BTC', 'USDT', { instType: 'umcbl' }),
      symbol('BTCEUR', 'BTC', 'EUR'),
      symbol('BTCUSDT', 'BTC', 'USDT'),
      symbol('USDTEUR', 'USDT', 'EUR'),
      symbol('NEWUSD_CMCBL', 'NEW', 'USD', { instType: 'cmcbl' }),
      symbol('NEWUSDT_UMCBL', 'NEW', 'USDT', { instType: 'umcbl' }),
      symbol('OLDUSDT', 'OLD', 'USDT', { status: 'halted' }),
      symbol('OLDUSDC', 'OLD', 'USDC'),
      symbol('RESTUSDT', 'REST', 'USDT', { status: 'halted' }),
    ],
  });
  assert.deepEqual(coinPagesOf(catalog), ['BTCUSDT', 'USDTEUR', 'NEWUSDT_UMCBL', 'OLDUSDC']);
});
