// What `npm run look` was asked for: which pages, in which languages, how wide, in which theme, and who looks at them.
import { parseArgs } from 'node:util';
import { isLocale, type Locale } from '@tidemark/contract/locales.ts';
import { swapLocale } from '@tidemark/contract/pages.ts';

export const themes = { light: 'white', dark: 'black' } as const;
export type Theme = keyof typeof themes;

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface LookOptions {
  readonly paths: readonly string[];
  readonly widths: readonly number[];
  readonly themes: readonly Theme[];
  /** The whole page, not only what is seen before scrolling. */
  readonly isWhole: boolean;
  /** As a logged-in user: the demo account of the site. */
  readonly isDemo: boolean;
}

const isTheme = (text: string): text is Theme => Object.hasOwn(themes, text);

/** Throws on what cannot be looked at, in words for the person who typed it. */
export function readLookOptions(args: readonly string[]): LookOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      widths: { type: 'string', default: '390,900,1440' },
      themes: { type: 'string', default: 'light,dark' },
      locales: { type: 'string' },
      whole: { type: 'boolean', default: false },
      demo: { type: 'boolean', default: false },
    },
  });
  const pieces = (text: string): string[] => text.split(',').map((piece) => piece.trim());
  const all = <T extends string>(text: string, isOne: (piece: string) => piece is T, what: string): T[] =>
    pieces(text).map((piece) => {
      if (!isOne(piece)) throw new Error(`'${piece}' is no ${what}.`);
      return piece;
    });
  const widths = pieces(values.widths).map(Number);
  if (widths.some((width) => !Number.isInteger(width) || width < 200 || width > 8000))
    throw new Error(`Widths are whole numbers from 200 to 8000, not '${values.widths}'.`);
  if (positionals.length === 0) throw new Error('Say which pages: npm run look -- /markets/spot /ar/markets/spot');
  const locales: readonly Locale[] | null = values.locales === undefined ? null : all(values.locales, isLocale, 'language of the site');
  const inLocale = (path: string, locale: Locale): string => {
    const { pathname, search } = new URL(path, 'http://localhost');
    return swapLocale(pathname, locale) + search;
  };
  return {
    paths: locales ? positionals.flatMap((path) => locales.map((locale) => inLocale(path, locale))) : positionals,
    widths,
    themes: all(values.themes, isTheme, 'theme'),
    isWhole: values.whole,
    isDemo: values.demo,
  };
}

/** Who the demo account is, out of what a site with DEMO=1 prints at its start. */
export function readDemoLogin(printed: string): Login {
  const found = /Demo account: (\S+) with the password ([\w-]+)/.exec(printed);
  if (!found) throw new Error('No demo account was printed: start the site with DEMO=1.');
  return { email: found[1]!, password: found[2]! };
}

/** The name of a picture tells all that makes it another picture. */
export const pictureName = (path: string, width: number, theme: Theme): string =>
  `${path.replace(/^\/|\/$/g, '').replace(/[^\p{L}\p{N}]+/gu, '-') || 'home'}-${width}-${theme}.png`;
