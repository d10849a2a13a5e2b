// One of many: as addresses (tabs, segments, chips: the URL keeps the choice) or as a radio group.
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';

export interface LinkChoice {
  readonly to: string;
  readonly label: ReactNode;
  readonly isCurrent: boolean;
}

function LinkChoices({ label, choices, listClass, itemClass, current }: { label: string; choices: readonly LinkChoice[]; listClass: string; itemClass?: string; current: 'page' | 'true' }) {
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

export function RadioSegments<T extends string>({ label, options, value, onChange }: { label: string; options: readonly { value: T; label: string }[]; value: T; onChange(value: T): void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-12 text-ink-2">{label}</legend>
      <div className="seg w-full *:flex-1">
        {options.map((option) => (
          <label key={option.value}>
            <input type="radio" className="sr-only" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
