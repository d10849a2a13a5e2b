import { useId, type ComponentProps, type ReactNode } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  /** What is wrong with it; said to who listens as soon as it is there. */
  problem?: string | null;
  help?: string;
  /** Beside the input: a unit, a button. */
  end?: ReactNode;
}

/** A labelled input with room for help and for what is wrong. */
export function TextField({ label, problem, help, end, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const note = problem ?? help;
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-13 text-ink-2">{label}</label>
      <div className={problem ? 'field wrong' : 'field'}>
        <input {...input} id={id} aria-invalid={problem ? true : undefined} aria-describedby={note ? `${id}-note` : undefined} />
        {end}
      </div>
      {note && <p id={`${id}-note`} className={`text-12 ${problem ? 'text-danger' : 'text-ink-3'}`} role={problem ? 'alert' : undefined}>{note}</p>}
    </div>
  );
}
