import { worldFactsRule } from '@tidemark/contract/analytics.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import type { ReactNode } from 'react';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { metricsQuery, type MarketFigures } from '#features/analytics/analytics-queries.ts';
import { useMoney } from '#features/analytics/money.tsx';
import { useView } from '#features/analytics/use-view.ts';
import { SourceAge, SourceLink } from '#features/figures/source-note.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';
import { AskedFor } from './module-frame.tsx';

/** The answer of the call, and what the socket tells since. */
export function useMarketFigures() {
  const query = usePageQuery(metricsQuery(useApi()));
  return { query, figures: useView<MarketFigures>(viewNames.metrics, query.data) };
}

/** All markets together where a source tells of them, else the coins of this exchange. */
export function wholeOf({ world, ...ours }: MarketFigures): WholeFigures {
  if (!world?.figures) return ours;
  const { coins, ...figures } = world.figures;
  return { ...figures, activeCoins: coins ?? ours.activeCoins, btcDominanceYesterday: null };
}

interface WholeFigures extends Pick<MarketFigures, 'cap' | 'turnover24h' | 'btcDominance' | 'ethDominance' | 'activeCoins'> {
  readonly capChange24h: string | null;
  /** null = the source of the rest does not have it. */
  readonly btcDominanceYesterday: string | null;
}

export function WholeMarket() {
  const t = useText();
  const money = useMoney();
  const percent = usePercent();
  const { change, count } = useFormat();
  const { query, figures } = useMarketFigures();
  const whole = figures && wholeOf(figures);
  const cell = (label: string, figure: string | null, beside?: ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>
        {figures ? (
          <>
            <Num className="ov-figure" text={figure} />
            {beside}
          </>
        ) : (
          <Skeleton width={96} />
        )}
      </dd>
    </div>
  );
  return (
    <>
      <h2 id="ov-globalDigitalCurrency" className="sr-only">
        {t('overview.module.globalDigitalCurrency')}
      </h2>
      <AskedFor query={query}>
        <dl className="ov-strip ov-whole" aria-busy={!figures}>
          {cell(
            t('overview.cap'),
            whole ? money(whole.cap) : null,
            whole && whole.capChange24h !== null && (
              <Over24h>
                <Change {...change(whole.capChange24h)} />
              </Over24h>
            ),
          )}
          {cell(t('overview.volume'), whole ? money(whole.turnover24h) : null)}
          {cell(
            t('overview.btcDominance'),
            percent(whole?.btcDominance ?? null, 1),
            whole?.btcDominance != null && whole.btcDominanceYesterday !== null && (
              <Over24h>
                <Points by={Number(whole.btcDominance) - Number(whole.btcDominanceYesterday)} />
              </Over24h>
            ),
          )}
          {cell(t('overview.btcWithoutStablecoins'), percent(figures?.btcDominanceWithoutStablecoins ?? null, 1))}
          {cell(t('overview.ethDominance'), percent(whole?.ethDominance ?? null, 1))}
          {cell(t('overview.activeCoins'), count(whole?.activeCoins ?? null))}
        </dl>
        {whole?.cap === null && <p className="ov-whose small-note">{t('analytics.capUnknown')}</p>}
        {figures?.world && <Whose world={figures.world} />}
      </AskedFor>
    </>
  );
}

function Over24h({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <span>
      {children} <span className="text-ink-3">{t('overview.change24h')}</span>
    </span>
  );
}

function Whose({ world: { source, at, figures } }: { world: NonNullable<MarketFigures['world']> }) {
  const t = useText();
  return (
    <p className="ov-whose small-note">
      {figures && at !== null ? (
        <>
          {t('overview.world.from')} <SourceLink source={source} />
          {' · '}
          <SourceAge at={at} staleAfterMs={worldFactsRule.staleAfterMs} />
          {' · '}
          {t('overview.world.ours')}
        </>
      ) : at === null ? (
        t('overview.world.silent', { source })
      ) : (
        t('overview.world.gone', { source, hours: worldFactsRule.dropAfterMs / 3_600_000 })
      )}
    </p>
  );
}

/** A share that grew from 59.1% to 59.3% grew by 0.2 points, not by 0.2%. */
function Points({ by }: { by: number }) {
  const t = useText();
  const { price } = useFormat();
  const points = Math.round(by * 10_000) / 100;
  return (
    <Change
      text={t('overview.points', { points: `${points > 0 ? '+' : ''}${price(points, { precision: 2 })}` })}
      direction={Math.sign(points) as -1 | 0 | 1}
    />
  );
}
