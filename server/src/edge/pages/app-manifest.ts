// What makes the site installable: a manifest in every language, with the pages that an icon on a phone leads to.
import type { SiteBrand } from '@tidemark/contract/brand.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { href, type PageName } from '@tidemark/contract/pages.ts';
import type { Words } from '#words/index.ts';

/** Made of the mark in favicon.svg on the site's blue; the maskable one leaves room for the shape that a phone cuts out. */
export const appIcons = ['app-icon-192.png', 'app-icon-512.png', 'app-icon-maskable-512.png', 'apple-touch-icon.png'] as const;

const shortcuts: readonly (readonly [page: PageName, words: string])[] = [
  ['priceAlert', 'nav.priceAlerts'],
  ['favorite', 'nav.favorites'],
  ['spot', 'nav.spot'],
  ['futures', 'nav.futures'],
];

const ownIcons = [
  { src: '/app-icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/app-icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
];
/** The one picture that a brand brings. */
const brandIcons = [ownIcons[1], ownIcons[3]];

export interface Installed {
  readonly site: Pick<SiteBrand, 'name'>;
  /** True = the icons are not ours. */
  readonly hasOwnIcon: boolean;
}

export function appManifest(words: Pick<Words, 'seo' | 'text'>, locale: Locale, { site, hasOwnIcon }: Installed): string {
  const { tag, rtl } = languageOf(locale);
  return JSON.stringify({
    // One app in all languages: a user who changes the language does not get a second icon.
    id: '/',
    name: site.name,
    short_name: site.name,
    description: words.seo(locale, 'overview.description'),
    lang: tag,
    dir: rtl ? 'rtl' : 'ltr',
    start_url: href(locale, 'overview'),
    scope: '/',
    display: 'standalone',
    background_color: '#f5f6f8',
    theme_color: '#f5f6f8',
    categories: ['finance'],
    icons: hasOwnIcon ? brandIcons : ownIcons,
    shortcuts: shortcuts.map(([page, key]) => ({ name: words.text(locale, 'site', key), url: href(locale, page) })),
  });
}
