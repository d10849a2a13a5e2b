// What is of record about a coin, in the reader's words, and the ways on to where it is at home and to its news.
import { useQuery } from '@tanstack/react-query';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useLocale, useText } from '#i18n/text.tsx';
import { Skeleton } from '#ui/states.tsx';
import { coinText } from './coin-queries.ts';

export function AboutCoin({ ticker }: { ticker: string }) {
  const t = useText();
  const locale = useLocale();
  const { data, isPending } = useQuery(coinText(useApi(), locale, ticker));
  return (
    <section aria-labelledby="coin-about">
      <h3 id="coin-about" className="coin-title">
        {t('coin.about', { coin: data?.name ?? ticker })}
      </h3>
      {isPending && (
        <p>
          <Skeleton width={280} />
        </p>
      )}
      {data && <p className="max-w-[72ch] text-13 text-ink-2">{data.description}</p>}
      <p className="mt-2 flex flex-wrap gap-x-4 text-13">
        <Link className="link" to={`${href(locale, 'trends')}?coin=${encodeURIComponent(ticker)}`}>
          {t('coin.news', { coin: ticker })}
        </Link>
        {data?.website && (
          <a className="link" href={data.website} target="_blank" rel="noopener noreferrer">
            <bdi>{new URL(data.website).host}</bdi>
            <span className="sr-only"> ({t('coin.newTab')})</span>
          </a>
        )}
      </p>
    </section>
  );
}
