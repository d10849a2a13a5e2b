// For tests: the room on a real Postgres, asked as the edge asks it: input parsed, answer checked against its shape.
import * as v from 'valibot';
import { Refusal } from '@tidemark/contract/errors.ts';
import { favoriteLimits, type FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { favoriteCalls } from '@tidemark/contract/favorites.ts';
import { type SymbolItem } from '@tidemark/contract/market.ts';
import { instTypeOf, listLineOf } from '@tidemark/contract/business-lines.ts';
import type { Caller, InputToSend, Output, UserId } from '@tidemark/contract/wire.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import { createFavorites, type FavoritesRoom } from '../index.ts';

type Calls = typeof favoriteCalls;
export type CallName = keyof Calls;
export const startMs = Date.UTC(2026, 0, 15, 12);
export const newUser = (): UserId => newId() as UserId;

export interface Device {
  ask<N extends CallName>(name: N, input?: InputToSend<Calls[N]>): Promise<Output<Calls[N]>>;
  /** The name of the refusal, or null. */
  refusal<N extends CallName>(name: N, input: InputToSend<Calls[N]>): Promise<string | null>;
  /** The order of All or of a category. */
  order(groupId?: string): Promise<string[]>;
}

const itemOf = (symbolId: string): SymbolItem => ({
  symbolId,
  baseSymbol: 'X',
  pricedSymbol: 'USDT',
  name: 'x',
  iconUrl: '',
  pricePrecision: 2,
  tickSize: '0.01',
  tags: [],
  status: 'online',
  maxLeverage: null,
  cap: null,
  sectors: [],
  listedAt: 0,
  quote: [symbolId, '1', '1', '1', '1', '1', 0, 1],
});

export async function openRooms(listed: readonly string[]) {
  const log = createLog({ level: 'silent' });
  const db = await openTestDatabase(log);
  const bus = createInProcessBus();
  const clock = createHandClock(startMs);
  const market = new Set(listed);
  let limits: FavoriteLimits = favoriteLimits;

  const gone = new Set<string>();

  const openRoom = (): FavoritesRoom => {
    const room = createFavorites({
      db,
      bus,
      clock,
      log,
      limits: () => limits,
      isSymbol: (symbolId) => market.has(symbolId),
      priceList: (_caller, { businessLine, pageNum, pageSize }) => {
        const line = [...market].filter((symbolId) => listLineOf[instTypeOf(symbolId)] === businessLine).toSorted();
        return {
          items: line.slice((pageNum - 1) * pageSize, pageNum * pageSize).map(itemOf),
          total: line.length,
          coins: 1,
          asOf: clock.now(),
        };
      },
      whichExist: async (userIds) => new Set(userIds.filter((userId) => !gone.has(userId))),
    });
    room.start();
    return room;
  };
  // Two, as two web processes have: nothing may rest on what one of them remembers.
  const rooms = [openRoom(), openRoom()];
  let turn = 0;

  const deviceOf = (userId: UserId): Device => {
    const caller: Caller = { userId, sessionId: null, locale: 'en', requestId: 'request-1', ip: '203.0.113.9', deviceId: null };
    const handlers = rooms[turn++ % rooms.length]!.calls;
    const ask: Device['ask'] = async (name, input) => {
      const handler = handlers[name] as (caller: Caller, input: unknown) => unknown;
      return v.parse(favoriteCalls[name].output, await handler(caller, v.parse(favoriteCalls[name].input, input ?? {})));
    };
    return {
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
      async order(groupId) {
        const { items, notListed } = await ask('listFavorites', { groupId });
        return [...items.map(({ symbolId }) => symbolId), ...notListed];
      },
    };
  };

  return {
    db,
    bus,
    clock,
    market,
    gone,
    deviceOf,
    exportOf: (userId: UserId) => rooms[0]!.exportOf(userId),
    setLimits: (next: Partial<FavoriteLimits>) => void (limits = { ...favoriteLimits, ...next }),
    async close() {
      for (const room of rooms) await room.stop();
      await bus.close();
      await db.close();
    },
  };
}
