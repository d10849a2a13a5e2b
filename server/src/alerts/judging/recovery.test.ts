// A judge that is cut off, killed and started again judges every tick all the same: once, in its order, before anything newer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { alertLimits, type AlertType } from '@tidemark/contract/alert-rules.ts';
import type { Quote } from '#market/board.ts';
import { createPastTicks } from '#market/past-ticks.ts';
import { tickOf } from '#market/testing/test-source.ts';
import { createTickRing } from '#market/tick-ring.ts';
import { createLog } from '#platform/log.ts';
import type { Checkpoint } from '../engine/missed.ts';
import { scaleOf } from '../pairs.ts';
import type { Standing } from '../engine/standing.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { createRandom } from '../testing/random.ts';
import { createJudge, type Judge } from './judge.ts';
import type { JudgedAlert, KeptFiring } from './judge-store.ts';
import { tickWidth } from './messages.ts';
import { readPast, type PastMarket } from './read-past.ts';

const start = Date.UTC(2026, 0, 15, 12, 40);
const tick = '0.01';
const symbols = ['AUSDT', 'BUSDT'];

interface Wish {
  readonly type: AlertType;
  readonly price?: string;
  readonly up?: string;
  readonly down?: string;
  readonly frequency?: 1 | 3;
}

/** A feed that keeps its ticks, a store that keeps what is saved, and judges that come and go. */
function openWorld(partial: Partial<PastMarket> = {}) {
  const ring = createTickRing();
  let [seq, now] = [1_000, start];
  const last = new Map<string, number>(symbols.map((symbolId) => [symbolId, 100]));
  const rows = new Map<number, JudgedAlert>();
  const checkpoints = new Map<string, Checkpoint>();
  const fired: KeptFiring[] = [];
  let judge: Judge | null = null;
  let held: Quote[] | null = null;
  const read = createPastTicks({ ring, source: {}, log: createLog({ level: 'silent' }), now: () => now });
  const market: PastMarket = {
    candles: async () => null,
    series: async () => null,
    pastTicks: async (asks) => ({ epoch: 1, ...(await read(asks)) }),
    ...partial,
  };

  const hand = (quotes: readonly Quote[]): void => {
    const data = new Float64Array(quotes.length * tickWidth);
    quotes.forEach((quote, at) =>
      data.set([symbols.indexOf(quote.symbolId), quote.last, NaN, NaN, quote.open24h, quote.ts, quote.seq], at * tickWidth),
    );
    judge!.ticks(data, (symbol) => symbols[symbol]!, now);
  };
  const recover = async (): Promise<void> => {
    const asks = judge!.missedAsks();
    judge!.missed(asks, await readPast(market, asks, async () => []), now);
    for (const quote of held ?? []) hand([quote]);
    held = null;
  };
  return {
    fired,
    market,
    now: () => now,
    pass: (ms: number) => void (now += ms),
    /** As the feed tells it; isHeard: whether it reaches the judge. */
    tell(symbolId: string, price: number, isHeard = true) {
      last.set(symbolId, price);
      const quote: Quote = { ...tickOf(symbolId, price, now), open24h: 100, seq: ++seq };
      ring.add([quote]);
      if (!judge || !isHeard) return;
      if (held) held.push(quote);
      else hand([quote]);
    },
    make(id: number, symbolId: string, { type, price, up, down, frequency = 3 }: Wish) {
      const values = { price: price ?? null, priceUp: up ?? null, priceDown: down ?? null };
      const levels = planLevels(
        { alertType: type, configurePrice: values.price, configurePriceUp: values.priceUp, configurePriceDown: values.priceDown },
        scaleOf(tick),
      );
      const isChange = type === 5 || type === 6;
      const at = isChange ? 0 : scaleOf(tick).units(last.get(symbolId)!);
      const standing = startStanding({ type, ...levels }, 1, at, now);
      const row: JudgedAlert = {
        id,
        symbolId,
        businessLine: 1,
        type,
        source: 0,
        frequency,
        ...values,
        tick,
        timeZone: -1,
        partition: 1,
        version: 1,
        isArmed: true,
        standing,
        born: null,
      };
      rows.set(id, row);
      judge?.arm(row);
    },
    /** Everything that came of it is committed. */
    save() {
      for (let batch = judge!.take(1); batch; batch = judge!.take(0)) {
        fired.push(...batch.firings);
        const keep = (id: number, standing: Readonly<Standing>) =>
          void rows.set(id, { ...rows.get(id)!, standing: { ...standing }, isArmed: standing.phase !== 'off' });
        for (const { alertId, standing } of batch.firings) keep(alertId, standing);
        for (const [alertId, standing] of batch.standings) keep(alertId, standing);
        for (const [name, { checkpoint }] of batch.checkpoints) checkpoints.set(name, JSON.parse(JSON.stringify(checkpoint)) as Checkpoint);
      }
    },
    kill: () => void (judge = held = null),
    async startJudge() {
      judge = createJudge(alertLimits);
      held = [];
      for (const row of rows.values()) if (row.isArmed) judge.load(structuredClone(row), checkpoints);
      for (const [name, checkpoint] of checkpoints) judge.restore(name, checkpoint);
      await recover();
    },
    /** From here on ticks wait. */
    miss: () => void (held ??= []),
    recover,
  };
}

