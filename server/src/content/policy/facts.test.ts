// Our own facts, as they are shipped.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { policyStatuses } from '@tidemark/contract/policy.ts';
import { parseFacts } from './parse-facts.ts';

const raw: readonly Record<string, unknown>[] = JSON.parse(readFileSync(new URL('./facts.json', import.meta.url), 'utf8'));
const { facts, problems } = parseFacts(raw);

test('every entry holds: it names its source and authority, and nothing is dated after the day it was checked', () => {
  assert.deepEqual(problems, []);
  assert.equal(facts.length, raw.length);
  assert.ok(facts.length >= 60);
  for (const { country, source, regulators, checkedAt } of facts) {
    assert.match(source.link, /^https:\/\/[^/]+\//, country);
    assert.ok(source.name && regulators.length > 0, country);
    assert.ok(checkedAt <= Date.now(), country);
  }
});

test('the members of the European Union are those of the treaty, and each follows it', () => {
  const members = facts
    .filter(({ bloc }) => bloc === 'EU')
    .map(({ country }) => country)
    .sort();
  assert.deepEqual(members, 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));
  assert.ok(facts.some(({ country }) => country === 'EU'));
});

test('every status is there, and no status contradicts what applies', () => {
  assert.deepEqual(new Set(facts.map(({ status }) => status)), new Set(policyStatuses));
  for (const { country, status, features, milestones, since } of facts) {
    if (status === 'banned')
      assert.ok(features.licence === undefined && features.payments !== 'allowed' && features.mining !== 'allowed' && since, country);
    if (status === 'banned')
      assert.ok(
        milestones.some(({ kind }) => kind === 'ban'),
        `${country} says when`,
      );
    if (features.licence === 'licence') assert.ok(status === 'regulated' || status === 'restricted', country);
    if (features.cbdc === 'issued')
      assert.ok(
        milestones.some(({ kind }) => kind === 'cbdcIssued'),
        country,
      );
  }
});

test('well-known days stand as they were', () => {
  const at = (country: string, kind: string) =>
    facts
      .find((entry) => entry.country === country)!
      .milestones.filter((milestone) => milestone.kind === kind)
      .map(({ on }) => new Date(on.at).toISOString().slice(0, 10));
  assert.deepEqual(at('EU', 'stablecoins'), ['2024-06-30']);
  assert.deepEqual(at('EU', 'licensing'), ['2024-12-30']);
  assert.deepEqual(at('SV', 'legalTender'), ['2021-09-07']);
  assert.deepEqual(at('CN', 'ban'), ['2021-09-24']);
  assert.deepEqual(at('JP', 'registration'), ['2017-04-01']);
  assert.deepEqual(at('US', 'spotEtf'), ['2024-01-10', '2024-05-23']);
  assert.deepEqual(at('HK', 'licensing'), ['2023-06-01']);
  assert.deepEqual(at('GB', 'promotions'), ['2023-10-08']);
});

const good = {
  country: 'IS',
  status: 'legal',
  checkedAt: '2025-01-01',
  regulators: ['Seðlabanki Íslands'],
  source: { name: 'Seðlabanki Íslands', link: 'https://www.sedlabanki.is/' },
};

test('what cannot be is told and left out, and the rest stays', () => {
  const wrong: [Record<string, unknown>, RegExp][] = [
    [{ ...good, country: 'XQ' }, /XQ, entry 1: country is no ISO country/],
    [{ ...good, source: { name: 'x', link: 'http://example.com/' } }, /source\.link must be an https address/],
    [{ ...good, source: { name: 'x', link: 'javascript:alert(1)' } }, /source\.link must be an https address/],
    [{ ...good, source: undefined }, /source/],
    [{ ...good, regulators: [] }, /regulators/],
    [{ ...good, status: 'fine' }, /status/],
    [{ ...good, features: { licence: 'perhaps' } }, /features\.licence/],
    [{ ...good, features: { weather: 'good' } }, /features\.weather/],
    [{ ...good, since: '2024-02-30' }, /since is not a date/],
    [{ ...good, checkedAt: '2025' }, /checkedAt must name a day/],
    [{ ...good, since: '2025-01-02' }, /a date after the day it was checked/],
    [{ ...good, milestones: [{ on: '2026', kind: 'ban', name: 'x' }] }, /a date after the day it was checked/],
    [{ ...good, status: 'banned', features: { licence: 'licence' } }, /is banned and has a licence/],
    [{ ...good, status: 'regulated' }, /is regulated without a law/],
    [{ ...good, comment: 'x' }, /comment/],
  ];
  for (const [entry, reason] of wrong) {
    const parsed = parseFacts([entry, { ...good, country: 'NZ' }]);
    assert.deepEqual(
      parsed.facts.map(({ country }) => country),
      ['NZ'],
    );
    assert.match(parsed.problems.join(), reason);
  }
  assert.deepEqual(parseFacts([good, good]).problems, ['IS: is there twice']);
  for (const nothing of [null, {}, 'x', [null], [7]]) assert.equal(parseFacts(nothing).problems.length, 1);
});
