// Databases as older versions of the program left them, for tests of the way from there to now.
import { readFileSync } from 'node:fs';

/** By the number of the last migration that made it. */
export const oldSchemas = [14, 18] as const;
export type OldSchema = (typeof oldSchemas)[number];

/** Who is in each of them. */
export const oldPeople = {
  ada: { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' },
  bob: { email: 'bob@people.example', password: 'seven blue ladders in a row' },
} as const;

/** Plain SQL for an empty database. */
export const readOldDatabase = (schema: OldSchema): string =>
  readFileSync(new URL(`../databases/schema-${schema}.sql`, import.meta.url), 'utf8');
