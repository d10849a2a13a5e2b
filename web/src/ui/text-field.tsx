import { useEffectEvent, useId, useLayoutEffect, useRef, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'ref'> {
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
  const box = useRef<HTMLInputElement>(null);
  // What somebody typed, or a password manager filled in, before the page came to life is there without an event ever telling of it.
  const adopt = useEffectEvent((target: HTMLInputElement) => {
    if (input.value !== undefined && target.value !== String(input.value))
      input.onChange?.({ target, currentTarget: target } as ChangeEvent<HTMLInputElement>);
  });
  useLayoutEffect(() => adopt(box.current!), []);
  const note = problem ?? help;
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-13 text-ink-2">
        {label}
      </label>
      <div className={problem ? 'field wrong' : 'field'}>
        <input {...input} ref={box} id={id} aria-invalid={problem ? true : undefined} aria-describedby={note ? `${id}-note` : undefined} />
        {end}
      </div>
      {note && (
        <p id={`${id}-note`} className={`text-12 ${problem ? 'text-danger' : 'text-ink-3'}`} role={problem ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
