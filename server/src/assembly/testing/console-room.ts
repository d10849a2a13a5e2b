// For tests: the console on the real rooms and a real Postgres, and browsers in front of it.
import { after, before, beforeEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Refusal } from '@tidemark/contract/errors.ts';
import { operatorCalls, totpRule, type OperatorAccess, type OperatorRole } from '@tidemark/contract/operators.ts';
import { defaultMoverRules } from '@tidemark/contract/movers.ts';
import { WithCookies, type Caller, type InputToSend, type Output } from '@tidemark/contract/wire.ts';
import { createMarketMaker } from '#market-maker/index.ts';
import type { Operators } from '#operators/index.ts';
import { codeAt, stepOf } from '#operators/totp.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, type HandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createSite, type Site } from '#site/index.ts';
import type { RoomSettings } from '#site/room-settings.ts';
import { createSupport } from '#support/index.ts';
import { createUsers, type Users } from '#users/index.ts';
import { createWords } from '#words/index.ts';
import { unbranded } from '../brand.ts';
import type { Config } from '../config.ts';
import { startConsole } from '../console.ts';
import type { OperatorSettings } from '../operator-settings.ts';
import { startRoomSettings } from '../room-settings.ts';

type Calls = typeof operatorCalls;
export type Name = keyof Calls;

export const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const log = createLog({ level: 'silent' });
export const publicUrl = 'https://markets.example';
const agentToken = 'token-of-the-desk-for-tests';
const stops: (() => unknown)[] = [];
export let db: Database;
export let clock: HandClock;
export let operators: Operators;
export const settings: OperatorSettings = { key: 'a key for tests that nobody else has', oidc: null };
export let site: Site;
export let roomSettings: RoomSettings;
export let users: Users;
export let support: ReturnType<typeof createSupport>;
export let marketMaker: ReturnType<typeof createMarketMaker>;

before(async () => {
  db = await openTestDatabase(log);
});
after(() => db.close());

beforeEach(async () => {
  while (stops.length > 0) await stops.pop()!();
  await db.pool.query('truncate operator, operator_session, operator_log, site_setting, location_banner, account, attempt cascade');
  clock = createHandClock(Date.UTC(2026, 0, 15, 12));
  const bus = createInProcessBus();
  roomSettings = await startRoomSettings({
    db,
    clock,
    log,
    config: { moverRules: defaultMoverRules },
    onStop: (stop) => void stops.push(stop),
  });
  site = createSite({ db, clock, log, metrics: createMetrics(), words, rates: () => ({}), publicUrl, others: roomSettings });
  await site.start();
  users = await createUsers({ db, clock, log, bus, words, publicUrl, mail: null, oidc: null, keptElsewhere: async () => ({}) });
  support = createSupport({
    db,
    bus,
    clock,
    log,
    words,
    publicUrl,
    secret: 'a secret',
    agentToken,
    operatorMail: null,
    mail: null,
    people: { find: async () => new Map() },
    whichExist: async (ids) => new Set(ids),
  });
  marketMaker = createMarketMaker({ db, bus, clock, log, whichExist: async (ids) => new Set(ids) });
  stops.push(
    () => site.stop(),
    () => users.stop(),
  );
  await startAgain();
});
after(async () => {
  while (stops.length > 0) await stops.pop()!();
});

/** Another process on the same database. */
export async function startAgain(own: OperatorSettings = settings): Promise<void> {
  operators = await startConsole(
    {
      db,
      clock,
      log,
      config: {
        brand: unbranded,
        operators: own,
        databaseUrl: 'postgres://',
        roles: new Set(['web']),
        dataDir: '',
        publicUrl,
      } as unknown as Config,
      metrics: createMetrics(),
      readiness: { report: async () => ({ ready: true, missing: [], parts: { database: true } }) } as never,
      onStop: (stop) => void stops.push(stop),
    },
    { site, users, support, marketMaker, agentToken },
  );
}

/** A browser with its own cookies, at its own address. */
export function browser(ip = '203.0.113.9') {
  const cookies: Record<string, string | undefined> = {};
  const caller = (): Caller => ({
    userId: null,
    sessionId: null,
    locale: 'en',
    requestId: 'r',
    ip,
    deviceId: 'd',
    cookies: { ...cookies },
  });
  const ask = async <N extends Name>(name: N, input: InputToSend<Calls[N]>): Promise<Output<Calls[N]>> => {
    const call = operatorCalls[name];
    const handler = operators.calls[name] as (caller: Caller, input: unknown) => unknown;
    const answered = await handler(caller(), v.parse(call.input, input));
    if (answered instanceof WithCookies) for (const { name: cookie, value } of answered.changes) cookies[cookie] = value ?? undefined;
    return v.parse(call.output, answered instanceof WithCookies ? answered.data : answered);
  };
  const refusal = async <N extends Name>(name: N, input: InputToSend<Calls[N]>): Promise<string | null> => {
    try {
      await ask(name, input);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [error.error, error.values?.['field'], error.values?.['reason']].filter(Boolean).join(' ');
    }
  };
  return { ask, refusal, cookies, caller };
}

export const codeOf = ({ secret }: OperatorAccess, steps = 0) => codeAt(secret, stepOf(clock.now()) + steps);
export const typed = (access: OperatorAccess, steps = 0) => ({ name: access.name, password: access.password, code: codeOf(access, steps) });
export const nextCode = () => clock.advance(totpRule.stepMs);
export async function person(name: string, role: OperatorRole) {
  const access = (await operators.access.add(name, role))!;
  const own = browser();
  await own.ask('operatorSignIn', typed(access));
  return { access, ...own };
}
export const actions = async ({ ask }: Pick<ReturnType<typeof browser>, 'ask'>) =>
  (await ask('operatorLog', {})).items.map(({ who, action, target, before, after, undoneBy }) => ({
    who,
    action,
    target,
    before,
    after,
    undoneBy,
  }));
