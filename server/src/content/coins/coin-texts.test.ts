import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Coin } from '@tidemark/source/catalog-data.ts';
import { createCatalog } from '#market/catalog/catalog.ts';
import { createWords } from '#words/index.ts';
import { createCoinTexts } from './coin-texts.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));

const textOf = async (known: Partial<Coin>) => {
  const coin: Coin = { ticker: 'TIDE', name: 'Tide', rank: 1, supply: null, sectors: ['layer-1'], chains: [], listedAt: null, ...known };
  const texts = createCoinTexts({
    words,
    market: { catalog: createCatalog({ coins: [coin], symbols: [] }), blocks: async () => null, iconUrl: () => '' },
  });
  return (await texts.of('TIDE', 'en'))!.description;
};

test('a place by market cap and a year of listing are told only where they are known', async () => {
  assert.doesNotMatch(await textOf({}), /rank|since|1970/);
  assert.match(await textOf({ listedAt: Date.UTC(2021, 4, 5) }), /Listed here since 2021\.$/);
  assert.match(await textOf({ supply: 1_000 }), /Market cap rank: 1 of 1 coins\.$/);
});
