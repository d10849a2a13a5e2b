// One random run: an engine (with a store that keeps what it tells, and restarts from it) against the oracle, compared
// after every step.
import assert from 'node:assert/strict';
import { minuteMs } from '@tidemark/contract/time.ts';
import { createEngine, type Engine, type Firing } from '../engine/engine.ts';
import type { RateLimits } from '../engine/limits.ts';
import type { Checkpoint } from '../engine/missed.ts';
import { shownState } from '../engine/shown-state.ts';
import type { Alert, Standing } from '../engine/standing.ts';
import { startStanding } from '../engine/start.ts';
import { createOracle, type OracleFiring } from './engine-oracle.ts';
import { createRandom } from './random.ts';
import { drawAlert, drawRest, drawTimeZone, drawUnits, priceAt, worldSeries, type WorldAlert, type WorldSeries } from './random-world.ts';

const steps = [0, 1, 100, 700, 1_000, 3_000, 9_999, 10_000, 10_001, 11_000, 29_000, 61_000, 600_000, 3_600_000, 7 * 3_600_000, 86_400_000];

interface Kept {
  world: WorldAlert;
  alert: Omit<Alert, 'series'>;
  standing: string;
}

export interface RunCount {
  firings: number;
  suppressed: number;
  late: number;
  restarts: number;
}

