import { useQuery } from '@tanstack/react-query';
import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import type { OfferedInterval } from '#features/coin-view/candle-chart.tsx';
import { coinMarkets } from '#features/coin-view/coin-queries.ts';
import { CoinView } from '#features/coin-view/coin-view.tsx';
import { keepInterval, keptInterval } from '#features/coin-view/kept-interval.ts';
import { keepMarketOf } from '#features/coin-view/kept-market.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Band, Skeleton } from '#ui/states.tsx';

/** A coin beside the list it was found in. */
export function CoinPanel({ symbol, onClose, onOpen }: { symbol: string; onClose(): void; onOpen(symbolId: string): void }) {
  const t = useText();
  const locale = useLocale();
  const { changeBase, currency } = usePreferences();
  const [interval, setInterval] = useState<OfferedInterval>(() => keptInterval() ?? '1h');
  const choose = (next: OfferedInterval) => {
    setInterval(next);
    keepInterval(next);
  };
  const coin = useQuery(coinMarkets(useApi(), symbol));
  const { data: fiat } = useQuery(useApiQueries().rates());
  return (
    <Dialog isOpen onClose={onClose} title={coin.data?.main.name ?? symbol} closeLabel={t('action.close')} place="side">
      {coin.data ? (
        <>
          <CoinView
            key={symbol}
            {...coin.data}
            heading="h2"
            interval={interval}
            onInterval={choose}
            changeBase={changeBase}
            currency={currency}
            rates={fiat?.rates}
            onOpen={(symbolId) => {
              keepMarketOf(symbolId);
              onOpen(symbolId);
            }}
          />
          {/* A plain link: the address is that of the page already, only the page is not. */}
          <p className="mt-4 text-13">
            <a className="link" href={href(locale, 'coin', { symbol: coin.data.main.symbolId })}>
              {t('coin.openPage')}
            </a>
          </p>
        </>
      ) : coin.isError || coin.data === null ? (
        <Band kind="error" text={t('coin.failed')} action={{ label: t('action.retry'), onClick: () => void coin.refetch() }} />
      ) : (
        <div className="grid gap-4 py-4">
          <Skeleton width={180} />
          <Skeleton width={120} />
          <div className="candles-plot" />
        </div>
      )}
    </Dialog>
  );
}
