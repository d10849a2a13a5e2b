import { last24h } from '@tidemark/contract/market.ts';
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import { useOpenOf } from './open-prices.ts';

export interface Moved {
  readonly symbolId: string;
  readonly last: string;
  /** The opening price that comes with a quote; null: not known. */
  readonly open24h: string | number | null;
}

/** How far one symbol has moved since the beginning of the day that was chosen (base), as a fraction. */
export function useChange({ symbolId, last, open24h }: Moved, base: number): number | null {
  const openOf = useOpenOf(suffixOf(symbolId) ? 'futures' : 'spot', base);
  const open = Number((base === last24h ? open24h : openOf?.(symbolId)) ?? NaN);
  return open > 0 ? Number(last) / open - 1 : null;
}
