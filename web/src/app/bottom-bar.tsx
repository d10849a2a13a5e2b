import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { bottomBarPlaces, isAt } from './sections.ts';
import { usePlace } from './use-place.ts';

export function BottomBar() {
  const t = useText();
  const locale = useLocale();
  const current = usePlace();
  return (
    <nav className="bottom-bar" aria-label={t('nav.main')}>
      {bottomBarPlaces.map((place) => (
        <Link key={place.page} to={href(locale, place.page)} aria-current={isAt(place, current) ? 'page' : undefined}>
          <Icon name={place.icon} size="large" />
          {t(place.word)}
        </Link>
      ))}
    </nav>
  );
}
