import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenUnit, inUnit } from './chosen-unit.ts';
import { createFormat } from './format.ts';

test('amounts that come in dollars are written in the chosen currency; without a rate they stay in dollars', () => {
  const rates = { JPY: '153', EUR: '0.5', KRW: 'soon' };
  const yen = inUnit(chosenUnit('JPY', rates), createFormat('en'));
  assert.equal(yen.money('1710000000000'), '¥261.63T');
  assert.equal(yen.price(100), '¥15,300.00');
  assert.equal(inUnit(chosenUnit('EUR', rates), createFormat('de')).money(-2_000_000), '\u2212€1,00M');
  for (const unknown of [chosenUnit('KRW', rates), chosenUnit('JPY', undefined), chosenUnit('VND', {})])
    assert.equal(inUnit(unknown, createFormat('en')).money(1_500_000), '$1.50M');
  assert.equal(yen.money(null), '--');
});
