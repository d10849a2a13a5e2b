import 'virtual:words/footer';
import 'virtual:words/settings';
import { languageNames } from '@tidemark/contract/language-names.ts';
import { languages } from '@tidemark/contract/locales.ts';
import { href, swapLocale } from '@tidemark/contract/pages.ts';
import { Link, useLocation } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { Logo } from '../logo.tsx';
import { useSwitchLanguage } from '../use-switch-language.ts';
import { footerColumns } from './footer-columns.ts';

/** Below everything: written by the server, and alive when the page above it is. */
export function Footer({ isSimulated }: { isSimulated: boolean }) {
  const t = useText();
  const locale = useLocale();
  const { links, note } = useBrand();
  const { pathname } = useLocation();
  const switchLanguage = useSwitchLanguage();

  return (
    <footer className="footer">
      <div className="wrap">
        <div className="footer-columns">
          <div>
            <Logo />
            <p className="mt-3 max-w-[40ch] text-12 text-ink-3">{isSimulated ? t('simulated.everything') : t('footer.disclaimer')}</p>
            <p className="mt-2 max-w-[40ch] text-12 text-ink-3">{note ? (note[locale] ?? note.en) : t('footer.licence')}</p>
          </div>
          {footerColumns.map(({ title, places }) => (
            <nav key={title} aria-label={t(title)}>
              <h2>{t(title)}</h2>
              <ul>
                {places.map(({ page, word }) => (
                  <li key={page}>
                    <Link to={href(locale, page)}>{t(word)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        {links.length > 0 && (
          <p className="footer-languages">
            {links.map(({ label, href: to }) => (
              <a key={to} href={to} rel="noopener">
                {label[locale] ?? label.en}
              </a>
            ))}
          </p>
        )}
        <nav className="footer-languages" aria-label={t('settings.language')}>
          {languages.map((language) => (
            <a
              key={language.locale}
              href={swapLocale(pathname, language.locale)}
              hrefLang={language.tag}
              lang={language.tag}
              aria-current={language.locale === locale ? 'true' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                switchLanguage(language.locale);
              }}
            >
              {languageNames[language.locale]}
            </a>
          ))}
        </nav>
      </div>
    </footer>
  );
}
