import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldZeros } from './fold-zeros.ts';

test('four zeros and more are folded, whatever stands around the number', () => {
  assert.deepEqual(foldZeros('0.00001235'), { head: '0.', zeros: 4, digits: '1235', tail: '' });
  assert.deepEqual(foldZeros('0,000000007780'), { head: '0,', zeros: 8, digits: '7780', tail: '' });
  assert.deepEqual(foldZeros('\u22120.00001235'), { head: '\u22120.', zeros: 4, digits: '1235', tail: '' });
  assert.deepEqual(foldZeros('$0.00001235'), { head: '$0.', zeros: 4, digits: '1235', tail: '' });
});

test('everything else stays as it is', () => {
  for (const text of ['0.0001234', '100,000.00', '10,000.000012', '--', '']) assert.equal(foldZeros(text), null, text);
});

test('property: unfolding gives the text back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 14 }), (digits, zeros) => {
      const text = `0.${'0'.repeat(zeros)}${digits}`;
      const folded = foldZeros(text);
      assert.equal(folded !== null, zeros >= 4);
      if (folded) assert.equal(folded.head + '0'.repeat(folded.zeros) + folded.digits + folded.tail, text);
    }),
    { seed: 77 },
  );
});
