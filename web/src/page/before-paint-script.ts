// What a cached page cannot know of the browser that shows it, put on before anything is painted: theme and colours, and whether figures
// and the way to the login have to wait until the code has made them right. It stands in the page itself, as text.
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { cookies, parsePreferences, renderedChoices, themeAliases, updowns, visions } from '@tidemark/contract/site.ts';

type Given = Readonly<Record<string, string | undefined>>;

const itself = (values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));
const looks = [
  ['theme', cookies.theme, themeAliases],
  ['updown', cookies.updown, itself(updowns)],
  ['vision', cookies.vision, itself(visions)],
] as const;

/** given: the cookies that the page is rendered for. */
export function beforePaintScript(page: string | undefined, given: Given, locale: Locale): string {
  const [shown, usual] = [parsePreferences(given, locale), parsePreferences({}, locale)];
  const choices = renderedChoices(page).map((name) => [name, cookies[name], String(shown[name]), String(usual[name])]);
  return `{
  const { dataset } = document.documentElement, given = {};
  try {
    for (const pair of document.cookie.split('; ')) { const [name, value] = pair.split('='); given[name] = decodeURIComponent(value); }
    if (localStorage.getItem('${localCacheKeys.userId}')) dataset.member = '';
  } catch {}
  for (const [name, cookie, values] of ${JSON.stringify(looks)})
    if (Object.hasOwn(values, given[cookie])) dataset[name] = values[given[cookie]];
  const awaited = ${JSON.stringify(choices)}.filter(([, cookie, shown, usual]) => (given[cookie] ?? usual) !== shown);
  if (awaited.length > 0) dataset.awaits = awaited.map(([name]) => name).join(' ');
}`.replace(/\n\s*/g, '');
}
