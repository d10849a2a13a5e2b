import { safeReturnTo } from '@tidemark/contract/accounts.ts';
import { href, matchPage, type PageName } from '@tidemark/contract/pages.ts';
import { useSearchParams } from 'react-router';
import { useLocale } from '#i18n/text.tsx';

const doors: readonly PageName[] = ['login', 'register', 'forgotPassword'];
const returnParam = 'return';

/** Where the person was: a page of this site, and not one of its doors. */
export function useReturnTo(): string {
  const [search] = useSearchParams();
  const home = href(useLocale(), 'home');
  const given = search.get(returnParam);
  if (given === null) return home;
  const place = safeReturnTo(given);
  const page = matchPage(place.split(/[?#]/, 1)[0]!)?.page;
  return page === undefined || doors.includes(page) ? home : place;
}

/** Another door, with the way back kept. */
export function useAccountHref(): (page: 'login' | 'register' | 'forgotPassword') => string {
  const [search] = useSearchParams();
  const locale = useLocale();
  const given = search.get(returnParam);
  return (page) => href(locale, page) + (given === null ? '' : `?${returnParam}=${encodeURIComponent(given)}`);
}
