import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs } from '@tidemark/contract/time.ts';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import { alertForm as form, openCalls } from '../testing/test-calls.ts';

test('alerts of somebody whose day begins elsewhere do not wait for its openings; once told they are known for the day', async (t) => {
  const slow = await openCalls({ isRealTime: true });
  t.after(() => slow.close());
  const never = () => new Promise<never>(() => {});
  const told = slow.market.dayOpens;
  slow.market.set('BTCUSDT', { last: 100, open24h: 95 });
  const ada = slow.deviceOf({ preference: { ...defaultUserPreference, timeZone: 480 } });
  const changes = async () => {
    const [list, parameters] = [await ada.ask('listAlerts'), await ada.ask('alertParameters', { businessLine: 1, symbolId: 'BTCUSDT' })];
    return [list.items[0]!.chgUTC, parameters.pair!.chgUTC];
  };
  slow.market.dayOpens = never;
  const { alert } = await ada.ask('createAlert', form());
  assert.deepEqual([alert.chgUTC, alert.state], [null, 'armed'], 'it stands, and the figure is left out');
  assert.deepEqual(await changes(), [null, null]);
  slow.market.dayOpens = told;
  // Each of the two processes learns them for itself.
  assert.deepEqual(await changes(), ['0.052632', '0.052632']);
  slow.market.dayOpens = never;
  slow.market.set('BTCUSDT', { last: 114, open24h: 110 });
  assert.deepEqual(await changes(), ['0.2', '0.2'], 'counted from what the day opened with');
  slow.clock.advance(4 * hourMs);
  slow.market.set('BTCUSDT', 114);
  assert.deepEqual(await changes(), [null, null], 'midnight in UTC+8: another day');
});
