import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { useLoginHref, useSession } from '#session/session.ts';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { Logo } from './logo.tsx';
import { headerSections, isAt } from './sections.ts';
import {
  PlaceholderAccount,
  PlaceholderButton,
  PlaceholderSearch,
  useDisplayFace,
  useLanguageFace,
  useMoreFace,
} from './header-placeholders.tsx';
import { useLazyParts } from './use-lazy-parts.ts';
import { usePlace } from './use-place.ts';

export function Header({ isSimulated }: { isSimulated: boolean }) {
  const t = useText();
  const locale = useLocale();
  const { name: site } = useBrand();
  const current = usePlace();
  const session = useSession();
  const loginHref = useLoginHref();
  const { parts, wanted, want } = useLazyParts();
  const languageFace = useLanguageFace();
  const displayFace = useDisplayFace();
  const moreFace = useMoreFace();
  const [typed, setTyped] = useState('');
  const [isSheetOpen, setSheetOpen] = useState(false);

  return (
    <>
      <header className="header">
        <div className="wrap">
          <Link className="logo" to={href(locale, 'overview')} aria-label={t('nav.home', { site })}>
            <Logo />
          </Link>
          <nav className="sections" aria-label={t('nav.sections')}>
            {headerSections.map((section) => (
              <Link key={section.page} to={href(locale, section.page)} aria-current={isAt(section, current) ? 'page' : undefined}>
                {t(section.word)}
              </Link>
            ))}
            {parts ? <parts.MoreMenu startsOpen={wanted === 'more'} /> : <PlaceholderButton face={moreFace} onWant={() => want('more')} />}
          </nav>
          <div className="header-status">
            {isSimulated && <SimulatedLabel />}
            <ConnectionBadge />
          </div>
          {parts ? (
            <parts.CoinSearch startsWith={wanted === 'search' ? typed : null} />
          ) : (
            <PlaceholderSearch onWant={() => want('search')} onType={setTyped} />
          )}
          <div className="tools">
            {parts && session.user ? (
              <parts.AlertBell />
            ) : (
              <Link className="icon-btn" to={href(locale, 'priceAlert')} aria-label={t('nav.priceAlerts')} title={t('nav.priceAlerts')}>
                <Icon name="bell" />
              </Link>
            )}
            {parts ? (
              <parts.LanguageMenu startsOpen={wanted === 'language'} />
            ) : (
              <PlaceholderButton face={languageFace} onWant={() => want('language')} />
            )}
            {parts ? (
              <parts.DisplayMenu startsOpen={wanted === 'display'} />
            ) : (
              <PlaceholderButton face={displayFace} onWant={() => want('display')} />
            )}
            {session.state === 'visitor' ? (
              <Link className="btn max-tablet:hidden" to={loginHref}>
                {t('nav.login')}
              </Link>
            ) : parts && session.user ? (
              <parts.AccountMenu user={session.user} />
            ) : (
              <PlaceholderAccount />
            )}
            <IconButton
              className="tablet:hidden"
              icon="menu"
              label={t('nav.settings')}
              aria-haspopup="dialog"
              onClick={() => {
                setSheetOpen(true);
                want('settings');
              }}
            />
          </div>
        </div>
      </header>
      {parts && <parts.StaleBand />}
      {parts && <parts.PageProgress />}
      {parts && <parts.OfflineBand />}
      {parts && <parts.SessionSync />}
      {parts && <parts.FavoritesHost />}
      {parts && <parts.SettingsSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />}
    </>
  );
}

/** Never hidden: a visitor who sees a price sees that it is not a real one. */
function SimulatedLabel() {
  const t = useText();
  return (
    <span className="tag warn" title={t('simulated.everything')}>
      <span className="if-roomy max-tablet:hidden">{t('simulated.label')}</span>
      <span className="if-short max-tablet:inline">{t('simulated.short')}</span>
    </span>
  );
}
