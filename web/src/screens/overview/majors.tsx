import type { HeatTile } from '@tidemark/contract/analytics.ts';
import { last24h, quoteAt, utcName, type QuoteRow } from '@tidemark/contract/market.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { useChange } from '#api/use-change.ts';
import { LivePrice } from '#features/analytics/live-figures.tsx';
import { useChangeBase } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useQuote, useSeededQuotes } from '#live/use-quote.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Change } from '#ui/number.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { Skeleton, SkeletonAvatar } from '#ui/states.tsx';
import { AskedFor } from './module-frame.tsx';
import { majorsShown, topCoinsQuery } from './overview-queries.ts';
import { WeekFigures } from './week-figures.tsx';

/** The largest coins, side by side. */
export function Majors() {
  const t = useText();
  const query = usePageQuery(topCoinsQuery(useApi()));
  const coins = useMemo(() => query.data?.items.slice(0, majorsShown), [query.data]);
  useSeededQuotes(useMemo(() => coins?.map(({ quote }) => quote) ?? [], [coins]));
  return (
    <>
      <h2 id="ov-quotationCards" className="sr-only">
        {t('overview.module.quotationCards')}
      </h2>
      <AskedFor query={query}>
        <ul className="ov-strip ov-majors" aria-busy={!coins} tabIndex={-1}>
          {coins
            ? coins.map((coin) => <Card key={coin.symbolId} coin={coin} />)
            : Array.from({ length: majorsShown }, (_, place) => (
                <li key={place}>
                  <span className="ov-card">
                    <span className="ov-row">
                      <SkeletonAvatar />
                      <Skeleton width={40} />
                    </span>
                  </span>
                </li>
              ))}
        </ul>
        {coins && coins.length > 0 && <WeekFigures coins={coins} isQuiet />}
      </AskedFor>
    </>
  );
}

/** Names no span of its own, so it is measured from the day of the preferences. */
function MajorChange({ quote }: { quote: QuoteRow }) {
  const { change } = useFormat();
  const symbolId = quote[quoteAt.symbolId];
  const live = useQuote(symbolId, quote);
  return (
    <Change
      {...change(
        useChange({ symbolId, last: live?.last ?? quote[quoteAt.last], open24h: live?.open24h ?? quote[quoteAt.open24h] }, useChangeBase()),
      )}
    />
  );
}

function Card({ coin }: { coin: HeatTile }) {
  const t = useText();
  const locale = useLocale();
  const base = useChangeBase();
  const { data } = usePageQuery(useApiQueries().sparkline(coin.symbolId));
  return (
    <li>
      <Link className="ov-card" to={href(locale, 'coin', { symbol: coin.symbolId })}>
        <span className="ov-row">
          <Avatar src={coin.iconUrl} name={coin.baseSymbol} />
          <b>{coin.baseSymbol}</b>
          <MajorChange quote={coin.quote} />
        </span>
        <span className="ov-figure ov-now">
          <LivePrice quote={coin.quote} />
          <bdi className="text-12 font-normal text-ink-3">{base === last24h ? t('overview.change24h') : utcName(base)}</bdi>
        </span>
        <span className="ov-line">
          {data && (
            <>
              <Sparkline levels={data.levels} direction={data.direction} />
              <bdi>{t('overview.line7d')}</bdi>
            </>
          )}
        </span>
      </Link>
    </li>
  );
}