test('O1: a crossing while nobody judged is found though the same minute had been there before the alert', async () => {
  const world = openWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 99);
  world.pass(20_000);
  // The high of the minute, before the alert exists.
  world.tell('AUSDT', 101.2);
  world.pass(5_000);
  world.tell('AUSDT', 100.1);
  world.pass(3_000);
  world.make(2, 'AUSDT', { type: 1, price: '101' });
  world.tell('AUSDT', 100.2);
  world.save();
  world.pass(3_000);
  world.kill();
  world.tell('AUSDT', 101.1);
  world.pass(500);
  world.tell('AUSDT', 100);
  world.pass(4_000);
  await world.startJudge();
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, lateness }) => [alertId, price, lateness]),
    [[2, '101.1', null]],
  );
});

test('O1: so is one of an alert that was made while nobody judged', async () => {
  const world = openWorld();
  world.tell('AUSDT', 102);
  world.pass(1_000);
  world.tell('AUSDT', 100);
  world.make(1, 'AUSDT', { type: 1, price: '101' });
  world.make(2, 'AUSDT', { type: 2, price: '99' });
  world.pass(1_000);
  world.tell('AUSDT', 101.5);
  world.pass(8_000);
  world.tell('AUSDT', 100);
  await world.startJudge();
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, lateness }) => [alertId, price, lateness]),
    [[1, '101.5', 'late']],
  );
});

test('D1: after a hole nothing newer is judged before the hole is; a wick inside it fires at its own price and time', async () => {
  const world = openWorld();
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  world.make(2, 'AUSDT', { type: 2, price: '98' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(55_000);
  world.tell('AUSDT', 105.5, false);
  const wickAt = world.now();
  world.pass(10_000);
  world.miss();
  world.tell('AUSDT', 97);
  await world.recover();
  world.tell('AUSDT', 96);
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, happenedAt }) => [alertId, price, happenedAt - wickAt]),
    [
      [1, '105.5', 0],
      [2, '97', 10_000],
    ],
  );
});

test('an alert that is armed after a hole was judged still gets its ticks from within the hole', async () => {
  const world = openWorld();
  world.make(1, 'AUSDT', { type: 1, price: '200' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  const made = world.now();
  world.pass(1_000);
  world.tell('AUSDT', 106, false);
  world.pass(1_000);
  world.tell('AUSDT', 100, false);
  world.miss();
  world.tell('AUSDT', 100.5);
  await world.recover();
  const now = world.now();
  world.pass(made - now);
  world.make(2, 'AUSDT', { type: 1, price: '105' });
  world.pass(now - made);
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price }) => [alertId, price]),
    [[2, '106']],
  );
});

