// markets/coin/{symbol}: the page of a coin, by one of its markets or by its ticker.
import { useQuery } from '@tanstack/react-query';
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { coinMarkets } from '#features/coin-view/coin-queries.ts';
import { CoinView } from '#features/coin-view/coin-view.tsx';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Icon } from '#ui/icon.tsx';
import { Band } from '#ui/states.tsx';
import { intervalOf, loadCoin } from './load.ts';

export const loader = pageLoader(loadCoin);
export const clientLoader = pageClientLoader(loadCoin);

export default function CoinScreen() {
  const t = useText();
  const locale = useLocale();
  const { changeBase, currency } = usePreferences();
  const { symbol = '' } = matchPage(useLocation().pathname)?.params ?? {};
  const [search, setSearch] = useSearchParams();
  const coin = useQuery(coinMarkets(useApi(), symbol));
  const { data: fiat } = useQuery(useApiQueries().rates());
  return (
    <>
      <p className="mb-3"><Link className="btn quiet -ms-2" to={href(locale, 'spot')}><Icon name="back" isDirectional />{t('coin.toList')}</Link></p>
      {coin.data ? (
        <div className="frame coin-frame">
          <CoinView
            {...coin.data}
            heading="h1"
            interval={intervalOf(search)}
            onInterval={(interval) => setSearch({ interval }, { replace: true, preventScrollReset: true })}
            changeBase={changeBase}
            currency={currency}
            rates={fiat?.rates}
          />
        </div>
      ) : (
        <Band kind="error" text={t('coin.failed')} action={{ label: t('action.retry'), onClick: () => void coin.refetch() }} />
      )}
    </>
  );
}
