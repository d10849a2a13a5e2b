import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/use-api.tsx';
import { paperQuery } from '#features/news/news-queries.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Band, Skeleton } from '#ui/states.tsx';

/** What yesterday was, in a few points. A day before there was a paper has none. */
export function MorningPaper({ day }: { day: number | undefined }) {
  const t = useText();
  const locale = useLocale();
  const { time } = useFormat();
  const { data, isError, refetch } = useQuery(paperQuery(useApi(), locale, day));
  if (data?.paper === null) return null;
  const paper = data?.paper;
  return (
    <section className="frame news-paper" aria-labelledby="news-paper" aria-busy={!data && !isError}>
      <div className="mod-head">
        <h2 id="news-paper">{paper?.title ?? t('news.paper')}</h2>
      </div>
      {isError && !data ? (
        <div role="status">
          <Band kind="error" text={t('news.paperFailed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        </div>
      ) : (
        <>
          <ul>
            {paper
              ? paper.points.map((point) => <li key={point}>{point}</li>)
              : Array.from({ length: 5 }, (_, i) => (
                  <li key={i}>
                    <Skeleton width={300 - i * 24} />
                  </li>
                ))}
          </ul>
          <p className="small-note">{paper ? t('news.paperFrom', { day: time(paper.day, 'date', 'UTC') }) : <Skeleton width={160} />}</p>
        </>
      )}
    </section>
  );
}
