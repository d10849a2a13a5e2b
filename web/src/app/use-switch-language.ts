import type { Locale } from '@tidemark/contract/locales.ts';
import { swapLocale } from '@tidemark/contract/pages.ts';
import { useLocation, useNavigate } from 'react-router';
import { rememberInCookie } from '#session/cookies.ts';

/** Section 2: switching the language rewrites the path prefix and replaces the page in history. */
export function useSwitchLanguage(): (locale: Locale) => void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  return (locale) => {
    rememberInCookie('language', locale);
    void navigate(swapLocale(pathname, locale) + search + hash, { replace: true, preventScrollReset: true });
  };
}
