import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuoteRow, SymbolItem } from '@tidemark/contract/market.ts';
import { readPng } from '@tidemark/testbed/read-png.ts';
import { createHandClock } from '#platform/clock.ts';
import { createCoinPictures, drawCoin } from './coin-picture.ts';
import { lettersOf } from './picture-letters.ts';

const quote: QuoteRow = ['BTCUSDT', '84681.50', '82500.00', '85000', '82000', '1000000', 0, 1];
const item = { symbolId: 'BTCUSDT', baseSymbol: 'BTC', pricedSymbol: 'USDT', quote } as SymbolItem;
const closes = Array.from({ length: 168 }, (_, i) => 82_000 + 1_000 * Math.sin(i / 20) + i * 10);

/** How many pixels of a part of the picture are as wanted. */
function readPicture(file: Buffer) {
  const { width, height, pixel } = readPng(file);
  const count = (wanted: (colour: readonly number[]) => boolean, [left, top, right, bottom]: readonly [number, number, number, number]) => {
    let found = 0;
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (wanted(pixel(x, y))) found++;
    return found;
  };
  return { width, height, pixel, count };
}

const isGreen = ([red, green]: readonly number[]) => green! > 100 && green! > red! * 1.5;
const isRed = ([red, green]: readonly number[]) => red! > 150 && red! > green! * 1.5;
const isLight = (colour: readonly number[]) => colour.every((part) => part > 220);

const mark = { name: 'Northwind', accent: null };

test('a coin that rose has its pair and price in light letters and a green line; one that fell a red one', async () => {
  const risen = readPicture(await drawCoin(item, closes, true, mark).png());
  assert.deepEqual([risen.width, risen.height], [1200, 630]);
  assert.deepEqual(risen.pixel(2, 2), [13, 18, 28]);
  assert.ok(risen.count(isLight, [72, 70, 700, 145]) > 1_000, 'the pair');
  assert.ok(risen.count(isLight, [72, 180, 900, 290]) > 2_000, 'the price');
  assert.ok(risen.count(isGreen, [72, 335, 1128, 525]) > 2_000, 'the line');
  assert.equal(risen.count(isRed, [0, 0, 1200, 630]), 0);
  assert.ok(risen.count(([red]) => red! > 100, [400, 550, 1128, 600]) > 500, 'simulated prices say so');
  const fallen = readPicture(
    await drawCoin({ ...item, quote: ['BTCUSDT', '80000', '82500', '1', '1', '1', 0, 1] }, closes, false, mark).png(),
  );
  assert.ok(fallen.count(isRed, [72, 335, 1128, 525]) > 2_000);
  assert.equal(
    fallen.count(([red]) => red! > 100, [400, 550, 1128, 600]),
    0,
  );
});

test('without history, and with letters that it does not have, there is still a picture', async () => {
  const { width } = readPicture(await drawCoin({ ...item, baseSymbol: '币' }, [], false, mark).png());
  assert.equal(width, 1200);
  assert.deepEqual(lettersOf('币', 10).strokes, []);
  assert.ok(lettersOf('btc', 10).width > lettersOf('b', 10).width);
});

test('a picture is drawn once a minute for each market, and what is not listed has none', async () => {
  const clock = createHandClock(0);
  const asked: string[] = [];
  const pictures = createCoinPictures({
    clock,
    isSimulated: () => false,
    mark,
    async call(name, input) {
      const symbolId = (input as { symbolIds?: string; symbolId?: string }).symbolIds ?? (input as { symbolId: string }).symbolId;
      asked.push(`${name} ${symbolId}`);
      const isKnown = symbolId !== 'NOSUCHUSDT';
      const data = name === 'getHomeQuotation' ? { items: isKnown ? [item] : [] } : { candles: [] };
      return { code: '00000', msg: '', data, requestTime: 0 };
    },
  });
  const get = (symbolId: string, isRefused = false) => pictures.get(symbolId, () => isRefused);
  const [one, two] = await Promise.all([get('BTCUSDT'), get('BTCUSDT')]);
  assert.ok(Buffer.isBuffer(one) && one === two);
  assert.deepEqual(asked, ['getHomeQuotation BTCUSDT', 'getMoreKlineData BTCUSDT']);
  assert.equal(await get('BTCUSDT', true), one, 'what is there costs nothing');
  assert.equal(await get('ETHUSDT', true), 'refused');
  assert.equal(await get('NOSUCHUSDT'), null);
  clock.advance(60_000);
  await get('BTCUSDT');
  assert.equal(asked.filter((call) => call === 'getHomeQuotation BTCUSDT').length, 2);
});

test('what cannot be read now is tried again at once', async () => {
  let isAway = true;
  const pictures = createCoinPictures({
    clock: createHandClock(0),
    isSimulated: () => false,
    mark,
    async call(name) {
      if (isAway) throw new Error('away');
      return { code: '00000', msg: '', data: name === 'getHomeQuotation' ? { items: [item] } : { candles: [] }, requestTime: 0 };
    },
  });
  await assert.rejects(pictures.get('BTCUSDT', () => false));
  isAway = false;
  assert.ok(Buffer.isBuffer(await pictures.get('BTCUSDT', () => false)));
});
