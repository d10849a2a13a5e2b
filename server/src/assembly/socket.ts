// The live socket: whose news it tells, and to whom.
import type { addressReader } from '#edge/address.ts';
import { createHub, type Hub } from '#edge/socket/hub.ts';
import { favoritesChanged, preferenceChanged } from '#topics/index.ts';
import type { Callers } from './callers.ts';
import type { Config } from './config.ts';
import type { MarketRooms } from './feed.ts';
import { createLiveRows } from './live-rows.ts';
import type { PeopleRooms } from './people-rooms.ts';
import type { ProcessParts } from './process-parts.ts';
import { createViewRows } from './view-rows.ts';
import type { Visibility } from './visibility.ts';

export interface SocketParts {
  readonly about: MarketRooms;
  readonly people: PeopleRooms;
  readonly callers: Callers;
  readonly visibility: Visibility;
  readonly addressOf: ReturnType<typeof addressReader>;
}

export function openSocket({ config, clock, log, metrics }: ProcessParts, joined: SocketParts): Hub {
  const {
    about: { market, analytics },
    people,
    callers,
    visibility,
    addressOf,
  } = joined;
  const hub = createHub({
    audienceOf: (request) => visibility.audienceOf(callers.ofUpgrade(request)),
    rows: { ...createLiveRows(market, { log, onNews: (topic, key) => hub.changed([key], [topic]) }), ...createViewRows(analytics) },
    login: people.users.socketLogin,
    channelOfTicket: (topic, ticket) => (topic === 'support' ? people.support.channelOfTicket(ticket) : null),
    isOriginAllowed: (origin) => isOwnOrigin(origin, config),
    addressOf,
    clock,
    log,
    metrics,
    limits: {
      maxConnections: config.sockets.connections,
      openingsPerSecond: config.sockets.openingsPerSecond,
      burstOpenings: 2 * config.sockets.openingsPerSecond,
    },
  });
  return hub;
}

/** From here on the rooms tell their news through the socket. */
export function tellNews({ bus, onStop }: ProcessParts, hub: Hub, about: MarketRooms, people: PeopleRooms): void {
  const { market, analytics } = about;
  const { users, alerts, support } = people;
  onStop(market.onChange((symbolIds) => hub.changed(symbolIds)));
  onStop(analytics.live.onMovers((ids) => hub.changed(ids, ['movers'])));
  onStop(analytics.live.onBeat(() => hub.changed(analytics.live.names(), ['views'])));
  onStop(analytics.openCharts.onNews((key) => hub.changed([key], ['series'])));
  alerts.start(
    (userId, payload, onSeen) => void hub.notify(userId, 'price_notice', payload, onSeen),
    () => hub.readersOf('price_notice'),
  );
  onStop(() => alerts.stop());
  support.start({
    user: (userId, news) => void hub.notify(userId, 'support', news),
    channel: (channel, news) => void hub.notifyChannel(channel, 'support', news),
  });
  onStop(() => support.stop());
  onStop(bus.subscribe(favoritesChanged, ({ userId, version }) => void hub.notify(userId, 'favorites', { version })));
  onStop(bus.subscribe(preferenceChanged, ({ userId }) => void hub.notify(userId, 'preferences', {})));
  onStop(users.onSessionsEnded((sessionIds) => sessionIds.forEach((sessionId) => hub.dropSession(sessionId))));
}

const isOwnOrigin = (origin: string | undefined, { publicUrl, port }: Config): boolean =>
  origin === undefined || [new URL(publicUrl).origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`].includes(origin);
