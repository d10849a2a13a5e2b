import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { createEngine, type Engine } from './engine.ts';
import { startStanding } from './start.ts';
import { createEngineBed, noon } from '../testing/engine-bed.ts';
import { createRandom } from '../testing/random.ts';

const { risesTo } = alertType;
const plain = { type: risesTo, frequency: alertFrequency.every, timeZone: -1, upper: 0 } as const;
const arm = (engine: Engine, id: number, target: number, series = 0): void => {
  const alert = { ...plain, id, series, target };
  engine.arm(alert, startStanding(alert, 1, 0, noon));
};

test('what is no tick is refused, and an older tick says nothing new', () => {
  const bed = createEngineBed();
  bed.start({ type: risesTo, target: '100' }, '99');
  bed.tick('99', 10);
  for (const bad of [NaN, Infinity, -Infinity]) assert.throws(() => bed.engine.tick(0, bad, bed.now()), /is no tick/);
  assert.throws(() => bed.engine.tick(0, 9_900, NaN), /is no tick/);
  bed.engine.tick(0, 10_000, bed.now() - 1);
  assert.equal(bed.fired.length, 0);
  assert.equal(bed.engine.checkpoint(0)!.value, 9_900);
});

test('ids and series are checked, and what is unknown is said to be so', () => {
  const engine = createEngine({ onFire: () => {}, onChange: () => {} });
  assert.throws(() => arm(engine, 1, 5), /there is no series 0/);
  assert.throws(() => engine.tick(0, 5, noon), /there is no series 0/);
  engine.series('last');
  for (const id of [-1, 0.5, NaN, 2 ** 53]) assert.throws(() => arm(engine, id, 5), /no id of an alert/);
  assert.equal(engine.disarm(7), false);
  assert.equal(engine.setTimeZone(7, 60, noon), false);
  assert.equal(engine.standingOf(7), null);
  assert.equal(engine.checkpoint(0), null);
  assert.throws(
    () => createEngine({ limits: { perSecond: 1, perMinute: 1, perHour: 1, perDay: 1e6 }, onFire: () => {}, onChange: () => {} }),
    RangeError,
  );
});

test('firings of one tick come in order of alert id, and whoever listens may call back', () => {
  const order: number[] = [];
  const engine: Engine = createEngine({
    onFire({ alertId }) {
      order.push(alertId);
      assert.ok(engine.disarm(alertId));
      if (alertId < 100) arm(engine, alertId + 100, 50);
    },
    onChange: () => {},
  });
  engine.series('last');
  for (const id of [3, 1, 2]) arm(engine, id, 40 - id);
  engine.tick(0, 45, noon + 1);
  assert.deepEqual(order, [1, 2, 3]);
  engine.tick(0, 60, noon + 2);
  assert.deepEqual(order, [1, 2, 3, 101, 102, 103]);
  assert.equal(engine.size(), 0);
});

test('an alert armed after a price that meets it fires on that price, and one started on a newer price waits for the next', () => {
  const bed = createEngineBed();
  bed.tick('101', 10);
  bed.setNow(bed.now() - 1);
  const late = bed.start({ type: risesTo, target: '100' }, '99');
  assert.deepEqual(
    bed.fired.map(({ alertId, at }) => [alertId, at]),
    [[late, bed.now() + 1]],
  );
  bed.setNow(bed.now() + 500);
  const early = bed.start({ type: risesTo, target: '100' }, '99');
  bed.setNow(bed.now() - 400);
  assert.deepEqual(bed.tick('101', 0), [], 'a price from before it began');
  assert.deepEqual(bed.tick('101', 0.4), [early]);
});

test('ten thousand alerts on the same round price can be taken out one by one', () => {
  const engine = createEngine({ onFire: () => assert.fail('nothing is left to fire'), onChange: () => {} });
  engine.series('last');
  for (let id = 1; id <= 10_000; id++) arm(engine, id, 100_000);
  for (let id = 10_000; id >= 1; id -= 2) assert.ok(engine.disarm(id));
  for (let id = 1; id <= 10_000; id += 2) assert.ok(engine.disarm(id));
  engine.tick(0, 100_000, noon + 1);
  assert.equal(engine.size(), 0);
});

test('a price that plays around the level where alerts are armed again changes none of them', () => {
  const bed = createEngineBed();
  for (let n = 0; n < 50; n++) bed.start({ type: risesTo, target: '100' }, '99');
  bed.tick('100');
  const records = JSON.stringify([...bed.kept]);
  for (let n = 0; n < 500; n++) bed.tick(n % 2 === 0 ? '99.8' : '99.81', 0.1);
  assert.equal(JSON.stringify([...bed.kept]), records);
});

test('law: the same inputs give the same outputs', () => {
  const run = (): string => {
    const records: unknown[] = [];
    const engine = createEngine({ onFire: (firing) => records.push(firing), onChange: (change) => records.push(change) });
    const random = createRandom(3);
    for (let series = 0; series < 5; series++) engine.series(`${series}`);
    for (let step = 0; step < 20_000; step++) {
      if (random.chance(0.1)) arm(engine, random.int(500), 1_000 + random.int(100), random.int(5));
      else if (random.chance(0.05)) engine.disarm(random.int(500));
      else engine.tick(random.int(5), 1_000 + random.int(100), noon + step * 700);
    }
    return JSON.stringify(records);
  };
  const records = run();
  assert.ok(records.length > 100_000);
  assert.equal(run(), records);
});

test('a checkpoint older than a standing does not judge it twice', () => {
  const bed = createEngineBed({ tickSize: '0.00001' });
  bed.start({ type: alertType.rise24hPercent, target: '0.05' }, '0');
  bed.tick('0', 0);
  const old = structuredClone(bed.engine.checkpoint(0)!);
  bed.tick('0.01', 5);
  bed.tick('0.06', 5);
  assert.equal(bed.fired.length, 1);

  const again: number[] = [];
  const engine = createEngine({ onFire: ({ fireSeq }) => again.push(fireSeq), onChange: () => {} });
  engine.arm({ ...plain, id: 1, series: engine.series('change'), type: alertType.rise24hPercent, target: 500 }, bed.kept.get(1)!);
  engine.restore(0, old);
  engine.judgeMissed(0, [{ openTime: noon, open: 0, high: 6_000, low: 0, close: 6_000 }], noon + 60_000);
  assert.deepEqual(again, []);
});

test('what is taken out leaves its memory to others', () => {
  const engine = createEngine({ onFire: () => {}, onChange: () => {} });
  engine.series('last');
  let bytes = 0;
  for (let round = 0; round < 20; round++) {
    for (let id = 1; id <= 3_000; id++) arm(engine, id, 1_000 + id);
    engine.tick(0, 10_000, noon + round * 60_000);
    for (let id = 1; id <= 3_000; id++) assert.ok(engine.disarm(id));
    engine.tick(0, 1, noon + round * 60_000 + 1);
    if (round === 0) bytes = engine.bytes();
  }
  assert.equal(engine.bytes(), bytes);
});
