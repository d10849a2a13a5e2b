import { href } from '@tidemark/contract/pages.ts';
import 'virtual:words/lists';
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
      <Heading className="sr-only">{t('lists.notOpenYet')}</Heading>
      <Empty title={t('lists.notOpenYet')} help={t('lists.notOpenYetHelp')}>
        <Link className="btn primary" to={href(locale, 'spot')}>{t('lists.toSpot')}</Link>
      </Empty>
    </>
  );
}
