// The walk-forward test may not know what comes later: futures are planted behind its back, and nothing of it may change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../../contract/src/time.ts';
import { type Recorded } from './history.ts';
import { createPanel } from './panel.ts';
import { embargoDays, quartersOf, walkForward } from './walk-forward.ts';

const start = Date.UTC(2021, 9, 1);
const end = Date.UTC(2023, 0, 1);
const quarters = quartersOf({ from: Date.UTC(2022, 0, 1), to: end });
const warmUp = 2;
const [, , third, fourth] = quarters as [unknown, unknown, (typeof quarters)[number], (typeof quarters)[number]];
const coinCount = 16;

/** Walks from a seed; from `plantedFrom` on, every second coin multiplies and the others fall: a model that saw it would choose by it. */
function history(plantedFrom = Infinity): Recorded[] {
  return Array.from({ length: coinCount }, (_, coin) => {
    let state = (coin + 1) * 2_654_435_761;
    const draw = () => (state = (state * 1_664_525 + 1_013_904_223) >>> 0) / 2 ** 32 - 0.5;
    let close = 10;
    const days = Array.from({ length: (end - start) / dayMs }, (_, day) => {
      const ts = start + day * dayMs;
      const open = close;
      const usual = 1 + draw() * (0.02 + 0.004 * coin);
      close *= ts < plantedFrom ? usual : coin % 2 === 0 ? 1.3 + 0.002 * draw() : 0.8;
      return {
        ts,
        open,
        high: Math.max(open, close) * 1.01,
        low: Math.min(open, close) * 0.99,
        close,
        volume: 1,
        turnover: 1e6 * (1 + draw()),
      };
    });
    return {
      symbolId: coin === 0 ? 'BTCUSDT' : `C${String(coin).padStart(2, '0')}USDT`,
      sector: 'other',
      days,
      at: new Map(days.map(({ ts }, place) => [ts, place])),
    };
  });
}
const foldsOf = (plantedFrom?: number) => walkForward(createPanel(history(plantedFrom), start, end), quarters, warmUp).folds;
const plain = foldsOf();
const choiceOf = ({ model, weights, chosenBy }: (typeof plain)[number]) => ({ model, weights, chosenBy });

test('a choice reads no day inside the embargo before its quarter, nor any later one', () => {
  assert.deepEqual(
    plain.map(({ quarter }) => quarter.name),
    ['2022 Q3', '2022 Q4'],
  );
  for (const [place, quarter] of [third, fourth].entries()) {
    assert.deepEqual(choiceOf(foldsOf(quarter.from - embargoDays * dayMs)[place]!), choiceOf(plain[place]!));
    // Days right before the embargo are read, and two months would decide.
    assert.notEqual(foldsOf(quarter.from - (embargoDays + 2) * dayMs)[place]!.chosenBy, plain[place]!.chosenBy);
    assert.notEqual(foldsOf(quarter.from - (embargoDays + 60) * dayMs)[place]!.model, plain[place]!.model);
  }
});

test('the result of a quarter reads no day after its end', () => {
  assert.deepEqual(foldsOf(third.to)[0], plain[0]);
  assert.notDeepEqual(foldsOf(third.to - dayMs)[0], plain[0], 'its last day is read');
  assert.ok(plain[0]!.picks.every(({ ts }) => ts >= third.from && ts + 7 * dayMs < third.to));
});
