import type { Policy, PolicyFeature } from '@tidemark/contract/policy.ts';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/states.tsx';
import { policyHref, rowId, shortWord, type PolicyChoice, type PolicySort } from './choice.ts';
import { CountryDetail } from './country-detail.tsx';
import { Status } from './status-mark.tsx';
import { isoDay, useDay } from './use-day.ts';

interface CountryTableProps {
  /** null while they load. */
  readonly rows: readonly Policy[] | null;
  readonly all: readonly Policy[];
  readonly choice: PolicyChoice;
  /** When the answer was given: how old its facts are is told from there. */
  readonly answeredAt: number;
}

const features = ['licence', 'stablecoins', 'payments', 'gainsTax'] as const satisfies readonly PolicyFeature[];
const columns = 5 + features.length;

export function CountryTable({ rows, all, choice, answeredAt }: CountryTableProps) {
  const t = useText();
  return (
    <table className="at policy-table" aria-label={t('policy.title')} aria-busy={rows === null}>
      <thead>
        <tr>
          <Head choice={choice} sort="name" text={t('policy.column.country')} />
          <Head choice={choice} sort="status" text={t('policy.column.status')} className="p2" />
          <Head choice={choice} sort="since" text={t('policy.column.since')} className="k-since" />
          {features.map((feature) => (
            <th key={feature} scope="col" className="p3">
              {t(`policy.feature.${feature}`)}
            </th>
          ))}
          <th scope="col" className="p2 k-law">
            {t('policy.column.law')}
          </th>
          <th scope="col" className="k-act">
            <span className="sr-only">{t('policy.column.details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((policy) => (
            <Row
              key={policy.country}
              policy={policy}
              bloc={all.find(({ country }) => country === policy.bloc)}
              choice={choice}
              answeredAt={answeredAt}
            />
          ))
        ) : (
          <SkeletonRows />
        )}
      </tbody>
    </table>
  );
}

function Head({ choice, sort, text, className }: { choice: PolicyChoice; sort: PolicySort; text: string; className?: string }) {
  const locale = useLocale();
  const isSorted = choice.sort === sort;
  const isReversed = isSorted && !choice.isReversed;
  // What is newest comes first, so days run down unless turned around.
  const isUp = (sort === 'since') === choice.isReversed;
  return (
    <th scope="col" className={className} aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : undefined}>
      <Link className="policy-sort" to={policyHref(locale, { ...choice, sort, isReversed })} preventScrollReset>
        {text}
        {isSorted && <Icon name={isUp ? 'up' : 'down'} size="small" />}
      </Link>
    </th>
  );
}

function Row({ policy, bloc, choice, answeredAt }: { policy: Policy; bloc: Policy | undefined; choice: PolicyChoice; answeredAt: number }) {
  const t = useText();
  const locale = useLocale();
  const day = useDay();
  const { country, name, status, since, sincePrecision, laws, features: applying } = policy;
  const isOpen = country === choice.country;
  const date = since === null ? null : { at: since, precision: sincePrecision };
  const detailId = `${rowId(country)}-detail`;
  return (
    <Fragment>
      <tr id={rowId(country)} className={isOpen ? 'is-open' : undefined}>
        <th scope="row">
          <Link
            className="policy-name"
            to={policyHref(locale, { ...choice, country: isOpen ? undefined : country })}
            preventScrollReset
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailId : undefined}
          >
            <b>{name}</b>
            <span className="tag" aria-hidden="true">
              {country}
            </span>
          </Link>
          <span className="policy-mini">
            <Status status={status} />
          </span>
        </th>
        <td className="p2">
          <Status status={status} />
        </td>
        <td className="k-since">{date ? <time dateTime={isoDay(date)}>{day(date)}</time> : '--'}</td>
        {features.map((feature) => (
          <td key={feature} className="p3">
            {applying[feature] ? t(shortWord(feature, applying[feature])) : '--'}
          </td>
        ))}
        <td className="p2 k-law">
          <bdi>{laws[0]?.name ?? '--'}</bdi>
        </td>
        <td className="k-act">
          <span className="policy-fold" aria-hidden="true">
            <Icon name={isOpen ? 'up' : 'down'} />
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr id={detailId} className="policy-open">
          <td colSpan={columns}>
            <CountryDetail policy={policy} bloc={bloc} choice={choice} answeredAt={answeredAt} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function SkeletonRows() {
  return Array.from({ length: 16 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      <td>
        <Skeleton width={80 + ((row * 37) % 70)} />
      </td>
      <td className="p2">
        <Skeleton width={72} />
      </td>
      <td className="k-since">
        <Skeleton width={72} />
      </td>
      {features.map((feature) => (
        <td key={feature} className="p3">
          <Skeleton width={56} />
        </td>
      ))}
      <td className="p2 k-law">
        <Skeleton width={140} />
      </td>
      <td className="k-act">
        <Skeleton width={12} />
      </td>
    </tr>
  ));
}
