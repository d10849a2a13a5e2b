import { href } from '@tidemark/contract/pages.ts';
import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { readCoin, withCoin } from '#features/market-table/list-url.ts';
import { useLocale } from '#i18n/text.tsx';

/** Marks the entry of the history that a panel added: closing it goes back. */
const opened = 'panel';

/** The panel lies over the list, and the address is that of the coin: a user who shares or reloads it gets the coin's own page. */
export function useCoinPanel() {
  const locale = useLocale();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const coin = readCoin(search);
  const onOpen = useCallback(
    (symbolId: string) =>
      void navigate(`?${withCoin(search, symbolId)}`, {
        mask: href(locale, 'coin', { symbol: symbolId }),
        state: opened,
        replace: coin !== null,
        preventScrollReset: true,
      }),
    [navigate, locale, search, coin],
  );
  const onClose = () =>
    void (state === opened ? navigate(-1) : navigate(`?${withCoin(search, null)}`, { replace: true, preventScrollReset: true }));
  return { coin, onOpen, onClose };
}
