// What the table of alert meanings leaves to be said beside the worked cases; every number here is from the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { createEngineBed, noon, type EngineBed } from '../testing/engine-bed.ts';

const { risesTo, fallsTo, risePercent, fallPercent, rise24hPercent, fall24hPercent, entersChannel, exitsChannel } = alertType;
const { onceADay, onceOnly } = alertFrequency;
const many = { perSecond: 100, perMinute: 100, perHour: 100, perDay: 100 };
const channel = { lower: '90', upper: '110' };

/** Ticks one price after the other, one a second, and marks those that fired. */
const play = (bed: EngineBed, prices: string, series?: string): string =>
  prices
    .split(' ')
    .map((price) => (bed.tick(price, 1, series).length > 0 ? `${price}!` : price))
    .join(' ');
/** Stays at a price for so long, then goes on. */
const rest = (bed: EngineBed, price: string, seconds: number): void => {
  bed.tick(price);
  bed.wait(seconds - 1);
};

test('1 and 2: touching counts', () => {
  const bed = createEngineBed();
  bed.start({ type: risesTo, target: '100' }, '99');
  assert.equal(play(bed, '99.99 100'), '99.99 100!');
  bed.start({ type: fallsTo, target: '98' }, '99');
  assert.equal(play(bed, '98.01 98'), '98.01 98!');
});

test('1 and 2: armed again after 10 s at 0.2 % from the target, not nearer and not sooner', () => {
  for (const [back, seconds, armed] of [
    ['99.8', 10, true],
    ['99.81', 60, false],
    ['99.8', 9.999, false],
  ] as const) {
    const bed = createEngineBed({ limits: many });
    bed.start({ type: risesTo, target: '100' }, '99');
    bed.tick('100');
    rest(bed, back, seconds);
    assert.equal(bed.tick('100', 1).length === 1, armed, `${back} for ${seconds} s`);
  }
  const bed = createEngineBed({ limits: many });
  bed.start({ type: fallsTo, target: '100' }, '101');
  bed.tick('100');
  rest(bed, '100.2', 10);
  assert.equal(bed.tick('100').length, 1);
});

test('1 and 2: at least three ticks back where 0.2 % is less', () => {
  const bed = createEngineBed({ tickSize: '0.5', limits: many });
  bed.start({ type: risesTo, target: '20' }, '10');
  bed.tick('20');
  rest(bed, '19', 20);
  assert.equal(bed.tick('20').length, 0);
  rest(bed, '18.5', 20);
  assert.equal(bed.tick('20').length, 1);
});

test('1: a rest that is broken begins again', () => {
  const bed = createEngineBed({ limits: many });
  bed.start({ type: risesTo, target: '100' }, '99');
  bed.tick('100');
  rest(bed, '99.7', 9);
  rest(bed, '99.9', 1);
  rest(bed, '99.7', 9);
  assert.equal(bed.tick('100').length, 0);
  rest(bed, '99.7', 10);
  assert.equal(bed.tick('100').length, 1);
});

test('3 and 4: the anchor follows the firings, not the price', () => {
  const bed = createEngineBed({ limits: many });
  bed.start({ type: fallPercent, target: '0.1' }, '100');
  assert.equal(play(bed, '120 90.01 90 100 81.01 81'), '120 90.01 90! 100 81.01 81!');
});

test('3 once a day: after a firing the first price of the next local day is the anchor', () => {
  const bed = createEngineBed({ at: Date.UTC(2026, 4, 4, 20) });
  bed.start({ type: risePercent, target: '0.05', frequency: onceADay, timeZone: 180 }, '100');
  assert.equal(play(bed, '105 111 130'), '105! 111 130');
  bed.setNow(Date.UTC(2026, 4, 4, 21, 5));
  assert.equal(play(bed, '140 146.9 147 160'), '140 146.9 147! 160');
});

test('5 and 6: half a point or a tenth of p back, at once', () => {
  const bed = createEngineBed({ tickSize: '0.00001', limits: many });
  // The scale of the bed stands in for the units of a change: 0.05 is 5 %.
  bed.start({ type: rise24hPercent, target: '0.02' }, '0');
  assert.equal(play(bed, '0.01999 0.02 0.01501 0.03 0.015 0.02'), '0.01999 0.02! 0.01501 0.03 0.015 0.02!');
  const big = createEngineBed({ tickSize: '0.00001', limits: many });
  big.start({ type: fall24hPercent, target: '0.2' }, '0');
  assert.equal(play(big, '-0.2 -0.18001 -0.2 -0.18 -0.2'), '-0.2! -0.18001 -0.2 -0.18 -0.2!');
});

test('5 once a day: fires on level with the first judgement of a new day, and once only', () => {
  const bed = createEngineBed({ tickSize: '0.00001' });
  bed.start({ type: rise24hPercent, target: '0.05', frequency: onceADay }, '0');
  assert.equal(play(bed, '0.06 0 0.07'), '0.06! 0 0.07');
  bed.setNow(Date.UTC(2026, 4, 5, 0, 0, 3));
  assert.equal(play(bed, '0.07 0 0.08'), '0.07! 0 0.08');
});

test('7: enters from either side; outside by the margin for 10 s on one side arms it again', () => {
  const bed = createEngineBed({ limits: many });
  bed.start({ type: entersChannel, ...channel }, '80');
  assert.equal(play(bed, '89.99 90 89 91'), '89.99 90! 89 91');
  rest(bed, '111', 10);
  assert.equal(bed.tick('110').length, 1);
  rest(bed, '110.99', 60);
  assert.equal(bed.tick('100').length, 0, 'nearer than a twentieth of the width');
});

