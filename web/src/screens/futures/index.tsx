// markets/futures, markets/futures/usdc-m, markets/futures/coin-m
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useLocation, useSearchParams } from 'react-router';
import { contractColumns } from '#features/market-table/contract-columns.tsx';
import { useChangeBase } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Segments } from '#ui/choices.tsx';
import { ListView } from '#market-list/list-view.tsx';
import { contractPages, marketLists } from '#market-list/lists.ts';
import { choiceOf, loadMarkets } from '#market-list/load-markets.ts';
import 'virtual:words/lists';

export const loader = pageLoader(loadMarkets);
export const clientLoader = pageClientLoader(loadMarkets);
export { shouldRevalidate } from '#market-list/load-markets.ts';

const lineNames = { futures: 'USDT-M', futuresUsdcM: 'USDC-M', futuresCoinM: 'Coin-M' } as const;

export default function FuturesScreen() {
  const t = useText();
  const locale = useLocale();
  const [search] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const { page: matched, params } = matchPage(pathname)!;
  const changeBase = useChangeBase();
  const page = contractPages.find((name) => name === matched) ?? 'futures';
  const list = marketLists[page];
  return (
    <ListView
      key={page}
      page={page}
      list={list}
      choice={choiceOf(list, params, search, changeBase)}
      columns={contractColumns}
      counts={({ total }) => t('lists.contractCounts', { count: total })}
      choices={
        <Segments
          label={t('lists.line')}
          choices={contractPages.map((name) => ({ to: href(locale, name) + query, label: lineNames[name], isCurrent: name === page }))}
        />
      }
    />
  );
}
