// From a database that an older version has filled to now: everything people had is there, asked through the front doors.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { supportCalls } from '@tidemark/contract/support.ts';
import type { Caller, UserId } from '@tidemark/contract/wire.ts';
import { isRowsOnly, keyTables, oldPeople, oldSchemas, type OldSchema } from '@tidemark/testbed/old-database.ts';
import pg from 'pg';
import * as v from 'valibot';
import { createAlertCalls, type AlertCalls } from '#alerts/index.ts';
import { createTestMarket } from '#alerts/testing/test-market.ts';
import { createFavorites, type FavoritesRoom } from '#favorites/index.ts';
import { createHandClock } from '#platform/clock.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { countRows, layOldDatabase } from '#platform/db/testing/lay-old-database.ts';
import { hasOperators } from '#operators/index.ts';
import { createLog } from '#platform/log.ts';
import { createSupport, type SupportRoom } from '#support/index.ts';
import { createDirectory } from '#users/index.ts';
import { createWords } from '#words/index.ts';
import { startAccounts, success } from './testing/test-accounts.ts';

const log = createLog({ level: 'silent' });
const words = createWords(fileURLToPath(new URL('../../../locales', import.meta.url)));
const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
let host: Database;
before(async () => void (host = await openDatabase({ databaseUrl: null, dataDir, log })));
after(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** How many each table held before it was opened. */
const rowsThen = new Map<OldSchema, ReadonlyMap<string, number>>();

/** The old database, restored beside the new one, and opened as a start opens it. */
async function restore(schema: OldSchema): Promise<Database> {
  const database = `old${schema}`;
  await host.pool.query(`create database ${database}`);
  const connection = { ...host.connection, database };
  await layOldDatabase(schema, connection);
  const old = new pg.Pool(connection);
  rowsThen.set(schema, await countRows(old));
  await old.end();
  const { user, password, host: socketDir } = host.connection as { user: string; password: string; host: string };
  return openDatabase({
    databaseUrl: `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
    dataDir: '/nonexistent',
    log,
  });
}

async function openRooms(db: Database) {
  const site = await startAccounts(db);
  const { bus, users } = site;
  const clock = createHandClock(Date.UTC(2026, 10, 16, 14));
  const market = createTestMarket(clock);
  market.set('BTCUSDT', 79_000);
  const people = createDirectory(db.orm);
  const alerts: AlertCalls = await createAlertCalls({
    db,
    bus,
    clock,
    marketClock: clock,
    log,
    words,
    market,
    people,
    starred: async () => new Set(),
    can: { mail: false, sms: false },
    pushHosts: [],
    whichExist: users.whichExist,
    whichSessionsLive: users.whichSessionsLive,
  });
  const favorites: FavoritesRoom = createFavorites({
    db,
    bus,
    clock,
    log,
    limits: () => ({ groupLimit: 10, groupCoinLimit: 100, allCoinLimit: 300 }) as never,
    isSymbol: () => true,
    priceList: (async () => ({ items: [], total: 0 })) as never,
    whichExist: users.whichExist,
  });
  const support: SupportRoom = createSupport({
    db,
    bus,
    clock,
    log,
    words,
    publicUrl: 'http://tidemark.example',
    secret: 'x'.repeat(48),
    agentToken: 'a'.repeat(24),
    operatorMail: null,
    mail: null,
    people,
    whichExist: users.whichExist,
  });
  const callerOf = async (email: string): Promise<Caller> => {
    const userId = (await site.idOf(email)) as UserId;
    return { userId, sessionId: null, locale: 'en', requestId: 'r', ip: '203.0.113.9', deviceId: null };
  };
  return {
    site,
    alerts,
    favorites,
    support,
    callerOf,
    async close() {
      await alerts.stop();
      await favorites.stop();
      await support.stop();
      await site.stop();
    },
  };
}

for (const schema of oldSchemas) {
  describe(`a database of schema ${schema}`, () => {
    let db: Database;
    let rowsNow: ReadonlyMap<string, number>;
    let rooms: Awaited<ReturnType<typeof openRooms>>;
    let ada: Caller;
    let bob: Caller;
    before(async () => {
      db = await restore(schema);
      rowsNow = await countRows(db.pool);
      rooms = await openRooms(db);
      [ada, bob] = [await rooms.callerOf(oldPeople.ada.email), await rooms.callerOf(oldPeople.bob.email)];
    });
    after(async () => {
      await rooms.close();
      await db.close();
    });
    const page = { pageNum: 1, pageSize: 50, params: {} };

    test('it has come to the schema of now', async () => {
      const applied = async (pool: pg.Pool) =>
        (await pool.query('select hash from drizzle.__drizzle_migrations order by id')).rows.map(({ hash }) => hash as string);
      assert.deepEqual(await applied(db.pool), await applied(host.pool));
      const columns = async (pool: pg.Pool) =>
        (
          await pool.query(
            `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line from information_schema.columns
             where table_schema = 'public' and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)
             order by 1`,
          )
        ).rows.map(({ line }) => line as string);
      assert.deepEqual(await columns(db.pool), await columns(host.pool));
    });

    // Before that a migration has put two rows of some deliveries into one.
    if (isRowsOnly(schema)) {
      test('every table was filled, and every row is there', () => {
        for (const [table, rows] of rowsThen.get(schema)!) {
          assert.ok(rows > 0 || keyTables.includes(table), `${table} is filled`);
          assert.equal(rowsNow.get(table), rows, table);
        }
      });
    }

    test('people log in with the password they had, and are who they were', async () => {
      for (const person of Object.values(oldPeople))
        assert.equal((await rooms.site.browser().call('login', person)).envelope.code, success);
      const browser = await rooms.site.login(oldPeople.ada);
      const { envelope } = await browser.call('userInfo');
      assert.equal(envelope.data.userInfo.nickName, 'Ada');
      assert.equal((await browser.call('getPreference')).envelope.data.timeZone, 480);
      assert.notEqual(
        (await rooms.site.browser().call('login', { ...oldPeople.ada, password: oldPeople.bob.password })).envelope.code,
        success,
      );
    });

    test('their alerts are listed as they stood, deleted ones are not', async () => {
      const { items } = await rooms.alerts.calls.listAlerts(ada, page);
      const standing = new Map(
        items.map(({ id, alertType, frequency, switch: isOn, firedCount }) => [id, [alertType, frequency, isOn, firedCount]]),
      );
      assert.deepEqual(
        [...standing.keys()].toSorted((a, b) => Number(a) - Number(b)),
        ['1', '2', '3', '4', '5', '6', '7', '8'],
      );
      for (const id of ['1', '2', '3']) assert.deepEqual(standing.get(id), [1, 3, 0, 1], 'told once, and off since');
      assert.deepEqual(standing.get('4'), [2, 2, 1, 0]);
      assert.deepEqual(standing.get('8'), [8, 1, 1, 0]);
      assert.deepEqual(
        (await rooms.alerts.calls.listAlerts(bob, page)).items.map(({ id }) => id),
        ['9'],
      );
    });

    test('what their alerts have told is in the log, with how it was sent', async () => {
      const { items, total } = await rooms.alerts.calls.listAlertLog(ada, page);
      assert.deepEqual([total, items.map(({ alertId }) => alertId)], [3, ['3', '2', '1']]);
      for (const { title, firingPrice, deliveries } of items) {
        assert.match(title, /^BTC\/USDT rose to 79,0\d\d\.\d\d$/);
        assert.ok(Number(firingPrice) > 79_000);
        assert.deepEqual(
          deliveries.map(({ channel }) => channel),
          [4, 5],
        );
        assert.equal(deliveries[0]!.status, 'sent');
      }
      assert.deepEqual(await rooms.alerts.calls.alertUnreadFlag(ada, {}), { unread: true, count: 3 });
      assert.equal((await rooms.alerts.calls.listAlertLog(bob, page)).total, 0);
    });

    test('favorites and categories are as they were', async () => {
      assert.deepEqual(await rooms.favorites.starred(ada.userId!), ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
      const { items } = await rooms.favorites.calls.listCategories(ada, {});
      assert.deepEqual(
        items.map(({ name, symbolIds }) => [name, symbolIds]),
        [['Majors', ['BTCUSDT']]],
      );
      assert.deepEqual(await rooms.favorites.starred(bob.userId!), ['XRPUSDT']);
    });

    test('life goes on: an alert can be made, and deleted for good', async () => {
      const create = {
        clientKey: 'new',
        businessLine: 1,
        symbolId: 'BTCUSDT',
        alertType: 1,
        frequency: 1,
        channels: [4],
        configurePrice: '99000',
        priceSource: 0,
      } as Parameters<typeof rooms.alerts.calls.createAlert>[1];
      const { alert } = await rooms.alerts.calls.createAlert(bob, create);
      await rooms.alerts.calls.deleteAlerts(bob, { ids: [alert.id] });
      assert.deepEqual(
        (await rooms.alerts.calls.listAlerts(bob, page)).items.map(({ id }) => id),
        ['9'],
      );
    });

    if (schema >= 31) {
      test('personal tokens and those who run the site are there', async () => {
        const browser = await rooms.site.login(oldPeople.ada);
        const { envelope } = await browser.call('listAccessTokens');
        assert.deepEqual(
          envelope.data.items.map(({ name, scopes }: { name: string; scopes: readonly string[] }) => [name, scopes]),
          [['My bot', ['alerts:read']]],
        );
        assert.equal(await hasOperators(db), true);
      });
    }

    if (schema >= 18) {
      test('what was said to support is there to be read', async () => {
        const answered = await rooms.support.calls.listSupportMessages(ada, v.parse(supportCalls.listSupportMessages.input, {}));
        const { items } = 'data' in answered ? answered.data : answered;
        assert.deepEqual(
          items.map(({ sender, text }) => [sender, text]),
          [
            ['visitor', 'How do alerts count a day?'],
            ['agent', 'By your time zone.'],
          ],
        );
      });
    }
  });
}
