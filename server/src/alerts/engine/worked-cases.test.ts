// The eight worked cases of alert meanings, as far as they are decided without a store and senders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { createEngine } from './engine.ts';
import { seriesKindOf, seriesName } from './series.ts';
import { createEngineBed } from '../testing/engine-bed.ts';

const { risesTo, risePercent } = alertType;

test('case 1: rises to 100, every time: 99, 100.01, 99.95, 100.02 is one firing', () => {
  const bed = createEngineBed();
  bed.start({ type: risesTo, target: '100' }, '99');
  const fired = ['99', '100.01', '99.95', '100.02'].map((price) => bed.tick(price).length);
  assert.deepEqual(fired, [0, 1, 0, 0]);
});

test('case 2: then 99.7 for 12 s, then 100, is a second firing', () => {
  const bed = createEngineBed();
  bed.start({ type: risesTo, target: '100' }, '99');
  for (const price of ['100.01', '99.95', '100.02', '99.7']) bed.tick(price);
  assert.deepEqual(bed.tick('100', 12), [1]);
  assert.equal(bed.fired.length, 2);
});

test('case 3: a gap from 95 to 112 with alerts at 100, 105 and 110 is three firings, each with its target and the actual price', () => {
  const bed = createEngineBed();
  for (const target of ['100', '105', '110']) bed.start({ type: risesTo, target }, '95');
  bed.tick('95');
  assert.deepEqual(bed.tick('112'), [1, 2, 3]);
  assert.deepEqual(
    bed.fired.map(({ level, price, priceBefore }) => [level, price, priceBefore]),
    [
      [10_000, 11_200, 9_500],
      [10_500, 11_200, 9_500],
      [11_000, 11_200, 9_500],
    ],
  );
});

test('case 4: rise 5 % every time from 100: 105 fires, 104 does not, 110.25 fires', () => {
  const bed = createEngineBed();
  bed.start({ type: risePercent, target: '0.05' }, '100');
  assert.deepEqual(bed.tick('104.99'), []);
  assert.deepEqual(bed.tick('105'), [1]);
  assert.equal(bed.kept.get(1)!.anchor, 10_500);
  assert.deepEqual(bed.tick('104', 60), []);
  assert.deepEqual(bed.tick('110.24', 60), []);
  assert.deepEqual(bed.tick('110.25', 60), [1]);
});

test('case 4: from 100 to 117 in one tick is one firing, and 117 is the new anchor', () => {
  const bed = createEngineBed();
  bed.start({ type: risePercent, target: '0.05' }, '100');
  assert.deepEqual(bed.tick('117'), [1]);
  assert.equal(bed.fired.length, 1);
  assert.equal(bed.fired[0]!.anchor, 10_000);
  assert.equal(bed.kept.get(1)!.anchor, 11_700);
});

test('case 5: once a day, fired at 23:59, the price stays at 101: nothing at 00:00; 99.7 for 10 s, then 100: fires', () => {
  const bed = createEngineBed({ at: Date.UTC(2026, 4, 4, 23, 59) });
  bed.start({ type: risesTo, target: '100', frequency: alertFrequency.onceADay }, '99');
  assert.deepEqual(bed.tick('101'), [1]);
  for (let minute = 0; minute < 5; minute++) assert.deepEqual(bed.tick('101', 60), []);
  assert.deepEqual(bed.tick('99.7'), []);
  assert.deepEqual(bed.tick('100', 10), [1]);
});

test('case 6: what is told with a firing starts an engine that does not fire it again; what was not told fires on replay', () => {
  const bed = createEngineBed();
  bed.start({ type: risesTo, target: '100' }, '99');
  const armed = structuredClone(bed.kept.get(1)!);
  bed.tick('99');
  const checkpoint = structuredClone(bed.engine.checkpoint(0)!);
  bed.tick('100');
  const committed = JSON.parse(JSON.stringify(bed.kept.get(1)!));

  const restart = (standing: typeof armed): string[] => {
    const keys: string[] = [];
    const engine = createEngine({
      onFire: ({ alertId, version, fireSeq }) => keys.push(`${alertId}:${version}:${fireSeq}`),
      onChange: () => {},
    });
    engine.arm(
      { id: 1, series: engine.series('last'), type: risesTo, frequency: alertFrequency.every, timeZone: -1, target: 10_000, upper: 0 },
      standing,
    );
    engine.restore(0, checkpoint);
    engine.tick(0, 10_000, bed.now());
    engine.tick(0, 10_001, bed.now() + 500);
    return keys;
  };
  assert.deepEqual(restart(committed), []);
  assert.deepEqual(restart(armed), ['1:1:1']);
});

test('case 7: the mark price crosses and the last does not: only the alert on the mark fires', () => {
  const bed = createEngineBed();
  const seriesOf = (priceSource: 0 | 1) => seriesName(seriesKindOf({ businessLine: 2, alertType: risesTo, priceSource }), 'BTCUSDT_UMCBL');
  const onLast = bed.start({ type: risesTo, target: '100', series: seriesOf(0) }, '99');
  const onMark = bed.start({ type: risesTo, target: '100', series: seriesOf(1) }, '99');
  assert.deepEqual(bed.tick('99.9', 1, seriesOf(0)), []);
  assert.deepEqual(bed.tick('100.1', 0, seriesOf(1)), [onMark]);
  assert.equal(bed.shown(onLast), 'armed');
});

test('case 8: the third crossing of a day is suppressed by the daily limit and shown as limited until local midnight', () => {
  const bed = createEngineBed({ at: Date.UTC(2026, 4, 4, 10) });
  const id = bed.start({ type: risesTo, target: '100', timeZone: 120 }, '99');
  const crossAgain = (): number[] => {
    bed.tick('99', 3_600);
    return bed.tick('100', 15);
  };
  assert.deepEqual([crossAgain(), crossAgain(), crossAgain()], [[id], [id], []]);
  assert.equal(bed.fired[2]!.suppressedBy, 'perDay');
  assert.equal(bed.fired[2]!.fireSeq, 3);
  assert.equal(bed.shown(id), 'limited');
  bed.setNow(Date.UTC(2026, 4, 4, 21, 59, 59));
  assert.equal(bed.shown(id), 'limited');
  bed.setNow(Date.UTC(2026, 4, 4, 22));
  assert.equal(bed.shown(id), 'latched');
  assert.deepEqual(crossAgain(), [id]);
  assert.deepEqual(bed.fired[3]!.more, { count: 1, since: bed.fired[2]!.at });
});
