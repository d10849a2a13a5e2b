import { href } from '@tidemark/contract/pages.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { CoinSearch } from '#features/coin-search/coin-search.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { IconButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { DisplayMenu } from './display-menu.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import { headerSections, isAt } from './sections.ts';
import { SettingsSheet } from './settings-sheet.tsx';
import { usePlace } from './use-place.ts';

export function Header({ isSimulated }: { isSimulated: boolean }) {
  const t = useText();
  const locale = useLocale();
  const current = usePlace();
  const [isSheetOpen, setSheetOpen] = useState(false);

  return (
    <header className="header">
      <div className="wrap">
        <Link className="logo" to={href(locale, 'overview')} aria-label={t('nav.home')}>
          <Logo />
        </Link>
        <nav className="sections" aria-label={t('nav.markets')}>
          {headerSections.map((section) => (
            <Link key={section.page} to={href(locale, section.page)} aria-current={isAt(section, current) ? 'page' : undefined}>
              {t(section.word)}
            </Link>
          ))}
        </nav>
        <div className="ms-auto flex items-center gap-1">
          {isSimulated && <SimulatedLabel />}
          <ConnectionBadge />
        </div>
        <CoinSearch />
        <div className="tools">
          <Link className="icon-btn" to={href(locale, 'priceAlert')} aria-label={t('nav.priceAlerts')} title={t('nav.priceAlerts')}>
            <Icon name="bell" />
          </Link>
          <LanguageMenu />
          <DisplayMenu />
          <Link className="btn max-tablet:hidden" to={href(locale, 'login')}>{t('nav.login')}</Link>
          <IconButton className="tablet:hidden" icon="menu" label={t('settings.title')} aria-haspopup="dialog" onClick={() => setSheetOpen(true)} />
        </div>
      </div>
      <SettingsSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
    </header>
  );
}

/** Never hidden: whoever sees a price sees that it is not a real one. */
function SimulatedLabel() {
  const t = useText();
  return (
    <span className="tag warn" title={t('help.simulated')}>
      <span className="max-tablet:hidden">{t('simulated.label')}</span>
      <span className="tablet:hidden">{t('simulated.short')}</span>
    </span>
  );
}
