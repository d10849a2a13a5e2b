// For a visitor of a page that is not there, or does not come: a coin by its name, and what most visitors look for.
import 'virtual:words/footer';
import { href, type PageName } from '@tidemark/contract/pages.ts';
import { Form, Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { Icon } from '#ui/icon.tsx';

const popular = [
  ['overview', 'nav.overview'],
  ['spot', 'nav.spot'],
  ['futures', 'nav.futures'],
  ['rank', 'footer.gainers'],
  ['tokens', 'nav.aiPicks'],
  ['priceAlert', 'nav.priceAlerts'],
  ['trends', 'footer.newsTrends'],
] as const satisfies readonly (readonly [PageName, WordId])[];

export function WaysOn() {
  const t = useText();
  const locale = useLocale();
  return (
    <div className="mx-auto grid max-w-130 gap-4 pb-8">
      <Form action={href(locale, 'spot')} role="search">
        <label className="field">
          <Icon name="search" />
          <input type="search" name="q" aria-label={t('nav.search')} placeholder={t('nav.search')} autoComplete="off" maxLength={64} />
        </label>
      </Form>
      <nav className="flex flex-wrap justify-center gap-2" aria-label={t('nav.main')}>
        {popular.map(([page, word]) => (
          <Link key={page} className="chip" to={href(locale, page)}>
            {t(word)}
          </Link>
        ))}
      </nav>
    </div>
  );
}