test('a feed whose clock is behind is judged at once, not when its clock has caught up', async () => {
  const world = openWorld();
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(-120_000);
  world.tell('AUSDT', 106);
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId }) => alertId),
    [1],
  );
});

const seeds = Number(process.env['RECOVERY_SEEDS'] ?? 20);
test(`${seeds} random markets with kills, holes and alerts made meanwhile: the same firings as without any`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const run = async (hasFaults: boolean): Promise<string[]> => {
      const [random, faults] = [createRandom(seed), createRandom(seed + 1_000_000)];
      const world = openWorld();
      await world.startJudge();
      let [isDead, isCut, nextId] = [false, false, 1];
      const wishes: (() => Wish)[] = [
        () => ({ type: 1, price: (100 + random.next() * 6).toFixed(2), frequency: random.pick([1, 3] as const) }),
        () => ({ type: 2, price: (100 - random.next() * 6).toFixed(2), frequency: random.pick([1, 3] as const) }),
        () => ({ type: 3, price: '0.02', frequency: 1 }),
        () => ({ type: 5, price: '0.03', frequency: 1 }),
        () => ({ type: 8, up: (101 + random.next() * 3).toFixed(2), down: (99 - random.next() * 3).toFixed(2), frequency: 1 }),
      ];
      const prices = new Map(symbols.map((symbolId) => [symbolId, 100]));
      for (let step = 0; step < 400; step++) {
        world.pass(50 + random.int(1_500));
        const symbolId = random.pick(symbols);
        if (random.chance(0.08)) world.make(nextId++, symbolId, random.pick(wishes)());
        const price = Number((prices.get(symbolId)! + (random.next() - 0.5) * 2).toFixed(2));
        prices.set(symbolId, price);
        world.tell(symbolId, price, !isCut);
        if (!hasFaults) continue;
        const fault = faults.next();
        if (isDead) {
          if (fault < 0.1) {
            await world.startJudge();
            isDead = false;
          }
        } else if (isCut) {
          if (fault < 0.2) {
            world.miss();
            isCut = false;
            if (fault < 0.1) await world.recover();
          }
        } else if (fault < 0.03) {
          await world.recover();
          isCut = true;
        } else if (fault < 0.06) {
          world.kill();
          isDead = true;
        } else if (fault < 0.36) world.save();
      }
      if (isDead) await world.startJudge();
      else {
        world.miss();
        await world.recover();
      }
      world.save();
      return world.fired
        .map(({ alertId, version, fireSeq, price, happenedAt, suppressedBy }) =>
          [alertId, version, fireSeq, price, happenedAt - start, suppressedBy].join(' '),
        )
        .sort();
    };
    const [whole, broken] = [await run(false), await run(true)];
    assert.deepEqual(broken, whole, `seed ${seed}`);
    assert.ok(whole.length > 0);
  }
});

test('a judge that gives its series away and gets them back keeps nothing of before', () => {
  const judge = createJudge(alertLimits);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const ticks = 50_000;
  const data = new Float64Array(ticks * tickWidth);
  for (let at = 0; at < ticks; at++) data.set([0, 100, NaN, NaN, 100, start + at, at + 1], at * tickWidth);
  judge.ticks(data, () => 'AUSDT', start + ticks);
  const levels = planLevels({ alertType: 1, configurePrice: '500', configurePriceUp: null, configurePriceDown: null }, scaleOf(tick));
  const rounds = (count: number) => {
    for (let round = 0; round < count; round++) {
      const standing = startStanding({ type: 1, ...levels }, 1, 10_000, start);
      const row = {
        symbolId: 'AUSDT',
        businessLine: 1,
        source: 0,
        frequency: 3,
        price: '500',
        priceUp: null,
        priceDown: null,
        tick,
      } as const;
      judge.arm({ ...row, id: 1, type: 1, timeZone: -1, partition: 1, version: 1, isArmed: true, standing, born: null });
      judge.drop(new Set([1]));
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = rounds(3);
  // Every round reads some megabytes of ticks.
  assert.ok(rounds(15) - before < 20_000_000);
});
