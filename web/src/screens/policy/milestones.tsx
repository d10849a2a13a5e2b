import type { Policy } from '@tidemark/contract/policy.ts';
import { useText } from '#i18n/text.tsx';
import { isoDay, useDay } from './use-day.ts';

type Milestone = Policy['milestones'][number];

/** The name runs its own way, in a sentence of any direction. */
const isolated = (name: string) => `\u2068${name}\u2069`;

export function MilestoneText({ milestone: { kind, name } }: { milestone: Milestone }) {
  const t = useText();
  return t(`policy.milestone.${kind}`, { name: isolated(name) });
}

export function MilestoneDay({ milestone: { on } }: { milestone: Milestone }) {
  const day = useDay();
  return <time dateTime={isoDay(on)}>{day(on)}</time>;
}

export const Milestones = ({ events }: { events: readonly Milestone[] }) => (
  <ol className="policy-events">
    {events.map((milestone) => (
      <li key={`${milestone.kind} ${milestone.on.at} ${milestone.name}`}>
        <MilestoneDay milestone={milestone} />
        <span>
          <MilestoneText milestone={milestone} />
        </span>
      </li>
    ))}
  </ol>
);
