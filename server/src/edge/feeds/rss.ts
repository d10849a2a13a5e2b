import { contentFeedPath, type Article } from '@tidemark/contract/content.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';

export interface RssInput {
  readonly articles: readonly Article[];
  readonly locale: Locale;
  readonly publicUrl: string;
  readonly title: string;
  readonly about: string;
  /** That the prices are simulated, or null; headlines are from elsewhere and are never labelled. */
  readonly label: string | null;
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const tag = (name: string, text: string): string => `<${name}>${escape(text)}</${name}>`;

/** Links of ours are paths. */
const absolute = (link: string, publicUrl: string): string => (link.startsWith('/') ? publicUrl + link : link);

export function toRss({ articles, locale, publicUrl, title, about, label }: RssInput): string {
  const labelled = (text: string): string => [label, text].filter(Boolean).join(': ');
  const items = articles.map(({ id, kind, title: headline, summary: plain, source, link, topics, coins, publishedAt }) => {
    const summary = kind === 'headline' ? plain : labelled(plain);
    return [
      '<item>',
      tag('title', headline),
      tag('link', absolute(link, publicUrl)),
      `<guid isPermaLink="false">${escape(id)}</guid>`,
      tag('pubDate', new Date(publishedAt).toUTCString()),
      tag('dc:creator', source),
      ...[...topics, ...coins.map(({ baseSymbol }) => baseSymbol)].map((category) => tag('category', category)),
      summary === '' ? '' : tag('description', summary),
      '</item>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>',
    tag('title', title),
    tag('link', publicUrl + href(locale, 'trends')),
    tag('description', labelled(about)),
    tag('language', languageOf(locale).tag),
    '<ttl>5</ttl>',
    `<atom:link href="${escape(publicUrl + contentFeedPath(locale, 'news'))}" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>',
  ].join('\n');
}
