// The room as tests build and ask it.
import type { TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal, type ErrorName } from '@tidemark/contract/errors.ts';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { marketCalls } from '@tidemark/contract/market.ts';
import { marketDepthCalls } from '@tidemark/contract/market-depth.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { Source } from '@tidemark/source/source.ts';
import * as v from 'valibot';
import type { Bus } from '#platform/bus/bus.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMarket, type Market } from '../index.ts';

export const start = Date.UTC(2026, 10, 12, 14, 13, 27, 350);
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };

export function room(bus: Bus, feed: Source | null, clock = createHandClock(start), db = {} as Database) {
  const metrics = createMetrics();
  const market = createMarket({ bus, clock, log: createLog({ level: 'silent' }), metrics, db, feed });
  return { market, metrics, clock };
}

type Answered = keyof Market['calls'];
const answered = { ...marketCalls, ...marketDepthCalls };

/** As the edge does it: input and output are held to the contract. */
export async function ask<N extends Answered>(market: Market, name: N, rawInput: unknown) {
  const call = answered[name];
  const handler = market.calls[name] as (caller: Caller, input: unknown) => unknown;
  const answer = await handler(visitor, v.parse(call.input, rawInput));
  return v.parse(call.output, answer) as v.InferOutput<(typeof answered)[N]['output']>;
}

export const settled = async () => {
  for (let i = 0; i < 8; i++) await turn();
};

export const stopAfter = (t: TestContext, ...markets: Market[]) =>
  t.after(async () => void (await Promise.all(markets.map((market) => market.stop()))));

export const isRefusal = (name: ErrorName) => (error: unknown) => error instanceof Refusal && error.error === name;
