// Rows, coin panels and lists lead to alerts by plain links, which need no code. For whoever is logged in the dialog opens where
// they are instead; a link opened in a new tab still leads to the page.
import { businessLineOf } from '@tidemark/contract/market.ts';
import { useEffect } from 'react';
import { wishAlert } from './alert-door.ts';

/** The pair that a link wants an alert on; null: it leads somewhere else. */
export function pairOfLink(address: string, origin: string): string | null {
  const { origin: itsOrigin, pathname, searchParams } = new URL(address, origin);
  return itsOrigin === origin && pathname.endsWith('/price-alert') ? searchParams.get('symbol') : null;
}

export function useOpenInPlace(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const open = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const symbolId = link && !link.target ? pairOfLink(link.href, location.origin) : null;
      if (symbolId === null) return;
      // Before the router and the table hear of it.
      event.preventDefault();
      event.stopPropagation();
      wishAlert({ mode: 'add', businessLine: businessLineOf(symbolId), symbolId });
    };
    document.addEventListener('click', open, true);
    return () => document.removeEventListener('click', open, true);
  }, [isOn]);
}
