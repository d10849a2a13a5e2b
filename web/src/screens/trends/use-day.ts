import { useQuery } from '@tanstack/react-query';
import type { Article } from '@tidemark/contract/content.ts';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { dayQuery, latestQuery, type DayOfNews } from '#features/news/news-queries.ts';
import { useLocale } from '#i18n/text.tsx';

const newsEveryMs = 60_000;
const figuresEveryMs = 5 * 60_000;

export interface ShownDay {
  readonly day: DayOfNews | undefined;
  /** Newest first, with their newest figures. */
  readonly articles: readonly Article[];
  /** How many have come since; they wait until the user wants them. */
  readonly waiting: number;
  readonly hasFailed: boolean;
  showWaiting(): void;
  retry(): void;
}

/** A day as its reader first saw it: figures are kept up to date, but nothing new moves what is being read. */
export function useDay(asked: number | undefined): ShownDay {
  const api = useApi();
  const locale = useLocale();
  const { data, isError, refetch } = useQuery({ ...dayQuery(api, locale, asked), refetchInterval: figuresEveryMs });
  const [seen, setSeen] = useState(data);
  if (seen === undefined && data !== undefined) setSeen(data);
  const day = seen ?? data;

  const { data: latest } = useQuery({ ...latestQuery(api, locale), enabled: day?.nextDay === null, refetchInterval: newsEveryMs });
  const latestId = latest?.content?.id;
  const unheardId = data?.items.some(({ id }) => id === latestId) ? undefined : latestId;
  const hasDay = data !== undefined;
  useEffect(() => {
    if (hasDay && unheardId !== undefined) void refetch();
  }, [hasDay, unheardId, refetch]);

  const articles = useMemo(() => {
    const newest = new Map(data?.items.map((article) => [article.id, article]));
    return day?.items.map((article) => newest.get(article.id) ?? article) ?? [];
  }, [day, data]);
  const known = useMemo(() => new Set(day?.items.map(({ id }) => id)), [day]);
  const waiting = data?.items.filter(({ id }) => !known.has(id)).length ?? 0;

  return {
    day,
    articles,
    waiting,
    hasFailed: isError && data === undefined,
    showWaiting: () => setSeen(data),
    retry: () => void refetch(),
  };
}
