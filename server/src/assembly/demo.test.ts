// The demo account on the rooms of a web process, a small simulated market and the judge of alerts: every screen of it is full.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { alertSwitch } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { type Caller, type UserId, WithCookies } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createMarket, type Market } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { systemClock as clock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { startAlerts } from './alerts.ts';
import { loadConfig } from './config.ts';
import { openDemo } from './demo.ts';
import type { MarketRooms } from './feed.ts';
import { startPeopleRooms, type PeopleRooms } from './people-rooms.ts';
import type { Closer, ProcessParts } from './process-parts.ts';

const closers: Closer[] = [];
const said: string[] = [];
let [parts, market, people, userId]: [ProcessParts, Market, PeopleRooms, UserId] = [] as never;

before(async () => {
  const [log, metrics, bus] = [createLog({ level: 'silent' }), createMetrics(), createInProcessBus()];
  const db = await openTestDatabase(log);
  const words = createWords(fileURLToPath(new URL('../../../locales', import.meta.url)));
  const onStop = (close: Closer) => void closers.push(close);
  const say = (text: string) => void said.push(text);
  parts = { config: loadConfig({ DEMO: '1' }), clock, log, metrics, db, bus, words, say, onStop } as unknown as ProcessParts;
  onStop(() => db.close());
  market = createMarket({ bus, clock, log, metrics, db, feed: createSimulator({ clock, seed: 1, coins: 60, ticksPerSecond: 50 }) });
  await market.start();
  onStop(() => market.stop());
  const about = { market, marketClock: clock } as unknown as MarketRooms;
  people = await startPeopleRooms(parts, about);
  people.alerts.start(() => {});
  onStop(() => people.alerts.stop());
  await startAlerts(parts, about);
  await openDemo(parts, people, market);
  ({ userId } = await people.users.openDemo());
});
after(async () => {
  for (const close of closers.toReversed()) await close();
});

const person = (): Caller => ({ userId, sessionId: null, locale: 'en', requestId: 'test', ip: '127.0.0.1', deviceId: null });
const chatOf = async () => {
  const answer = await people.support.calls.listSupportMessages(person(), { afterSeq: 0 });
  return answer instanceof WithCookies ? answer.data : answer;
};
const alertsOf = async () => (await people.alerts.calls.listAlerts(person(), { pageNum: 1, pageSize: 100, params: {} })).items;
const logOf = () => people.alerts.calls.listAlertLog(person(), { pageNum: 1, pageSize: 100, params: {} });

test('favorites stand in categories, and some in none', async () => {
  const { items, favorites } = await people.favorites.calls.listCategories(person(), {});
  assert.equal(items.length, 3);
  assert.ok(items.every(({ symbolIds }) => symbolIds.length >= 2));
  assert.ok(favorites > new Set(items.flatMap(({ symbolIds }) => symbolIds)).size);
});

test('alerts are of several kinds and lines, one is off, and the narrow ones fire and are unread', async () => {
  const alerts = await alertsOf();
  assert.ok(new Set(alerts.map(({ alertType }) => alertType)).size >= 5);
  assert.deepEqual(new Set(alerts.map((alert) => alert.businessLine)), new Set([businessLine.spot, businessLine.futures]));
  assert.equal(alerts.filter((alert) => alert.switch === alertSwitch.close).length, 1);
  await until('an alert of the demo account fires', async () => (await logOf()).total > 0, { everyMs: 100 });
  assert.equal((await people.alerts.calls.alertUnreadFlag(person(), {})).unread, true);
});

test('the support desk has answered, and the answers are unread', async () => {
  const { items, readSeq, total } = await chatOf();
  assert.deepEqual(
    items.map(({ sender }) => sender),
    ['visitor', 'agent', 'agent'],
  );
  assert.ok(readSeq < total);
});

test('an application as market maker has come in', async () => {
  const { applications } = (await people.marketMaker.exportOf(userId)) as { applications: unknown[] };
  assert.equal(applications.length, 1);
});

test('another start adds nothing', async () => {
  const shown = async () => [
    await people.favorites.calls.listCategories(person(), {}),
    (await alertsOf()).map(({ id }) => id),
    await chatOf(),
    await people.marketMaker.exportOf(userId),
  ];
  const [before, saidBefore] = [await shown(), said.splice(0)];
  await openDemo(parts, people, market);
  assert.deepEqual(await shown(), before);
  assert.deepEqual(said, saidBefore);
  assert.match(said[0]!, /^Demo account: demo@tidemark\.example with the password \S+$/);
});
