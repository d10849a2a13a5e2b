// The interval somebody chose last, kept in this browser (section 3, Local cache keys).
import { localCacheKeys } from '@tidemark/contract/site.ts';
import { localStore } from '#session/local-store.ts';
import { isOffered, type OfferedInterval } from './candle-chart.tsx';

export const keepInterval = (interval: OfferedInterval): void => localStore.setItem(localCacheKeys.klineInterval, interval);

export const keptInterval = (): OfferedInterval | null => {
  const kept = localStore.getItem(localCacheKeys.klineInterval);
  return isOffered(kept) ? kept : null;
};
