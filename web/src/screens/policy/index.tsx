// markets/crypto-policy: how countries treat crypto, as a map of squares, a table and a timeline.
import { useQuery } from '@tanstack/react-query';
import { policyOldAfterMs, policyStatuses, type Policy } from '@tidemark/contract/policy.ts';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { CsvButton } from '#features/figures/csv-button.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Chips, Segments } from '#ui/choices.tsx';
import { Band, Empty, Skeleton } from '#ui/states.tsx';
import {
  countryHref,
  isMatch,
  policyHref,
  policyViews,
  readPolicyChoice,
  selectPolicies,
  selectTimeline,
  type PolicyChoice,
} from './choice.ts';
import { CountryTable } from './country-table.tsx';
import { policyCsv } from './csv-columns.ts';
import { FilterForm } from './filter-form.tsx';
import { loadPolicy, policyQuery, whereaboutsQuery } from './load.ts';
import { StatusMark } from './status-mark.tsx';
import { Timeline } from './timeline.tsx';
import { WorldMap } from './world-map.tsx';
import '#styles/policy.css';
import 'virtual:words/policy';

export const loader = pageLoader(loadPolicy);
export const clientLoader = pageClientLoader(loadPolicy);

export default function PolicyScreen() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { time } = useFormat();
  const choice = useMemo(() => readPolicyChoice(new URLSearchParams(search)), [search]);
  const { data, dataUpdatedAt, isError, refetch } = useQuery(policyQuery(api, locale));
  const policies = data?.policies ?? null;
  const found = useMemo(() => policies && selectPolicies(policies, { ...choice, country: undefined }), [policies, choice]);
  const isOld = data !== undefined && dataUpdatedAt - data.updatedAt > policyOldAfterMs;
  const change = (changed: Partial<PolicyChoice>) =>
    void navigate(policyHref(locale, { ...choice, country: undefined, ...changed }), { replace: true, preventScrollReset: true });

  return (
    <div className="policy">
      <div>
        <h1 className="text-20 tracking-tight">{t('policy.title')}</h1>
        <p className="mt-0.5 max-w-[88ch] text-13 text-ink-2">{t('policy.about')}</p>
        <Whereabouts policies={policies} choice={choice} />
      </div>
      {isError && !data ? (
        <div className="frame">
          <Band kind="error" text={t('policy.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
        </div>
      ) : (
        <>
          <section className="frame" aria-labelledby="policy-map-title">
            {isOld && (
              <div className="policy-old">
                <Band kind="warn" text={t('policy.old', { date: time(data.updatedAt, 'date', 'UTC') })} />
              </div>
            )}
            <div className="mod-head">
              <h2 id="policy-map-title">{t('policy.mapTitle')}</h2>
              <span className="small-note">{t('policy.mapNote')}</span>
            </div>
            <div className="policy-legend">
              <Legend policies={policies} choice={choice} />
            </div>
            <WorldMap policies={policies} choice={choice} />
            <details className="policy-words">
              <summary>{t('policy.words')}</summary>
              <dl>
                {policyStatuses.map((status) => (
                  <div key={status}>
                    <dt>
                      <StatusMark status={status} />
                      {t(`policy.status.${status}`)}
                    </dt>
                    <dd>{t(`policy.means.${status}`)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </section>
          <section className="frame" aria-labelledby="policy-list-title">
            <h2 id="policy-list-title" className="sr-only">
              {t(`policy.view.${choice.view}`)}
            </h2>
            <div className="policy-tools">
              <Segments
                label={t('policy.view')}
                choices={policyViews.map((view) => ({
                  to: policyHref(locale, { ...choice, view, country: undefined }),
                  label: t(`policy.view.${view}`),
                  isCurrent: view === choice.view,
                }))}
              />
              <p className="small-note" role="status">
                {policies ? t('policy.found', { count: found?.length ?? 0, all: policies.length }) : <Skeleton width={90} />}
              </p>
              <FilterForm choice={choice} onChange={change} />
              <CsvButton name="crypto-policy" columns={policyCsv} rows={found} isOfMarket={false} />
            </div>
            <Body policies={policies} choice={choice} answeredAt={dataUpdatedAt} />
          </section>
        </>
      )}
      <p className="small-note max-w-[110ch]">{t('policy.disclaimer')}</p>
    </div>
  );
}

function Body({ policies, choice, answeredAt }: { policies: readonly Policy[] | null; choice: PolicyChoice; answeredAt: number }) {
  const t = useText();
  const locale = useLocale();
  const rows = useMemo(() => policies && selectPolicies(policies, choice), [policies, choice]);
  const years = useMemo(() => (policies && choice.view === 'timeline' ? selectTimeline(policies, choice) : null), [policies, choice]);
  if (rows && (years ?? rows).length === 0) {
    return (
      <Empty title={t('table.empty')} help={t('policy.nothing')}>
        <Link className="btn" to={policyHref(locale, { ...choice, status: undefined, feature: undefined, text: '' })} preventScrollReset>
          {t('policy.showAll')}
        </Link>
      </Empty>
    );
  }
  return years ? (
    <Timeline years={years} choice={choice} />
  ) : (
    <CountryTable rows={rows} all={policies ?? []} choice={choice} answeredAt={answeredAt} />
  );
}

/** How many countries there are of each kind; a press leaves only those. */
function Legend({ policies, choice }: { policies: readonly Policy[] | null; choice: PolicyChoice }) {
  const t = useText();
  const locale = useLocale();
  const { count } = useFormat();
  const found = policies?.filter((policy) => isMatch(policy, { ...choice, status: undefined })) ?? null;
  return (
    <Chips
      label={t('policy.column.status')}
      choices={[undefined, ...policyStatuses].map((status) => ({
        to: policyHref(locale, { ...choice, status, country: undefined }),
        label: (
          <>
            {status && <StatusMark status={status} />}
            {t(status ? `policy.status.${status}` : 'policy.all')}{' '}
            <span className="num text-ink-3">
              {found ? count(found.filter((policy) => status === undefined || policy.status === status).length) : '--'}
            </span>
          </>
        ),
        isCurrent: choice.status === status,
      }))}
    />
  );
}

/** The reader's own country first, where it is known. Its line is kept free, so that nothing moves when it is. */
function Whereabouts({ policies, choice }: { policies: readonly Policy[] | null; choice: PolicyChoice }) {
  const t = useText();
  const locale = useLocale();
  const { data } = useQuery(whereaboutsQuery(useApi()));
  const own = policies?.find(({ country }) => country === data?.localVo.ipCode);
  return (
    <p className="policy-here">
      {own && (
        <>
          {t('policy.here')}{' '}
          <Link className="link" to={countryHref(locale, choice, own.country)}>
            <StatusMark status={own.status} />
            {t('policy.tile', { country: own.name, status: t(`policy.status.${own.status}`) })}
          </Link>
        </>
      )}
    </p>
  );
}
