import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placed, stepFrom, tileOf } from './tiles.ts';

test('no two countries share a square, and none is drawn twice', () => {
  const tileCountries = [...placed.keys()];
  const places = tileCountries.map((country) => JSON.stringify(tileOf(country)));
  assert.equal(new Set(places).size, places.length);
  assert.ok(tileCountries.every((country) => /^[A-Z]{2}$/.test(country)));
  assert.equal(tileOf('ZZ'), undefined);
});

test('west is to the left and north is above', () => {
  const [portugal, poland, norway, greece] = ['PT', 'PL', 'NO', 'GR'].map((country) => tileOf(country)!);
  assert.ok(portugal!.column < poland!.column && norway!.row < poland!.row && poland!.row < greece!.row);
});

test('an arrow key leads to the nearest square that way, or nowhere', () => {
  const at = (x: number, y: number) => ({ x, y, width: 40, height: 40 }) as DOMRect;
  const squares = [at(0, 0), at(44, 0), at(44, 44), at(200, 0)];
  const steps = (from: number) =>
    (['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const).map((step) => stepFrom(squares[from]!, squares, step));
  assert.deepEqual(steps(0), [-1, 1, -1, 2]);
  assert.deepEqual(steps(1), [0, 3, -1, 2]);
  assert.deepEqual(steps(2), [0, 3, 1, -1]);
});
