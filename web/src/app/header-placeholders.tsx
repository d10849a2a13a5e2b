// How the buttons of the header look, the same before and after they come alive.
import { href } from '@tidemark/contract/pages.ts';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useSlashKey } from '#features/coin-search/use-slash-key.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { isAt, moreSections } from './sections.ts';
import { usePlace } from './use-place.ts';

export interface ButtonFace {
  readonly label: string;
  readonly buttonClass: string;
  readonly button: ReactNode;
}

export function useLanguageFace(): ButtonFace {
  const t = useText();
  const shown = `${useLocale().toUpperCase()} / ${usePreferences().currency}`;
  return {
    label: t('nav.languageAndCurrency', { shown }),
    buttonClass: 'btn quiet max-tablet:hidden',
    button: (
      <>
        <Icon name="globe" />
        <span className="num if-roomy">{shown}</span>
      </>
    ),
  };
}

export function useDisplayFace(): ButtonFace {
  return { label: useText()('nav.display'), buttonClass: 'icon-btn max-tablet:hidden', button: <Icon name="theme" /> };
}

export function useMoreFace(): ButtonFace {
  const t = useText();
  const current = usePlace();
  const isHere = moreSections.some((section) => isAt(section, current));
  return {
    label: t('nav.more'),
    buttonClass: isHere ? 'more here' : 'more',
    button: (
      <>
        {t('nav.more')}
        <Icon name="down" />
      </>
    ),
  };
}

export function PlaceholderButton({ face: { label, buttonClass, button }, onWant }: { face: ButtonFace; onWant(): void }) {
  return (
    <button
      type="button"
      className={buttonClass}
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={onWant}
    >
      {button}
    </button>
  );
}

/** What was typed before the search was there goes with it. */
export function PlaceholderSearch({ onWant, onType }: { onWant(): void; onType(keyword: string): void }) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  useSlashKey(() => {
    onWant();
    input.current?.focus();
  });
  // A user who reached the field before this code did has typed into it already.
  const startAsFound = useEffectEvent(() => {
    if (!input.current || document.activeElement !== input.current) return;
    onType(input.current.value);
    onWant();
  });
  useEffect(() => startAsFound(), []);
  return (
    <>
      <button type="button" className="icon-btn search-opener" aria-label={t('nav.search')} onClick={onWant}>
        <Icon name="search" />
      </button>
      <div className="search">
        <label className="field quiet">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            aria-label={t('nav.search')}
            placeholder={t('nav.search')}
            autoComplete="off"
            onFocus={onWant}
            onChange={({ target }) => onType(target.value)}
          />
          <kbd className="kbd max-pc:hidden">/</kbd>
        </label>
      </div>
    </>
  );
}

/** A user is, or may be, logged in. */
export function PlaceholderAccount() {
  const t = useText();
  return (
    <Link className="icon-btn max-tablet:hidden" to={href(useLocale(), 'account')} aria-label={t('nav.me')} title={t('nav.me')}>
      <Icon name="user" />
    </Link>
  );
}
