import type { Article } from '@tidemark/contract/content.ts';
import { Link, useRouteLoaderData } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { newsLink } from './news-link.ts';
import 'virtual:words/news';

interface HeadlineProps {
  readonly title: string;
  readonly link: string;
  /** Written by us in the language of the page: it runs as the page runs, also when a name in Latin letters stands first. */
  readonly isOurs: boolean;
}

/** A title that leads where its article is, and says so when that is another site. */
export function Headline({ title, link, isOurs }: HeadlineProps) {
  const t = useText();
  const locale = useLocale();
  const publicUrl = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl ?? '';
  const target = newsLink(link, locale, publicUrl);
  const text = isOurs ? title : <bdi>{title}</bdi>;
  if (!target) return text;
  if (target.kind === 'own') return <Link to={target.to}>{text}</Link>;
  return (
    <a href={target.to} target="_blank" rel="noopener noreferrer" title={t('news.leaves', { host: target.host })}>
      {text}
      <svg className="i i-s away" viewBox="0 0 16 16" aria-hidden="true">
        <path d="M6 4h6v6M12 4 4.5 11.5" />
      </svg>
      <span className="sr-only"> ({t('news.leaves', { host: target.host })})</span>
    </a>
  );
}

/** The outlet of an article. A note of ours says that it is computed. */
export function NewsSource({ article: { kind, source } }: { article: Pick<Article, 'kind' | 'source'> }) {
  const t = useText();
  const { name: site } = useBrand();
  return (
    <span className="news-source">
      <bdi>{source}</bdi>
      {kind === 'note' && (
        <span className="tag" title={t('news.noteHelp', { site })}>
          {t('news.note')}
        </span>
      )}
    </span>
  );
}
