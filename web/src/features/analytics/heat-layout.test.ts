import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heatShapes, layoutHeat, type Box, type HeatItem } from './heat-layout.ts';

/** As a market is: one giant, a few large ones, many small ones in small sectors. */
const market: readonly HeatItem[] = [
  { id: 'BTC', size: 1_700, group: 'layer-1' },
  { id: 'ETH', size: 440, group: 'layer-1' },
  { id: 'XRP', size: 150, group: 'payments' },
  { id: 'UNI', size: 6, group: 'defi' },
  { id: 'AAVE', size: 4, group: 'defi' },
  { id: 'PEPE', size: 3, group: 'meme' },
  { id: 'FET', size: 1, group: 'ai' },
  { id: 'AXS', size: 0.2, group: 'gaming' },
  { id: 'BLUR', size: 0.1, group: 'nft' },
];
const area = ({ w, h }: Box): number => (w * h) / 10_000;

test('a giant leaves room: areas grow slower than sizes', () => {
  const { tiles } = layoutHeat(market, heatShapes.wide, false);
  const ratio = area(tiles.get('BTC')!) / area(tiles.get('ETH')!);
  assert.ok(ratio > 2 && ratio < 2.3, `BTC is 3.9 times ETH and is drawn ${ratio.toFixed(2)} times as large`);
  assert.ok(area(tiles.get('BTC')!) < 0.55, 'BTC is 74 % of the sizes');
});

for (const [name, shape] of Object.entries(heatShapes)) {
  test(`no sector is too small for its name and a tile: ${name}`, () => {
    const { groups, tiles } = layoutHeat(market, shape, true);
    assert.equal(groups.length, 7);
    for (const { group, box } of groups) assert.ok(area(box) > 0.025, `${group}: ${(100 * area(box)).toFixed(2)} % of the map`);
    for (const [id, box] of tiles) assert.ok(box.w > 0 && box.h > 0, `${id} has a tile`);
  });
}

test('the largest sector stays the largest, and what is above the floor keeps its proportions', () => {
  const { groups } = layoutHeat(market, heatShapes.wide, true);
  const areas = groups.map(({ box }) => area(box));
  assert.equal(groups[0]!.group, 'layer-1');
  assert.deepEqual(areas.toSorted((a, b) => b - a)[0], areas[0]);
});

for (const [name, shape] of Object.entries(heatShapes)) {
  test(`neighbours meet in one edge, so that the pixel between them is always there: ${name}`, () => {
    const items = Array.from({ length: 60 }, (_, at): HeatItem => ({ id: `C${at}`, size: 1 / (at + 1), group: null }));
    const boxes = [...layoutHeat(items, shape, false).tiles.values()];
    for (const { x, y, w, h } of boxes) {
      const isEdge = (end: number, starts: readonly number[]) => [...starts, 100].some((start) => Math.abs(start - end) < 1e-9);
      const [right, bottom] = [x + w, y + h];
      assert.ok(
        isEdge(
          right,
          boxes.map((box) => box.x),
        ),
        `nothing begins where a tile ends, at ${right} from the left`,
      );
      assert.ok(
        isEdge(
          bottom,
          boxes.map((box) => box.y),
        ),
        `nothing begins where a tile ends, at ${bottom} from the top`,
      );
    }
  });
}

test('many equal sectors share the map evenly', () => {
  const items = Array.from({ length: 40 }, (_, at): HeatItem => ({ id: `C${at}`, size: 1, group: `s${at}` }));
  const { groups } = layoutHeat(items, heatShapes.wide, true);
  assert.equal(groups.length, 40);
  for (const { box } of groups) assert.ok(area(box) > 0.015, String(area(box)));
});

test('nothing to show is an empty map', () => {
  assert.deepEqual(layoutHeat([], heatShapes.wide, true), { tiles: new Map(), groups: [] });
  assert.equal(layoutHeat([{ id: 'X', size: 0, group: null }], heatShapes.tall, true).tiles.size, 0);
});
