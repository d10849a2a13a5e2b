// Opens the alert dialog on any page: every part may ask for it, and AlertHost, the one place that shows it, listens.
import { useSyncExternalStore } from 'react';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import type { BusinessLine } from '@tidemark/contract/business-lines.ts';
import { sessionNow, watchSession } from '#session/session.ts';
import type { Toward } from './target-steps.ts';

export type AlertRequest =
  | {
      readonly mode: 'add';
      readonly businessLine: BusinessLine;
      readonly symbolId: string;
      /** Which side of the price is meant: a target there is filled in. */ readonly toward?: Toward;
      /** The target there, where it is known: of a chart that was pressed. */
      readonly price?: string;
    }
  | { readonly mode: 'edit'; readonly alert: AlertItem };

let request: AlertRequest | null = null;
const listeners = new Set<() => void>();

export function openAlertDialog(next: AlertRequest | null): void {
  request = next;
  for (const listener of listeners) listener();
}

// A user who logs out, here or in another tab, leaves no form of theirs on the screen. That of a visitor stays.
let wasLoggedIn = false;
watchSession(() => {
  const { state } = sessionNow();
  // The session is checked again now and then, which ends nothing.
  if (state === 'checking') return;
  if (request !== null && wasLoggedIn && state === 'visitor') openAlertDialog(null);
  wasLoggedIn = state === 'loggedIn';
});

export const alertRequestNow = (): AlertRequest | null => request;

const watch = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useAlertRequest = (): AlertRequest | null => useSyncExternalStore(watch, alertRequestNow, () => null);
