// For tests of faults: a NATS and a Postgres of their own, to be killed and restarted.
import { createLocalNats, findNatsServer, type LocalNats } from './nats.ts';
import { createOutsidePostgres, type OutsidePostgres } from './postgres.ts';

export interface OutsideServers {
  /** Why no test can run here; false where they can. */
  readonly skip: string | false;
  readonly nats: LocalNats;
  readonly postgres: OutsidePostgres;
  close(): Promise<void>;
}

export async function openOutsideServers(natsArguments: readonly string[] = []): Promise<OutsideServers> {
  const natsServer = findNatsServer();
  const postgres = natsServer ? await createOutsidePostgres() : null;
  const missing = [!natsServer && 'nats-server', !postgres && 'a Postgres server'].filter(Boolean).join(' and ');
  if (missing && process.env['CI'] === 'true') throw new Error(`${missing} must be installed in CI`);
  const nats = missing ? null : await createLocalNats(natsServer!, natsArguments);
  await nats?.start();
  return {
    skip: missing ? `this system cannot: ${missing} is not installed` : false,
    // Where one of them is missing every test is skipped, and no test reads it.
    nats: nats!,
    postgres: postgres!,
    async close() {
      await nats?.kill();
      await postgres?.remove();
    },
  };
}
