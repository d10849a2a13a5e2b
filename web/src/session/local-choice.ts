// What the user chose in this browser, in the words of the account: cookies where it decides the first paint, local storage
// for the rest.
import { isCurrencyCode } from '@tidemark/contract/money.ts';
import { cookies, parsePreferences, updowns } from '@tidemark/contract/site.ts';
import type { UserPreference } from '@tidemark/contract/users.ts';
import { parseCookies, rememberInCookie } from './cookies.ts';
import { chosenNotices, setNotices } from './notice-preference.ts';

export type Choice = Partial<UserPreference>;

/** Only what was chosen: what merely follows from the language is no choice. */
export function readChoice(): Choice {
  const given = parseCookies(document.cookie);
  const { changeBase, updown, currency } = parsePreferences(given, 'en');
  return {
    ...chosenNotices(),
    ...(given[cookies.changeBase] === undefined ? {} : { timeZone: changeBase }),
    ...((updowns as readonly (string | undefined)[]).includes(given[cookies.updown]) ? { updown } : {}),
    ...(isCurrencyCode(given[cookies.currency] ?? '') ? { fiat: currency } : {}),
  };
}

/** For the next page that is painted; the one that is there now does not hear of it. */
export function writeChoice({ timeZone, updown, fiat, ...notices }: Choice): void {
  if (timeZone !== undefined) rememberInCookie('changeBase', timeZone);
  if (updown) rememberInCookie('updown', updown);
  if (fiat) rememberInCookie('currency', fiat);
  setNotices(notices);
}
