import type { Article } from '@tidemark/contract/content.ts';
import { useRouteLoaderData } from 'react-router';
import { newsLink } from '#features/news/news-link.ts';
import { useLocale } from '#i18n/text.tsx';

/** The same list for machines that read pages (schema.org). It is data, not a script: nothing runs it. */
export function ItemList({ name, articles }: { name: string; articles: readonly Article[] }) {
  const locale = useLocale();
  const publicUrl = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl ?? '';
  const items = articles.flatMap(({ title, link, source, publishedAt }, index) => {
    const target = newsLink(link, locale, publicUrl);
    if (!target) return [];
    const url = target.kind === 'own' ? publicUrl + target.to : target.to;
    return [
      {
        '@type': 'ListItem',
        position: index + 1,
        item: {
          '@type': 'NewsArticle',
          headline: title,
          url,
          datePublished: new Date(publishedAt).toISOString(),
          publisher: { '@type': 'Organization', name: source },
        },
      },
    ];
  });
  const list = { '@context': 'https://schema.org', '@type': 'ItemList', name, itemListElement: items };
  // A title may say '</script>'.
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(list).replaceAll('<', '\\u003c') }} />;
}
