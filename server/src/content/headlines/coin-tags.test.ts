// Which coins a headline is about: whole words only, and never a coin for a word, a person or an index.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { createHandClock } from '#platform/clock.ts';
import { createCoinTagger } from './coin-tags.ts';

const { coins } = await createSimulator({ clock: createHandClock(Date.UTC(2026, 10, 15)), seed: 1 }).catalog();
const tag = createCoinTagger(coins);

const cases: readonly (readonly [string, ...string[]])[] = [
  ['Bitcoin slips as Ether and Solana hold', 'BTC', 'ETH', 'SOL'],
  ['bitcoin miners sell', 'BTC'],
  ['BITCOIN AND GAS PRICES RALLY AS ONE: NOT A SAFE LINK TO DATA', 'BTC'],
  ["Bitcoin's rally, Bitcoin-backed loans and (BTC)", 'BTC'],
  ['Bitcoiners gather'],
  ['Ethereum Classic forks again', 'ETC'],
  ['Ethereum and Ethereum Classic part ways', 'ETH', 'ETC'],
  ['Bitcoin Cash upgrade goes live', 'BCH'],
  ['XRP, ADA and DOGE lead', 'XRP', 'ADA', 'DOGE'],
  ['Ripple wins in court', 'XRP'],
  ['ONE more thing: gas prices are near a high, not a link'],
  ['The one coin: $ONE jumps', 'ONE'],
  ['Gas fees fall; $GAS does not', 'GAS'],
  ['Near-term outlook: we are near the top'],
  ['NEAR Protocol ships sharding', 'NEAR'],
  ['Near Protocol ships sharding', 'NEAR'],
  ['$NEAR jumps 10 %', 'NEAR'],
  ['Avalanche kills three in the Alps'],
  ['Avalanche Foundation buys back tokens', 'AVAX'],
  ['Avalanche (AVAX) up', 'AVAX'],
  ['Stellar results from Nvidia'],
  ['Stellar Network adds contracts', 'XLM'],
  ['Optimism returns to markets'],
  ['The Graph shows a drop', 'GRT'],
  ['The graph shows a drop'],
  ['SPX closes at a record while $SPX6900 is no ticker'],
  ['Raised $5M, $10K, $1B and $100 in a round'],
  ['ETHUSDT and BTC/USD pairs', 'ETH', 'BTC'],
  ['Trump signs order; Official Trump portrait shown'],
  ['Trump memecoin holders dine', 'TRUMP'],
  ['TRUMP MEMECOIN HOLDERS DINE WITH PRESIDENT', 'TRUMP'],
  ['APT group breaches exchange; MON and VET explained'],
  ['$APT rises', 'APT'],
  ['AI, IP and ID: three letters of law'],
  ['Tether mints; USDC supply falls', 'USDT', 'USDC'],
  ['比特币突破新高，以太坊跟涨', 'BTC', 'ETH'],
  ['بيتكوين يرتفع', 'BTC'],
  ['Chainlink, Cardano, Polkadot and Uniswap', 'LINK', 'ADA', 'DOT', 'UNI'],
  ['Email me at sol@example.com or see BTC.com'],
  ['The SEC, the ECB and the IMF met'],
  ['S&P 500 and AT&T fall; W is a film'],
  ['Solana\u2019s SOL, Bitcoin\u2019s BTC', 'SOL', 'BTC'],
  ['#BTC and #ETH trend', 'BTC', 'ETH'],
  [''],
];

for (const [text, ...expected] of cases) {
  test(`'${text.slice(0, 70)}' is about ${expected.join(', ') || 'no coin'}`, () => assert.deepEqual(tag(text), expected));
}

test('any text has an answer: known coins, none twice, eight at most; a word glued to another is none', () => {
  const known = new Set(coins.map(({ ticker }) => ticker));
  const word = fc.constantFrom(
    'Bitcoin',
    'BTC',
    '$ONE',
    'near',
    'XRP',
    'SOL',
    'the',
    'Ether',
    'gas',
    '$',
    '(',
    '比特币',
    'DOGE',
    'Cardano',
    'LTC',
    'Monero',
    'Uniswap',
    'Aave',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 12 })), { maxLength: 25 }), (words) => {
      const tags = tag(words.join(' '));
      assert.ok(tags.length <= 8 && new Set(tags).size === tags.length && tags.every((one) => known.has(one)));
    }),
    { numRuns: 300, seed: 11 },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,6}$/), (glue) => assert.deepEqual(tag(`${glue}bitcoin${glue}`), [])),
    { numRuns: 100, seed: 12 },
  );
});
