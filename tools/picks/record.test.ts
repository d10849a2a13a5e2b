// The figures and words of the page follow from the results by day that stay with the project.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { languages } from '../../contract/src/locales.ts';
import { pickRecord, pickVerdict, pickVerdicts } from '../../contract/src/pick-record.ts';
import { dayMs } from '../../contract/src/time.ts';
import { intervalOf, type DailyResult } from '../../server/src/analytics/picks/scorecard.ts';
import { rootDir } from '../run-command.ts';
import { recordFile, resultsOf, toldResults } from './record.ts';
import { embargoDays } from './walk-forward.ts';

const readDays = (): DailyResult[] =>
  readFileSync(recordFile, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [date, picks, edge, overBtc, aheadOfMedian] = line.split(',');
      return {
        ts: Date.parse(date!),
        picks: Number(picks),
        edge: Number(edge),
        overBtc: Number(overBtc),
        aheadOfMedian: Number(aheadOfMedian),
      };
    });

test('the page tells what the days give, and its word is that of the interval', () => {
  const days = readDays();
  assert.deepEqual(resultsOf(days), toldResults);
  assert.equal(pickRecord.embargoDays, embargoDays);
  assert.ok(days.every(({ ts }) => ts >= pickRecord.from && ts + pickRecord.days * dayMs <= pickRecord.to));
  assert.equal(pickVerdict(pickRecord.edge), 'chance');
  const report = readFileSync(join(rootDir, 'docs/ai-picks.md'), 'utf8');
  assert.match(report, /the picks were no better than picking at random/);
});

test('better or worse is said only of an interval that leaves chance out', () => {
  assert.equal(pickVerdict(null), 'early');
  assert.equal(pickVerdict({ low: 0.001, high: 0.02 }), 'better');
  assert.equal(pickVerdict({ low: -0.02, high: -0.001 }), 'worse');
  for (const edge of [
    { low: -0.001, high: 0.02 },
    { low: -0.02, high: 0.001 },
    { low: 0, high: 0.02 },
    { low: -0.02, high: 0 },
  ])
    assert.equal(pickVerdict(edge), 'chance');
});

test('every language tells the interval with the verdict, and no figure of its own but the 95 percent', () => {
  for (const { locale } of languages.filter(({ base }) => base === null)) {
    const words = JSON.parse(readFileSync(join(rootDir, 'locales', locale, 'picks.json'), 'utf8')) as Record<string, string>;
    for (const verdict of pickVerdicts) {
      const text = words[`picks.verdict.${verdict}`]!;
      if (verdict === 'early') continue;
      for (const placeholder of ['{days}', '{low}', '{high}', '95'])
        assert.ok(text.includes(placeholder), `${locale} ${verdict}: ${placeholder}`);
    }
    for (const key of ['picks.methodTest', 'picks.methodFigures'])
      assert.doesNotMatch(words[key]!.replace(/\{\w+\}/g, ''), /\d/, `${locale} ${key}`);
  }
});

test('the interval holds the truth about 19 times of 20, though picks of neighbouring days share their days', (t) => {
  const seed = 20_261;
  t.diagnostic(`seed ${seed}`);
  let state = seed;
  const draw = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32;
  const shock = () => draw() + draw() + draw() + draw() - 2;
  const rounds = 1_000;
  let held = 0;
  for (let round = 0; round < rounds; round++) {
    const single = Array.from({ length: 28 * 12 + 6 }, shock);
    const { low, high } = intervalOf(single.slice(6).map((_, day) => single.slice(day, day + 7).reduce((sum, value) => sum + value, 0)))!;
    if (low <= 0 && high >= 0) held++;
  }
  assert.ok(held / rounds > 0.91 && held / rounds < 0.98, `${held} of ${rounds}`);
  assert.equal(intervalOf(Array.from({ length: 55 }, () => 1)), null, 'less than two blocks say nothing');
});
