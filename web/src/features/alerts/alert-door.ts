// Whoever wants an alert on a pair says so here; the dialog arrives and opens where the person is.
import { useSyncExternalStore } from 'react';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import type { BusinessLine } from '@tidemark/contract/market.ts';
import type { Toward } from './target-steps.ts';

export type AlertWish = { readonly mode: 'add'; readonly businessLine: BusinessLine; readonly symbolId: string; /** Which side of the price is meant: a target there is filled in. */ readonly toward?: Toward } | { readonly mode: 'edit'; readonly alert: AlertItem };

let wish: AlertWish | null = null;
const listeners = new Set<() => void>();

export function wishAlert(next: AlertWish | null): void {
  wish = next;
  for (const listener of listeners) listener();
}

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useAlertWish = (): AlertWish | null => useSyncExternalStore(watch, () => wish, () => null);
