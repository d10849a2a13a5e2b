// The time on the server, for countdowns: the clock of a visitor's machine may be wrong by hours.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Api } from './client.ts';
import { useApi } from './use-api.tsx';

const everyMs = 1_000;

/** How far the server's clock is ahead of this machine's, as of the middle of a request. */
const serverAhead = (api: Api) =>
  queryOptions({
    queryKey: ['serverAhead'],
    async queryFn({ signal }): Promise<number> {
      const sentAt = Date.now();
      const { serverTime } = await api.call('time', {}, { signal });
      return serverTime - (sentAt + Date.now()) / 2;
    },
  });

/**
 * A tick a second once the page is alive; on the first paint, the moment that was told with it. Until the server has said its time, that
 * moment goes on by itself.
 */
export function useServerTime(asOf: number): number {
  const { data: aheadMs } = useQuery(serverAhead(useApi()));
  const [now, setNow] = useState(asOf);
  useEffect(() => {
    const startedAt = Date.now();
    const tick = () => setNow(aheadMs === undefined ? asOf + Date.now() - startedAt : Date.now() + aheadMs);
    tick();
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [asOf, aheadMs]);
  return now;
}
