// The role web: pages, calls and the live socket.
import { addressReader } from '#edge/address.ts';
import { createDrain } from '#edge/ops/drain.ts';
import { listen } from '#edge/ops/ports.ts';
import { createCallers } from './callers.ts';
import { openDemo } from './demo.ts';
import type { MarketRooms } from './feed.ts';
import { openHttp } from './http.ts';
import { startPeopleRooms } from './people-rooms.ts';
import type { ProcessParts } from './process-parts.ts';
import { openSocket, tellNews } from './socket.ts';
import { createVisibility } from './visibility.ts';

/** Work that can wait begins so long after the door opened: the first visitors are served before it. */
const warmUpDelayMs = 1_000;

export interface Draining {
  /** How long the process goes on serving after it said that it is not ready; asked when it is told to stop. */
  readonly announceMs: () => number;
  /** What is under way when it stops listening may take so long to end. */
  readonly finishMs: number;
}

export async function startWeb(parts: ProcessParts, about: MarketRooms, { announceMs, finishMs }: Draining): Promise<void> {
  const { config, readiness, say, onStop } = parts;
  const { market } = about;
  const people = await startPeopleRooms(parts, about);
  const callers = createCallers(people.users, config.countryHeader);
  const visibility = createVisibility({
    hiddenCoins: people.site.hiddenCoins,
    coinOf: (symbolId) => market.catalog.symbol(symbolId)?.baseSymbol,
  });
  const addressOf = addressReader(config.trustProxy);
  const hub = openSocket(parts, { about, people, callers, visibility, addressOf });
  const app = await openHttp(parts, { about, people, callers, visibility, hub, addressOf });
  hub.attach(app.server);
  onStop(() => hub.stop());
  tellNews(parts, hub, about, people);

  await listen(config.port, config.host, () => app.listen({ port: config.port, host: config.host }));
  readiness.opened();
  onStop(
    createDrain({
      server: app.server,
      announceMs,
      finishMs,
      sayNotReady: readiness.drain,
      moveSockets: hub.drain,
      stopSockets: hub.stop,
      close: () => app.close(),
    }),
  );
  setTimeout(parts.open, warmUpDelayMs).unref();
  say(`Data folder: ${config.databaseUrl ? 'external Postgres' : config.dataDir}`);
  if (market.simulated) say('All market data is simulated.');
  if (config.demo) await openDemo(parts, people, market);
  say(`Tidemark is at http://${config.host === '127.0.0.1' ? 'localhost' : config.host}:${config.port}/`);
}
