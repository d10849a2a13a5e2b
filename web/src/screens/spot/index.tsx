// markets/spot/{category?}/{quote?}
import { useQuery } from '@tanstack/react-query';
import { anyQuote } from '@tidemark/contract/market.ts';
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useLocation, useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { spotColumns } from '#features/market-table/columns.ts';
import { useChangeBase } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { ListView } from '#market-list/list-view.tsx';
import { marketLists } from '#market-list/lists.ts';
import { choiceOf, loadMarkets } from '#market-list/load-markets.ts';
import { partitionsQuery } from '#market-list/partitions-query.ts';
import { CategoryChips, QuoteSegments } from '#market-list/spot-choices.tsx';

export const loader = pageLoader(loadMarkets);
export const clientLoader = pageClientLoader(loadMarkets);
export { shouldRevalidate } from '#market-list/load-markets.ts';

export default function SpotScreen() {
  const t = useText();
  const locale = useLocale();
  const [search] = useSearchParams();
  const { params } = matchPage(useLocation().pathname)!;
  const { data: partitions } = useQuery(partitionsQuery(useApi(), locale));
  const choice = choiceOf(marketLists.spot, params, search, useChangeBase());
  const { quote, category } = choice;
  const pairs = partitions?.quotes.reduce((sum, { count }) => sum + count, 0);
  return (
    <ListView
      page="spot"
      list={marketLists.spot}
      choice={choice}
      columns={spotColumns}
      counts={({ coins, total }) => t('markets.counts', { coins, pairs: pairs ?? total })}
      choices={<QuoteSegments partitions={partitions} quote={quote} category={category} />}
      chips={
        <CategoryChips
          partitions={partitions}
          category={category}
          countOf={(entry) => (quote === anyQuote ? entry.count : (entry.countByQuote[quote] ?? 0))}
          to={(slug) =>
            href(locale, 'spot', {
              category: slug ?? (quote === anyQuote ? undefined : 'all'),
              quote: quote === anyQuote ? undefined : quote,
            })
          }
        />
      }
      allHref={(quote !== anyQuote || category !== undefined) && href(locale, 'spot')}
    />
  );
}
