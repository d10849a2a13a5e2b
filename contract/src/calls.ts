// The one table of calls: all rooms joined. HTTP routes, the browser's functions and the OpenAPI document are made from it.
import { accessCalls } from './access.ts';
import { accountCalls } from './accounts.ts';
import { alertCalls } from './alerts.ts';
import { analyticsCalls } from './analytics.ts';
import { contentCalls } from './content.ts';
import { favoriteCalls } from './favorites.ts';
import { liquidationCalls } from './liquidations.ts';
import { listViewCalls } from './list-views.ts';
import { marketDepthCalls } from './market-depth.ts';
import { marketMakerCalls } from './market-maker.ts';
import { marketCalls } from './market.ts';
import { onchainCalls } from './onchain.ts';
import { siteCalls } from './site.ts';
import { supportCalls } from './support.ts';
import { tradingDataCalls } from './trading-data.ts';
import { userCalls } from './users.ts';
import { venueCalls } from './venues.ts';
import type { CallTable } from './wire.ts';

type Rooms = readonly CallTable[];
type Joined<T extends Rooms> = T extends readonly [infer First, ...infer Rest extends Rooms] ? First & Joined<Rest> : {};

/** One table of several. Two calls of one name, or of one method and path, are a mistake that stops the program. */
export function joinCalls<const T extends Rooms>(...rooms: T): Readonly<Joined<T>> {
  const joined: Record<string, CallTable[string]> = {};
  const routes = new Map<string, string>();
  for (const [name, call] of rooms.flatMap((room) => Object.entries(room))) {
    if (Object.hasOwn(joined, name)) throw new Error(`two calls are named ${name}`);
    for (const method of [call.method, call.alsoMethod]) {
      if (!method) continue;
      const route = `${method} ${call.path}`;
      if (routes.has(route)) throw new Error(`${name} and ${routes.get(route)} are both ${route}`);
      routes.set(route, name);
    }
    joined[name] = call;
  }
  return joined as Readonly<Joined<T>>;
}

export const calls = joinCalls(
  siteCalls,
  marketCalls,
  marketDepthCalls,
  analyticsCalls,
  tradingDataCalls,
  liquidationCalls,
  venueCalls,
  alertCalls,
  favoriteCalls,
  accountCalls,
  accessCalls,
  userCalls,
  listViewCalls,
  contentCalls,
  onchainCalls,
  marketMakerCalls,
  supportCalls,
);
export type Calls = typeof calls;
export type CallName = keyof Calls;
export const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);
