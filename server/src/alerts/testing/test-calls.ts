// For tests: the calls of the room on a real Postgres, in two processes' worth of rooms, asked as the edge asks them.
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { alertCalls } from '@tidemark/contract/alerts.ts';
import { type AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import type { Caller, InputToSend, Output, SessionId, UserId } from '@tidemark/contract/wire.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, systemClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createWords, type Words } from '#words/index.ts';
import type { ChannelSettings } from '../channels/settings.ts';
import { createAlertCalls } from '../index.ts';
import type { Person } from '../people.ts';
import { createTestMarket } from './test-market.ts';

type Calls = typeof alertCalls;
export const startMs = Date.UTC(2026, 0, 15, 12);
export const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const newPerson = (over: Partial<Person> = {}): Person => ({
  locale: 'en',
  email: null,
  phone: null,
  antiPhishingCode: '',
  preference: defaultUserPreference,
  ...over,
});

let formsMade = 0;
/** A form for an alert that is in order: BTC/USDT rises to 110. */
export const alertForm = (over: Partial<InputToSend<Calls['createAlert']>> = {}): InputToSend<Calls['createAlert']> => ({
  clientKey: `k${++formsMade}`,
  businessLine: 1,
  symbolId: 'BTCUSDT',
  alertType: 1,
  frequency: 1,
  channels: [4, 5],
  configurePrice: '110',
  ...over,
});

export interface Device {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  ask<N extends keyof Calls>(name: N, input?: InputToSend<Calls[N]>): Promise<Output<Calls[N]>>;
  /** The name of the refusal, or null. */
  refusal<N extends keyof Calls>(name: N, input: InputToSend<Calls[N]>): Promise<string | null>;
}

export async function openCalls(
  options: {
    limits?: AlertLimits;
    pushHosts?: string[];
    can?: { mail: boolean; sms: boolean };
    isRealTime?: boolean;
    channels?: ChannelSettings;
    words?: Words;
  } = {},
) {
  const log = createLog({ level: 'silent' });
  const db = await openTestDatabase(log);
  const bus = createInProcessBus();
  const clock = createHandClock(startMs);
  const market = createTestMarket(clock);
  const persons = new Map<string, Person>();
  const people = { find: async (userIds: readonly string[]) => new Map([...persons].filter(([userId]) => userIds.includes(userId))) };
  /** Accounts and sessions that are over. */
  const gone = new Set<string>();
  const without = (ended: ReadonlySet<string>) => async (ids: readonly string[]) => new Set(ids.filter((id) => !ended.has(id)));
  const openRoom = () =>
    createAlertCalls({
      db,
      bus,
      clock: options.isRealTime ? systemClock : clock,
      marketClock: clock,
      log,
      words,
      market,
      people,
      starred: async () => new Set(['BTCUSDT']),
      can: { mail: true, sms: false },
      pushHosts: ['push.example.com'],
      whichExist: without(gone),
      whichSessionsLive: without(gone),
      ...options,
    });
  const rooms = [await openRoom(), await openRoom()];
  let turn = 0;

  const askAs = (userId: UserId | null, sessionId: SessionId | null): Device['ask'] => {
    const caller: Caller = { userId, sessionId, locale: 'en', requestId: 'r', ip: '203.0.113.9', deviceId: null };
    return async (name, input) => {
      const handler = rooms[turn++ % rooms.length]!.calls[name] as (caller: Caller, input: unknown) => unknown;
      return v.parse(alertCalls[name].output, await handler(caller, v.parse(alertCalls[name].input, input ?? {})));
    };
  };
  /** A caller without a session. */
  const visitor = (): Pick<Device, 'ask'> => ({ ask: askAs(null, null) });

  const deviceOf = (person: Partial<Person> = {}, userId = newId() as UserId, sessionId = newId() as SessionId): Device => {
    persons.set(userId, newPerson(person));
    const ask = askAs(userId, sessionId);
    return {
      userId,
      sessionId,
      ask,
      async refusal(name, input) {
        try {
          await ask(name, input);
          return null;
        } catch (error) {
          if (error instanceof Refusal) return error.error;
          throw error;
        }
      },
    };
  };
  return {
    db,
    bus,
    clock,
    log,
    market,
    rooms,
    persons,
    people,
    gone,
    deviceOf,
    visitor,
    async close() {
      for (const room of rooms) await room.stop();
      await bus.close();
      await db.close();
    },
  };
}
