import { href } from '@tidemark/contract/pages.ts';
import { hourMs } from '@tidemark/contract/time.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import type { MarketFigures } from '#features/analytics/analytics-queries.ts';
import { useMoney } from '#features/analytics/money.tsx';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';
import { InterestChart } from './interest-chart.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { crowdsQuery, interestQuery, isLine } from './overview-queries.ts';
import { useMarketFigures } from './whole-market.tsx';

const refreshMs = 30_000;
/** Until the past has been added up the line is waited for, and how far it has come is told. */
const buildingMs = 10_000;
const extremesShown = 3;

export function Contracts() {
  const t = useText();
  const locale = useLocale();
  const { query, figures } = useMarketFigures();
  return (
    <ModuleFrame name="contractData" more={href(locale, 'tradingData', { type: 'wholeNetwork' })}>
      <AskedFor query={query}>
        <div className="ov-contracts">
          <OpenInterest figures={figures} />
          <Crowds />
          <div>
            <h3>{t('overview.funding')}</h3>
            <Extremes title={t('overview.fundingHighest')} rows={figures?.fundingHighest} />
            <Extremes title={t('overview.fundingLowest')} rows={figures?.fundingLowest} />
          </div>
        </div>
      </AskedFor>
    </ModuleFrame>
  );
}

function OpenInterest({ figures }: { figures: MarketFigures | undefined }) {
  const t = useText();
  const money = useMoney();
  const percent = usePercent();
  const { data: days } = usePageQuery({
    ...interestQuery(useApi()),
    refetchInterval: ({ state: { data } }) => (data?.building && !isLine(data) ? buildingMs : 10 * refreshMs),
  });
  const building = days?.building;
  return (
    <div>
      <h3>{t('overview.openInterest')}</h3>
      <p className="ov-figure">{figures ? <Num text={money(figures.openInterest)} /> : <Skeleton width={96} />}</p>
      {days && isLine(days) ? (
        <InterestChart {...days} />
      ) : (
        <p className="ov-interest small-note">
          {building ? t('overview.building', { done: building.done, total: building.total }) : days && t('overview.noLine')}
        </p>
      )}
      <dl>
        <div>
          <dt>{t('overview.contractTurnover')}</dt>
          <dd>
            <Num text={figures ? money(figures.contractTurnover24h) : null} />
          </dd>
        </div>
        <div>
          <dt>{t('overview.meanFunding')}</dt>
          <dd>
            <Num text={percent(figures?.fundingRate ?? null, 4, 'always')} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Crowds() {
  const t = useText();
  const percent = usePercent();
  const query = usePageQuery({ ...crowdsQuery(useApi()), refetchInterval: refreshMs });
  return (
    <div>
      <h3>{t('overview.longShort')}</h3>
      <AskedFor query={query}>
        {query.data?.length === 0 && <p className="small-note">{t('overview.noCrowd')}</p>}
        <ul className="ov-crowds" aria-busy={!query.data}>
          {query.data
            ? query.data.map(({ symbolId, baseSymbol, ratio }) => {
                const long = ratio / (1 + ratio);
                return (
                  <li key={symbolId}>
                    <b>{baseSymbol}</b>
                    <span className="sr-only">{t('overview.crowd', { long: percent(long, 1), short: percent(1 - long, 1) })}</span>
                    <span className="pair" aria-hidden="true">
                      <Num text={percent(long, 1)} />
                      <Num text={percent(1 - long, 1)} />
                    </span>
                    <span className="split" aria-hidden="true">
                      <i className="u" style={{ flexGrow: long }} />
                      <i className="d" style={{ flexGrow: 1 - long }} />
                    </span>
                  </li>
                );
              })
            : Array.from({ length: 5 }, (_, place) => (
                <li key={place}>
                  <Skeleton width={36} />
                </li>
              ))}
        </ul>
      </AskedFor>
    </div>
  );
}

function Extremes({ title, rows }: { title: string; rows: MarketFigures['fundingHighest'] | undefined }) {
  const locale = useLocale();
  const percent = usePercent();
  const { age } = useFormat();
  return (
    <>
      <h4>{title}</h4>
      <ul className="ov-extremes">
        {rows
          ? rows.slice(0, extremesShown).map((row) => (
              <li key={row.symbolId}>
                <Link to={href(locale, 'coin', { symbol: row.symbolId })}>
                  <bdi>
                    <b>{row.baseSymbol}</b>
                    <span className="small-note">/{row.pricedSymbol}</span>
                  </bdi>
                </Link>
                <span>
                  <Num
                    className={Number(row.fundingRate) > 0 ? 'u' : Number(row.fundingRate) < 0 ? 'd' : ''}
                    text={percent(row.fundingRate, 4, 'always')}
                  />{' '}
                  <span className="small-note">{age(row.fundingIntervalHours * hourMs)}</span>
                </span>
              </li>
            ))
          : Array.from({ length: extremesShown }, (_, place) => (
              <li key={place}>
                <Skeleton width={48} />
              </li>
            ))}
      </ul>
    </>
  );
}
