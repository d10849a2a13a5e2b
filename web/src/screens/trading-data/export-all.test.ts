import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOfAll } from './export-all.ts';

test('one row per moment, empty where a series has none', () => {
  const answer = { forming: null, partial: [] };
  assert.equal(
    csvOfAll([
      {
        metric: 'openInterest',
        answer: {
          ...answer,
          fields: ['usd', 'base'],
          points: [
            [0, '5', '1'],
            [3_600_000, '6', null],
          ],
        },
      },
      { metric: 'fundingRate', answer: { ...answer, fields: ['rate'], points: [[3_600_000, '0.0001']] } },
    ]),
    'time,openInterest.usd,openInterest.base,fundingRate.rate\n1970-01-01T00:00:00.000Z,5,1,\n1970-01-01T01:00:00.000Z,6,,0.0001\n',
  );
});

test('every row of simulated figures says so', () => {
  const answer = { forming: null, partial: [], fields: ['rate'], points: [[0, '0.0001']] as [number, string][] };
  assert.equal(
    csvOfAll([{ metric: 'fundingRate', answer }], true),
    'time,fundingRate.rate,simulated\n1970-01-01T00:00:00.000Z,0.0001,true\n',
  );
});