export function runAgainstOracle(seed: number, length: number, count: RunCount): void {
  const random = createRandom(seed);
  const limits: RateLimits = random.chance(0.5)
    ? { perSecond: 1, perMinute: 2, perHour: 2, perDay: 2 }
    : { perSecond: 1, perMinute: 2, perHour: 3, perDay: 6 };
  const trail: string[] = [];
  const kept = new Map<number, Kept>();
  const last = new Map(worldSeries.map((on) => [on, on.middle + random.int(9) - 4]));
  const lastAt = new Map<WorldSeries, number>();
  let now = Date.UTC(2026, 2, 1, random.int(24), random.int(60), random.int(60));
  let fired: OracleFiring[] = [];
  let expected: OracleFiring[] = [];
  let engine: Engine;

  const keep = (alertId: number, standing: Readonly<Standing>): void => {
    const row = kept.get(alertId)!;
    row.standing = JSON.stringify(standing);
  };
  const onFire = (firing: Firing): void => {
    const { alertId, version, fireSeq, at, price, suppressedBy, more, lateness, standing } = firing;
    fired.push({ alertId, version, fireSeq, at, label: price, suppressedBy, more, lateness });
    keep(alertId, standing);
  };
  const newEngine = (): Engine => createEngine({ limits, onFire, onChange: ({ alertId, standing }) => keep(alertId, standing) });
  engine = newEngine();
  const oracle = createOracle(limits, (firing) => expected.push(firing));

  const alerts = (): WorldAlert[] => [...kept.values()].map((row) => row.world);
  const isOff = (id: number): boolean => (JSON.parse(kept.get(id)!.standing) as Standing).phase === 'off';

  const tick = (on: WorldSeries, units: number, at: number): void => {
    const price = priceAt(on, units);
    trail.push(`tick ${on.name} ${price.last} (${price.label}) at ${at}`);
    engine.tick(engine.series(on.name), price.label, at);
    oracle.tick(on.name, price, at);
    last.set(on, units);
    lastAt.set(on, at);
  };

  const start = (id: number, version: number): void => {
    const on = random.pick(worldSeries);
    // The price a caller read may be newer than the last tick judged here, or older.
    const lead = random.chance(0.2) ? random.pick([-500, -1, 1, 400]) : 0;
    const at = lead < 0 ? (lastAt.get(on) ?? now) + lead : now + lead;
    const units = lead === 0 ? last.get(on)! : drawUnits(random, on, alerts(), last.get(on)!);
    const world = drawAlert(random, id, version, units, on);
    const price = priceAt(on, units);
    trail.push(`start ${JSON.stringify(world.oracle)} on ${price.last} (${price.label}) at ${at}`);
    const standing = startStanding(world.plan, version, price.label, at);
    kept.set(id, { world, alert: world.plan, standing: JSON.stringify(standing) });
    engine.arm({ ...world.plan, series: engine.series(on.name) }, standing);
    oracle.start(world.oracle, price, at);
  };

  const change = (): void => {
    const ids = [...kept.keys()];
    const id = ids.length > 0 ? random.pick(ids) : 0;
    const what = random.next();
    if (ids.length < 8 && (ids.length < 3 || what < 0.4)) start(Math.max(0, ...ids) + 1, 1);
    else if (what < 0.6) start(id, kept.get(id)!.world.oracle.version + 1);
    else if (what < 0.7) {
      trail.push(`remove ${id}`);
      assert.equal(engine.disarm(id), !isOff(id));
      kept.delete(id);
      oracle.remove(id);
    } else {
      const timeZone = drawTimeZone(random);
      trail.push(`time zone of ${id} is ${timeZone} from ${now}`);
      const row = kept.get(id)!;
      row.alert = { ...row.alert, timeZone };
      engine.setTimeZone(id, timeZone, now);
      oracle.setTimeZone(id, timeZone, now);
    }
  };

  const missAStretch = (): void => {
    const on = random.pick(worldSeries);
    const from = lastAt.get(on) ?? now;
    const length = random.pick([5_000, 45_000, 130_000, 400_000, 20 * minuteMs]);
    now = Math.max(now, from + length);
    const minutes = [];
    for (let openTime = Math.floor(from / minuteMs) * minuteMs; openTime < now; openTime += minuteMs) {
      // Of a long silence a few minutes at both ends and around the limit of delivery are enough.
      if (openTime - from > 2 * minuteMs && now - openTime > 2 * minuteMs && Math.abs(now - openTime - 15 * minuteMs) > minuteMs) continue;
      const drawn = Array.from({ length: 4 }, () => drawUnits(random, on, alerts(), last.get(on)!));
      const sorted = drawn.toSorted((a, b) => a - b);
      const [open, close] = random.chance(0.5) ? [drawn[0]!, drawn[1]!] : [last.get(on)!, drawn[1]!];
      const [low, high] = [Math.min(sorted[0]!, open), Math.max(sorted[3]!, open)];
      minutes.push({ openTime, open: priceAt(on, open), high: priceAt(on, high), low: priceAt(on, low), close: priceAt(on, close) });
      last.set(on, close);
    }
    trail.push(`missed ${on.name} until ${now}: ${JSON.stringify(minutes)}`);
    const units = minutes.map(({ openTime, open, high, low, close }) => ({
      openTime,
      open: open.label,
      high: high.label,
      low: low.label,
      close: close.label,
    }));
    engine.judgeMissed(engine.series(on.name), units, now);
    oracle.missed(on.name, minutes, now);
    lastAt.set(on, now);
  };

  /** Goes back from the level of an alert, stays there for about ten seconds in several prices, and returns. */
  const restOnPurpose = (): void => {
    const resting = alerts().filter(({ plan }) => plan.type <= 2 || plan.type >= 7);
    if (resting.length === 0) return;
    const { plan, series: on } = random.pick(resting);
    const [back, met] = drawRest(random, plan);
    for (let left = 10_000 + random.pick([-1, 0, 0, 1]); left > 0;) {
      tick(on, Math.max(1, back + (random.chance(0.8) ? 0 : random.int(3) - 1)), now);
      const length = Math.min(left, random.pick([1, 500, 4_000, 9_000, 10_001]));
      left -= length;
      now += length;
      if (random.chance(0.15)) restart();
      if (random.chance(0.05)) change();
      compare();
    }
    tick(on, Math.max(1, met), now);
  };

  const restart = (): void => {
    trail.push('restart');
    count.restarts++;
    const checkpoints = new Map(worldSeries.map((on) => [on, engine.checkpoint(engine.series(on.name))]));
    for (const [id, row] of kept)
      assert.deepEqual(engine.standingOf(id), isOff(id) ? null : JSON.parse(row.standing), `alert ${id} as kept`);
    engine = newEngine();
    for (const row of [...kept.values()].sort(() => random.next() - 0.5)) {
      engine.arm({ ...row.alert, series: engine.series(row.world.series.name) }, JSON.parse(row.standing) as Standing);
    }
    for (const [on, checkpoint] of [...checkpoints].sort(() => random.next() - 0.5)) {
      if (checkpoint !== null) engine.restore(engine.series(on.name), JSON.parse(JSON.stringify(checkpoint)) as Checkpoint);
    }
  };

  const compare = (): void => {
    const byId = (a: OracleFiring, b: OracleFiring) => a.at - b.at || a.alertId - b.alertId || a.fireSeq - b.fireSeq;
    assert.deepEqual(fired.sort(byId), expected.sort(byId));
    for (const { suppressedBy, lateness } of fired) {
      count.firings++;
      if (suppressedBy !== null) count.suppressed++;
      if (lateness !== null) count.late++;
    }
    [fired, expected] = [[], []];
    for (const [id, row] of kept) {
      const standing = engine.standingOf(id);
      const shown = standing === null ? 'off' : shownState(row.alert, standing, { now, lastTickAt: now, isSuspended: false }, limits);
      assert.equal(shown, oracle.shown(id, now), `state of alert ${id}`);
    }
  };

  try {
    for (let step = 0; step < length; step++) {
      now += random.chance(0.6) ? random.pick(steps.slice(0, 10)) : random.pick(steps);
      const what = random.next();
      if (what < 0.06) restOnPurpose();
      else if (what < 0.72) {
        const on = random.pick(worldSeries);
        tick(on, drawUnits(random, on, alerts(), last.get(on)!), now);
      } else if (what < 0.91) change();
      else if (what < 0.95) missAStretch();
      else restart();
      compare();
    }
  } catch (error) {
    throw new Error(`seed ${seed} with ${JSON.stringify(limits)}:\n${trail.join('\n')}`, { cause: error });
  }
}
