// Rows in the order the socket tells, never under somebody's pointer or focus. A coin that has come into the list brings a
// new answer of the call; until then it waits outside.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RankRow } from '@tidemark/contract/analytics.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useApi } from '#api/use-api.tsx';
import { rankQuery, type Leaderboard, type RankChoice } from './analytics-queries.ts';
import { useView } from './use-view.ts';

const askAgainMs = 10_000;

interface Ranked {
  readonly rows: readonly RankRow[] | null;
  readonly answer: Leaderboard | undefined;
  readonly hasFailed: boolean;
  retry(): void;
}

export function useRankOrder(choice: RankChoice, body: RefObject<HTMLElement | null>): Ranked {
  const api = useApi();
  const client = useQueryClient();
  const { line, list, window } = choice;
  const options = rankQuery(api, choice);
  const query = useQuery(options);
  const name = list === 'favorites' ? null : viewNames.rank(line, list, window);
  const told = useView<readonly string[]>(name, undefined);
  const [order, setOrder] = useState<readonly string[] | undefined>(undefined);
  useEffect(() => {
    // An order that did not change is not a reason to draw.
    if (!isHeld(body.current)) setOrder((shown) => (shown?.join() === told?.join() ? shown : told));
  }, [told, body]);

  const answered = query.data?.[list];
  const isNewcomer = useMemo(() => {
    const known = new Set(answered?.map(({ symbolId }) => symbolId));
    return answered !== undefined && (order ?? []).slice(0, choice.limit ?? 100).some((symbolId) => !known.has(symbolId));
  }, [answered, order, choice.limit]);
  const askedAt = useRef(-Infinity);
  const key = options.queryKey;
  useEffect(() => {
    const now = performance.now();
    if (!isNewcomer || now - askedAt.current < askAgainMs) return;
    askedAt.current = now;
    void client.invalidateQueries({ queryKey: key });
    // The key holds the whole choice; its identity changes with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNewcomer, order, client, line, list, window]);

  const rows = useMemo(() => {
    if (!answered) return null;
    if (!order) return answered;
    const known = new Map(answered.map((row) => [row.symbolId, row]));
    const shown: RankRow[] = [];
    for (const symbolId of order) {
      const row = known.get(symbolId);
      if (row) shown.push(withRank(row, shown.length + 1));
    }
    return shown;
  }, [answered, order]);
  return { rows, answer: query.data, hasFailed: query.isError && !query.data, retry: () => void query.refetch() };
}

/** The same row while its place is the same: rows are drawn again only when they moved. */
const withRank = (row: RankRow, rank: number): RankRow => (row.rank === rank ? row : { ...row, rank });

const isHeld = (body: HTMLElement | null): boolean =>
  body !== null && (body.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && body.matches(':hover')));
