import { useEffectEvent, useId, useLayoutEffect, useRef, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'ref'> {
  label: string;
  /** What is wrong with it; a screen reader says it as soon as it is there. */
  problem?: string | null;
  help?: string;
  /** Beside the input: a unit, a button. */
  end?: ReactNode;
}

/** A labelled input with room for help and for what is wrong. */
export function TextField({ label, problem, help, end, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  // What the user typed, or a password manager filled in, before the page came to life is there without an event ever telling of it.
  const adopt = useEffectEvent((target: HTMLInputElement) => {
    if (input.value !== undefined && target.value !== String(input.value))
      input.onChange?.({ target, currentTarget: target } as ChangeEvent<HTMLInputElement>);
  });
  useLayoutEffect(() => adopt(box.current!), []);
  const notes = [problem && `${id}-problem`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-13 text-ink-2">
        {label}
      </label>
      <div className={problem ? 'field wrong' : 'field'}>
        <input {...input} ref={box} id={id} aria-invalid={problem ? true : undefined} aria-describedby={notes || undefined} />
        {end}
      </div>
      {problem && (
        <p id={`${id}-problem`} className="text-12 text-danger" role="alert">
          {problem}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-12 text-ink-3">
          {help}
        </p>
      )}
    </div>
  );
}
