import { useQuery } from '@tanstack/react-query';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { useApiQueries } from '#api/use-api.tsx';
import { Sparkline } from '#ui/sparkline.tsx';

export function WeekLineCell({ item }: { item: SymbolItem }) {
  const { data } = useQuery(useApiQueries().sparkline(item.symbolId));
  return <td role="cell" className="c-spark">{data && <Sparkline levels={data.levels} direction={data.direction} />}</td>;
}
