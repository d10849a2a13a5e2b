// The servers of a stand: Postgres, NATS, and the program in as many processes of each role as wanted.
import { calls } from '@tidemark/contract/calls.ts';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { openOutsideServers } from '@tidemark/testbed/outside-servers.ts';
import { startApp, type App } from '../../e2e/harness/app.ts';
import { startedBy } from '../../e2e/harness/process-tree.ts';
import { roles, type Role, type StandOptions } from './options.ts';
import type { Listed } from './work.ts';

export const parts = [...roles, 'Postgres', 'NATS'] as const;
export type Part = (typeof parts)[number];

export interface Servers {
  readonly databaseUrl: string;
  webPorts(): number[];
  pids(part: Part): number[];
  /** One of the web processes. */
  webUrl(): string;
  /** The rows that the list shows first. */
  list(count: number): Promise<Listed[]>;
  killWebs(): Promise<void>;
  restartWebs(): Promise<void>;
  close(): Promise<void>;
}

/** What Postgres takes by default, less what a judge, notices and those who look on need. */
const databaseConnections = 70;

export async function openServers(options: StandOptions): Promise<Servers> {
  const { skip, postgres, nats, close } = await openOutsideServers();
  if (skip !== false) throw new Error(skip);
  const databaseUrl = await postgres.createDatabase('stand');
  const wanted = roles.flatMap((role) => Array.from({ length: options.processes[role] }, () => role));
  const apps: { role: Role; app: App }[] = [];
  const of = (role: Role) => apps.filter((one) => one.role === role).map(({ app }) => app);
  const start = async (role: Role): Promise<void> => {
    const app = await startApp({
      isWholeMarket: true,
      env: {
        ROLES: role,
        HOST: '0.0.0.0',
        DATABASE_URL: databaseUrl,
        NATS_URL: nats.url,
        DATABASE_POOL_SIZE: String(Math.min(16, Math.max(4, Math.floor(databaseConnections / wanted.length)))),
        SIM_TICKS_PER_SECOND: String(options.ticksPerSecond),
        SIM_COINS: String(options.coins),
        SOCKET_CONNECTIONS: '200000',
        SOCKET_OPENINGS_PER_SECOND: String(options.openingsPerSecond),
      },
    });
    apps.push({ role, app });
  };
  const closeAll = async () => {
    await Promise.all(apps.map(({ app }) => app.kill9()));
    await close();
  };
  try {
    // One after the other: several at once would wait for each other's tables anyway.
    for (const role of wanted) await start(role);
  } catch (error) {
    await closeAll();
    throw error;
  }
  return {
    databaseUrl,
    webPorts: () => of('web').map(({ port }) => port),
    pids(part) {
      if (part === 'Postgres') return startedBy(process.pid, 'postgres');
      if (part === 'NATS') return startedBy(process.pid, 'nats-server');
      return of(part).map((app) => app.pid());
    },
    webUrl: () => of('web')[0]!.url,
    async list(count) {
      const answer = await fetch(`${of('web')[0]!.url}${apiPrefix}${calls.getHomeQuotation.path}?pageSize=${count}`);
      return ((await answer.json()) as { data: { items: Listed[] } }).data.items;
    },
    killWebs: async () => void (await Promise.all(of('web').map((app) => app.kill9()))),
    restartWebs: async () => void (await Promise.all(of('web').map((app) => app.restart()))),
    close: closeAll,
  };
}
