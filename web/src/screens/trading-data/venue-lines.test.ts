import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisOn, drawnValues } from '#ui/chart/chart-line.ts';
import { venueLines } from './venue-lines.ts';

const venues = ['own', 'okx', 'bybit'].map((venue) => ({ venue, name: null, state: 'told' as const, awaySince: null }));
const look = { format: String };
const names = ['Here', 'OKX', 'Bybit'];

test('what makes one sum is piled up to it, read as it is, and has a hole where the sum is not known', () => {
  const { times, lines, all } = venueLines(
    'openInterest',
    {
      venues,
      points: [
        [1, '6', '1', '2', '3'],
        [2, null, '1', null, '3'],
        [3, '9', '2', '3', '4'],
      ],
    },
    names,
    'Total',
    look,
  );
  assert.deepEqual(times, [1, 2, 3]);
  assert.deepEqual(
    lines.map((line) => [line.label, drawnValues(line), line.values]),
    [
      ['Bybit', [6, null, 9], [3, 3, 4]],
      ['OKX', [3, null, 5], [2, null, 3]],
      ['Here', [1, null, 2], [1, 1, 2]],
    ],
  );
  assert.ok(axisOn(lines, 'end', undefined, 2)!.from <= 0, 'a pile stands on zero, or its parts could not be compared');
  assert.deepEqual(
    all.map(({ label, fileLabel, values }) => [label, fileLabel, values]),
    [
      ['Total', 'Total (USD)', [6, null, 9]],
      ['Here', 'Here (USD)', [1, 1, 2]],
      ['OKX', 'OKX (USD)', [2, null, 3]],
      ['Bybit', 'Bybit (USD)', [3, 3, 4]],
    ],
  );
});

test('rates stand each for itself; what nobody tells has no line; a sum that is hardly ever known is not piled up', () => {
  const rates = venueLines('fundingRate', { venues, points: [[1, null, '0.1', null, '0.2']] }, names, 'Total', look);
  assert.deepEqual(
    rates.lines.map(({ label, values }) => [label, values]),
    [
      ['Here', [0.1]],
      ['Bybit', [0.2]],
    ],
  );
  assert.deepEqual(
    rates.all.map(({ label }) => label),
    names,
  );
  const young = venueLines(
    'volume',
    { venues, points: [1, 2, 3].map((ts) => [ts, ts === 3 ? '6' : null, ts === 3 ? '1' : null, '2', '3']) },
    names,
    'Total',
    look,
  );
  assert.deepEqual(
    young.lines.map((line) => [line.label, drawnValues(line)]),
    [
      ['Here', [null, null, 1]],
      ['OKX', [2, 2, 2]],
      ['Bybit', [3, 3, 3]],
      ['Total', [null, null, 6]],
    ],
  );
});
