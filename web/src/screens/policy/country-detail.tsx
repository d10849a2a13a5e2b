// What is known of one country: what applies, by which law, who watches over it, what happened when, and who says so.
import { policyFeatureNames, policyOldAfterMs, type Policy } from '@tidemark/contract/policy.ts';
import { Link } from 'react-router';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { countryHref, shortWord, type PolicyChoice } from './choice.ts';
import { Milestones } from './milestones.tsx';
import { isoDay, useDay } from './use-day.ts';

interface CountryDetailProps {
  readonly policy: Policy;
  readonly bloc: Policy | undefined;
  readonly choice: PolicyChoice;
  readonly answeredAt: number;
}

export function CountryDetail({ policy, bloc, choice, answeredAt }: CountryDetailProps) {
  const t = useText();
  const locale = useLocale();
  const day = useDay();
  const { time } = useFormat();
  const { title, summary, features, laws, regulators, milestones, source, link, checkedAt } = policy;
  const known = policyFeatureNames.filter((feature) => features[feature]);
  const isOld = answeredAt - checkedAt > policyOldAfterMs;
  const events = [...milestones, ...(bloc?.milestones ?? [])].toSorted((a, b) => b.on.at - a.on.at);
  return (
    <article className="policy-detail" aria-label={title}>
      <div className="policy-facts">
        <p>{summary}</p>
        {bloc && (
          <p>
            <Link className="link" to={countryHref(locale, choice, bloc.country)}>
              {t('policy.blocRules', { bloc: bloc.name })}
            </Link>
          </p>
        )}
        <section>
          <h3>{t('policy.applies')}</h3>
          {known.length === 0 ? (
            <p className="small-note">{t('policy.noFeatures')}</p>
          ) : (
            <dl className="policy-features">
              {known.map((feature) => (
                <div key={feature}>
                  <dt>{t(`policy.feature.${feature}`)}</dt>
                  <dd>
                    <Icon name={iconOf(features[feature]!)} />
                    {t(shortWord(feature, features[feature]!))}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <p className="small-note">{t('policy.absent')}</p>
        </section>
      </div>
      <div className="policy-facts">
        {laws.length > 0 && (
          <section>
            <h3>{t('policy.laws')}</h3>
            <ul>
              {laws.map((law) => (
                <li key={law.name}>
                  <bdi>{law.name}</bdi>
                  {law.since && (
                    <>
                      {' '}
                      <span className="small-note">
                        <time dateTime={isoDay(law.since)}>{t('policy.lawSince', { date: day(law.since) })}</time>
                      </span>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>{t('policy.regulators')}</h3>
          <ul>
            {regulators.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{t('policy.source')}</h3>
          <p>
            <a className="link" href={link} target="_blank" rel="noopener noreferrer">
              <bdi>{source}</bdi>
              <span className="sr-only"> ({t('policy.newTab')})</span>
            </a>
          </p>
          <p className="small-note">
            {t('policy.asOf', { date: time(checkedAt, 'date', 'UTC') })}
            {isOld && (
              <>
                {' '}
                <span className="tag warn">{t('policy.oldTag')}</span>
              </>
            )}
          </p>
        </section>
      </div>
      <section className="policy-facts">
        <h3>{t('policy.milestones')}</h3>
        {events.length === 0 ? <p className="small-note">{t('policy.noMilestones')}</p> : <Milestones events={events} />}
      </section>
    </article>
  );
}

const icons: Readonly<Record<string, IconName>> = {
  planned: 'clock',
  pilot: 'clock',
  preparing: 'clock',
  research: 'clock',
  none: 'close',
  forbidden: 'close',
  notTaxed: 'close',
  notAllowed: 'close',
  dropped: 'close',
  limited: 'warn',
  special: 'warn',
  restricted: 'warn',
};
const iconOf = (value: string): IconName => icons[value] ?? 'check';
