// For tests: two rooms as two web processes have them, on a real Postgres, asked as the edge asks: input parsed, answer checked
// against its shape, cookies kept as a browser keeps them.
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { Refusal } from '@tidemark/contract/errors.ts';
import { supportCalls } from '@tidemark/contract/support.ts';
import { WithCookies, type Caller, type InputToSend, type Output, type UserId } from '@tidemark/contract/wire.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/log.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { createWords } from '#words/index.ts';
import { createSupport, type SupportDeps } from '../index.ts';

type Calls = typeof supportCalls;
export type CallName = keyof Calls;
const startMs = Date.UTC(2026, 0, 15, 12);
const agentToken = 'token-of-the-desk-for-tests';
export const newUser = (): UserId => newId() as UserId;

export interface Browser {
  ask<N extends CallName>(name: N, input?: InputToSend<Calls[N]>): Promise<Output<Calls[N]>>;
  /** The name of the refusal, or null. */
  refusal<N extends CallName>(name: N, input: InputToSend<Calls[N]>): Promise<string | null>;
  say(text: string, clientKey?: string): Promise<Output<Calls['sendSupportMessage']>>;
  /** What its person sees, as 'sender: text'. */
  seen(): Promise<string[]>;
  cookies: Record<string, string | undefined>;
  userId: UserId | null;
  /** What the edge says of the request besides. */
  over: Partial<Caller>;
}

export async function openRooms(over: Partial<SupportDeps> = {}) {
  const log = createLog({ level: 'silent' });
  const db = await openTestDatabase(log);
  const bus = createInProcessBus();
  const clock = createHandClock(startMs);
  const mails: Mail[] = [];
  const notified: { to: string; lastSeq: number; readSeq: number }[] = [];
  const gone = new Set<string>();
  const emails = new Map<string, string>();
  const deps: SupportDeps = {
    db,
    bus,
    clock,
    log,
    words: createWords(fileURLToPath(new URL('../../../../locales', import.meta.url))),
    publicUrl: 'https://markets.example.com',
    secret: 'a secret of this test',
    agentToken,
    operatorMail: 'help@example.com',
    mail: { send: async (mail) => void mails.push(mail), close() {} },
    people: {
      find: async (ids) =>
        new Map(
          ids.flatMap((id) => (emails.has(id) ? [[id, { email: emails.get(id)!, locale: 'en', antiPhishingCode: '' }] as const] : [])),
        ),
    },
    whichExist: async (ids) => new Set(ids.filter((id) => !gone.has(id))),
    ...over,
  };
  const rooms = [createSupport(deps), createSupport(deps)];
  rooms[0]!.start({
    user: (to, news) => void notified.push({ to, ...news }),
    channel: (to, { lastSeq, readSeq }) => void notified.push({ to, lastSeq, readSeq }),
  });
  let turn = 0;

  const openBrowser = (given: { userId?: UserId; over?: Partial<Caller> } = {}): Browser => {
    const browser: Browser = {
      cookies: {},
      userId: given.userId ?? null,
      over: given.over ?? {},
      async ask(name, input) {
        const handlers = rooms[turn++ % rooms.length]!.calls;
        const caller: Caller = {
          userId: browser.userId,
          sessionId: null,
          locale: 'en',
          requestId: 'request-1',
          ip: '203.0.113.9',
          deviceId: null,
          cookies: browser.cookies,
          ...browser.over,
        };
        const answered = await (handlers[name] as (caller: Caller, input: unknown) => unknown)(
          caller,
          v.parse(supportCalls[name].input, input ?? {}),
        );
        if (answered instanceof WithCookies)
          for (const { name: cookie, value } of answered.changes) browser.cookies[cookie] = value ?? undefined;
        return v.parse(supportCalls[name].output, answered instanceof WithCookies ? answered.data : answered);
      },
      async refusal(name, input) {
        try {
          await browser.ask(name, input);
          return null;
        } catch (error) {
          if (error instanceof Refusal) return error.error;
          throw error;
        }
      },
      say: (text, clientKey = newId()) => browser.ask('sendSupportMessage', { text, clientKey }),
      seen: async () => (await browser.ask('listSupportMessages')).items.map(({ sender, text }) => `${sender}: ${text}`),
    };
    return browser;
  };

  return {
    db,
    bus,
    clock,
    mails,
    notified,
    gone,
    emails,
    rooms,
    openBrowser,
    openDesk: () => openBrowser({ over: { bearer: agentToken } }),
    async close() {
      for (const room of rooms) await room.stop();
      await bus.close();
      await db.close();
    },
  };
}
export type Rooms = Awaited<ReturnType<typeof openRooms>>;
