// markets/trading-data/{type?}: what the traders of one pair do, or those of the whole network.
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useLocation } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Tabs } from '#ui/choices.tsx';
import { loadTradingData } from './load.ts';
import { NetworkView } from './network-view.tsx';
import { PairView } from './pair-view.tsx';
import '#styles/figure-table.css';
import '#styles/trading-data.css';
import 'virtual:words/trading';

export const loader = pageLoader(loadTradingData);
export const clientLoader = pageClientLoader(loadTradingData);

export default function TradingDataScreen() {
  const t = useText();
  const locale = useLocale();
  const isNetwork = matchPage(useLocation().pathname)?.params.type === 'wholeNetwork';
  return (
    <>
      <h1 className="text-20 tracking-tight">{t('trading.title')}</h1>
      <p className="mt-0.5 mb-3 max-w-[88ch] text-13 text-ink-2">{isNetwork ? t('trading.introNetwork') : t('trading.intro')}</p>
      <Tabs
        label={t('trading.scope')}
        choices={[
          { to: href(locale, 'tradingData', { type: 'trading' }), label: t('trading.tabPair'), isCurrent: !isNetwork },
          { to: href(locale, 'tradingData', { type: 'wholeNetwork' }), label: t('trading.tabNetwork'), isCurrent: isNetwork },
        ]}
      />
      {isNetwork ? <NetworkView /> : <PairView />}
    </>
  );
}
