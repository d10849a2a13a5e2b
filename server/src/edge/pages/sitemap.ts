// What search engines may find: one sitemap per language, and an index of them.
import { locales, type Locale } from '@tidemark/contract/locales.ts';
import { href, pages, type PageName } from '@tidemark/contract/pages.ts';

export const robots = (publicUrl: string): string =>
  ['User-agent: *', 'Disallow: /v1/', `Disallow: ${href('en', 'error')}`, `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');

export function sitemapIndex(publicUrl: string): string {
  const rows = locales.map((locale) => `<sitemap><loc>${publicUrl}/sitemap-${locale}.xml</loc></sitemap>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?><sitemapindex ' +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</sitemapindex>`
  );
}

/** coins: by the symbol of their page. */
export function sitemap(publicUrl: string, locale: Locale, coins: readonly string[]): string {
  const paths = [
    ...(Object.keys(pages) as PageName[]).filter((name) => pages[name].indexed).map((name) => href(locale, name)),
    ...coins.map((symbol) => href(locale, 'coin', { symbol })),
  ];
  const rows = paths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</urlset>`;
}
