// For tests: one Postgres and the outside servers of the site (a mailbox, a gateway, a provider) for a whole file; for each of its
// tests empty accounts and a site of its own.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createSmtpSender } from '#platform/mail/smtp.ts';
import type { UsersDeps } from '#users/index.ts';
import { ada, emptyAccounts, startAccounts } from './test-accounts.ts';

export type AccountSite = Awaited<ReturnType<typeof startAccounts>>;
export type AccountBrowser = ReturnType<AccountSite['browser']>;
type Rest<T extends readonly unknown[]> = T extends readonly [unknown, ...infer R] ? R : never;
interface Neighbour {
  stop(): Promise<void>;
}

/** Its parts are there while a test runs. */
export function openAccountRoom<N extends Record<string, Neighbour>>(
  starters: { readonly [K in keyof N]: () => Promise<N[K]> },
  depsOf: (neighbours: N) => Partial<UsersDeps>,
) {
  let db: Database | null = null;
  let site: AccountSite | null = null;
  const neighbours = {} as N;
  const there = <T>(part: T | null): T => (assert.ok(part !== null, 'outside of a test'), part);

  before(async () => {
    db = await openTestDatabase();
    for (const name in starters) neighbours[name] = await starters[name]();
  });
  after(async () => {
    for (const neighbour of Object.values(neighbours)) await neighbour.stop();
    await db?.close();
  });
  beforeEach(async () => {
    await emptyAccounts(there(db));
    site = await startAccounts(there(db), depsOf(neighbours));
  });
  afterEach(() => site?.stop());

  /** The same people, another site. */
  const reopen = async (...settings: Rest<Parameters<typeof startAccounts>>) => {
    await site?.stop();
    site = await startAccounts(there(db), ...settings);
  };

  return {
    beside: neighbours,
    reopen,
    get db() {
      return there(db);
    },
    get site() {
      return there(site);
    },
  };
}

export const mailThrough = ({ url }: { readonly url: string }) => createSmtpSender({ url, from: 'Tidemark <no-reply@tidemark.example>' });

interface Mailbox extends Neighbour {
  readonly url: string;
  nextTo(address: string): Promise<{ text: string }>;
}

/** With a mailbox beside it, and people who come in by a mail. */
export function openMailRoom<M extends Mailbox>(startSmtp: () => Promise<M>) {
  const room = openAccountRoom({ smtp: startSmtp }, ({ smtp }) => ({ mail: mailThrough(smtp) }));
  return {
    get db() {
      return room.db;
    },
    get site() {
      return room.site;
    },
    get smtp() {
      return room.beside.smtp;
    },
    reopen: room.reopen,
    enter: (person = ada, browser: AccountBrowser = room.site.browser()) => room.site.enter(room.beside.smtp, person, browser),
  };
}
