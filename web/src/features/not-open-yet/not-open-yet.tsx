import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { Empty } from '#ui/states.tsx';

/** A known page whose screen is not built yet says so, and shows the way to what works. */
export function NotOpenYet({ heading }: { heading: 'h1' | 'h2' }) {
  const t = useText();
  const locale = useLocale();
  const Heading = heading;
  return (
    <>
      <Heading className="sr-only">{t('page.notOpenYet')}</Heading>
      <Empty title={t('page.notOpenYet')} help={t('page.notOpenYetHelp')}>
        <Link className="btn primary" to={href(locale, 'spot')}>{t('page.toSpot')}</Link>
      </Empty>
    </>
  );
}
