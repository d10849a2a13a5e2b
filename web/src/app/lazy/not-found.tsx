import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { WaysOn } from '#screens/error/ways-on.tsx';
import { Empty } from '#ui/states.tsx';

/** Section 2, for every path that is not ours. */
export function NotFound() {
  const t = useText();
  const locale = useLocale();
  const { name } = useBrand();
  return (
    <>
      <title>{`${t('settings.missingPage')} · ${name}`}</title>
      <h1 className="sr-only">404</h1>
      <Empty title={t('settings.missingPage')}>
        <Link className="btn primary" to={href(locale, 'home')}>
          {t('settings.backHome')}
        </Link>
      </Empty>
      <WaysOn />
    </>
  );
}
