// Rows in the order the socket tells, those by change in the order of the figures beside them; never moved under the user's pointer or
// focus. A coin that has come into the list brings a new answer of the call; until then it waits outside.
import { useQueryClient } from '@tanstack/react-query';
import type { RankRow } from '@tidemark/contract/analytics.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { useLive } from '#live/use-quote.tsx';
import { rankQuery, type Leaderboard, type RankChoice } from './analytics-queries.ts';
import { orderByChange } from './order-by-change.ts';
import { useView } from './use-view.ts';

const askAgainMs = 10_000;
const lookMs = 1_000;

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
  const query = usePageQuery(options);
  const name = list === 'favorites' ? null : viewNames.rank(line, list, window);
  const liveOrder = useView<readonly string[]>(name, undefined);
  const [order, setOrder] = useState<readonly string[] | undefined>(undefined);
  const answered = query.data?.[list];
  const { quotes, clock } = useLive();
  const look = useEffectEvent(() => {
    if (isHeld(body.current)) return;
    const next = answered && orderByChange(inOrder(answered, liveOrder), choice, quotes.get).map(({ symbolId }) => symbolId);
    // An order that did not change is not a reason to draw.
    setOrder((shown) => (shown?.join() === next?.join() ? shown : next));
  });
  useEffect(() => look(), [liveOrder, answered]);
  useEffect(() => clock.watch(lookMs, () => look()), [clock]);

  const isNewcomer = useMemo(() => {
    const known = new Set(answered?.map(({ symbolId }) => symbolId));
    return answered !== undefined && (liveOrder ?? []).slice(0, choice.limit ?? 100).some((symbolId) => !known.has(symbolId));
  }, [answered, liveOrder, choice.limit]);
  const askedAt = useRef(-Infinity);
  const key = options.queryKey;
  useEffect(() => {
    const now = performance.now();
    if (!isNewcomer || now - askedAt.current < askAgainMs) return;
    askedAt.current = now;
    void client.invalidateQueries({ queryKey: key });
    // The key holds the whole choice; its identity changes with every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isNewcomer, liveOrder, client, line, list, window]);

  const rows = useMemo(() => {
    if (!answered) return null;
    return order ? inOrder(answered, order).map((row, i) => withRank(row, i + 1)) : answered;
  }, [answered, order]);
  return { rows, answer: query.data, hasFailed: query.isError && !query.data, retry: () => void query.refetch() };
}

function inOrder(rows: readonly RankRow[], symbolIds: readonly string[] | undefined): readonly RankRow[] {
  if (!symbolIds) return rows;
  const known = new Map(rows.map((row) => [row.symbolId, row]));
  return symbolIds.flatMap((symbolId) => known.get(symbolId) ?? []);
}

/** The same row while its place is the same: rows are drawn again only when they moved. */
const withRank = (row: RankRow, rank: number): RankRow => (row.rank === rank ? row : { ...row, rank });

const isHeld = (body: HTMLElement | null): boolean =>
  body !== null && (body.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && body.matches(':hover')));
