import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

const farewellMs = 500;

/** A server that does not answer any more keeps no socket of ours open, and no query waits for it. */
export async function endClient(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(farewellMs)]);
  client.connection.stream.destroy();
}
