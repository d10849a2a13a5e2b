import type { BusinessLine } from '@tidemark/contract/business-lines.ts';
import { parsePreferences } from '@tidemark/contract/site.ts';
import { useLocale } from '#i18n/text.tsx';
import { parseCookies } from '#session/cookies.ts';
import { defaultPairOf } from './default-pair.ts';

/** What a new alert begins with, asked when it is begun: P2P with the money its reader reckons in. */
export function useDefaultPair(): (line: BusinessLine) => string {
  const locale = useLocale();
  return (line) => defaultPairOf(line, parsePreferences(parseCookies(document.cookie), locale).currency);
}
