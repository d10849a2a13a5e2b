// Rows, coin panels and lists lead to alerts by plain links, which need no code. For whoever is logged in the dialog opens where
// they are instead; a link opened in a new tab still leads to the page.
import { businessLineOf } from '@tidemark/contract/business-lines.ts';
import { useEffect } from 'react';
import { openAlertDialog, type AlertRequest } from './open-alert-dialog.ts';

/** The alert that a link wants; null: it leads somewhere else. */
export function wishOfLink(address: string, origin: string): AlertRequest | null {
  const { origin: itsOrigin, pathname, searchParams } = new URL(address, origin);
  return itsOrigin === origin && pathname.endsWith('/price-alert') ? wishOfSearch(searchParams) : null;
}

/** `symbol`, and which way its price is expected to go: `toward`. Anybody can write a link, so what is neither up nor down is left out. */
export function wishOfSearch(search: URLSearchParams): AlertRequest | null {
  const [symbolId, toward] = [search.get('symbol'), search.get('toward')];
  if (symbolId === null) return null;
  return { mode: 'add', businessLine: businessLineOf(symbolId), symbolId, ...((toward === 'up' || toward === 'down') && { toward }) };
}

export function useOpenInPlace(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const open = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const request = link && !link.target ? wishOfLink(link.href, location.origin) : null;
      if (request === null) return;
      // Before the router and the table hear of it.
      event.preventDefault();
      event.stopPropagation();
      openAlertDialog(request);
    };
    document.addEventListener('click', open, true);
    return () => document.removeEventListener('click', open, true);
  }, [isOn]);
}
