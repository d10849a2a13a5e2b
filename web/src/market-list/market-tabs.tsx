import { href, type PageName } from '@tidemark/contract/pages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { openPlaces, useHasOnchain } from '#page/open-places.ts';
import { Tabs } from '#ui/choices.tsx';
import { marketTabs } from './lists.ts';

/** From one list to another, on top of each of them. */
export function MarketTabs({ page }: { page: PageName }) {
  const t = useText();
  const locale = useLocale();
  const hasOnchain = useHasOnchain();
  return (
    <Tabs
      label={t('markets.tabs')}
      choices={openPlaces(marketTabs, hasOnchain).map((tab) => ({
        to: href(locale, tab.page),
        label: t(tab.word),
        isCurrent: tab.page === page || (tab.alsoAt?.includes(page) ?? false),
      }))}
    />
  );
}
