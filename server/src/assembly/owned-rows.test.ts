// The database itself is asked which columns could name a person: each is swept by its room, or goes with a row that is. A room that keeps
// something about people and forgets to say so fails here.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ownerColumns as ofAlerts, pushSubscription } from '#alerts/tables.ts';
import { ownerColumns as ofFavorites } from '#favorites/tables.ts';
import { ownerColumns as ofMarketMaker } from '#market-maker/tables.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { ownerColumns as ofSupport } from '#support/tables.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'owned-rows-'));
let db: Database;
before(async () => {
  db = await openDatabase({ databaseUrl: null, dataDir, log: createLog({ level: 'silent' }) });
});
after(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;
const swept = new Set([...ofAlerts, ...ofFavorites, ...ofSupport, ...ofMarketMaker, pushSubscription.sessionId].map(nameOf));

/** Columns that look as if they named a person and do not, each with the reason. */
const withoutOwner: Readonly<Record<string, string>> = {
  'market_maker_application.user_id': 'a number that somebody typed into the form; it goes with the application',
  'ended_session.session_id': 'the revocation list: of an ended session its id alone, for a day',
};

test('every column that could name a person is in a sweep, or goes with a row that is', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    where c.table_schema = 'public'
      and (c.column_name ~ '(user|account|owner|person|session)(_?id)?s?$' or (c.data_type = 'uuid' and c.column_name <> 'id'))
      -- What a row that goes takes along: a foreign key with cascade on this column.
      and not exists (
        select 1 from pg_constraint k
        where k.contype = 'f' and k.confdeltype = 'c' and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
          and (select attnum from pg_attribute where attrelid = k.conrelid and attname = c.column_name) = any(k.conkey)
      )
    order by 1`);
  assert.deepEqual(
    rows.map(({ name }) => name).filter((name) => !swept.has(name) && !Object.hasOwn(withoutOwner, name)),
    [],
  );
  for (const name of Object.keys(withoutOwner))
    assert.ok(
      rows.some((row) => row.name === name),
      `${name} is no more; take it off the list`,
    );
});

test('what is swept is found by an index that begins with its owner', async () => {
  const { rows } = await db.pool.query<{ name: string }>(`
    select distinct format('%s.%s', i.indrelid::regclass, a.attname) as name
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`);
  const indexed = new Set(rows.map(({ name }) => name));
  assert.deepEqual(
    [...swept].filter((name) => !indexed.has(name)),
    [],
  );
});

test('what is deleted by its age, what a cascade looks for and what news are chosen by have an index', async () => {
  const { rows } = await db.pool.query<{ name: string; kind: string }>(`
    select format('%s.%s', i.indrelid::regclass, a.attname) as name, m.amname as kind
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0] join pg_class c on c.oid = i.indexrelid
      join pg_am m on m.oid = c.relam`);
  const indexed = new Set(rows.map(({ name, kind }) => `${name} ${kind}`));
  const needed = [
    'alert.deleted_at btree',
    'refresh_token.expires_at btree',
    'support_conversation.merged_into btree',
    'article.topics gin',
    'article.coins gin',
    'market_maker_refusal.refused_at btree',
  ];
  assert.deepEqual(
    needed.filter((each) => !indexed.has(each)),
    [],
  );
  // Every foreign key that cascades is followed by an index: without one each deleted row reads the whole table.
  const { rows: bare } = await db.pool.query<{ name: string }>(`
    select format('%s.%s', k.conrelid::regclass, a.attname) as name
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confdeltype = 'c' and not exists (select 1 from pg_index i where i.indrelid = k.conrelid
      and i.indkey[0] = k.conkey[1])`);
  assert.deepEqual(bare, []);
});
