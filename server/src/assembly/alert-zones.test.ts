// Accounts and alerts together: the day of an alert is the day of its owner, also after they moved their clock.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hourMs } from '@tidemark/contract/time.ts';
import type { Caller, UserId } from '@tidemark/contract/wire.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createAlertCalls, createAlertJudge, type AlertCalls, type Part } from '#alerts/index.ts';
import { createTestMarket } from '#alerts/testing/test-market.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, systemClock } from '#platform/clock.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createDirectory, createUsers, type Users } from '#users/index.ts';
import { createWords } from '#words/index.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const log = createLog({ level: 'silent' });
const dataDir = mkdtempSync(join(tmpdir(), 'alert-zones-'));
const words = createWords(fileURLToPath(new URL('../../../locales', import.meta.url)));
const clock = createHandClock(noon);
const market = createTestMarket(clock);
let [db, bus, users, alerts, judge]: [Database, Bus, Users, AlertCalls, Part] = [] as never;
let count = 0;

const openAlerts = () =>
  createAlertCalls({
    db,
    bus,
    clock,
    marketClock: clock,
    log,
    words,
    market,
    people: createDirectory(db.orm),
    starred: async () => new Set(),
    can: { mail: false, sms: false },
    pushHosts: [],
    whichExist: users.whichExist,
    whichSessionsLive: users.whichSessionsLive,
  });

before(async () => {
  db = await openDatabase({ databaseUrl: null, dataDir, log });
  bus = createInProcessBus();
  users = await createUsers({
    db,
    clock,
    log,
    bus,
    words,
    publicUrl: 'http://tidemark.example',
    mail: null,
    oidc: null,
    keptElsewhere: async () => ({}),
  });
  alerts = await openAlerts();
  alerts.start(() => {});
  judge = createAlertJudge({ db, bus, clock: systemClock, marketClock: clock, log, metrics: createMetrics(), market });
  await judge.start();
});
after(async () => {
  await judge.stop();
  await alerts.stop();
  await users.stop();
  await bus.close();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const tick = (price: number, at: number) => {
  clock.advance(at - clock.now());
  market.set('BTCUSDT', price);
};
/** Registered through the front door, with an alert that is told once a day. */
async function newPerson() {
  const visitor: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'r', ip: '203.0.113.9', deviceId: null };
  const email = `zone${++count}@people.example`;
  await users.calls.register(visitor, { email, password: 'nine green kettles on 4 hobs' });
  const { rows } = await db.pool.query('select id from account where email_key = $1', [email]);
  const caller: Caller = { ...visitor, userId: rows[0].id as UserId };
  const create = (clientKey: string, configurePrice: string, frequency: number) => {
    market.set('BTCUSDT', 100);
    return alerts.calls.createAlert(caller, {
      clientKey,
      businessLine: 1,
      symbolId: 'BTCUSDT',
      alertType: 1,
      frequency,
      channels: [4],
      configurePrice,
      priceSource: 0,
    } as Parameters<typeof alerts.calls.createAlert>[1]);
  };
  await create('k', '110', 2);
  return {
    /** Told once, at a lower price: the judge reads changes in their order, so once this one has fired it knows all that changed before. */
    probe: () => create('probe', '105', 3),
    move: (timeZone: number) => users.calls.updatePreference(caller, { timeZone }),
    zone: async () => (await db.pool.query('select time_zone from alert where user_id = $1', [caller.userId])).rows[0].time_zone as number,
    firings: async () => (await alerts.calls.listAlertLog(caller, { pageNum: 1, pageSize: 50, params: {} })).items.length,
  };
}

test('who moves to UTC+8 is told again after their own midnight, by an alert made before', async () => {
  const ada = await newPerson();
  await ada.move(480);
  await until('the alert has the new zone', async () => (await ada.zone()) === 480);
  await ada.probe();
  tick(106, noon + 30_000);
  await until('the firing of the probe', async () => (await ada.firings()) === 1);
  tick(111, noon + 60_000);
  await until('the first firing', async () => (await ada.firings()) === 2);
  tick(100, noon + 2 * hourMs);
  tick(112, noon + 3 * hourMs);
  tick(100, noon + 3.5 * hourMs);
  // 16:00 UTC is midnight there.
  tick(113, noon + 4.5 * hourMs);
  await until('the firing of the next day', async () => (await ada.firings()) === 3);
});

test('a word of the move that was lost is made up for by the next sweep, and by a start', async () => {
  const ada = await newPerson();
  const mute = createInProcessBus();
  const elsewhere = await createUsers({
    db,
    clock,
    log,
    bus: mute,
    words,
    publicUrl: 'http://tidemark.example',
    mail: null,
    oidc: null,
    keptElsewhere: async () => ({}),
  });
  const { rows } = await db.pool.query('select user_id from alert order by id desc limit 1');
  const caller: Caller = {
    userId: rows[0].user_id as UserId,
    sessionId: null,
    locale: 'en',
    requestId: 'r',
    ip: '203.0.113.9',
    deviceId: null,
  };
  const moveUnheard = (timeZone: number) => elsewhere.calls.updatePreference(caller, { timeZone });
  await moveUnheard(-300);
  assert.equal(await ada.zone(), -1);
  clock.advance(hourMs);
  await until('the sweep', async () => (await ada.zone()) === -300);
  await moveUnheard(60);
  const second = await openAlerts();
  second.start(() => 0);
  await until('the sweep of a start', async () => (await ada.zone()) === 60);
  await second.stop();
  await elsewhere.stop();
  await mute.close();
});
