import { useQuery } from '@tanstack/react-query';
import { viewNames } from '@tidemark/contract/views.ts';
import type { ReactNode } from 'react';
import { useApi } from '#api/use-api.tsx';
import { metricsQuery, type MarketFigures } from '#features/analytics/analytics-queries.ts';
import { useMoney } from '#features/analytics/money.tsx';
import { useView } from '#features/analytics/use-view.ts';
import { usePercent } from '#features/figures/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';
import { AskedFor } from './module-frame.tsx';

/** The answer of the call, and what the socket tells since. */
export function useMarketFigures() {
  const query = useQuery(metricsQuery(useApi()));
  return { query, figures: useView<MarketFigures>(viewNames.metrics, query.data) };
}

export function WholeMarket() {
  const t = useText();
  const money = useMoney();
  const percent = usePercent();
  const { change, count } = useFormat();
  const { query, figures } = useMarketFigures();
  const cell = (label: string, figure: string | null, beside?: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{figures ? <><Num className="ov-figure" text={figure} />{beside}</> : <Skeleton width={96} />}</dd>
    </div>
  );
  return (
    <>
      <h2 id="ov-globalDigitalCurrency" className="sr-only">{t('overview.module.globalDigitalCurrency')}</h2>
      <AskedFor query={query}>
        <dl className="ov-strip ov-whole" aria-busy={!figures}>
          {cell(t('overview.cap'), figures ? money(figures.cap) : null, figures && <Change {...change(figures.capChange24h)} />)}
          {cell(t('overview.volume'), figures ? money(figures.turnover24h) : null)}
          {cell(t('overview.btcDominance'), percent(figures?.btcDominance ?? null, 1), figures && <Points by={Number(figures.btcDominance) - Number(figures.btcDominanceYesterday)} />)}
          {cell(t('overview.btcWithoutStablecoins'), percent(figures?.btcDominanceWithoutStablecoins ?? null, 1))}
          {cell(t('overview.ethDominance'), percent(figures?.ethDominance ?? null, 1))}
          {cell(t('overview.activeCoins'), count(figures?.activeCoins ?? null))}
        </dl>
      </AskedFor>
    </>
  );
}

/** A share that grew from 59.1% to 59.3% grew by 0.2 points, not by 0.2%. */
function Points({ by }: { by: number }) {
  const t = useText();
  const { price } = useFormat();
  const points = Math.round(by * 10_000) / 100;
  return <Change text={t('overview.points', { points: `${points > 0 ? '+' : ''}${price(points, { precision: 2 })}` })} direction={Math.sign(points) as -1 | 0 | 1} />;
}
