// Many alerts by one press: what came of each, nothing of another user's, and the limits all the same.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { BatchAction } from '@tidemark/contract/alert-batches.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { adOf } from '../testing/test-market.ts';
import { alertForm as form, openCalls, type Device } from '../testing/test-calls.ts';

let room: Awaited<ReturnType<typeof openCalls>>;
before(async () => {
  room = await openCalls();
});
after(() => room.close());
beforeEach(() => {
  room.market.set('BTCUSDT', { last: 100, open24h: 95 });
  room.market.set('ETHUSDT', 10);
  room.market.setAds([adOf('sell', 0.92), adOf('buy', 0.91)]);
});

/** Alerts at these prices; their ids in this order. */
const setAt = async (device: Device, prices: readonly number[]): Promise<string[]> => {
  const ids: string[] = [];
  for (const price of prices) ids.push((await device.ask('createAlert', form({ configurePrice: String(price) }))).alert.id);
  return ids;
};
const outcomes = async (device: Device, ids: readonly string[], action: BatchAction) =>
  (await device.ask('changeAlerts', { ids: [...ids], action })).items.map(({ outcome, code }) => code ?? outcome);
const standing = async (device: Device) =>
  new Map((await device.ask('listAlerts')).items.map(({ id, state, version }) => [id, `${state} ${version}`]));

test('several are turned off, on and deleted by one call each, and the same call again changes nothing', async () => {
  const ada = room.deviceOf();
  const ids = await setAt(ada, [110, 120, 130]);
  const [first, second, third] = ids as [string, string, string];
  assert.deepEqual(await outcomes(ada, [first, second, first], 'off'), ['changed', 'changed']);
  assert.deepEqual(await outcomes(ada, ids, 'off'), ['unchanged', 'unchanged', 'changed']);
  assert.deepEqual(new Set((await standing(ada)).values()), new Set(['off 1']));

  room.market.set('BTCUSDT', 105);
  assert.deepEqual(await outcomes(ada, [first, second], 'on'), ['changed', 'changed']);
  assert.deepEqual(await outcomes(ada, ids, 'on'), ['unchanged', 'unchanged', 'changed']);
  assert.deepEqual(new Set((await standing(ada)).values()), new Set(['armed 2']), 'each began anew once');

  assert.deepEqual(await outcomes(ada, [first, second], 'delete'), ['changed', 'changed']);
  assert.deepEqual(await outcomes(ada, ids, 'delete'), ['unchanged', 'unchanged', 'changed']);
  assert.deepEqual(await outcomes(ada, [first], 'on'), [errors.alertNotFound.code]);
  assert.deepEqual(await ada.ask('restoreAlerts', { ids }), { restored: 3 });
  assert.deepEqual([...(await standing(ada)).keys()].toSorted(), ids.toSorted());
  assert.equal((await standing(ada)).get(third), 'armed 3');
});

test('what has been turned on is judged anew: a percent counts from the price of now, on the day of its owner', async () => {
  const ada = room.deviceOf();
  const { alert } = await ada.ask('createAlert', form({ alertType: 3, configurePrice: '0.05' }));
  await outcomes(ada, [alert.id], 'off');
  room.market.set('BTCUSDT', 120);
  await outcomes(ada, [alert.id], 'on');
  const { rows } = await room.db.pool.query(
    `select a.version as "alertVersion", s.version, s.fire_seq as "fireSeq", s.standing
     from alert a join alert_state s on s.alert_id = a.id where a.id = $1`,
    [alert.id],
  );
  const [kept] = rows as [{ alertVersion: number; version: number; fireSeq: number; standing: { version: number; phase: string } }];
  assert.deepEqual([kept.alertVersion, kept.version, kept.fireSeq, kept.standing.version, kept.standing.phase], [2, 2, 0, 2, 'armed']);
  assert.equal((await ada.ask('listAlerts')).items[0]!.anchor, '120');
});

test('one that cannot begin now is named with its reason in the language of the caller, and the others are turned on', async () => {
  const ada = room.deviceOf();
  const [passed, waiting] = (await setAt(ada, [110, 150])) as [string, string];
  const { alert: eth } = await ada.ask('createAlert', form({ symbolId: 'ETHUSDT', configurePrice: '20' }));
  await outcomes(ada, [passed, waiting, eth.id], 'off');
  room.clock.advance(31_000);
  room.market.set('BTCUSDT', 115);
  const { items, changed } = await ada.ask('changeAlerts', { ids: [passed, eth.id, 'nobody', waiting], action: 'on' });
  assert.deepEqual(
    items.map(({ id, code, msg }) => [id, code, msg]),
    [
      [passed, errors.alertInvalidPrice.code, 'Please fill in a valid price'],
      [eth.id, errors.alertNoFreshPrice.code, 'No live price for this pair right now. Please try again in a moment.'],
      ['nobody', errors.alertNotFound.code, 'Price alert configuration does not exist.'],
      [waiting, null, null],
    ],
  );
  assert.equal(changed, 1);
});

test('the limits hold: of those that are turned on together as many are as there is room for, whoever asks at once', async () => {
  const ada = room.deviceOf();
  const old = await setAt(
    ada,
    Array.from({ length: 20 }, (_, at) => 200 + at),
  );
  await outcomes(ada, old, 'off');
  await setAt(
    ada,
    Array.from({ length: 15 }, (_, at) => 300 + at),
  );
  const both = await Promise.all([outcomes(ada, old.slice(0, 10), 'on'), outcomes(ada, old.slice(5), 'on')]);
  const said = both.flat();
  assert.equal(said.filter((one) => one === 'changed').length, 5);
  assert.ok(said.every((one) => one === 'changed' || one === 'unchanged' || one === errors.alertLineLimit.code));
  const { items } = await ada.ask('changeAlerts', { ids: old, action: 'on' });
  assert.equal(items.find(({ code }) => code !== null)!.msg, 'The alert count of this market exceeds the maximum 20.');
  assert.equal((await ada.ask('listAlerts')).open.spot, 20);
});

test("another person's alerts are neither changed nor told apart from those that are not there", async () => {
  const [ada, eve] = [room.deviceOf(), room.deviceOf()];
  const ids = await setAt(ada, [110, 120]);
  const before = await standing(ada);
  const own = (await setAt(eve, [140]))[0]!;
  for (const action of ['off', 'delete', 'on'] as const)
    assert.deepEqual(await outcomes(eve, [...ids, '999999999', "1' or 1=1"], action), Array(4).fill(errors.alertNotFound.code), action);
  assert.deepEqual(await outcomes(eve, [ids[0]!, own], 'delete'), [errors.alertNotFound.code, 'changed']);
  assert.deepEqual(await standing(ada), before);
  await outcomes(ada, ids, 'off');
  assert.deepEqual(await outcomes(eve, ids, 'on'), Array(2).fill(errors.alertNotFound.code));
  await outcomes(ada, ids, 'delete');
  assert.deepEqual(await outcomes(eve, ids, 'delete'), Array(2).fill(errors.alertNotFound.code), 'also when they are deleted');
});
