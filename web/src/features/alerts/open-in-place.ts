// Rows, coin panels and lists lead to alerts by plain links, which need no code. Once the page is alive the dialog opens
// where the reader is instead; a link opened in a new tab still leads to the page.
import { businessLine, businessLineOf } from '@tidemark/contract/business-lines.ts';
import { useEffect } from 'react';
import { openAlertDialog, type AlertRequest } from './open-alert-dialog.ts';

/** The alert that a link wants; null: it leads somewhere else. */
export function wishOfLink(address: string, origin: string): AlertRequest | null {
  const { origin: itsOrigin, pathname, searchParams } = new URL(address, origin);
  return itsOrigin === origin && pathname.endsWith('/price-alert') ? wishOfSearch(searchParams) : null;
}

/**
 * `symbol`, on which `line` where it is P2P, and which way its price is expected to go: `toward`. A link can hold any text, so what is
 * neither up nor down is left out.
 */
export function wishOfSearch(search: URLSearchParams): AlertRequest | null {
  const [symbolId, toward] = [search.get('symbol'), search.get('toward')];
  if (symbolId === null) return null;
  const line = search.get('line') === 'p2p' ? businessLine.p2p : businessLineOf(symbolId);
  return { mode: 'add', businessLine: line, symbolId, ...((toward === 'up' || toward === 'down') && { toward }) };
}

export function useOpenInPlace(): void {
  useEffect(() => {
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
  }, []);
}