test('8: exits on either side; inside by the margin for 10 s arms it again', () => {
  const bed = createEngineBed({ limits: many });
  bed.start({ type: exitsChannel, ...channel }, '100');
  assert.equal(play(bed, '110 110.01 105 89'), '110 110.01! 105 89');
  rest(bed, '91', 10);
  assert.equal(bed.tick('89.99').length, 1);
  rest(bed, '90.99', 60);
  assert.equal(bed.tick('89').length, 0);
});

test('a jump clean through a channel fires 8, and 7 only if a price was seen inside', () => {
  const bed = createEngineBed({ limits: many });
  const exits = bed.start({ type: exitsChannel, ...channel }, '80');
  const enters = bed.start({ type: entersChannel, ...channel }, '80');
  bed.tick('80');
  assert.deepEqual(bed.tick('120'), [exits]);
  assert.deepEqual(bed.tick('100'), [enters]);
  assert.deepEqual(bed.tick('80'), [], 'a way through the inside is no jump');
});

test('only once: the first firing switches it off, and switching on starts a new version', () => {
  const bed = createEngineBed();
  const id = bed.start({ type: risesTo, target: '100', frequency: onceOnly }, '99');
  assert.deepEqual(bed.tick('100'), [id]);
  assert.equal(bed.shown(id), 'off');
  assert.equal(bed.engine.size(), 0);
  rest(bed, '99', 60);
  assert.deepEqual(bed.tick('100'), []);
  bed.tick('99');
  bed.start({ type: risesTo, target: '100', frequency: onceOnly }, '99', id);
  assert.deepEqual(bed.tick('100'), [id]);
  assert.deepEqual(
    bed.fired.map(({ version, fireSeq }) => `${version}:${fireSeq}`),
    ['1:1', '2:1'],
  );
});

test('only once: a rise or fall that has fired keeps what it was measured from', () => {
  const bed = createEngineBed();
  const [once, every] = [onceOnly, alertFrequency.every].map((frequency) =>
    bed.start({ type: fallPercent, target: '0.036', frequency }, '80082.24'),
  );
  const anchorOf = (id: number | undefined) => bed.kept.get(id!)!.anchor;
  const before = anchorOf(once);
  assert.deepEqual(bed.tick('77113.85'), [once, every]);
  assert.equal(anchorOf(once), before);
  assert.equal(anchorOf(every), 7_711_385, 'one that goes on begins anew');
});

test('an edit never fires at once: what holds already has to begin anew', () => {
  const bed = createEngineBed({ tickSize: '0.00001' });
  const id = bed.start({ type: rise24hPercent, target: '0.05' }, '0');
  bed.tick('0.04');
  bed.start({ type: rise24hPercent, target: '0.03' }, '0.04', id);
  assert.equal(bed.shown(id), 'latched');
  assert.equal(play(bed, '0.04 0.05 0.025 0.03'), '0.04 0.05 0.025 0.03!');
});

test('once a day: a change of time zone grants nothing within 20 h, and takes away no new day', () => {
  const day = (timeZone: number, moveTo: number, hours: number): number => {
    const bed = createEngineBed({ tickSize: '0.00001' });
    bed.start({ type: rise24hPercent, target: '0.05', frequency: onceADay, timeZone }, '0');
    bed.tick('0.06', 1);
    bed.engine.setTimeZone(1, moveTo, bed.now());
    bed.setNow(noon + hours * 3_600_000);
    return bed.tick('0.06', 2).length;
  };
  // Fired at 12:00 UTC. Moved to where midnight is an hour away.
  assert.equal(day(-1, 660, 2), 0);
  assert.equal(day(-1, 660, 11.9), 0);
  assert.equal(day(-1, 660, 12), 1, 'a new day in the old zone too');
  assert.equal(day(-660, 660, 19.9), 0);
  assert.equal(day(-660, 660, 20), 1, 'or 20 hours later');
  assert.equal(day(-1, -660, 13), 0, 'still the same day where the user is now');
});

test('rate limits: each of the four, and what they held back is told with the next delivery', () => {
  const fire = (limits: typeof many, gapsMs: number[]) => {
    const bed = createEngineBed({ limits, tickSize: '1', at: Date.UTC(2026, 4, 4, 12) });
    bed.start({ type: risePercent, target: '0.01' }, '1000000');
    gapsMs.reduce((price, gapMs) => {
      bed.tick(String(Math.ceil(price * 1.02)), gapMs / 1000);
      return Math.ceil(price * 1.02);
    }, 1_000_000);
    return bed.fired;
  };
  const by = (limits: typeof many, gapsMs: number[]) => fire(limits, gapsMs).map(({ suppressedBy }) => suppressedBy);
  assert.deepEqual(by({ ...many, perSecond: 1 }, [100, 800, 100]), [null, 'perSecond', null]);
  assert.deepEqual(by({ ...many, perMinute: 2 }, [0, 20_000, 20_000, 20_000]), [null, null, 'perMinute', null]);
  assert.deepEqual(by({ ...many, perHour: 1 }, [0, 3_599_000, 1_000]), [null, 'perHour', null]);
  assert.deepEqual(by({ ...many, perHour: 1, perDay: 1 }, [0, 1_000, 12 * 3_600_000]), [null, 'perDay', null]);
  const fired = fire({ ...many, perHour: 1 }, [0, 1_000, 1_000, 3_600_000, 3_600_000]);
  assert.deepEqual(
    fired.map(({ more }) => more),
    [null, null, null, { count: 2, since: noon + 1_000 }, null],
  );
});
