// Databases as older versions of the program left them, for tests of the way from there to now.
import { readFileSync } from 'node:fs';

/** By the number of the last migration that made it. */
export const oldSchemas = [14, 18, 21, 31] as const;
export type OldSchema = (typeof oldSchemas)[number];
/** From there on a file holds some rows of every table, and no tables: those are what the migrations up to then make. */
export const isRowsOnly = (schema: OldSchema): boolean => schema >= 21;
/** Tables without rows there. */
export const keyTables: readonly string[] = ['signing_key', 'vapid_key'];

/** The accounts in each of them. */
export const oldPeople = {
  ada: { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' },
  bob: { email: 'bob@people.example', password: 'seven blue ladders in a row' },
} as const;

/** Plain SQL for a database that is empty, or has the tables of then. */
export const readOldDatabase = (schema: OldSchema): string =>
  readFileSync(new URL(`../databases/schema-${schema}.sql`, import.meta.url), 'utf8');
