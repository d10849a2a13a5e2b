import { href, type PageName } from '@tidemark/contract/pages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Tabs } from '#ui/choices.tsx';
import { marketTabs } from './lists.ts';

/** From one list to another, on top of each of them. */
export function MarketTabs({ page }: { page: PageName }) {
  const t = useText();
  const locale = useLocale();
  return (
    <Tabs
      label={t('markets.tabs')}
      choices={marketTabs.map((tab) => ({
        to: href(locale, tab.page),
        label: t(tab.word),
        isCurrent: tab.page === page || (tab.alsoAt?.includes(page) ?? false),
      }))}
    />
  );
}
