import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locales } from '@tidemark/contract/locales.ts';
import { createFormat } from './format.ts';
import { dirOf } from './locale-context.ts';

const en = createFormat('en');
const de = createFormat('de');
const ar = createFormat('ar');
const minus = '\u2212';

describe('prices (section 9)', () => {
  it('follow the rule, in the manner of the language', () => {
    const cases = [
      ['64123.456', '64,123.46'],
      ['1', '1.00'],
      ['0.98765', '0.9877'],
      ['0.5', '0.5000'],
      ['0.0123456', '0.01235'],
      [-12.5, `${minus}12.50`],
      [0, '0.00'],
    ] as const;
    for (const [value, text] of cases) assert.equal(en.price(value), text);
    assert.equal(de.price('64123.456'), '64.123,46');
    assert.equal(ar.price('64123.456'), '64,123.46');
    assert.equal(ar.price(-0.5), `${minus}0.5000`);
  });

  it('a given precision is exact', () => {
    assert.equal(en.price('1.23456', { precision: 4 }), '1.2346');
    assert.equal(en.price('64000', { precision: 1 }), '64,000.0');
    assert.equal(en.price('-0', { precision: 2 }), '0.00');
    assert.equal(en.price('', { precision: 2 }), '--');
  });
});

describe('changes', () => {
  it('carry sign and direction', () => {
    assert.deepEqual(en.change('0.0124'), { text: '+1.24%', direction: 1 });
    assert.deepEqual(en.change(-0.0538), { text: `${minus}5.38%`, direction: -1 });
    assert.deepEqual(en.change(-0.00005), { text: `${minus}0.01%`, direction: -1 });
    assert.deepEqual(en.change('12.5'), { text: '+1,250.00%', direction: 1 });
    assert.deepEqual(de.change(0.0124), { text: '+1,24\u00a0%', direction: 1 });
    assert.deepEqual(ar.change(-0.0124), { text: `${minus}1.24%`, direction: -1 });
  });

  it('what rounds to nothing is flat', () => {
    for (const value of [0, -0, '0', 0.00004, -0.00004, '-0.00004']) assert.deepEqual(en.change(value), { text: '0.00%', direction: 0 });
  });
});

describe('money, counts, times', () => {
  it('money shortens to K, M, B, T with its currency in front', () => {
    assert.equal(en.money('539140000', 'USD'), '$539.14M');
    assert.equal(en.money('1234'), '1.23K');
    assert.equal(en.money(-2.5e9, 'EUR'), `${minus}€2.50B`);
    assert.equal(en.money(1e13, 'SAR'), 'SR\u00a010.00T');
    assert.equal(de.money('1234567', 'EUR'), '€1,23M');
    assert.equal(en.fiat('64123.456', 'TWD'), 'NT$64,123.46');
    assert.equal(en.fiat('0.5', 'IDR'), 'Rp\u00a00.5000');
  });

  it('counts are grouped', () => {
    assert.equal(en.count(1214), '1,214');
    assert.equal(de.count('1214'), '1.214');
    assert.equal(ar.count(1214), '1,214');
  });

  it('times have Latin digits and 24 hours', () => {
    const ms = Date.UTC(2026, 10, 14, 14, 2, 18);
    assert.equal(en.time(ms, 'time', 'UTC'), '14:02:18');
    assert.equal(en.time(ms, 'date', 'UTC'), 'Nov 14, 2026');
    assert.equal(en.time(0, 'time', 'UTC'), '00:00:00');
    assert.match(ar.time(ms, 'dateTime', 'UTC'), /14.*2026.*14:02/);
    assert.equal(en.time(ms, 'time', 'Asia/Tokyo'), '23:02:18');
  });

  it('ages are short and never nothing', () => {
    const ages = [0, 240, 990, 14_900, 59_999, 60_000, 3_599_999, 5 * 3_600_000, 47 * 3_600_000, 72 * 3_600_000, -5_000].map((ms) =>
      en.age(ms),
    );
    assert.deepEqual(ages, ['0.1 sec', '0.2 sec', '1 sec', '14 sec', '59 sec', '1 min', '59 min', '5 hr', '47 hr', '3 days', '0.1 sec']);
  });
});

it("whatever is not a number is '--' (section 5)", () => {
  for (const value of [null, undefined, '', ' ', 'abc', '1e', Number.NaN, Number.POSITIVE_INFINITY, '--'] as const) {
    assert.equal(en.price(value), '--');
    assert.equal(en.fiat(value, 'USD'), '--');
    assert.equal(en.money(value, 'SAR'), '--');
    assert.equal(en.count(value), '--');
    assert.deepEqual(en.change(value), { text: '--', direction: 0 });
  }
  for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 9e15]) assert.equal(en.time(value), '--');
  for (const value of [null, undefined, Number.NaN]) assert.equal(en.age(value), '--');
});

it('units cannot be taken for others: minutes of Turkish and Ukrainian, days of Indonesian', () => {
  const ages = (['tr', 'uk', 'id', 'ja', 'ar'] as const).map((locale) =>
    [180_000, 3 * 86_400_000].map(createFormat(locale).age).join(' | '),
  );
  assert.deepEqual(ages, ['3 dk. | 3 gün', '3 хв | 3 дн.', '3 menit | 3 hari', '3 分 | 3 日', '3 دقائق | 3 أيام']);
});

it('Uzbek is written as Uzbeks write it, though browsers do not know it', () => {
  const uz = createFormat('uz');
  assert.equal(uz.time(Date.UTC(2026, 10, 14, 14, 2), 'dateTime', 'UTC'), '14.11.2026, 14:02');
  assert.equal(uz.price('1234.5'), '1\u00a0234,50');
  assert.equal(uz.change('0.1234').text, '+12,34%');
  assert.deepEqual([14_000, 180_000, 5 * 3_600_000, 3 * 86_400_000].map(uz.age), [
    '14\u00a0son.',
    '3\u00a0daq.',
    '5\u00a0soat',
    '3\u00a0kun',
  ]);
});

it('every language has its digits, its direction and no stray marks', () => {
  for (const locale of locales) {
    const format = createFormat(locale);
    const all = [format.price('-1234.5'), format.money('-98765', 'USD'), format.change('-0.1234').text, format.count('-1234567')];
    for (const text of all) assert.match(text, /^[^\u200e\u200f\u061c-]*$/, `${locale}: ${text}`);
    assert.match(all.join(''), /1.*2.*3.*4/, locale);
    assert.equal(dirOf(locale), locale === 'ar' ? 'rtl' : 'ltr');
  }
});
