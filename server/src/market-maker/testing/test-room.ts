// For tests: the room on a real Postgres, asked as the edge asks it. Two of them, as two web processes have: nothing may rest on what one
// remembers.
import * as v from 'valibot';
import { Refusal } from '@tidemark/contract/errors.ts';
import { marketMakerCalls } from '@tidemark/contract/market-maker.ts';
import type { Caller, InputToSend, UserId } from '@tidemark/contract/wire.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMarketMaker } from '../index.ts';

export const startMs = Date.UTC(2026, 0, 15, 12);
export type Application = InputToSend<(typeof marketMakerCalls)['applyMarketMaker']>;
export const filledIn: Application = {
  clientKey: 'key',
  applicantName: 'Ada Byron',
  applicantTitle: 'Head of trading',
  introduction: 'We quote.',
  strategy: 'Both sides.',
  userId: '10042',
};

export async function openRooms() {
  const log = createLog({ level: 'silent' });
  const db = await openTestDatabase(log);
  const bus = createInProcessBus();
  const clock = createHandClock(startMs);
  const gone = new Set<string>();
  const rooms = [0, 1].map(() =>
    createMarketMaker({ db, bus, clock, log, whichExist: async (userIds) => new Set(userIds.filter((userId) => !gone.has(userId))) }),
  );
  for (const room of rooms) room.start();
  let people = 0;

  const person = ({
    userId = null,
    ip,
    deviceId,
    locale = 'en',
  }: { userId?: string | null; ip?: string; deviceId?: string | null; locale?: Caller['locale'] } = {}) => {
    const nth = ++people;
    const caller: Caller = {
      userId: userId as UserId | null,
      sessionId: null,
      locale,
      requestId: 'request-1',
      ip: ip ?? `10.1.${nth >> 8}.${nth & 255}`,
      deviceId: deviceId === undefined ? `device-${nth}` : deviceId,
    };
    let turn = 0;
    const room = () => rooms[turn++ % rooms.length]!;
    const apply = async (change: Partial<Application> = {}) => {
      const { output, input } = marketMakerCalls.applyMarketMaker;
      return v.parse(output, await room().calls.applyMarketMaker(caller, v.parse(input, { ...filledIn, ...change })));
    };
    const upload = async (bytes: Buffer) => {
      await room().images.mayUpload(caller);
      return (await room().images.upload(caller, bytes)).imageId;
    };
    const discard = (imageId: string) => room().calls.discardMarketMakerImage(caller, { imageId });
    return { apply, upload, discard };
  };

  return {
    db,
    bus,
    clock,
    log,
    gone,
    person,
    operator: rooms[0]!.operator,
    exportOf: rooms[0]!.exportOf,
    async close() {
      for (const room of rooms) await room.stop();
      await bus.close();
      await db.close();
    },
  };
}

/** The name of the refusal, or null. */
export async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.error;
    throw error;
  }
}

export const eventually = (isTrue: () => boolean | Promise<boolean>): Promise<true> => until('what the test expects', isTrue);
