// What the pools of a process tell of themselves: who waits for a connection, and how many of them are in use.
import type { Metrics } from '#platform/metrics.ts';
import type { WatchedPool } from './watched-pool.ts';

export function tellPools(metrics: Metrics, pools: Readonly<Record<string, WatchedPool>>): void {
  const all = Object.entries(pools);
  const seconds = metrics.histogram('database_pool_wait_seconds', 'Time until somebody had a connection to the database', ['pool']);
  for (const [pool, watched] of all) {
    seconds.zero({ pool });
    watched.onWaited = (ms) => seconds.observe({ pool }, ms / 1000);
  }
  metrics.gauge('database_pool_waiting', 'Who waits for a connection to the database', ['pool'], (gauge) => {
    for (const [pool, { waitingCount }] of all) gauge.set({ pool }, waitingCount);
  });
  metrics.gauge('database_pool_in_use', 'Connections to the database that are in use', ['pool'], (gauge) => {
    for (const [pool, { totalCount, idleCount }] of all) gauge.set({ pool }, totalCount - idleCount);
  });
}
