// What happened where, newest first, a year at a time.
import { Link } from 'react-router';
import { useLocale, useText } from '#i18n/text.tsx';
import { countryHref, type PolicyChoice, type TimelineYear } from './choice.ts';
import { MilestoneDay, MilestoneText } from './milestones.tsx';
import { StatusMark } from './status-mark.tsx';

const openYears = 4;

export function Timeline({ years, choice }: { years: readonly TimelineYear[]; choice: PolicyChoice }) {
  const t = useText();
  const locale = useLocale();
  return years.map(({ year, events }, place) => (
    <details key={year} className="policy-year" open={place < openYears}>
      <summary>
        <h3>{year}</h3> <span className="small-note">{t('policy.events', { count: events.length })}</span>
      </summary>
      <ol className="policy-events wide">
        {events.map(({ policy, milestone }) => (
          <li key={`${policy.country} ${milestone.kind} ${milestone.on.at} ${milestone.name}`}>
            <MilestoneDay milestone={milestone} />
            <Link className="policy-where" to={countryHref(locale, choice, policy.country)}>
              <StatusMark status={policy.status} />
              <b>{policy.name}</b>
            </Link>
            <span>
              <MilestoneText milestone={milestone} />
            </span>
          </li>
        ))}
      </ol>
    </details>
  ));
}
