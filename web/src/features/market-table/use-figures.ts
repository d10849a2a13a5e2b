import type { SymbolItem } from '@tidemark/contract/market.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useLive } from '#live/use-quote.tsx';
import { watchPhone } from './phone.ts';
import type { Figures } from './column.ts';
import { figuresOf } from './select-rows.ts';

/** The newest figures of a symbol. isSeen: whether this window shows what is made of them; what it does not show stays as it is. */
export function useFigures(item: SymbolItem, isSeen?: () => boolean): Figures {
  const { quotes } = useLive();
  const { symbolId } = item;
  const watch = useCallback(
    (fn: () => void) => {
      const leave = quotes.watch(symbolId, fn);
      const leavePhone = isSeen && watchPhone(fn);
      return () => {
        leave();
        leavePhone?.();
      };
    },
    [quotes, symbolId, isSeen],
  );
  const asCame = () => quotes.seeded(symbolId);
  const quote = useSyncExternalStore(watch, () => (!isSeen || isSeen() ? quotes.get(symbolId) : asCame()), asCame);
  const listed = useMemo(() => figuresOf(item), [item]);
  return quote ?? listed;
}
