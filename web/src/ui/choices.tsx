// One of many, as addresses: the URL keeps the choice.
import type { ReactNode } from 'react';
import { Link } from 'react-router';

export interface LinkChoice {
  readonly to: string;
  readonly label: ReactNode;
  readonly isCurrent: boolean;
}

function LinkChoices({
  label,
  choices,
  listClass,
  itemClass,
  current,
}: {
  label: string;
  choices: readonly LinkChoice[];
  listClass: string;
  itemClass?: string;
  current: 'page' | 'true';
}) {
  return (
    <nav className={listClass} aria-label={label}>
      {choices.map((choice) => (
        <Link key={choice.to} to={choice.to} className={itemClass} aria-current={choice.isCurrent ? current : undefined} preventScrollReset>
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

type Props = { label: string; choices: readonly LinkChoice[] };
export const Tabs = (props: Props) => <LinkChoices {...props} listClass="tabs" current="page" />;
export const Segments = (props: Props) => <LinkChoices {...props} listClass="seg" current="true" />;
export const Chips = (props: Props) => <LinkChoices {...props} listClass="chips" itemClass="chip" current="true" />;
