import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Policy } from '@tidemark/contract/policy.ts';
import { choiceParams, countryHref, featureChoices, policyHref, readPolicyChoice, selectPolicies, selectTimeline } from './choice.ts';

const policyOf = (country: string, name: string, more: Partial<Policy> = {}): Policy => ({
  country,
  name,
  bloc: null,
  status: 'regulated',
  title: name,
  summary: '',
  since: null,
  sincePrecision: 'day',
  laws: [],
  regulators: ['Authority'],
  features: {},
  milestones: [],
  source: 'Authority',
  link: 'https://authority.example/',
  checkedAt: 0,
  ...more,
});
const on = (day: string) => ({ at: Date.parse(day), precision: 'day' as const });
const countries: readonly Policy[] = [
  policyOf('CI', 'Côte d’Ivoire', { status: 'unclear' }),
  policyOf('CN', 'China', {
    status: 'banned',
    since: Date.UTC(2021, 8, 24),
    features: { mining: 'forbidden', payments: 'forbidden' },
    milestones: [
      { on: on('2021-09-24'), kind: 'ban', name: 'Notice 237' },
      { on: on('2013-12-05'), kind: 'bankBan', name: 'Notice 289' },
    ],
  }),
  policyOf('JP', 'Japan', {
    since: Date.UTC(2017, 3, 1),
    laws: [{ name: 'Payment Services Act', since: null }],
    features: { payments: 'allowed' },
    milestones: [{ on: on('2017-04-01'), kind: 'registration', name: 'Payment Services Act' }],
  }),
  policyOf('TR', 'Türkiye', {
    since: Date.UTC(2024, 6, 2),
    features: { payments: 'forbidden' },
    milestones: [{ on: on('2021-04-30'), kind: 'paymentBan', name: 'Regulation' }],
  }),
];
const read = (query: string) => readPolicyChoice(new URLSearchParams(query));
const shown = (query: string) =>
  selectPolicies(countries, read(query))
    .map(({ country }) => country)
    .join(' ');

test('an address says the same after being read and written, and says nothing that is usual', () => {
  for (const query of [
    '',
    'view=timeline&status=banned&applies=payments.forbidden&q=act&sort=since&dir=reversed&country=JP',
    'country=DE',
    'status=legal&q=%D8%A7',
  ]) {
    const address = policyHref('en', read(query));
    assert.equal(address, `/markets/crypto-policy${query && `?${query}`}`);
  }
  assert.deepEqual(choiceParams(read('view=globe&status=fine&applies=payments.perhaps&sort=luck&dir=up&country=Japan&q=')), {});
  assert.equal(
    countryHref('ar', read('view=timeline&status=banned'), 'CN'),
    '/ar/markets/crypto-policy?status=banned&country=CN#country-CN',
  );
});

test('countries are found by name without accents, by code, law and authority, by status and by what applies', () => {
  assert.equal(shown(''), 'CI CN JP TR');
  assert.equal(shown('q=cote'), 'CI');
  assert.equal(shown('q=TURK'), 'TR');
  assert.equal(shown('q=jp'), 'JP');
  assert.equal(shown('q=payment+services'), 'JP');
  assert.equal(shown('q=author'), 'CI CN JP TR');
  assert.equal(shown('q=zzz'), '');
  assert.equal(shown('status=banned'), 'CN');
  assert.equal(shown('applies=payments.forbidden'), 'CN TR');
  assert.equal(shown('applies=payments.forbidden&status=regulated'), 'TR');
  assert.equal(shown('status=banned&country=JP'), 'CN JP', 'the one that is open stays');
});

test('order: by name as they come, by status, by day with the newest first and who has none last', () => {
  assert.equal(shown('dir=reversed'), 'TR JP CN CI');
  assert.equal(shown('sort=status'), 'JP TR CN CI');
  assert.equal(shown('sort=since'), 'TR CN JP CI');
  assert.equal(shown('sort=since&dir=reversed'), 'JP CN TR CI');
});

test('the timeline runs from the newest year to the oldest and keeps to the filters', () => {
  const years = (query: string) =>
    selectTimeline(countries, read(query)).map(({ year, events }) => `${year}: ${events.map(({ policy }) => policy.country).join(' ')}`);
  assert.deepEqual(years(''), ['2021: CN TR', '2017: JP', '2013: CN']);
  assert.deepEqual(years('status=regulated&country=CN'), ['2021: TR', '2017: JP']);
  assert.deepEqual(years('q=zzz'), []);
});

test('every value of every feature can be chosen', () => {
  assert.ok(featureChoices.length > 20);
  for (const { key } of featureChoices) assert.equal(read(`applies=${key}`).feature, key);
});
