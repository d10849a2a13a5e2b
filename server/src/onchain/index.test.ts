// The onchain lists through the room's front door, over the simulator and without it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { onchainCalls, onchainRiskBounds, tokenPageOf, type OnchainToken } from '@tidemark/contract/onchain.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { createWords } from '#words/index.ts';
import { createOnchain } from './index.ts';

const start = Date.UTC(2026, 10, 15, 13, 7);
const words = createWords(fileURLToPath(new URL('../../../locales', import.meta.url)));
const caller = { locale: 'en' } as Caller;

function openRoom({ seed = 1, hasSource = true, now = start } = {}) {
  const clock = createHandClock(now);
  const bus = createInProcessBus({ onError: (error) => assert.fail(String(error)) });
  const simulator = createSimulator({ clock, seed });
  const room = createOnchain({
    bus,
    clock,
    source: hasSource ? simulator : {},
    words,
    iconUrl: (ticker) => `/assets/coins/${ticker.toLowerCase()}.svg`,
  });
  room.start();
  return { ...room, clock, simulator };
}
const room = openRoom();
const page = { pageNum: 1, pageSize: 200 };
const all = async (): Promise<OnchainToken[]> => {
  const found: OnchainToken[] = [];
  for (let pageNum = 1; ; pageNum++) {
    const { items, total } = await room.calls.onchainVolume(caller, { ...page, pageNum });
    found.push(...items);
    if (found.length >= total) return found;
  }
};
const isFalling = (values: readonly number[]) => values.every((value, i) => i === 0 || value <= values[i - 1]!);

test('every list answers in its shape and in its order', async () => {
  const byList = {
    onchainHotPicks: null,
    onchainNewPicks: (token: OnchainToken) => token.createdAt,
    onchainVolume: (token: OnchainToken) => Number(token.volume24h),
    onchainFdv: (token: OnchainToken) => Number(token.fdv),
    onchainHolders: (token: OnchainToken) => token.holders!,
  } as const;
  for (const name of Object.keys(byList) as (keyof typeof byList)[]) {
    const answer = await room.calls[name](caller, page);
    const shape = v.safeParse(onchainCalls[name].output, answer);
    assert.ok(shape.success, shape.success ? '' : `${name}: ${v.summarize(shape.issues)}`);
    assert.ok(answer.items.length >= 30, name);
    const by = byList[name];
    if (by) assert.ok(isFalling(answer.items.map(by)), name);
  }
});

test('a chain has its own tokens, pages follow each other, and an unknown chain is refused', async () => {
  const { items: chains } = await room.calls.onchainChains(caller, {});
  assert.ok(chains.length >= 10);
  for (const { chain, tokens } of chains) {
    const { items, total } = await room.calls.onchainVolume(caller, { ...page, chain });
    assert.equal(total, tokens);
    assert.ok(items.every((token) => token.chain === chain));
  }
  const [first, second] = await Promise.all([1, 2].map(async (pageNum) => room.calls.onchainFdv(caller, { pageNum, pageSize: 20 })));
  const seen = new Set(first!.items.map(({ chain, address }) => `${chain} ${address}`));
  assert.ok(second!.items.every(({ chain, address }) => !seen.has(`${chain} ${address}`)));
  await assert.rejects(async () => room.calls.onchainVolume(caller, { ...page, chain: 'atlantis' }), { name: 'Refusal' });
});

test('every chain names an explorer that opens a token by its address', async () => {
  const answer = await room.calls.onchainChains(caller, {});
  assert.ok(v.is(onchainCalls.onchainChains.output, answer));
  const urlOf = new Map(answer.items.map(({ chain, tokenUrl }) => [chain, tokenUrl]));
  const link = (await all()).find(({ chain, symbol }) => chain === 'ethereum' && symbol === 'LINK')!;
  assert.equal(tokenPageOf(urlOf.get('ethereum')!, link.address), `https://etherscan.io/token/${link.address}`);
  assert.equal(tokenPageOf(urlOf.get('sui')!, '0xa::b::C'), 'https://suiscan.xyz/mainnet/coin/0xa%3A%3Ab%3A%3AC');
  for (const [chain, url] of urlOf) assert.notEqual(url, null, chain);
});

test('risks are what the figures say, and a cap nobody verified is not shown', async () => {
  const tokens = await all();
  const nowMs = (await room.calls.onchainVolume(caller, page)).asOf;
  for (const token of tokens) {
    assert.equal(token.risks.includes('young'), nowMs - token.createdAt < onchainRiskBounds.youngMs);
    assert.equal(token.risks.includes('thinLiquidity'), Number(token.liquidity) < onchainRiskBounds.thinLiquidityUsdt);
    assert.equal(token.risks.includes('concentratedHolders'), Number(token.top10Share) >= onchainRiskBounds.concentratedShare);
    if (nowMs - token.createdAt < 86_400_000) assert.equal(token.change.h24, null, 'no change over a time it did not live');
  }
  for (const risk of ['young', 'thinLiquidity', 'concentratedHolders', 'mintable', 'freezable', 'honeypot'] as const)
    assert.ok(
      tokens.some(({ risks }) => risks.includes(risk)),
      risk,
    );
  assert.ok(tokens.some(({ marketCap }) => marketCap === null) && tokens.some(({ marketCap }) => marketCap !== null));
  const hot = await room.calls.onchainHotPicks(caller, page);
  assert.ok(
    hot.items.every(({ risks }) => !risks.includes('honeypot')),
    'what cannot be sold is not picked',
  );
});

test('a coin of the exchange costs on its chain what it costs on the exchange', async () => {
  const link = (await all()).find(({ chain, symbol }) => chain === 'ethereum' && symbol === 'LINK')!;
  const price = room.simulator.priceAt('LINKUSDT', (await room.calls.onchainVolume(caller, page)).asOf)!;
  assert.ok(Math.abs(Number(link.priceUsdt) / price - 1) < 1e-4);
});

test('the same seed tells the same anywhere, another seed something else; tokens come and prices move', async () => {
  const twin = openRoom();
  const here = await room.calls.onchainNewPicks(caller, page);
  assert.deepEqual(await twin.calls.onchainNewPicks(caller, page), here);
  assert.notDeepEqual((await openRoom({ seed: 2 }).calls.onchainNewPicks(caller, page)).items, here.items);
  twin.clock.advance(5_000);
  const soon = await twin.calls.onchainNewPicks(caller, page);
  assert.notEqual(soon.items[0]!.priceUsdt, here.items[0]!.priceUsdt);
  twin.clock.advance(86_400_000);
  const tomorrow = await twin.calls.onchainNewPicks(caller, page);
  assert.ok(tomorrow.items[0]!.createdAt > here.asOf, 'something was launched since');
});

test('the places above the list name real tokens in the reader’s language', async () => {
  const english = await room.calls.onchainPositions(caller, {});
  const arabic = await room.calls.onchainPositions(caller, { locale: 'ar' });
  assert.deepEqual(
    english.items.map(({ id }) => id),
    ['mostTraded', 'topGainer', 'newest'],
  );
  const [traded] = (await room.calls.onchainVolume(caller, page)).items;
  assert.equal(english.items[0]!.title, `Most traded: ${traded!.symbol}`);
  assert.match(arabic.items[0]!.title, /[؀-ۿ]/);
  assert.equal(arabic.items[0]!.link, `/ar/markets/onChain?chain=${traded!.chain}`);
});

test('a source without chains is said, not made up', async () => {
  const bare = openRoom({ hasSource: false });
  await assert.rejects(async () => bare.calls.onchainHotPicks(caller, page), { message: /sourceLacksData/ });
});
