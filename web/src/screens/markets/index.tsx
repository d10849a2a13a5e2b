// markets/{slug}/...: the live lists, and a plain word where a list is still to come.
import { href, matchPage } from '@tidemark/contract/pages.ts';
import { useLocation, type ShouldRevalidateFunctionArgs } from 'react-router';
import { NotOpenYet } from '#features/not-open-yet/not-open-yet.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Segments, Tabs } from '#ui/choices.tsx';
import { ListView } from './list-view.tsx';
import { contractTabs, isMarketPage, marketLists, marketTabs, type MarketPage } from './lists.ts';
import { loadMarkets } from './load.ts';

export const loader = pageLoader(loadMarkets);
export const clientLoader = pageClientLoader(loadMarkets);
/** Order and filter are the browser's own business: the whole list is there. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) => currentUrl.pathname !== nextUrl.pathname;

export default function MarketsScreen() {
  const match = matchPage(useLocation().pathname);
  if (!match || !isMarketPage(match.page)) return null;
  return <Markets page={match.page} params={match.params} />;
}

function Markets({ page, params }: { page: MarketPage; params: Readonly<Record<string, string>> }) {
  const t = useText();
  const locale = useLocale();
  const { title, instType } = marketLists[page];
  const tabs = <Tabs label={t('markets.tabs')} choices={marketTabs.map((tab) => ({ to: href(locale, tab.page), label: t(tab.word), isCurrent: tab.page === page || (tab.alsoAt?.includes(page) ?? false) }))} />;
  const contracts = page.startsWith('futures') && (
    <Segments label={t('markets.line')} choices={contractTabs.map((tab) => ({ to: href(locale, tab.page), label: tab.label, isCurrent: tab.page === page }))} />
  );

  if (instType) return <ListView key={instType} title={t(title)} instType={instType} params={params} tabs={tabs} contracts={contracts} />;
  return (
    <>
      <h1 className="mb-3 text-20 tracking-tight">{t(title)}</h1>
      {tabs}
      {contracts && <div className="pt-3">{contracts}</div>}
      <NotOpenYet heading="h2" />
    </>
  );
}
