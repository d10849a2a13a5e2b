// markets/coin/{symbol}: the page of a coin, by one of its markets or by its ticker.
import { useQuery } from '@tanstack/react-query';
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { coinMarkets } from '#features/coin-view/coin-queries.ts';
import type { OfferedInterval } from '#features/coin-view/candle-chart.tsx';
import { CoinPast } from '#features/coin-view/coin-past.tsx';
import { CoinView } from '#features/coin-view/coin-view.tsx';
import { keepInterval, keptInterval } from '#features/coin-view/kept-interval.ts';
import { keepMarketOf, keptMarketOf } from '#features/coin-view/kept-market.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { withWords } from '#i18n/words.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { useSession } from '#session/session.ts';
import { Icon } from '#ui/icon.tsx';
import { Band } from '#ui/states.tsx';
import { useLazy } from '#ui/use-lazy.ts';
import { useOnDemand } from '#ui/use-on-demand.ts';
import { CoinFacts, SharedPicture, TabTitle } from './coin-facts.tsx';
import { intervalOf, loadCoin } from './load.ts';

export const loader = pageLoader(loadCoin);
export const clientLoader = pageClientLoader(loadCoin);

const loadMore = () => withWords(import('./lazy/coin-more.tsx'));

const loadChartAlerts = () => withWords(import('#features/alerts/chart-alerts.tsx'));

export default function CoinScreen() {
  const t = useText();
  const locale = useLocale();
  const { changeBase, currency } = usePreferences();
  const { symbol = '' } = matchPage(useLocation().pathname)?.params ?? {};
  const [search, setSearch] = useSearchParams();
  const coin = useQuery(coinMarkets(useApi(), symbol));
  const show = (interval: OfferedInterval) => setSearch({ interval }, { replace: true, preventScrollReset: true });
  // The server does not know what this browser keeps; an address that names an interval is what the user asked for.
  const showKept = useEffectEvent(() => {
    const kept = keptInterval();
    if (kept && kept !== intervalOf(search)) show(kept);
  });
  const isNamed = search.has('interval');
  useEffect(() => {
    if (!isNamed) showKept();
  }, [isNamed]);
  const navigate = useNavigate();
  const open = (symbolId: string, isKept = false) =>
    void navigate({ pathname: href(locale, 'coin', { symbol: symbolId }), search: search.toString() }, { replace: isKept });
  const showKeptMarket = useEffectEvent((asked: string) => {
    const kept = coin.data && keptMarketOf(asked, coin.data);
    if (kept) open(kept, true);
  });
  const isThere = Boolean(coin.data);
  const isContract = suffixOf(coin.data?.main.symbolId ?? symbol) !== null;
  useEffect(() => {
    if (isThere) showKeptMarket(symbol);
  }, [isThere, symbol]);
  const { part: more } = useLazy(loadMore);
  const isUser = useSession().state === 'loggedIn';
  const part = useOnDemand(loadChartAlerts, isUser);
  const main = coin.data?.main;
  const { data: fiat } = useQuery(useApiQueries().rates());
  return (
    <>
      <p className="mb-3">
        <Link className="btn quiet -ms-2" to={href(locale, isContract ? 'futures' : 'spot')}>
          <Icon name="back" isDirectional />
          {t(isContract ? 'coin.futuresMarkets' : 'coin.toList')}
        </Link>
      </p>
      {coin.data ? (
        <div className="frame coin-frame">
          <CoinView
            {...coin.data}
            heading="h1"
            interval={intervalOf(search)}
            onInterval={(interval) => {
              keepInterval(interval);
              show(interval);
            }}
            changeBase={changeBase}
            currency={currency}
            rates={fiat?.rates}
            onOpen={(symbolId) => {
              keepMarketOf(symbolId);
              open(symbolId);
            }}
            renderOver={
              part && main && isUser
                ? (plot) => (
                    <part.ChartAlerts key={main.symbolId} plot={plot} symbolId={main.symbolId} pricePrecision={main.pricePrecision} />
                  )
                : undefined
            }
            past={<CoinPast main={coin.data.main} />}
            beside={more && <more.CoinWorth {...coin.data} />}
            more={more && <more.CoinMore {...coin.data} />}
          />
          <TabTitle main={coin.data.main} changeBase={changeBase} />
          <CoinFacts main={coin.data.main} />
          <SharedPicture symbolId={coin.data.main.symbolId} />
        </div>
      ) : (
        <Band kind="error" text={t('coin.failed')} action={{ label: t('action.retry'), onClick: () => void coin.refetch() }} />
      )}
    </>
  );
}
