import { useQueryClient } from '@tanstack/react-query';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { useEffect, useState } from 'react';
import type { WeekLine } from '#api/week-line.ts';
import { useApiQueries } from '#api/use-api.tsx';
import { useAsCame } from '#api/page-answers.ts';
import { Sparkline } from '#ui/sparkline.tsx';

export function WeekLineCell({ item }: { item: SymbolItem }) {
  const data = useWeekLine(item.symbolId);
  return (
    <td role="cell" className="c-spark">
      {data && <Sparkline levels={data.levels} direction={data.direction} />}
    </td>
  );
}

/** It does not change while a row is there, so the row asks once and watches nothing. */
function useWeekLine(symbolId: string): WeekLine | null | undefined {
  const client = useQueryClient();
  const { sparkline } = useApiQueries();
  const [, setArrivals] = useState(0);
  const { queryKey } = sparkline(symbolId);
  const known = useAsCame(client.getQueryData(queryKey), queryKey);
  const isMissing = known === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isHere = true;
    void client.fetchQuery(sparkline(symbolId)).then(
      () => isHere && setArrivals((count) => count + 1),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [client, sparkline, symbolId, isMissing]);
  return known;
}
