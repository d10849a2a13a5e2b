import { href, type PageName } from '@tidemark/contract/pages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Tabs } from '#ui/choices.tsx';
import { marketTabs } from './lists.ts';

/** From one list to another, on top of each of them; a phone has them in its header and in the bar below. */
export function MarketTabs({ page }: { page: PageName }) {
  const t = useText();
  const locale = useLocale();
  return (
    <div className="max-tablet:hidden">
      <Tabs
        label={t('markets.tabs')}
        choices={marketTabs.map((tab) => ({
          to: href(locale, tab.page),
          label: t(tab.word),
          isCurrent: tab.page === page || (tab.alsoAt?.includes(page) ?? false),
        }))}
      />
    </div>
  );
}
