import type { MoverEvent } from '@tidemark/contract/movers.ts';
import { useEffect, useMemo, useState } from 'react';
import { useLive } from '#live/use-quote.tsx';

/** Events the socket told since the page is here, newest first: new ones, and known ones whose outcome became known. */
export function useLiveMovers(): readonly MoverEvent[] {
  const { socket } = useLive();
  const [live, setLive] = useState<ReadonlyMap<string, MoverEvent>>(new Map());
  useEffect(
    () =>
      socket?.subscribe({ topic: 'movers', instId: 'default' }, ({ data }) => {
        const rows = data as MoverEvent[];
        if (rows.length > 0) setLive((known) => new Map([...known, ...rows.map((event) => [event.id, event] as const)]));
      }),
    [socket],
  );
  return useMemo(() => [...live.values()].toSorted(newestFirst), [live]);
}

const newestFirst = (a: MoverEvent, b: MoverEvent): number => b.at - a.at || (a.id < b.id ? 1 : -1);

/** A page of events with what was told since: known ones replaced, newer ones that fit in front. */
export function mergeMovers(
  page: readonly MoverEvent[],
  live: readonly MoverEvent[],
  fits: (event: MoverEvent) => boolean,
): readonly MoverEvent[] {
  if (live.length === 0) return page;
  const newest = new Map(live.map((event) => [event.id, event]));
  const known = new Set(page.map(({ id }) => id));
  // Older ones than the page belongs to the next page and come with it.
  const oldest = page.at(-1)?.at ?? -Infinity;
  const added = live.filter((event) => !known.has(event.id) && event.at >= oldest && fits(event));
  return [...added, ...page.map((event) => newest.get(event.id) ?? event)].toSorted(newestFirst);
}
