import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { auditAlerts, expectFirings, type AuditedAlert } from './audit.ts';
import { basePrice, reachOf, scriptedTicks } from './scripted-market.ts';

const startMs = 1_750_000_000_000;
const script = { bursts: [{ fromMs: startMs, first: 0, count: 60 }], symbols: ['S0USDT', 'S1USDT'] };
const alertOf = (id: number): AuditedAlert => ({
  id,
  symbolId: script.symbols[id % 2]!,
  type: 1,
  frequency: 3,
  tick: '0.0001',
  target: (basePrice + reachOf(id % 30) - 0.003).toFixed(4),
  at: startMs + 1,
  price: basePrice,
});
const alerts = Array.from({ length: 100 }, (_, at) => alertOf(at + 1));
const ticks = (symbolId: string) => scriptedTicks(script, symbolId, startMs - 1, startMs + 60_000);

test('whoever audits hears of notices all the while', async () => {
  let [turns, isDone] = [0, false];
  const count = async () => {
    for (; !isDone; turns++) await nextTurn();
  };
  const counted = count();
  const expected = await expectFirings(alerts, ticks);
  isDone = true;
  await counted;
  assert.equal(expected.size, alerts.length);
  assert.ok(turns >= 100, `${turns} turns`);
});

test('a notice under way when the audit begins has the whole time to arrive, however long it takes to know what is due', async () => {
  const expected = await expectFirings(alerts, ticks);
  const firings = [...expected].flatMap(([alertId, due]) =>
    due.map(({ at, price }) => ({ alertId, happenedAt: at, price, sent: [`${alertId}`] })),
  );
  let reads = 0;
  const audit = await auditAlerts({
    alerts,
    ticks: (symbolId) => {
      for (const end = performance.now() + 60; performance.now() < end;) Math.sqrt(2);
      return ticks(symbolId);
    },
    readFirings: async () => (reads++ === 0 ? firings.map((firing) => (firing.alertId === 7 ? { ...firing, sent: [] } : firing)) : firings),
    channels: 1,
    withinMs: 100,
  });
  const { dueAt, story: _, ...wrong } = audit;
  assert.equal(dueAt.length, alerts.length);
  assert.deepEqual(wrong, { missed: [], doubled: [], unfounded: [], inexact: [], unsent: [] });
  assert.equal(reads, 2);
});

test('the audit tells what is missed, doubled, unfounded, inexact and unsent', async () => {
  const expected = await expectFirings(alerts, ticks);
  const [first, second, third, fourth] = [...expected].map(([alertId, [due]]) => ({
    alertId,
    happenedAt: due!.at,
    price: due!.price,
    sent: ['m'],
  }));
  const quiet = { ...alertOf(1_000), target: '900' };
  const audit = await auditAlerts({
    alerts: [...alerts.filter(({ id }) => [first!.alertId, second!.alertId, third!.alertId, fourth!.alertId].includes(id)), quiet],
    ticks,
    readFirings: async () => [
      second!,
      second!,
      { ...third!, happenedAt: third!.happenedAt + 1 },
      { ...fourth!, sent: [] },
      { ...first!, alertId: quiet.id },
    ],
    channels: 1,
    withinMs: 0,
  });
  const { story, ...rest } = audit;
  assert.equal(story.length, 1);
  assert.match(story[0]!, new RegExp(`^alert ${third!.alertId}: due .*, fired `));
  assert.deepEqual(rest, {
    dueAt: [first, second, third, fourth].map((firing) => firing!.happenedAt).sort((a, b) => a - b),
    missed: [first!.alertId],
    doubled: [second!.alertId],
    unfounded: [1_000],
    inexact: [third!.alertId],
    unsent: [fourth!.alertId],
  });
});
